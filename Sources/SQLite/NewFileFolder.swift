import System

/// A temporary folder beside the path of a new file, in which the file is made.
///
/// It is locked as long as its process lives. The next one for the same path removes the folders that
/// killed processes left.
struct NewFileFolder {
  private let folder: String
  private let lock: FileLock

  /// The path of the file that is made.
  var file: String { folder + "/new" }

  /// - Parameter isPrivate: if true, missing folders are created, and the name begins with a dot.
  init(for path: String, isPrivate: Bool) throws {
    let parent = Files.folder(of: path)
    if isPrivate { try Files.makeFolders(parent) }
    guard (try? Files.status(of: parent))?.isDirectory == true else {
      throw DatabaseProblem.folderMissing(parent)
    }
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) }
    let prefix = "\(isPrivate ? "." : "")\(name ?? "").new-"
    Self.removeAbandoned(in: parent, prefix)
    var made: (folder: String, lock: FileLock)?
    while made == nil { made = try Self.make(in: parent, prefix) }
    guard let made else { throw DatabaseProblem.unwritable("no temporary folder in \(parent)") }
    (folder, lock) = made
  }

  /// - Returns: nil if another process took the folder for an abandoned one before it was locked.
  private static func make(
    in parent: String, _ prefix: String
  ) throws(SystemError) -> (folder: String, lock: FileLock)? {
    let folder = try Files.makeTemporaryDirectory(in: parent, prefix: prefix)
    do {
      let lock = try FileLock(folder + lockName, like: folder)
      try lock.lock(0)
      return lock.isAt(folder + lockName) ? (folder, lock) : nil
    } catch {
      guard error.isMissing || error.isLocked else { throw error }
      return nil
    }
  }

  private static let lockName = "/lock"

  func remove() { Self.remove(folder) }

  private static func remove(_ folder: String) {
    for name in ["/new", "/new-journal", "/new-wal", "/new-shm", lockName] {
      Files.remove(folder + name)
    }
    Files.removeEmptyFolder(folder)
  }

  private static func removeAbandoned(in parent: String, _ prefix: String) {
    for name in Files.names(in: parent) where name.hasPrefix(prefix) {
      let folder = "\(parent)/\(name)"
      guard name.utf8.count == prefix.utf8.count + 6,
        (try? Files.status(of: folder))?.isDirectory == true
      else { continue }
      guard let lock = try? FileLock(existing: folder + lockName) else {
        // Without a lock file it is empty, unless an older version made it.
        Files.removeEmptyFolder(folder)
        continue
      }
      if (try? lock.lock(0)) != nil { remove(folder) }
    }
  }
}
