#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How many files a process may have open, connections among them.
package enum OpenFiles {
  /// Asks for so many, as far as this user may.
  ///
  /// - Returns: how many there can be now, perhaps fewer, perhaps more.
  package static func allow(_ count: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(kind, &limit) == 0 else { return count }
    if limit.rlim_cur < rlim_t(count) {
      var wanted = limit
      wanted.rlim_cur = min(rlim_t(count), limit.rlim_max)
      if setrlimit(kind, &wanted) == 0 { limit = wanted }
    }
    return Int(clamping: limit.rlim_cur)
  }

  /// Has the runtime open now what it else opens when it first needs it: the wake-up calls of the
  /// main queue and of timers. Where no file can be opened any more it ends the process.
  package static func openThoseOfTheRuntime() async {
    await Task.detached { await MainActor.run {} }.value
    // Cut short or not: the timer was there.
    try? await Task.sleep(for: .nanoseconds(1))
  }

  #if canImport(Glibc)
    private static let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let kind = RLIMIT_NOFILE
  #endif
}
