package import System

/// Files as the system has them. Paths may be relative; errors are the system's.
package protocol FileSystem: Sendable {
  /// The directory that relative paths begin at.
  var currentDirectory: String { get }

  /// Whether there is a file of any kind; nothing is opened.
  func exists(_ path: String) -> Bool

  /// Opens a file to be read.
  ///
  /// - Parameters:
  ///   - writer: how long to wait for somebody to write to a FIFO; nil to let the reads wait.
  ///   - end: how long all reads may wait, a regular file's excepted; nil for ever.
  func open(
    _ path: String, _ kinds: InputFile.Kinds, writer: Duration?, end: Duration?
  ) throws(SystemError) -> any ByteInput

  /// Replaces a file as a whole, readable by its owner alone; missing folders are made.
  func replace(_ path: String, by bytes: [UInt8]) throws(SystemError)

  /// Makes a new file, readable by its owner alone.
  func create(_ path: String) throws(SystemError) -> any ByteOutput

  /// Waits for the right to replace a file.
  ///
  /// - Returns: what gives it back.
  func lock(_ path: String, patience: Duration) throws(SystemError) -> @Sendable () -> Void

  /// A new directory that only this user can enter, somewhere in `parent`.
  func makeTemporaryDirectory(in parent: String) throws(SystemError) -> String
}
