package import IAPCore
import SQLite

/// A purchase in a file of the old SDK.
struct LoggedPurchase {
  /// The number of the row in the file.
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
    openAt path: String, removesProcessed: Bool, options: FixtureStore.Options
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
    case .outOfFiles: .iapctl(.tooManyOpenFiles, .outOfFiles(path))
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
  /// The number of rows of the user.
  package var rows = 0
  /// The number of rows whose payment was complete before.
  package var alreadyComplete = 0
  /// The number of rows that were removed.
  package var removed = 0
}

extension FixtureStore {
  /// Completes the user's payments that a file of the old SDK names, and then the other interrupted
  /// purchases, in one transaction. Rows are removed after it is durable.
  ///
  /// - Parameter sdk: see ``PurchaseRequest/sdk``.
  package func reprocess(
    _ user: Identifier, in markets: [StoreCode], sdk: SDKVersion? = nil,
    from log: sending PurchaseLog
  ) throws(IAPError) -> PurchaseLogReport {
    let logged = try log.purchases(of: user, in: markets)
    let stopSignal = options.stopSignal
    var (report, processed) = try mutate(.reprocess, user: user, product: nil) { session in
      .success(
        try session.reprocess(user, in: markets, sdk: sdk, logged, path: log.path) {
          if let signal = stopSignal() {
            throw IAPError.iapctl(.interrupted, .stopped(signal: signal))
          }
        })
    }
    guard log.removesProcessed else { return report }
    do {
      try log.remove(processed)
      report.removed = processed.count
    } catch {
      report.report.failures.append(error)
    }
    return report
  }
}

extension StoreSession {
  private enum RowCompletion {
    case completed(Purchase)
    case closed
    case completeBefore
  }

  /// - Parameter checkStop: throws if a signal asked the process to stop.
  /// - Returns: also the rows whose payment is complete now.
  fileprivate func reprocess(
    _ user: Identifier, in markets: [StoreCode], sdk: SDKVersion?, _ logged: [LoggedPurchase],
    path: String, checkStop: () throws -> Void
  ) throws -> (PurchaseLogReport, processed: [LoggedPurchase]) {
    var (result, processed) = (PurchaseLogReport(), [LoggedPurchase]())
    var failed: Set<Identifier> = []
    result.rows = logged.count
    for purchase in logged {
      try checkStop()
      do {
        let progress = try connection.attempt {
          try complete(purchase, of: user, sdk: sdk, path: path)
        }
        switch progress {
        case .completed(let completed): result.report.purchases.append(completed)
        case .closed: result.report.closed.append(purchase.payment ?? "")
        case .completeBefore: result.alreadyComplete += 1
        }
        processed.append(purchase)
      } catch let error as IAPError {
        result.report.failures.append(error)
        guard let payment = purchase.payment else { continue }
        failed.insert(payment)
        // What the file contradicts stays as it is; what is expired can never be completed.
        if error.code == .iap(.expired), let row = try self.purchase(numbered: payment) {
          try fail(row, because: error)
        }
      }
    }
    // A payment that a row contradicts must not be completed after all.
    let rest = try reprocess(user, in: markets, sdk: sdk, except: failed)
    result.report.purchases += rest.purchases
    result.report.closed += rest.closed
    result.report.failures += rest.failures
    return (result, processed)
  }

  private func complete(
    _ logged: LoggedPurchase, of user: Identifier, sdk: SDKVersion?, path: String
  ) throws -> RowCompletion {
    guard let number = logged.payment else {
      throw IAPError.iapctl(
        .inputInvalid, .input(path, .badRow(logged.row, problem: "paymentseq is not a number")))
    }
    guard let row = try purchase(numbered: number) else {
      throw IAPError.iapctl(.paymentNotFound, .payment(number, .notFound))
    }
    let purchase = row.purchase
    guard purchase.userID == user else {
      throw IAPError.iap(.userInvalid, .payment(number, .ofAnotherUser))
    }
    let (product, market) = (purchase.productIdentifier ?? "", purchase.storeCode ?? "")
    let loggedProduct = logged.product ?? product
    guard loggedProduct == product, logged.market == market else {
      throw IAPError.iap(
        .productInvalid,
        .payment(
          number,
          .loggedForAnotherProduct(
            bought: product, market: market, logged: loggedProduct, loggedMarket: logged.market)))
    }
    try requireAvailable(market)
    switch row.state {
    case .reserved, .charged:
      return try complete(row, sdk: sdk, receipt: logged.receipt).map(RowCompletion.completed)
        ?? .closed
    case .success: return .completeBefore
    case .userClose, .failure, .refund:
      throw IAPError.iap(.purchaseStatusInvalid, .payment(number, .notPaid(row.state)))
    }
  }
}
