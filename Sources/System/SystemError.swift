import CLibrary

/// What a call to the operating system answered instead of success.
package struct SystemError: Error, Equatable, Sendable {
  /// The value of `errno`.
  package let code: Int32
  /// Whether the call took effect, and only that the effect outlasts a power failure is not certain:
  /// a file has its new name, and its folder could not be written to the disk.
  package private(set) var isAfterEffect = false
  private var isWrongKind = false

  package init(code: Int32) { self.code = code }

  /// The same error, of a call that took effect.
  var afterEffect: SystemError {
    var error = self
    error.isAfterEffect = true
    return error
  }

  /// The error that the last call of this thread left behind.
  package static var last: SystemError { SystemError(code: errno) }

  /// The operating system's words for it, in English.
  package var text: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The reader at the other end of a pipe is gone.
  package var isClosedPipe: Bool { code == EPIPE }

  /// The other end broke the connection off.
  package var isReset: Bool { code == ECONNRESET || code == EPIPE }

  /// There is nothing at the path.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// The path names a directory.
  package var isDirectory: Bool { code == EISDIR }

  /// Something is at the path already.
  package var isPresent: Bool { code == EEXIST }

  /// What was waited for did not come in time.
  package var isTimeout: Bool { code == ETIMEDOUT }

  /// This process, or the whole system, has as many files open as it may.
  package var isOutOfFiles: Bool { code == EMFILE || code == ENFILE }

  /// No more files can be opened.
  package static let outOfFiles = SystemError(code: EMFILE)

  package static let timedOut = SystemError(code: ETIMEDOUT)
  package static let missing = SystemError(code: ENOENT)
  package static let present = SystemError(code: EEXIST)

  /// A request to stop ended a wait.
  package static let stopped = SystemError(code: EINTR)

  /// What is at the path is of another kind than was asked for: a device, a socket.
  package static let wrongKind: SystemError = {
    var error = SystemError(code: EINVAL)
    error.isWrongKind = true
    return error
  }()

  /// Another has what was to be locked.
  var isLocked: Bool { code == EAGAIN || code == EACCES }
}
