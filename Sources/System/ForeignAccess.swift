import CLibrary

/// How an account other than this process's and root's can change what a path names.
package struct ForeignAccess: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// Its group or all users can write it.
    case writable
    case owned
  }

  package let kind: Kind
  /// The file, the folder or the symbolic link that the other account can change.
  package let path: String

  /// Walks a path as the system does, from the root, through each folder and each symbolic link.
  ///
  /// An account that can write a folder can replace its files. A folder with the sticky bit, such as
  /// `/tmp`, protects each entry from all but its owner: there the owner of the entry decides.
  ///
  /// - Parameter onlyLinks: whether only the symbolic links count, and not what they lead through.
  /// - Returns: the first thing on the way that another account can change. Nil if there is none, and
  ///   for the part of the path that does not exist.
  package static func find(
    at path: String, onlyLinks: Bool = false
  ) throws(SystemError) -> ForeignAccess? {
    let start = path.utf8.first == UInt8(ascii: "/") ? path : "\(Files.currentDirectory)/\(path)"
    var rest: [Substring] = start.split(separator: "/").reversed()
    var (folder, links) = ("", 0)
    if !onlyLinks, let root = try facts(of: "/"), let kind = root.foreignKind {
      return ForeignAccess(kind: kind, path: "/")
    }
    while let name = rest.popLast() {
      if name == "." { continue }
      if name == ".." {
        folder = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
        continue
      }
      let entry = "\(folder)/\(name)"
      guard let facts = try facts(of: entry) else { return nil }
      let isLink = facts.st_mode & S_IFMT == S_IFLNK
      if isLink || !onlyLinks, let kind = facts.foreignKind {
        return ForeignAccess(kind: kind, path: entry)
      }
      guard isLink, let target = try Files.target(ofLink: entry) else {
        folder = entry
        continue
      }
      links += 1
      guard links <= Files.mostLinks else { throw SystemError(code: ELOOP) }
      if target.utf8.first == UInt8(ascii: "/") { folder = "" }
      rest += target.split(separator: "/").reversed()
    }
    return nil
  }

  /// Nil if nothing is there.
  private static func facts(of path: String) throws(SystemError) -> stat? {
    var facts = stat()
    if lstat(path, &facts) == 0 { return facts }
    let problem = SystemError.last
    guard problem.isMissing else { throw problem }
    return nil
  }
}

extension stat {
  fileprivate var foreignKind: ForeignAccess.Kind? {
    if st_uid != geteuid() && st_uid != 0 { return .owned }
    let kind = st_mode & S_IFMT
    let isProtected = kind == S_IFLNK || kind == S_IFDIR && st_mode & S_ISVTX != 0
    return isProtected || st_mode & 0o022 == 0 ? nil : .writable
  }
}
