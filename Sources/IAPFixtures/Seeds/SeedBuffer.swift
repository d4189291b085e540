import IAPCore
import JSON
import SQLite
import Synchronization

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
