import CLibrary

/// Bytes that are kept.
package protocol ByteOutput: Sendable {
  /// Adds bytes; they stay after a power cut when it returns.
  func append(_ bytes: [UInt8]) throws(SystemError)
  /// Throws away all of them.
  func remove()
}

/// A file that was not there before, for its owner alone.
package final class NewFile: ByteOutput {
  private let file: FileDescriptor
  private let path: String

  /// - Throws: what is at the path already is an error, be it a symbolic link.
  package init(at path: String) throws(SystemError) {
    self.path = path
    file = try FileDescriptor.open(
      path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode: 0o600)
    do {
      try Files.synchronize(Files.folder(of: path))
    } catch {
      file.close()
      Files.remove(path)
      throw error
    }
  }

  deinit { file.close() }

  package func append(_ bytes: [UInt8]) throws(SystemError) {
    try file.write(bytes)
    try file.synchronize()
  }

  package func remove() { Files.remove(path) }
}
