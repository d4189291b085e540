import CSystem

/// A POSIX thread, for calls that block in the operating system or in a C library.
///
/// The thread receives no signals, and writing to a closed pipe returns an error.
package struct SystemThread: @unchecked Sendable {
  private let thread: iapctl_thread

  /// Starts a thread, which must be joined once.
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

  /// Starts a thread that is not joined.
  package static func detach(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    iapctl_thread_detach(try SystemThread(body).thread)
  }

  /// Waits for the thread to end and frees it. Must be called once, from another thread.
  package func join() { iapctl_thread_join(thread) }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
