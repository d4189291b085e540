import CLibrary
import CSystem

/// The error of a call to the operating system.
package struct SystemError: Error, Equatable, Sendable {
  /// The value of `errno`.
  package let code: Int32
  /// Whether the call succeeded except for durability. For example, a file was renamed, but its
  /// folder could not be written to disk.
  package private(set) var isAfterEffect = false
  private var refusal: Refusal?

  /// Why iapctl does not use a file that the system would let it use.
  private enum Refusal { case wrongKind, link, owner }

  package init(code: Int32) { self.code = code }

  private init(_ refusal: Refusal, code: Int32) {
    (self.refusal, self.code) = (refusal, code)
  }

  /// The same error with ``isAfterEffect`` set.
  var afterEffect: SystemError {
    var error = self
    error.isAfterEffect = true
    return error
  }

  /// The error of the last failed call in this thread.
  package static var last: SystemError { SystemError(code: errno) }

  /// The operating system's message, in English.
  package var text: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    return String(upToZero: buffer)
  }

  /// The reader has closed the pipe.
  package var isClosedPipe: Bool { code == EPIPE }

  /// The other end has reset or closed the connection.
  package var isReset: Bool { code == ECONNRESET || code == EPIPE }

  /// No file exists at the path.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// The path names a directory.
  package var isDirectory: Bool { code == EISDIR }

  /// A file exists at the path already.
  package var isPresent: Bool { code == EEXIST }

  /// A wait reached its deadline.
  package var isTimeout: Bool { code == ETIMEDOUT }

  /// This process or the system has reached its limit of open files.
  package var isOutOfFiles: Bool { code == EMFILE || code == ENFILE }

  /// A descriptor has a number that is too large for its use.
  package var isOutOfRange: Bool { code == ERANGE }

  /// A thread could not be started, for lack of memory or by a limit of processes.
  package internal(set) var isOutOfThreads = false

  /// No more files can be opened.
  package static let outOfFiles = SystemError(code: EMFILE)

  package static let timedOut = SystemError(code: ETIMEDOUT)
  package static let missing = SystemError(code: ENOENT)
  package static let present = SystemError(code: EEXIST)

  /// A stop signal ended a wait.
  package static let stopped = SystemError(code: EINTR)

  /// The file has a kind that is not accepted, such as a device or a socket.
  package static let wrongKind = SystemError(.wrongKind, code: EINVAL)

  /// The path is a symbolic link, or leads through one of another account.
  package static let link = SystemError(.link, code: ELOOP)

  /// Another account owns the file.
  package static let notOwned = SystemError(.owner, code: EPERM)

  /// Another process or open file holds the lock.
  package var isLocked: Bool { code == EAGAIN || code == EACCES }
}
