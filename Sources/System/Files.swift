import CLibrary
import CSystem

/// The status of a path in the file system.
package struct FileStatus: Sendable {
  package let isDirectory: Bool
  package let isRegular: Bool
  /// The size in bytes.
  package let size: Int64
  /// Whether any user has write permission. If not, even root should not write to the file.
  package let hasWritePermission: Bool
  /// Whether users other than the owner and the group have any permission.
  package let isOpenToAll: Bool
  /// Whether the file has more than one name (hard links).
  package let hasOtherNames: Bool
}

/// Identifies a file as long as it exists.
package struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let number: UInt64
}

/// Operations on paths.
package enum Files {
  /// The status of a file; follows symbolic links.
  package static func status(of path: String) throws(SystemError) -> FileStatus {
    var facts = stat()
    guard stat(path, &facts) == 0 else { throw SystemError.last }
    let kind = facts.st_mode & S_IFMT
    return FileStatus(
      isDirectory: kind == S_IFDIR, isRegular: kind == S_IFREG, size: Int64(facts.st_size),
      hasWritePermission: facts.st_mode & 0o222 != 0, isOpenToAll: facts.st_mode & 0o007 != 0,
      hasOtherNames: facts.st_nlink > 1)
  }

  /// Whether something is mounted at the path itself, such as a file that a container has without its folder.
  /// False on macOS and with a Linux before 5.8, which do not say so.
  package static func isMounted(_ path: String) -> Bool { iapctl_is_mounted(path) != 0 }

  /// The identity of a file, the same for all its names; nil if there is no file.
  package static func identity(of path: String) -> FileIdentity? {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    return FileIdentity(device: UInt64(facts.st_dev), number: UInt64(facts.st_ino))
  }

  /// A text that differs for any two files of this machine, even if one of them was deleted and the
  /// other one has its number: `2131-1760000000.123456789`. It stays the same if the file is written,
  /// renamed or moved within its file system. The device is not a part of it, because its number can
  /// change when the system starts again.
  ///
  /// On a file system that does not keep the time of creation, the text has the device in its place.
  ///
  /// - Returns: nil if there is no file.
  package static func mark(of path: String) -> String? {
    var (number, seconds, nanoseconds) = (UInt64(0), Int64(0), Int64(0))
    if iapctl_birth(path, &number, &seconds, &nanoseconds) == 0 {
      return "\(number)-\(seconds).\(nanoseconds)"
    }
    return identity(of: path).map { "\($0.number)-device-\($0.device)" }
  }

  /// The time at which a file was made, in nanoseconds since 1970; nil if there is no file, or if its
  /// file system does not keep the time.
  package static func birth(of path: String) -> Int64? {
    var (number, seconds, nanoseconds) = (UInt64(0), Int64(0), Int64(0))
    guard iapctl_birth(path, &number, &seconds, &nanoseconds) == 0 else { return nil }
    return seconds * 1_000_000_000 + nanoseconds
  }

  /// The time of the last write to a file, in nanoseconds since 1970; nil if there is no file.
  package static func lastWrite(to path: String) -> Int64? {
    let time = iapctl_last_write(path)
    return time < 0 ? nil : time
  }

  /// Removes a folder and what can be removed in it. Symbolic links are removed, and never followed, not
  /// even where a folder does not let go of them.
  package static func removeFolder(_ path: String) { iapctl_remove_folder(path) }

  /// Whether this process has permission to write to the path.
  package static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  /// Throws if no file can be made and written in a folder. No file stays.
  package static func tryWriting(in folder: String) throws(SystemError) {
    let (file, path) = try FileDescriptor.makePrivate(beside: "\(folder)/iapctl")
    defer {
      file.close()
      remove(path)
    }
    try file.write([UInt8](repeating: 0, count: 4096))
  }

  /// Reads a whole file, or one byte more than `limit`.
  package static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let file = try FileDescriptor.open(path)
    defer { file.close() }
    var all: [UInt8] = []
    while all.count <= limit,
      let piece = try file.readAtOnce(upTo: min(1 << 16, limit - all.count + 1)), !piece.isEmpty
    { all += piece }
    return all
  }

  /// Creates a file, or replaces its content.
  package static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let file = try FileDescriptor.open(
      path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode: 0o666)
    defer { file.close() }
    try file.write(bytes)
  }

  /// The path of a file with all symbolic links resolved. If the file is missing but its folder
  /// exists, the path that the file would have.
  package static func ownPath(_ path: String) -> String {
    if let real = realPath(path) { return real }
    let end = (try? target(of: path)) ?? path
    guard let folder = realPath(folder(of: end)) else { return path }
    let name = end.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) }
    return name.map { folder == "/" ? "/\($0)" : "\(folder)/\($0)" } ?? path
  }

  private static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(validatingCString: real)
  }

  /// The most symbolic links that a path may lead through: the same limit as in Linux.
  static let mostLinks = 40

  /// The path at the end of a chain of symbolic links, even if no file exists there.
  static func target(of path: String) throws(SystemError) -> String {
    var path = path
    for _ in 0..<mostLinks {
      guard let next = try target(ofLink: path) else { return path }
      path = next.utf8.first == UInt8(ascii: "/") ? next : "\(folder(of: path))/\(next)"
    }
    throw SystemError(code: ELOOP)
  }

  /// The text of a symbolic link; nil if the path is not one.
  static func target(ofLink path: String) throws(SystemError) -> String? {
    var name = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &name, name.count)
    guard count > 0 else { return nil }
    let bytes = name.prefix(count).map(UInt8.init(bitPattern:))
    guard let next = String(validating: bytes, as: UTF8.self) else {
      throw SystemError(code: EILSEQ)
    }
    return next
  }

  /// Creates missing folders, for the owner only. They are durable when the function returns.
  package static func makeFolders(_ path: String) throws(SystemError) {
    guard access(path, F_OK) != 0 else { return }
    let parent = folder(of: path)
    try makeFolders(parent)
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemError.last }
    try synchronize(parent)
  }

  /// Makes a folder for its owner only, in a folder that exists.
  package static func makeFolder(_ path: String) throws(SystemError) {
    guard mkdir(path, 0o700) == 0 else { throw SystemError.last }
  }

  /// Copies the content of a file to a new one. It is not made durable.
  package static func copy(_ path: String, to new: String) throws(SystemError) {
    let source = try FileDescriptor.open(path)
    defer { source.close() }
    let copy = try FileDescriptor.makePrivate(new, O_WRONLY)
    defer { copy.close() }
    while let piece = try source.readAtOnce(upTo: 1 << 16), !piece.isEmpty {
      try copy.write(piece)
    }
  }

  package static var currentDirectory: String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return String(cString: path)
  }

  /// Removes a file. A missing file is not an error.
  package static func remove(_ path: String) { _ = unlink(path) }

  package static func removeEmptyFolder(_ path: String) { _ = rmdir(path) }

  /// Creates a new directory in `parent` that only this user can enter, and returns its path.
  package static func makeTemporaryDirectory(
    in parent: String, prefix: String
  ) throws(SystemError) -> String {
    var template = Array("\(parent)/\(prefix)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError.last }
    return String(upToZero: template)
  }

  /// The names in a directory; empty if it cannot be read.
  package static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// The parent directory of a path.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func synchronize(_ path: String) throws(SystemError) {
    let file = try FileDescriptor.open(path)
    defer { file.close() }
    try file.synchronize()
  }
}
