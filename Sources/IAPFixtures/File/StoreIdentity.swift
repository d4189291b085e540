import IAPCore
import SQLite

/// The identity of a store, by which a journal recognises it.
///
/// A new store gets a random one, and the mark of the file that it was made in
/// (``Connection/fileMark``). A file with another mark is a copy: its identity is computed from the one it
/// contains and from its own mark. So nothing is written when a copy is opened, and all processes
/// compute the same, also if they cannot write.
///
/// - A store keeps its identity if its file is renamed, linked or moved within its file system.
/// - A copy, a restored backup and a file that was moved to another file system are other stores.
/// - A file of an image layer becomes another store in each container that writes to it.
/// - A backup that overwrites the content of the same file is the same store again.
enum StoreIdentity {
  /// Nil if the store has none, because it is damaged.
  static func read(from connection: Connection, in file: StoreFile) throws -> String? {
    let stored = try stored(in: connection)
    guard let stored, let identity = stored.identity else { return nil }
    guard let fileMark = connection.fileMark else { return identity }
    guard let storedMark = stored.fileMark else {
      // An earlier version made the store. If the mark cannot be written now, it is written when the
      // store is opened later.
      if file.isWritable { try? storeMark(ofFileOf: connection) }
      return identity
    }
    return storedMark == fileMark ? identity : derived(from: identity, for: fileMark)
  }

  /// What the store contains, not computed.
  static func stored(
    in connection: Connection
  ) throws(SQLiteError) -> (identity: String?, fileMark: String?)? {
    try connection.first("SELECT identity, identityFile FROM store WHERE id = 1") {
      (identity: $0.text(0), fileMark: $0.text(1))
    }
  }

  /// Stores the mark of the file, unless there is one already.
  static func storeMark(ofFileOf connection: Connection) throws {
    guard let fileMark = connection.fileMark else { return }
    try connection.run(
      "UPDATE store SET identityFile = ? WHERE identityFile IS NULL", [.text(fileMark)])
  }

  /// 16 hexadecimal digits, as a random identity has: FNV-1a, mixed at the end.
  private static func derived(from identity: String, for fileMark: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in "\(identity) \(fileMark)".utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    let digits = String(hash ^ (hash >> 31), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
