package import IAPCore
import JSON
import SQLite
import Synchronization

/// A seed that was read and is valid in itself. It has not been compared with a store yet.
///
/// Its elements are rows of a private temporary database, so that a seed of any size needs the same
/// memory, and its lists can stand in any order.
package final class SeedText: @unchecked Sendable {
  /// What the seed says beside its lists.
  private(set) var settings = SeedRecord(of: .settings)
  /// The product numbers that are written in the seed.
  private(set) var productSeqs: Set<Int64> = []
  /// The number of elements of each list.
  private var counts: [String: Int] = [:]
  /// The places of the keys that any element of a list gives. Only these are read back.
  private var given: [String: [Int]] = [:]
  private let rows: Connection
  private var hasNumbers = false
  /// Only who holds it uses the rows.
  private let lock = Mutex(())

  /// - Throws: `seedInvalid` with the place and the problem.
  package convenience init(_ bytes: [UInt8]) throws(IAPError) {
    var rest: [UInt8]? = bytes
    try self.init { () throws(IAPError) in
      defer { rest = nil }
      return rest ?? []
    }
  }

  /// Reads a seed in chunks.
  ///
  /// - Parameter read: returns the next bytes, or none at the end.
  package init(from read: @escaping () throws(IAPError) -> [UInt8]) throws(IAPError) {
    do {
      rows = try Self.makeRows()
      try readAll(from: read)
    } catch let problem as JSONProblem {
      // A problem with an empty place is about the seed as a whole.
      let place = problem.place.isEmpty ? "seed" : problem.place
      throw .iapctl(.seedInvalid, .seed(place: place, problem: problem.kind))
    } catch let error as IAPError {
      throw error
    } catch let error as SQLiteError where error.isUnwritable {
      throw .iapctl(
        .outputNotWritten, .temporaryFileNotWritten(why: error.message))
    } catch {
      throw .iapctl(.bug, .bug("a seed cannot be read: \(error)"))
    }
  }

  private static func makeRows() throws(SQLiteError) -> Connection {
    let rows = try Connection(path: "", access: .create, patience: 0)
    try rows.execute(
      """
      PRAGMA page_size = 65536; PRAGMA cache_size = -1024; PRAGMA temp_store = FILE;
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF
      """)
    return rows
  }

  // MARK: Reading

  private func readAll(from read: @escaping () throws -> [UInt8]) throws {
    var reader = JSONReader(from: read)
    try rows.execute("BEGIN")
    try reader.beginObject()
    while let name = try reader.nextKey() {
      if let list = SeedList.all.first(where: { $0.name == name }) {
        try readElements(of: list, &reader)
      } else if let place = settings.list.keys.firstIndex(where: { $0.name == name }) {
        settings.values[place] = try settings.list.keys[place].read(reader.value())
      } else {
        throw SeedFormat.file.unknown(name)
      }
    }
    try reader.finish()
    guard settings["format"] != nil else { throw JSONProblem(place: "format", .missing) }
    try rows.execute("COMMIT")
  }

  /// Reads a list; null is an empty list.
  private func readElements(of list: SeedList, _ reader: inout JSONReader) throws {
    if try reader.kind() == .null { return try reader.skip() }
    try reader.beginArray()
    let places = list.keys.map { _ in "?" }
    let columns = list.keys.map { "\"\($0.name)\"" }
    try rows.execute("CREATE TABLE \(list.name) (\(columns.joined(separator: ", ")))")
    let insertion = try rows.prepared(
      "INSERT INTO \(list.name) VALUES (\(places.joined(separator: ", ")))")
    let productSeq = list.keys.firstIndex { $0.name == "productSeq" }
    let readers = list.keys.map(\.read)
    var isGiven = readers.map { _ in false }
    var members = JSONMembers(of: list.schema)
    var element = SeedRecord(of: list)
    var count = 0
    while try reader.nextElement() {
      try members.read(&reader)
      do throws(JSONProblem) {
        for place in readers.indices {
          element.values[place] = try readers[place](members.values[place])
          if element.values[place] != nil { isGiven[place] = true }
        }
        try list.check(element)
      } catch {
        throw error.below(reader.place)
      }
      if let productSeq, let number = element.values[productSeq]?.integer {
        productSeqs.insert(number)
      }
      _ = try insertion.run(element.values.map(Self.stored))
      count += 1
    }
    counts[list.name] = count
    given[list.name] = isGiven.indices.filter { isGiven[$0] }
  }

  // In the rows, a key that is not given is null. A null that is given is a blob.

  private static func stored(_ value: Value?) -> Value {
    switch value {
    case nil: .null
    case .null?: .blob([0])
    case let value?: value
    }
  }

  private static func value(ofStored stored: Value) -> Value? {
    switch stored {
    case .null: nil
    case .blob: .null
    default: stored
    }
  }

  // MARK: Elements

  /// Runs `body`, which may read elements. No other task reads them meanwhile.
  func reading<Answer: Sendable>(_ body: () throws -> Answer) rethrows -> Answer {
    try lock.withLock { _ in try body() }
  }

  func count(of list: SeedList) -> Int { counts[list.name] ?? 0 }

  /// Calls `body` for each element of a list. Must be called in ``reading(_:)``.
  func each(_ list: SeedList, _ body: (SeedRecord) throws -> Void) throws {
    guard count(of: list) > 0, let places = given[list.name] else { return }
    var element = SeedRecord(of: list)
    let columns = (["rowid"] + places.map { "\"\(list.keys[$0].name)\"" }).joined(separator: ", ")
    try rows.rows("SELECT \(columns) FROM \(list.name) ORDER BY rowid") { row in
      for (column, place) in zip(Int32(1)..., places) {
        element.values[place] = Self.value(ofStored: row.value(column))
      }
      try body(element)
    }
  }

  // MARK: Numbers

  /// The first run of consecutive numbers, at or after a number, of those of 16 digits that the seed gives to
  /// its payments and transactions; nil if there is none. Must be called in ``reading(_:)``.
  func firstRun(from number: UInt64) throws -> ClosedRange<UInt64>? {
    try makeNumbers()
    func first(_ number: UInt64, where condition: String) throws -> UInt64? {
      try rows.first(
        "SELECT number FROM number WHERE number >= ? AND \(condition) ORDER BY number LIMIT 1",
        [.integer(Int64(number))], make: { UInt64($0.integer(0) ?? 0) })
    }
    guard let lower = try first(number, where: "true") else { return nil }
    let upper = try first(
      lower,
      where: "NOT EXISTS (SELECT 1 FROM number AS next WHERE next.number = number.number + 1)")
    return lower...(upper ?? lower)
  }

  /// Collects the numbers of the seed that can be equal to a generated one: most seeds have no need of it.
  private func makeNumbers() throws {
    guard !hasNumbers else { return }
    try rows.execute("CREATE TABLE IF NOT EXISTS number (number INTEGER PRIMARY KEY)")
    let transactions = ["transactionIdentifier", "originalTransactionIdentifier"]
    for (list, keys) in [
      (SeedList.purchases, ["paymentSeq"] + transactions), (SeedList.transactions, transactions),
    ] where count(of: list) > 0 {
      for key in keys {
        try rows.execute(
          """
          INSERT OR IGNORE INTO number SELECT CAST(\(key) AS INTEGER) FROM \(list.name)
          WHERE length(\(key)) = 16 AND \(key) NOT GLOB '*[^0-9]*'
          """)
      }
    }
    hasNumbers = true
  }
}
