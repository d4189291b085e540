package import System

/// Access to files. Paths may be relative. Errors are those of the system.
package protocol FileSystem: Sendable {
  var currentDirectory: String { get }

  /// Whether a file of any kind exists. It does not open the file.
  func exists(_ path: String) -> Bool

  /// Opens a file for reading.
  ///
  /// - Parameters:
  ///   - writer: the maximum time to wait for the writer of a FIFO; nil to open the FIFO at once
  ///     and wait when reading.
  ///   - end: the maximum time for all reads of a pipe; nil for no limit. A regular file has no
  ///     limit.
  func open(
    _ path: String, _ kinds: InputFile.Kinds, writer: Duration?, end: Duration?
  ) throws(SystemError) -> any ByteInput

  /// Replaces a file atomically. Only its owner can read it. Makes missing folders.
  func replace(_ path: String, by bytes: [UInt8]) throws(SystemError)

  /// Makes a new file. Only its owner can read it.
  func create(_ path: String) throws(SystemError) -> any ByteOutput

  /// Takes the lock on replacing a file.
  ///
  /// - Returns: a function that releases the lock.
  func lock(_ path: String, patience: Duration) throws(SystemError) -> @Sendable () -> Void

  /// Makes a directory in `parent` that only this user can enter.
  func makeTemporaryDirectory(in parent: String) throws(SystemError) -> String
}
