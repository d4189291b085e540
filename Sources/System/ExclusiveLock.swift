#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The right to replace a file, which one process has at a time. It ends with its process.
///
/// It is a file beside the one that it is about, named as that with `.lock` behind: the file
/// itself is another after each change.
package struct ExclusiveLock: Sendable {
  package enum Problem: Error, Equatable, Sendable {
    case system(SystemError)
    /// Others kept it for too long.
    case held
    /// Somebody asked to stop.
    case stopped
  }

  private let file: FileDescriptor
  private let path: String

  /// Waits for the lock; folders that are missing are made, for their owner alone.
  ///
  /// - Parameters:
  ///   - path: the file that is going to be replaced; of a link, where it leads.
  ///   - patience: how long to wait for others.
  ///   - isStopped: is asked time and again meanwhile.
  package init(
    on path: String, patience: Duration, isStopped: () -> Bool
  ) throws(Problem) {
    let wait = Deadline(for: patience)
    while true {
      if let lock = try Self.take(path) {
        self = lock
        return
      }
      guard !isStopped() else { throw .stopped }
      guard !wait.isOver else { throw .held }
      wait.pause()
    }
  }

  private init(file: FileDescriptor, path: String) { (self.file, self.path) = (file, path) }

  /// Gives the lock to the next.
  package func release() {
    Files.remove(path)
    file.close()
  }

  /// The lock, or nil where somebody else has it or has just given it back.
  private static func take(_ path: String) throws(Problem) -> ExclusiveLock? {
    do throws(SystemError) {
      let path = try Files.target(of: path) + ".lock"
      try Files.makeFolders(Files.folder(of: path))
      let file = try FileDescriptor.openLock(path)
      // Whoever gave it back removed the name: then this is a lock that nobody else sees.
      if try file.lock(), file.isAt(path) { return ExclusiveLock(file: file, path: path) }
      file.close()
      return nil
    } catch {
      throw .system(error)
    }
  }
}

extension FileDescriptor {
  fileprivate static func openLock(_ path: String) throws(SystemError) -> FileDescriptor {
    try open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode: 0o600)
  }

  /// - Returns: whether it is ours now.
  fileprivate func lock() throws(SystemError) -> Bool {
    if flock(number, LOCK_EX | LOCK_NB) == 0 { return true }
    let problem = SystemError.last
    guard problem.code == EWOULDBLOCK || problem.isInterruption else {
      close()
      throw problem
    }
    return false
  }

  /// Whether the path still names this very file, and no link.
  func isAt(_ path: String) -> Bool {
    var (own, other) = (stat(), stat())
    return fstat(number, &own) == 0 && lstat(path, &other) == 0
      && own.st_ino == other.st_ino && own.st_dev == other.st_dev
  }
}
