import CLibrary

/// How many files a process may have open, connections and pipes among them.
package enum OpenFiles {
  /// What the runtime opens for its queues and timers, and a file that is open for a moment.
  package static let ofRuntime = 8

  /// A connection to a server; while it is made, its host's name is looked up and certificates are
  /// read.
  package static let ofConnection = 4

  /// Asks for so many, as far as this user may.
  ///
  /// - Returns: how many there can be now, perhaps fewer, perhaps more.
  package static func allow(_ count: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(openFilesLimit, &limit) == 0 else { return count }
    if limit.rlim_cur < rlim_t(count) {
      var wanted = limit
      wanted.rlim_cur = min(rlim_t(count), limit.rlim_max)
      if setrlimit(openFilesLimit, &wanted) == 0 { limit = wanted }
    }
    return Int(clamping: limit.rlim_cur)
  }

  /// How many more files can be opened, at most `count`; the limit is raised for them as far as
  /// this user may.
  package static func room(for count: Int) -> Int {
    let used = used
    return max(0, min(count, allow(count + used) - used))
  }

  /// How many are open now. Nothing is opened to find out: another thread may need the last one.
  private static var used: Int {
    var (used, unused) = (0, 0)
    var number: Int32 = 0
    // The system gives out the lowest number that is free.
    while unused < 256 {
      if fcntl(number, F_GETFD) == -1 { unused += 1 } else { (used, unused) = (used + 1, 0) }
      number += 1
    }
    return used
  }

  /// Has the runtime open now what it else opens when it first needs it: the wake-up calls of the
  /// main queue and of timers. Without room for them the runtime would end the process, in the
  /// middle of what it is doing.
  package static func openThoseOfTheRuntime() async throws(SystemError) {
    guard room(for: ofRuntime) == ofRuntime else { throw .outOfFiles }
    await Task.detached { await MainActor.run {} }.value
    // Cut short or not: the timer was there.
    try? await Task.sleep(for: .nanoseconds(1))
  }
}
