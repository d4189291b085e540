import CLibrary
import System

/// A temporary folder, removed when the value is released.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    path = try Files.makeTemporaryDirectory(in: "/tmp", prefix: "iapctl-test-")
  }

  /// A folder in memory, if the system has one for all processes: nothing waits for a disk there.
  package init(inMemory: Void) throws {
    let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    path = try Files.makeTemporaryDirectory(in: parent, prefix: "iapctl-test-")
  }

  deinit { Files.removeFolder(path) }

  /// The path of a file in the folder. The file need not exist.
  package subscript(name: String) -> String { "\(path)/\(name)" }

  /// Writes a file and returns its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  /// Writes a file that only its owner can read, and returns its path.
  @discardableResult
  package func write(_ bytes: [UInt8], to name: String) throws -> String {
    let file = fopen(self[name], "w")
    defer { fclose(file) }
    guard chmod(self[name], 0o600) == 0 else { throw SystemError.last }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw SystemError.last }
    return self[name]
  }

  /// Sets the permissions of a file in the folder.
  package func setMode(_ mode: UInt16, of name: String) throws {
    guard chmod(self[name], mode_t(mode)) == 0 else { throw SystemError.last }
  }

  package func makeFolder(_ name: String) throws {
    guard mkdir(self[name], 0o700) == 0 else { throw SystemError.last }
  }

  /// Creates a FIFO in the folder and returns its path.
  package func makeFIFO(_ name: String) throws -> String {
    guard mkfifo(self[name], 0o600) == 0 else { throw SystemError.last }
    return self[name]
  }

  package func read(_ name: String) throws -> [UInt8] {
    try Files.read(self[name], limit: 1 << 30)
  }

  /// The names of the files in the folder, sorted.
  package var names: [String] { Self.names(of: path) }

  /// The names of the files in another folder, sorted.
  package static func names(of path: String) -> [String] { Files.names(in: path).sorted() }
}
