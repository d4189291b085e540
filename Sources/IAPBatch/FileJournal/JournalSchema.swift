import SQLite

/// The identifier of the file format of a journal.
enum JournalSchema {
  /// The application ID is "IAPJ" in ASCII.
  static let format = DatabaseFile.Format(
    applicationID: 0x4941_504A, version: 5,
    make: { connection in
      for table in JournalTables.statements(.file) { try connection.execute(table) }
    })
}
