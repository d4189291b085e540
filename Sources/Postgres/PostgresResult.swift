import CPostgres
import Synchronization

/// The rows that a statement returned, and the number of rows that it changed.
package struct PostgresResult: Sendable {
  /// The library's result, and what it says of its columns. Nobody changes it.
  fileprivate final class Cells: @unchecked Sendable {
    private let result: OpaquePointer
    private let names: [String]
    /// The column after the one that was read last. Most readers take columns in order.
    private let next = Atomic<Int>(0)

    init(_ result: OpaquePointer) {
      self.result = result
      names = (0..<iapctl_pg_columns(result)).map { String(cString: iapctl_pg_column(result, $0)) }
    }

    deinit { iapctl_pg_free(result) }

    var count: Int32 { iapctl_pg_rows(result) }

    func text(_ row: Int32, _ column: String) -> String? {
      let likely = next.load(ordering: .relaxed)
      let isLikely = likely < names.count && names[likely] == column
      guard let place = isLikely ? likely : names.firstIndex(of: column) else { return nil }
      next.store(place + 1, ordering: .relaxed)
      var length: Int32 = 0
      guard let value = iapctl_pg_value(result, row, Int32(place), &length) else { return nil }
      return value.withMemoryRebound(to: UInt8.self, capacity: Int(length)) {
        PostgresText.decoded(UnsafeBufferPointer(start: $0, count: Int(length)))
      }
    }
  }

  package private(set) var changed = 0
  private var cells: Cells?

  init() {}

  /// - Parameter result: is freed with the last of its rows.
  init(_ result: OpaquePointer) {
    changed = Int(iapctl_pg_changed(result))
    cells = Cells(result)
  }

  package var rows: [PostgresRow] {
    cells.map { cells in (0..<cells.count).map { PostgresRow(cells: cells, number: $0) } } ?? []
  }
}

/// A row of a result. A column that does not exist is null.
package struct PostgresRow: Sendable {
  fileprivate let cells: PostgresResult.Cells
  fileprivate let number: Int32

  package func text(_ column: String) -> String? { cells.text(number, column) }

  package func integer(_ column: String) -> Int64? { text(column).flatMap { Int64($0) } }

  /// Null is false.
  package func flag(_ column: String) -> Bool { text(column) == "t" }
}
