import IAPCore
import System

/// Tells which runs are active. Each active run has one byte of the lock file locked, at the offset
/// of its run number.
///
/// The host name and the process number do not show whether a run is active: a container can change
/// the host name, and the system reuses process numbers. If two machines share the folder but not
/// the locks, SQLite's write-ahead log does not work there either.
struct JournalRuns {
  private let path: String
  private var file: FileLock?
  private var isAlive: [Int64: Bool] = [:]
  private var commands: [Int64: [Int32]] = [:]

  init(of file: JournalFile) { path = file.runsPath }

  /// Locks the byte of a new run.
  ///
  /// - Parameter isKnown: whether the journal has a run. A run that it does not have is at work with a journal
  ///   that was here before: this one does not say what it sends and takes back.
  static func begin(
    _ run: Int64, in file: JournalFile, isKnown: (Int64) throws -> Bool
  ) throws -> FileLock {
    do {
      let locks = try FileLock(file.runsPath, like: file.path)
      var position: Int64 = 0
      while let locked = try locks.nextLocked(from: position) {
        guard locked != run, try isKnown(locked) else {
          throw IAPError.iapctl(.journalBusy, .file(file.path, .runOfOtherJournal))
        }
        position = locked + 1
      }
      try locks.lock(run)
      return locks
    } catch let error as SystemError {
      throw IAPError.iapctl(
        .journalNotWritten, .file(file.runsPath, .cannotWrite(why: error.text)))
    }
  }

  /// Whether a run that has not recorded its end is active. The result is cached for each run.
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

  /// The processes of the commands that keep a run at work whose own process has ended. The result is
  /// cached for each run.
  ///
  /// - Parameter process: the process of the run.
  mutating func commands(of run: Int64, process: Int32) -> [Int32] {
    if let known = commands[run] { return known }
    let answer = (try? locks().holders(of: run, besides: process)) ?? []
    commands[run] = answer
    return answer
  }

  private mutating func locks() throws(SystemError) -> FileLock {
    if let file { return file }
    let opened = try FileLock(reading: path)
    file = opened
    return opened
  }
}
