import CLibrary
import System

/// A folder in memory, where there is one, for the files of one input. It is removed with the value.
final class FuzzFolder: Sendable {
  let path: String

  private static let parent = Files.isWritable("/dev/shm") ? "/dev/shm" : "/tmp"

  init() throws { path = try Files.makeTemporaryDirectory(in: Self.parent, prefix: "iapctl-fuzz-") }

  deinit { Files.removeFolder(path) }

  subscript(name: String) -> String { "\(path)/\(name)" }

  /// Writes a file that only its owner can read, and returns its path.
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let file = open(self[name], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SystemError.last }
    defer { close(file) }
    guard CLibrary.write(file, bytes, bytes.count) == bytes.count else { throw SystemError.last }
    return self[name]
  }
}

/// Bytes that stand for a file: the file itself, or changes of a file that is valid.
///
/// - The first byte is 0: the other bytes are the file.
/// - It is not 0: patches of the template. A patch is an offset (three bytes, the highest first), a
///   count, and as many bytes. The offset is taken modulo the length of the template; a count of 0
///   ends the file there.
func patched(_ template: [UInt8], by input: [UInt8]) -> [UInt8] {
  var rest = input[...]
  guard let first = rest.popFirst(), first != 0 else { return Array(rest) }
  var file = template
  while rest.count >= 4, !file.isEmpty {
    let place = rest.prefix(3).reduce(0) { $0 << 8 | Int($1) } % file.count
    let count = Int(rest[rest.startIndex + 3])
    rest = rest.dropFirst(4)
    guard count > 0 else {
      file.removeLast(file.count - place)
      continue
    }
    for (index, byte) in rest.prefix(count).enumerated() where place + index < file.count {
      file[place + index] = byte
    }
    rest = rest.dropFirst(count)
  }
  return file
}
