import CLibrary
import CSystem

/// A file of which one byte at a time is locked. The system drops a lock when its file is closed and
/// when its process dies, however it dies.
package final class FileLock: Sendable {
  private let file: FileDescriptor

  /// How long to wait before a lock that another has is tried again: the system has no wait for it
  /// that ends with a deadline.
  private static let pause = Duration.milliseconds(25)

  private init(_ file: FileDescriptor) { self.file = file }

  deinit { file.close() }

  /// Opens a file to lock its bytes; a missing one is made.
  ///
  /// - Parameter model: the file whose users may use this one too.
  package init(_ path: String, like model: String) throws(SystemError) {
    var facts = stat()
    let mode = stat(model, &facts) == 0 ? facts.st_mode & 0o660 : 0o600
    file = try FileDescriptor.open(path, O_RDWR | O_CREAT | O_CLOEXEC, mode: mode)
    // What the process masks of a new one is given back; another's own stays as it is.
    _ = fchmod(file.number, mode)
  }

  /// Opens a file that is there, to look who has locked what.
  package init(reading path: String) throws(SystemError) {
    file = try FileDescriptor.open(path)
  }

  /// Locks a byte, which need not be in the file, until this value ends; fails where another has it.
  package func lock(_ position: Int64) throws(SystemError) {
    let code = iapctl_lock(file.number, position)
    guard code == 0 else { throw SystemError(code: code) }
  }

  /// Whether another than this value has the byte locked.
  package func isLocked(_ position: Int64) throws(SystemError) -> Bool {
    switch iapctl_is_locked(file.number, position) {
    case 0: return false
    case 1: return true
    default: throw SystemError.last
    }
  }

  /// Whether the path still names this file, and no link.
  package func isAt(_ path: String) -> Bool {
    var (own, other) = (stat(), stat())
    return fstat(file.number, &own) == 0 && lstat(path, &other) == 0
      && own.st_ino == other.st_ino && own.st_dev == other.st_dev
  }
}

/// The right to replace a file, which one process has at a time: a lock of the file beside it that
/// has `.lock` at the end of its name. (The file itself is another one after each change.)
package struct ReplacementLock: Sendable {
  private let lock: FileLock
  private let path: String

  /// Waits for it; folders that are missing are made, for their owner alone.
  ///
  /// - Parameter path: the file that is going to be replaced; of a link, where it leads.
  /// - Throws: an error that ``SystemError/isTimeout`` if others have it for too long.
  package init(on path: String, until deadline: Deadline) throws(SystemError) {
    self.path = try Files.target(of: path) + ".lock"
    try Files.makeFolders(Files.folder(of: self.path))
    lock = try FileLock.exclusive(self.path, until: deadline)
  }

  /// Gives it to the next.
  package func release() { Files.remove(path) }
}

extension FileLock {
  /// Waits until this process alone has a file locked, which is made for it.
  fileprivate static func exclusive(
    _ path: String, until deadline: Deadline
  ) throws(SystemError) -> FileLock {
    while true {
      let lock = FileLock(
        try FileDescriptor.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode: 0o600))
      do throws(SystemError) {
        try lock.lock(0)
        // Who had it before removed the name: then this is a lock that nobody else sees.
        if lock.isAt(path) { return lock }
      } catch {
        guard error.isLocked else { throw error }
      }
      guard !deadline.isOver else { throw .timedOut }
      _ = try Deadline(after: pause).wait(untilReadable: nil)
    }
  }
}
