import CLibrary
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
      throw Self.cannotStart(problem)
    }
    thread = started
  }

  /// Makes sure that the threads of a request or a server can be started: those of the runtime for a
  /// few tasks and its timers, and one that waits for sockets. It starts and ends as many. The
  /// runtime and the libraries of a request end the process if they get no memory, so there must be
  /// some left for them.
  static func requireRoom() throws(SystemError) {
    let problem = iapctl_threads_try(6, 256 << 20)
    if problem != 0 { throw cannotStart(problem) }
  }

  private static func cannotStart(_ problem: Int32) -> SystemError {
    var error = SystemError(code: problem)
    error.isOutOfThreads = problem == EAGAIN || problem == ENOMEM
    return error
  }

  /// Starts a thread that is not joined.
  package static func detach(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    iapctl_thread_detach(try SystemThread(body).thread)
  }

  /// Waits for the thread to end and frees it. Must be called once, from another thread.
  package func join() { iapctl_thread_join(thread) }

  /// Whether this is the thread of the caller.
  package var isCurrent: Bool { iapctl_thread_is_current(thread) != 0 }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
