package import IAPCore
import SQLite

/// A purchase in a file of the old SDK.
struct LoggedPurchase {
  let row: Int64
  /// Nil if the row has no valid payment number.
  let payment: Identifier?
  let market: StoreCode
  /// Nil if the file does not say.
  let product: Identifier?
  /// What the store gave for the charge; nil if there is nothing.
  let receipt: Identifier?
}

/// The file in which the old SDK kept the purchases that it had not completed (`PurchaseLogDao.db`).
package final class PurchaseLog {
  package let path: String
  private let file: DatabaseFile
  private let connection: Connection
  /// The columns of the table, in lower case.
  private let columns: Set<String>
  /// A name of the row number that is not the name of a column.
  private let rowNumber: String
  /// True if rows are removed when their purchase is complete. Otherwise the file is only read.
  package let removesProcessed: Bool

  private static let table = "purchaseLog"
  private static let required = ["primarykey", "useridentifier", "markettype", "paymentseq"]

  /// Opens the file, and checks that it has the table with its columns.
  package init(
    openAt path: String, removesProcessed: Bool, options: StoreOptions
  ) throws(IAPError) {
    let file = DatabaseFile(
      path, DatabaseFile.Format(applicationID: 0, version: 0, make: { _ in }),
      patience: options.patience,
      stopSignal: options.stopSignal)
    (self.path, self.file, self.removesProcessed) = (path, file, removesProcessed)
    do {
      connection = try file.connectForeign(isWritable: removesProcessed)
      guard let found = try connection.columns(ofOrdinaryTable: Self.table) else {
        throw DatabaseProblem.foreign("it has no ordinary table \(Self.table)")
      }
      if let missing = Self.required.first(where: { !found.stored.contains($0) }) {
        throw DatabaseProblem.foreign("table \(Self.table) has no column \(missing)")
      }
      let names = ["rowid", "_rowid_", "oid"]
      guard let rowNumber = names.first(where: { !found.all.contains($0) }) else {
        throw DatabaseProblem.foreign("table \(Self.table) hides its row numbers")
      }
      (columns, self.rowNumber) = (found.stored, rowNumber)
    } catch {
      throw Self.explain(error, file, path, isWriting: removesProcessed)
    }
  }

  /// The purchases of a user, oldest first.
  ///
  /// - Parameter markets: empty for all.
  func purchases(
    of user: Identifier, in markets: [StoreCode]
  ) throws(IAPError) -> [LoggedPurchase] {
    func text(_ names: String...) -> String {
      names.first(where: columns.contains).map { "CAST(\($0) AS TEXT)" } ?? "NULL"
    }
    let time = columns.contains("purchasetime") ? "CAST(purchasetime AS INTEGER)" : "NULL"
    do {
      let all = try connection.all(
        """
        SELECT \(rowNumber) AS row, \(text("paymentseq")) AS payment,
          \(text("markettype")) AS market, \(text("productidentifier", "marketitemid")) AS product,
          \(text("receipt")) AS receipt
        FROM \(Self.table) WHERE CAST(useridentifier AS TEXT) = ? COLLATE BINARY
        ORDER BY \(time), \(rowNumber)
        """, [.text(user.text)], make: LoggedPurchase.init)
      return all.filter { markets.isEmpty || markets.contains($0.market) }
    } catch {
      throw explain(error)
    }
  }

  /// Removes rows, which must be rows of ``purchases(of:in:)``, in one transaction. A row whose
  /// payment was changed in the meantime stays.
  func remove(_ purchases: [LoggedPurchase]) throws(IAPError) {
    guard !purchases.isEmpty else { return }
    do {
      try connection.transaction {
        for purchase in purchases {
          try connection.run(
            """
            DELETE FROM \(Self.table)
            WHERE \(rowNumber) = ? AND CAST(paymentseq AS TEXT) = ? COLLATE BINARY
            """, [.integer(purchase.row), .text(purchase.payment?.text)])
        }
      }
    } catch {
      throw explain(error)
    }
  }

  // MARK: Failures

  private func explain(_ error: any Error) -> IAPError {
    Self.explain(error, file, path, isWriting: removesProcessed)
  }

  private static func explain(
    _ error: any Error, _ file: DatabaseFile, _ path: String, isWriting: Bool
  ) -> IAPError {
    if !isWriting, let error = error as? SQLiteError, error.needsRecovery {
      return .iapctl(.inputUnreadable, .file(path, .unfinishedChange))
    }
    guard let problem = file.problem(of: error) else {
      return error as? IAPError ?? .iapctl(.bug, .bug("\(error)"))
    }
    return switch problem {
    case .missing: .iapctl(.inputMissing, .file(path, .missing))
    case .directory: .iapctl(.inputUnreadable, .file(path, .isDirectory))
    case .foreign(let what): .iapctl(.inputInvalid, .file(path, .notAPurchaseLog(what: what)))
    case .unreadable(let why): .iapctl(.inputUnreadable, .file(path, .unreadable(why: why)))
    case .unwritable(let why) where !isWriting:
      .iapctl(.inputUnreadable, .file(path, .unreadable(why: why)))
    case .unwritable(let why): .iapctl(.outputNotWritten, .file(path, .cannotWrite(why: why)))
    case .busy: .iapctl(.storeBusy, .file(path, .lockedByOthers))
    case .stopped(let signal): .iapctl(.interrupted, .stopped(signal: signal))
    case .outOfFiles: .iapctl(.tooManyOpenFiles, .outOfFiles(.file(path: path)))
    case .outOfMemory: .iapctl(.tooLittleMemory, .outOfMemory(path))
    // A file of another program can contain anything.
    case .damaged(let what), .unexpected(let what), .notDurable(let what):
      .iapctl(.inputInvalid, .file(path, .damaged(what: what)))
    case .newer, .older, .present, .folderMissing, .foreignLog:
      .iapctl(.bug, .bug("\(problem)"))
    }
  }
}

extension LoggedPurchase {
  init(_ row: Row) {
    self.row = row.integer("row") ?? 0
    payment = row.text("payment").map { Identifier($0) }.flatMap { $0.isDigits ? $0 : nil }
    market = StoreCode(legacy: StoreCode(row.text("market") ?? ""))
    product = row.text("product").flatMap { $0.isEmpty ? nil : Identifier($0) }
    receipt = row.text("receipt").flatMap { $0.isEmpty ? nil : Identifier($0) }
  }
}

/// The result of completing the purchases in a file of the old SDK.
package struct PurchaseLogReport: Sendable {
  package var report = CompletionReport()
  package var rows = 0
  /// The number of rows whose payment was complete before.
  package var alreadyComplete = 0
  /// The number of rows that were removed.
  package var removed = 0
}
