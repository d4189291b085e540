import CLibrary
import CSystem
import Synchronization

/// The signal that asked the process to stop; 0 while none did. Lock-free, so a handler may set it.
private let received = Atomic<Int32>(0)

/// When it came, on the monotonic clock, in nanoseconds.
private let receivedAt = Atomic<Int64>(0)

/// Where the handler writes to wake who waits; -1 while nobody does.
private let bell = Atomic<Int32>(-1)

/// The other end of the bell, once it was made.
private let alarmFile = Mutex<Int32?>(nil)

/// Who ends a process group (`timeout`, a shell) may signal the process and then its group: two
/// signals so close together are one request.
private let echo: Int64 = 50_000_000

/// Requests from outside to stop: Ctrl-C, termination, a terminal that goes away.
package enum Signals {
  /// Notes the first request for the program to act on, and lets the second end it at once.
  ///
  /// A request that the parent told the process to ignore (`nohup`) stays ignored. A closed pipe
  /// becomes an error of the write, in place of a signal.
  package static func install() {
    // Made before a handler can need them.
    _ = (received.load(ordering: .relaxed), receivedAt.load(ordering: .relaxed))
    _ = (bell.load(ordering: .relaxed), Clocks.monotonicNanoseconds())
    _ = signal(SIGPIPE, SIG_IGN)
    // A limit on the size of files is an error of the write too.
    _ = signal(SIGXFSZ, SIG_IGN)
    for number in [SIGINT, SIGTERM, SIGHUP] { iapctl_handle_signal(number) { Signals.note($0) } }
  }

  /// The number of the signal that asked to stop, or nil.
  package static var pending: Int32? {
    let number = received.load(ordering: .sequentiallyConsistent)
    return number == 0 ? nil : number
  }

  /// Calls a function when a first request has come, on a thread of its own that sleeps until then.
  package static func whenStopped(
    _ body: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    let alarm = try alarm()
    try SystemThread.detach {
      var waiting = pollfd(fd: alarm, events: Int16(POLLIN), revents: 0)
      while poll(&waiting, 1, -1) < 0 && errno == EINTR {}
      body()
    }
  }

  /// A descriptor that can be read from the first request on. The first wait opens it, and it stays
  /// open: a handler may be about to write.
  static func alarm() throws(SystemError) -> Int32 {
    try alarmFile.withLock { (file) throws(SystemError) in
      if let file { return file }
      var ends: [Int32] = [-1, -1]
      let problem = iapctl_pipe(&ends)
      guard problem == 0 else { throw SystemError(code: problem) }
      bell.store(ends[1], ordering: .sequentiallyConsistent)
      if pending != nil { ring() }
      file = ends[0]
      return ends[0]
    }
  }

  /// What the handler does.
  private static func note(_ number: Int32) {
    let (isFirst, _) = received.compareExchange(
      expected: 0, desired: number, ordering: .sequentiallyConsistent)
    let now = Clocks.monotonicNanoseconds()
    if isFirst {
      receivedAt.store(now, ordering: .sequentiallyConsistent)
      ring()
    } else if now - receivedAt.load(ordering: .sequentiallyConsistent) > echo {
      _exit(128 + number)
    }
  }

  /// Makes the alarm readable; the code that was interrupted finds its `errno` as it was.
  private static func ring() {
    let bell = bell.load(ordering: .sequentiallyConsistent)
    guard bell >= 0 else { return }
    let code = errno
    var byte: UInt8 = 0
    _ = write(bell, &byte, 1)
    errno = code
  }
}
