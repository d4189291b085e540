import CSystem

/// A thread of our own, for what has to wait inside the operating system or a C library.
///
/// Signals go to other threads, and a pipe without a reader is an error of the write.
package struct SystemThread: @unchecked Sendable {
  private let thread: iapctl_thread

  /// Starts it; to be joined.
  package init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let work = Unmanaged.passRetained(Work(body))
    var started = iapctl_thread()
    let problem = iapctl_thread_start(
      { context in
        guard let context else { return }
        Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
      }, work.toOpaque(), &started)
    guard problem == 0 else {
      work.release()
      throw SystemError(code: problem)
    }
    thread = started
  }

  /// Starts a thread that nobody waits for.
  package static func detach(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    iapctl_thread_detach(try SystemThread(body).thread)
  }

  /// Waits for its end, which gives it back: once, and from another thread.
  package func join() { iapctl_thread_join(thread) }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
