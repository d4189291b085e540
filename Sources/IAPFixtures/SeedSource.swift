package import IAPCore
import JSON
import SQLite
import Synchronization

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

/// The bytes of an input that can be read only once. All but the last piece are in an anonymous
/// temporary file, so that a seed of any size needs the same memory.
final class SeedBuffer: Sendable {
  private struct Pieces {
    /// Nil until a piece is full.
    var file: Connection?
    var count = 0
    var last: [UInt8] = []
  }

  private let pieces = Mutex(Pieces())

  func append(_ bytes: [UInt8]) throws {
    try pieces.withLock { pieces in
      pieces.last += bytes
      while pieces.last.count >= SeedSource.pieceSize {
        let file = try pieces.file ?? Self.makeFile()
        pieces.file = file
        try file.run(
          "INSERT INTO piece (id, bytes) VALUES (?, ?)",
          [.integer(Int64(pieces.count)), .blob(Array(pieces.last.prefix(SeedSource.pieceSize)))])
        pieces.last.removeFirst(SeedSource.pieceSize)
        pieces.count += 1
      }
    }
  }

  /// The bytes from an offset to the end of their piece; empty at the end.
  func bytes(at offset: Int) throws -> [UInt8] {
    let (index, start) = offset.quotientAndRemainder(dividingBy: SeedSource.pieceSize)
    return try pieces.withLock { pieces in
      guard index < pieces.count, let file = pieces.file else {
        return index == pieces.count ? Array(pieces.last.dropFirst(start)) : []
      }
      let piece = try file.first(
        "SELECT bytes FROM piece WHERE id = ?", [.integer(Int64(index))], make: { $0.blob(0) })
      return Array((piece ?? []).dropFirst(start))
    }
  }

  private static func makeFile() throws(SQLiteError) -> Connection {
    let file = try Connection(path: "", access: .create, patience: 0)
    try file.execute(
      """
      PRAGMA page_size = 65536; PRAGMA cache_size = -1024; PRAGMA temp_store = FILE;
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
      CREATE TABLE piece (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL)
      """)
    return file
  }
}

/// A seed that was read and is valid in itself. It has not been compared with a store yet.
package struct SeedText: Sendable {
  let contents: Seed

  /// - Throws: `seedInvalid` with the place and the problem.
  package init(_ bytes: [UInt8]) throws(IAPError) {
    let source = SeedSource.bytes(bytes)
    try self.init(source, from: source.reader(from: 0))
  }

  /// Reads a seed in chunks.
  ///
  /// - Parameter read: returns the next bytes, or none at the end.
  package init(from read: @escaping () throws(IAPError) -> [UInt8]) throws(IAPError) {
    let buffer = SeedBuffer()
    try self.init(.buffered(buffer)) {
      let piece = try read()
      try buffer.append(piece)
      return piece
    }
  }

  private init(
    _ source: SeedSource, from read: @escaping () throws -> [UInt8]
  ) throws(IAPError) {
    do {
      contents = try Seed(source, from: read)
    } catch let problem as JSONProblem {
      // A problem with an empty place is about the seed as a whole.
      let place = problem.place.isEmpty ? "seed" : problem.place
      throw .iapctl(.seedInvalid, .seed(place: place, problem: problem.problem))
    } catch let error as IAPError {
      throw error
    } catch let error as SQLiteError where error.isUnwritable {
      throw .iapctl(
        .outputNotWritten, .file("a temporary file", .cannotWrite(why: error.message)))
    } catch {
      throw .iapctl(.bug, .bug("a seed cannot be read: \(error)"))
    }
  }
}
