import CLibrary
import CSystem

/// Folders that belong to one process until it ends, however it ends.
package enum HeldFolder {
  /// The folder is made under this name first, so that nobody takes it for one that was left behind.
  private static let newPrefix = "iapctl-new-"

  /// Makes a folder that only this user can enter, and holds it until this process ends. Those with the same
  /// prefix whose process was killed are removed, with the programs that still run for them.
  ///
  /// - Parameter variable: the one that has the path of the folder in such programs.
  package static func make(
    in parent: String, prefix: String, variable: String
  ) throws(SystemError) -> String {
    removeAbandoned(in: parent, prefix, variable)
    let new = try Files.makeTemporaryDirectory(in: parent, prefix: newPrefix)
    let path = "\(parent)/\(prefix)\(new.suffix(6))"
    // Open until the process ends: the lock ends with it.
    guard hold(new) != nil, rename(new, path) == 0 else {
      let error = SystemError.last
      Files.removeFolder(new)
      throw error
    }
    return path
  }

  private static func removeAbandoned(in parent: String, _ prefix: String, _ variable: String) {
    for name in Files.names(in: parent) where name.hasPrefix(prefix) {
      let path = "\(parent)/\(name)"
      guard let folder = hold(path) else { continue }
      iapctl_end_holders("\(variable)=\(path)")
      Files.removeFolder(path)
      systemClose(folder)
    }
  }

  /// Opens and locks a folder of this user; nil if that is not possible.
  private static func hold(_ path: String) -> Int32? {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return nil }
    var facts = stat()
    guard fstat(folder, &facts) == 0, facts.st_uid == geteuid(),
      flock(folder, LOCK_EX | LOCK_NB) == 0
    else {
      systemClose(folder)
      return nil
    }
    return folder
  }
}
