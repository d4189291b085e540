import CSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file whose bytes are locked, each by one who is at work. The system drops a lock when its file
/// is closed and when its process dies, however it dies.
package final class RunLocks: Sendable {
  private let file: FileDescriptor

  /// Opens the file; a missing one is made.
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

  deinit { file.close() }

  /// Locks a byte, which need not be in the file, until this value ends; fails where another has it.
  package func lock(_ position: Int64) throws(SystemError) {
    let code = iapctl_lock(file.number, position)
    guard code == 0 else { throw SystemError(code: code) }
  }

  /// Whether the path still names this file.
  package func isAt(_ path: String) -> Bool { file.isAt(path) }

  /// Whether another than this value has the byte locked.
  package func isLocked(_ position: Int64) throws(SystemError) -> Bool {
    switch iapctl_is_locked(file.number, position) {
    case 0: return false
    case 1: return true
    default: throw SystemError.last
    }
  }
}
