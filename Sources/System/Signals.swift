import CLibrary
import CSystem
import Synchronization

/// The signal that asked the process to stop; 0 if there was none. Lock-free, so that a signal
/// handler can set it.
private let received = Atomic<Int32>(0)

/// The time of the signal on the monotonic clock, in nanoseconds.
private let receivedAt = Atomic<Int64>(0)

/// The write end of the pipe with which the handler wakes waiting threads; -1 if there is no pipe.
private let wakePipe = Atomic<Int32>(-1)

/// The read end of the pipe; nil until the pipe is created.
private let alarmFile = Mutex<Int32?>(nil)

/// The child process that gets the signals instead of this process; 0 if there is none.
private let receiver = Atomic<Int32>(0)

/// In nanoseconds. A program that ends a process group (`timeout`, a shell) may signal the process
/// and then its group. Two signals within this time count as one.
private let duplicateWindow: Int64 = 50_000_000

/// Signals that ask the process to stop: SIGINT (Ctrl-C), SIGTERM, and SIGHUP (the terminal was
/// closed).
package enum Signals {
  /// Installs the handlers. The first signal is recorded, and the program stops in its own way. A
  /// second signal ends the process at once.
  ///
  /// A signal that the parent process set to be ignored (`nohup`) stays ignored. SIGPIPE is
  /// ignored, so that writing to a closed pipe returns an error.
  package static func install() {
    // Initialises the globals before a handler uses them.
    _ = (received.load(ordering: .relaxed), receivedAt.load(ordering: .relaxed))
    _ = (wakePipe.load(ordering: .relaxed), receiver.load(ordering: .relaxed))
    _ = Clocks.monotonicNanoseconds()
    _ = signal(SIGPIPE, SIG_IGN)
    // Exceeding the file size limit returns an error too.
    _ = signal(SIGXFSZ, SIG_IGN)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      iapctl_handle_signal(number) { Signals.note($0, isSent: $1 != 0) }
    }
  }

  /// The number of the signal that asked to stop; nil if there was none.
  package static var pending: Int32? {
    let number = received.load(ordering: .sequentiallyConsistent)
    return number == 0 ? nil : number
  }

  /// Calls a function after the first stop signal, on a separate thread that sleeps until then.
  package static func whenStopped(
    _ body: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    let timer = try timer()
    try SystemThread.detach {
      var waiting = pollfd(fd: timer, events: Int16(POLLIN), revents: 0)
      while poll(&waiting, 1, -1) < 0 && errno == EINTR {}
      body()
    }
  }

  /// A descriptor that is readable after the first stop signal. It is created on demand and never
  /// closed, because a handler may be writing to the pipe.
  static func timer() throws(SystemError) -> Int32 {
    try alarmFile.withLock { (file) throws(SystemError) in
      if let file { return file }
      var ends: [Int32] = [-1, -1]
      let problem = iapctl_pipe(&ends)
      guard problem == 0 else { throw SystemError(code: problem) }
      wakePipe.store(ends[1], ordering: .sequentiallyConsistent)
      if pending != nil { wake() }
      file = ends[0]
      return ends[0]
    }
  }

  /// Passes stop signals on to a child process, while `body` runs. A signal that arrived before is
  /// passed on too.
  ///
  /// The child must be in the process group of this process, and must not be released meanwhile: it
  /// gets the signals of the terminal by itself.
  static func passOn<Answer>(to child: pid_t, _ body: () -> Answer) -> Answer {
    receiver.store(child, ordering: .sequentiallyConsistent)
    defer { receiver.store(0, ordering: .sequentiallyConsistent) }
    if let pending { _ = kill(child, pending) }
    return body()
  }

  /// The signal handler.
  ///
  /// - Parameter isSent: false if the signal is from the terminal.
  private static func note(_ number: Int32, isSent: Bool) {
    let child = receiver.load(ordering: .sequentiallyConsistent)
    guard child == 0 else {
      let code = errno
      if isSent { _ = kill(child, number) }
      errno = code
      return
    }
    let (isFirst, _) = received.compareExchange(
      expected: 0, desired: number, ordering: .sequentiallyConsistent)
    let now = Clocks.monotonicNanoseconds()
    if isFirst {
      receivedAt.store(now, ordering: .sequentiallyConsistent)
      wake()
    } else if now - receivedAt.load(ordering: .sequentiallyConsistent) > duplicateWindow {
      _exit(128 + number)
    }
  }

  /// Makes the timer readable. Restores `errno` for the interrupted code.
  private static func wake() {
    let wakePipe = wakePipe.load(ordering: .sequentiallyConsistent)
    guard wakePipe >= 0 else { return }
    let code = errno
    var byte: UInt8 = 0
    _ = write(wakePipe, &byte, 1)
    errno = code
  }
}

/// Runs an actor on the thread that holds a lock. So a thread of a C library can call the actor
/// without waiting for another thread.
package final class ExclusiveExecutor: SerialExecutor {
  private let lock = Mutex<Void>(())
  /// The thread that holds the lock; 0 if there is none.
  private let holder = Atomic<UInt>(0)

  package init() {}

  private static var thread: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      pthread_self()
    #endif
  }

  /// Runs `body` on this thread, while no other thread runs the actor. `body` can call
  /// `assumeIsolated` of the actor.
  package func withExclusiveAccess<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
    try lock.withLock { _ in
      holder.store(Self.thread, ordering: .relaxed)
      defer { holder.store(0, ordering: .relaxed) }
      return try body()
    }
  }

  /// A job of a task runs on a thread of the runtime.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Task.detached { self.run(job) }
  }

  private func run(_ job: UnownedJob) {
    withExclusiveAccess { job.runSynchronously(on: asUnownedSerialExecutor()) }
  }

  package func checkIsolated() {
    precondition(holder.load(ordering: .relaxed) == Self.thread, "another thread runs the actor")
  }
}
