import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The signal that asked the process to stop; 0 while none did. Lock-free, so a handler may set it.
private let received = Atomic<Int32>(0)

/// When it came, on the monotonic clock, in nanoseconds.
private let receivedAt = Atomic<Int64>(0)

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
    _ = signal(SIGPIPE, SIG_IGN)
    // A limit on the size of files is an error of the write too.
    _ = signal(SIGXFSZ, SIG_IGN)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var before = sigaction()
      _ = sigaction(number, nil, &before)
      #if canImport(Darwin)
        let isIgnored = unsafeBitCast(before.__sigaction_u.__sa_handler, to: Int.self) == 1
      #else
        let isIgnored =
          unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self)
          == unsafeBitCast(SIG_IGN, to: Int.self)
      #endif
      if !isIgnored { note(number) }
    }
  }

  /// The number of the signal that asked to stop, or nil.
  package static var pending: Int32? {
    let number = received.load(ordering: .sequentiallyConsistent)
    return number == 0 ? nil : number
  }

  private static func note(_ number: Int32) {
    var action = sigaction()
    let handler: @convention(c) (Int32) -> Void = { number in
      let (isFirst, _) = received.compareExchange(
        expected: 0, desired: number, ordering: .sequentiallyConsistent)
      let now = Clocks.monotonicNanoseconds()
      if isFirst {
        receivedAt.store(now, ordering: .sequentiallyConsistent)
      } else if now - receivedAt.load(ordering: .sequentiallyConsistent) > echo {
        _exit(128 + number)
      }
    }
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #else
      action.__sigaction_handler.sa_handler = handler
    #endif
    // One at a time: what the handler notes belongs together.
    sigfillset(&action.sa_mask)
    // No SA_RESTART: a wait for input ends, and the program sees the request.
    action.sa_flags = 0
    _ = sigaction(number, &action, nil)
  }
}
