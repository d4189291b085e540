import CLibrary
import CSystem

/// Locks single bytes of a file. The system drops the locks when the file is closed or the process
/// dies.
package final class FileLock: Sendable {
  private let file: FileDescriptor

  /// The pause between two attempts to lock. The system has no call that waits for a lock with a
  /// deadline.
  private static let pause = Duration.milliseconds(25)

  private init(_ file: FileDescriptor) { self.file = file }

  /// A process that inherits it keeps the locks.
  var descriptor: Int32 { file.number }

  /// A process that is just being started has the file open, too, so that closing it here would not
  /// end the locks at once.
  deinit {
    iapctl_unlock(file.number)
    file.close()
  }

  /// Opens a file to lock its bytes. Creates the file if it is missing.
  ///
  /// - Parameter model: the file whose permissions a new lock file gets.
  package init(_ path: String, like model: String) throws(SystemError) {
    var facts = stat()
    let mode = stat(model, &facts) == 0 ? facts.st_mode & 0o660 : 0o600
    file = try FileDescriptor.openShared(path, mode: mode)
  }

  /// Opens an existing file to lock its bytes.
  package init(existing path: String) throws(SystemError) {
    file = try FileDescriptor.open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
  }

  /// Opens an existing file to see which bytes are locked.
  package init(reading path: String) throws(SystemError) {
    file = try FileDescriptor.openRegular(path, O_RDONLY)
  }

  /// Locks a byte, which may be after the end of the file, until this object is freed. Throws if it
  /// is locked already.
  package func lock(_ position: Int64) throws(SystemError) {
    let code = iapctl_lock(file.number, position)
    guard code == 0 else { throw SystemError(code: code) }
  }

  /// Whether another open file holds a lock on the byte.
  package func isLocked(_ position: Int64) throws(SystemError) -> Bool {
    switch iapctl_is_locked(file.number, position) {
    case 0: return false
    case 1: return true
    default: throw SystemError.last
    }
  }

  /// The first byte from a position on that another open file holds a lock on; nil if there is none.
  package func nextLocked(from position: Int64) throws(SystemError) -> Int64? {
    switch iapctl_next_locked(file.number, position) {
    case -1: return nil
    case let byte where byte >= 0: return byte
    default: throw SystemError.last
    }
  }

  /// Whether the path still names this file, without a symbolic link.
  package func isAt(_ path: String) -> Bool {
    var (own, other) = (stat(), stat())
    return fstat(file.number, &own) == 0 && lstat(path, &other) == 0
      && own.st_ino == other.st_ino && own.st_dev == other.st_dev
  }
}

extension FileLock: Equatable {
  package static func == (one: FileLock, other: FileLock) -> Bool { one === other }
}

/// A lock that a process holds while it replaces a file. It locks a file beside it with `.lock` at
/// the end of the name, because the file itself is a new one after each replacement.
package struct ReplacementLock: Sendable {
  private let lock: FileLock
  private let path: String

  /// Waits for the lock. Creates missing folders, for their owner only.
  ///
  /// - Parameter path: the file to replace; if it is a symbolic link, its target.
  /// - Throws: an error with ``SystemError/isTimeout`` if another process holds the lock until the
  ///   deadline.
  package init(on path: String, until deadline: Deadline) throws(SystemError) {
    self.path = try Files.target(of: path) + ".lock"
    try Files.makeFolders(Files.folder(of: self.path))
    lock = try FileLock.exclusive(self.path, until: deadline)
  }

  /// Releases the lock, by removing the lock file.
  package func release() { Files.remove(path) }
}

extension FileLock {
  /// Waits until this process has locked a file, which is created if it is missing.
  fileprivate static func exclusive(
    _ path: String, until deadline: Deadline
  ) throws(SystemError) -> FileLock {
    while true {
      let lock = FileLock(try FileDescriptor.openShared(path, mode: 0o600))
      do throws(SystemError) {
        try lock.lock(0)
        // The previous owner removes the lock file. Then this lock is on a deleted file and does
        // not count.
        if lock.isAt(path) { return lock }
      } catch {
        guard error.isLocked else { throw error }
      }
      guard !deadline.isOver else { throw .timedOut }
      _ = try Deadline(after: pause).wait(untilReadable: nil)
    }
  }
}
