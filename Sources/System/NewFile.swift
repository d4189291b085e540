import CLibrary

/// A durable output of bytes.
package protocol ByteOutput: Sendable {
  /// Appends bytes. They are durable when the function returns.
  func append(_ bytes: [UInt8]) throws(SystemError)
  /// Deletes the output.
  func remove()
}

/// A newly created file, readable by its owner only.
package final class NewFile: ByteOutput {
  private let file: FileDescriptor
  private let path: String

  /// - Throws: an error if anything exists at the path, even a symbolic link.
  package init(at path: String) throws(SystemError) {
    self.path = path
    file = try FileDescriptor.makePrivate(path, O_WRONLY)
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
