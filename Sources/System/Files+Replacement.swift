import CLibrary
import CSystem

/// Files that appear whole or not at all.
extension Files {
  /// Throws if ``replace(_:by:)`` would refuse the path: if there is no folder for it, or something
  /// else than a regular file of this account.
  ///
  /// - Throws: ``SystemError/missing`` without the folder; ``SystemError/link`` for a symbolic link;
  ///   ``SystemError/notOwned`` for a file of another account; ``SystemError/wrongKind`` for a device, a
  ///   pipe or the like.
  package static func checkReplaceable(_ path: String) throws(SystemError) {
    let folder = folder(of: path)
    guard try status(of: folder).isDirectory else { throw SystemError(code: ENOTDIR) }
    guard try ForeignAccess.find(at: folder, onlyLinks: true) == nil else { throw .link }
    var facts = stat()
    guard lstat(path, &facts) == 0 else {
      guard errno == ENOENT else { throw SystemError.last }
      return
    }
    switch facts.st_mode & S_IFMT {
    case S_IFLNK: throw .link
    case S_IFDIR: throw SystemError(code: EISDIR)
    case S_IFREG where facts.st_uid == geteuid(): break
    case S_IFREG: throw .notOwned
    default: throw .wrongKind
    }
  }

  /// Replaces a file atomically. The new file is readable by its owner only.
  ///
  /// - Throws: as ``checkReplaceable(_:)``; an error with ``SystemError/isAfterEffect`` if the file was
  ///   replaced, but a power failure may restore the old one.
  package static func replace(_ path: String, by bytes: [UInt8]) throws(SystemError) {
    try checkReplaceable(path)
    let (file, temporary) = try FileDescriptor.makePrivate(beside: path)
    do throws(SystemError) {
      defer { file.close() }
      try file.write(bytes)
      try file.synchronize()
      guard rename(temporary, path) == 0 else { throw SystemError.last }
    } catch {
      remove(temporary)
      throw error
    }
    try synchronizeName(of: path)
  }

  /// Replaces a file of this account's own settings as ``replace(_:by:)``. If the path is a symbolic
  /// link, as programs that manage settings make them, its target is replaced. Creates missing folders,
  /// for the owner only.
  package static func replaceTarget(of path: String, by bytes: [UInt8]) throws(SystemError) {
    let target = try target(of: path)
    try makeFolders(folder(of: target))
    try replace(target, by: bytes)
  }

  /// Renames a finished temporary file, unless a file with the new name exists.
  ///
  /// The new name appears with the complete content or not at all, even after a power failure.
  ///
  /// - Throws: an error with ``SystemError/isAfterEffect`` if the file has its new name, but a
  ///   power failure may undo that.
  package static func publish(_ temporary: String, as path: String) throws(SystemError) {
    try synchronize(temporary)
    // A hard link would give the file two names for a moment, or for ever after a kill.
    if iapctl_rename_new(temporary, path) != 0 {
      let refusal = SystemError.last
      guard [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP].contains(refusal.code) else { throw refusal }
      // On a file system that cannot do it, the check and the renaming are not atomic.
      guard access(path, F_OK) != 0 else { throw SystemError(code: EEXIST) }
      guard rename(temporary, path) == 0 else { throw SystemError.last }
    }
    try synchronizeName(of: path)
  }

  /// Makes the new name of a file durable.
  private static func synchronizeName(of path: String) throws(SystemError) {
    do {
      try synchronize(folder(of: path))
    } catch {
      throw error.afterEffect
    }
  }
}
