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

/// Where a handler rings for somebody who waits for a signal; -1 while nobody does.
private let bell = Atomic<Int32>(-1)

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
    _ = bell.load(ordering: .relaxed)
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

  /// Waits for the first request, on a thread of its own that sleeps until then.
  package static func wait() async throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError.last }
    let (reading, writing) = (ends[0], ends[1])
    _ = fcntl(reading, F_SETFD, FD_CLOEXEC)
    _ = fcntl(writing, F_SETFD, FD_CLOEXEC)
    bell.store(writing, ordering: .sequentiallyConsistent)
    // The pipe stays: a handler may be about to ring.
    guard pending == nil else { return }
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      Threads.start {
        var waiting = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        while poll(&waiting, 1, -1) < 0 && errno == EINTR {}
        continuation.resume()
      }
    }
  }

  private static func note(_ number: Int32) {
    var action = sigaction()
    let handler: @convention(c) (Int32) -> Void = { number in
      let (isFirst, _) = received.compareExchange(
        expected: 0, desired: number, ordering: .sequentiallyConsistent)
      let now = Clocks.monotonicNanoseconds()
      if isFirst {
        receivedAt.store(now, ordering: .sequentiallyConsistent)
        let bell = bell.load(ordering: .sequentiallyConsistent)
        if bell >= 0 { ring(bell) }
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

/// Wakes who waits at the other end of a pipe; what the interrupted code was told stays.
private func ring(_ bell: Int32) {
  let code = errno
  var note: UInt8 = 0
  _ = write(bell, &note, 1)
  errno = code
}
