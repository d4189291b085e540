package import System

/// Access to files. Paths may be relative. Errors are those of the system.
package protocol FileSystem: Sendable {
  var currentDirectory: String { get }

  /// Whether a file of any kind exists. It does not open the file.
  func exists(_ path: String) -> Bool

  /// The path without symbolic links, also of a file that does not exist in a folder that does.
  func resolved(_ path: String) -> String

  /// The names in a directory; empty if it cannot be read.
  func names(in path: String) -> [String]

  /// Opens a file for reading.
  ///
  /// - Parameters:
  ///   - writer: how long to wait for the writer of a FIFO; nil to open the FIFO at once and wait
  ///     when reading.
  ///   - end: the maximum time for all reads of a pipe; nil for no limit. A regular file has no
  ///     limit.
  func open(
    _ path: String, _ kinds: InputFile.Kinds, writer: InputFile.WriterWait?, end: Duration?
  ) throws(SystemError) -> any ByteInput

  /// How another account can change what the path names, or a folder or a symbolic link on the way to
  /// it. Nil if none can, and for what does not exist.
  func foreignAccess(to path: String) throws(SystemError) -> ForeignAccess?

  /// Throws what ``replace(_:by:)`` would throw, and writes nothing.
  func checkReplaceable(_ path: String) throws(SystemError)

  /// Replaces a file of this account atomically, in a folder that exists, and never through a symbolic
  /// link. Only its owner can read it.
  func replace(_ path: String, by bytes: [UInt8]) throws(SystemError)

  /// Replaces a file as ``replace(_:by:)``, but through symbolic links. Makes missing folders.
  func replaceTarget(of path: String, by bytes: [UInt8]) throws(SystemError)

  /// Makes a new file. Only its owner can read it.
  func create(_ path: String) throws(SystemError) -> any ByteOutput

  /// Takes the lock on replacing a file.
  ///
  /// - Returns: a function that releases the lock.
  func lock(_ path: String, patience: Duration) throws(SystemError) -> @Sendable () -> Void

  /// Makes a directory in `parent` that only this user can enter.
  ///
  /// - Parameter prefix: how its name begins.
  func makeTemporaryDirectory(in parent: String, prefix: String) throws(SystemError) -> String

  /// The same for this process alone. Those of processes that were killed are removed.
  func makeHeldDirectory(in parent: String, prefix: String) throws(SystemError) -> String

  /// Makes a directory that only this user can enter, in one that exists.
  func makeDirectory(_ path: String) throws(SystemError)

  func removeDirectory(_ path: String)
}
