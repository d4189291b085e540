import IAPCore
import JSON
import SQLite

/// The text of a seed, which is read twice: to check it, and to load it.
enum SeedSource: Sendable {
  case bytes([UInt8])
  case buffered(SeedBuffer)

  static let pieceSize = 1 << 18

  /// A function that returns the next bytes after `offset`, or none at the end.
  func reader(from offset: Int) -> () throws -> [UInt8] {
    var offset = offset
    return {
      let piece: [UInt8] =
        switch self {
        case .bytes(let bytes): Array(bytes.dropFirst(offset).prefix(Self.pieceSize))
        case .buffered(let buffer): try buffer.bytes(at: offset)
        }
      offset += piece.count
      return piece
    }
  }
}
