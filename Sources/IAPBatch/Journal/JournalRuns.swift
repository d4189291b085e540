import IAPCore
import System

/// Which runs are at work: each has a byte of a file locked, at the position of its number.
///
/// The lock is what counts, not the host's name or the process number beside it: containers change
/// the one and systems use the other again. Where two machines share a folder without sharing its
/// locks, they cannot share a write-ahead log either.
struct JournalRuns {
  private let path: String
  private var file: FileLock?
  private var isAlive: [Int64: Bool] = [:]

  init(of file: JournalFile) { path = file.runsPath }

  /// Locks the byte of a new run.
  static func begin(_ run: Int64, in file: JournalFile) throws(IAPError) -> FileLock {
    do {
      let locks = try FileLock(file.runsPath, like: file.path)
      try locks.lock(run)
      return locks
    } catch {
      throw .iapctl(.journalNotWritten, .file(file.runsPath, .cannotWrite(why: error.text)))
    }
  }

  /// Whether a run that has not said its end is at work; the answer for a run is asked for once.
  mutating func isAtWork(_ run: Int64) throws(IAPError) -> Bool {
    if let known = isAlive[run] { return known }
    let answer: Bool
    do throws(SystemError) {
      answer = try locks().isLocked(run)
    } catch  where error.isMissing {
      answer = false
    } catch {
      throw .iapctl(.journalUnreadable, .file(path, .unreadable(why: error.text)))
    }
    isAlive[run] = answer
    return answer
  }

  private mutating func locks() throws(SystemError) -> FileLock {
    if let file { return file }
    let opened = try FileLock(reading: path)
    file = opened
    return opened
  }
}
