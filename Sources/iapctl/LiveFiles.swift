import IAPConsole
import IAPCore
import System

struct LiveFiles: FileSystem {
  var currentDirectory: String { Files.currentDirectory }

  func names(in path: String) -> [String] { Files.names(in: path) }

  func resolved(_ path: String) -> String { Files.ownPath(path) }

  func exists(_ path: String) -> Bool { Files.identity(of: path) != nil }

  func open(
    _ path: String, _ kinds: InputFile.Kinds, writer: InputFile.WriterWait?, end: Duration?
  ) throws(SystemError) -> any ByteInput {
    try InputFile.open(
      path, kinds, writer: writer, end: end.map { Deadline(after: $0) } ?? .never)
  }

  func foreignAccess(to path: String) throws(SystemError) -> ForeignAccess? {
    try ForeignAccess.find(at: path)
  }

  func checkReplaceable(_ path: String) throws(SystemError) { try Files.checkReplaceable(path) }

  func replace(_ path: String, by bytes: [UInt8]) throws(SystemError) {
    try Files.replace(path, by: bytes)
  }

  func replaceTarget(of path: String, by bytes: [UInt8]) throws(SystemError) {
    try Files.replaceTarget(of: path, by: bytes)
  }

  func create(_ path: String) throws(SystemError) -> any ByteOutput { try NewFile(at: path) }

  func lock(
    _ path: String, patience: Duration
  ) throws(SystemError) -> @Sendable () -> Void {
    try ReplacementLock(on: path, until: Deadline(after: patience)).release
  }

  func makeTemporaryDirectory(
    in parent: String, prefix: String
  ) throws(SystemError) -> String {
    try Files.makeTemporaryDirectory(in: parent, prefix: prefix)
  }

  func makeHeldDirectory(in parent: String, prefix: String) throws(SystemError) -> String {
    try HeldFolder.make(in: parent, prefix: prefix, variable: Variables.runFolder)
  }

  func makeDirectory(_ path: String) throws(SystemError) { try Files.makeFolder(path) }

  func removeDirectory(_ path: String) { Files.removeFolder(path) }
}
