import CLibrary
import CSystem

/// The limit of open files, which includes connections and pipes.
package enum OpenFiles {
  /// The number of files that the Swift runtime opens for queues and timers, plus one for short
  /// use.
  package static let ofRuntime = 8

  /// The number of files for a connection to a server. Connecting also opens files, to look up the
  /// host name and to read certificates.
  package static let ofConnection = 4

  /// Raises the limit of open files, as far as this user may.
  ///
  /// - Returns: the limit now, which may be lower or higher than `count`.
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

  /// How many more files can be opened, at most `count`. Raises the limit as far as this user may.
  package static func room(for count: Int) -> Int {
    let used = used
    return max(0, min(count, allow(count + used) - used))
  }

  /// The number of open files. Counting opens no file itself, because another thread may need the
  /// last free descriptor.
  private static var used: Int {
    var (used, unused) = (0, 0)
    var number: Int32 = 0
    // The system assigns the lowest free number, so after 256 free numbers there are probably no
    // more open files.
    while unused < 256 {
      if fcntl(number, F_GETFD) == -1 { unused += 1 } else { (used, unused) = (used + 1, 0) }
      number += 1
    }
    return used
  }

  /// Makes the Swift runtime open the files of its main queue and timers now, not on first use. If
  /// it cannot open them later, it ends the process at once.
  ///
  /// - Throws: also if there is no room for its threads, for which it would wait for ever.
  package static func openThoseOfTheRuntime() async throws(SystemError) {
    guard room(for: ofRuntime) == ofRuntime else { throw .outOfFiles }
    try SystemThread.requireRoom()
    await Task.detached { await MainActor.run {} }.value
    // Errors do not matter: the timer was created.
    try? await Task.sleep(for: .nanoseconds(1))
  }
}
