import CSystem

/// A thread of our own, for a C library that wants to be driven by one.
///
/// Signals go to other threads, so that those who wait for them are the ones who are interrupted.
package struct JoinableThread: @unchecked Sendable {
  private let thread: OpaquePointer

  /// Starts it.
  package init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let work = Unmanaged.passRetained(Work(body))
    var problem: Int32 = 0
    let started = iapctl_thread_start(
      { context in
        guard let context else { return }
        Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
      }, work.toOpaque(), &problem)
    guard let started else {
      work.release()
      throw SystemError(code: problem)
    }
    thread = started
  }

  /// Waits for its end, which gives it back: once, and from another thread.
  package func join() { iapctl_thread_join(thread) }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
