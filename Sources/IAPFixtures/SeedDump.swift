import IAPCore
import JSON
import SQLite

/// Writes a store as a seed: every key, in the order of the rows, a row a line. Loaded into a new
/// store it makes the same store.
struct SeedDump {
  let session: StoreSession

  private static let pieceSize = 1 << 16

  func write(to sink: ([UInt8]) throws -> Void) throws {
    var bytes: [UInt8] = []
    let settings = try StoreSession.settings(of: session.connection)
    bytes += "{\n  \"format\": \(Seed.format),\n  \"appKey\": ".utf8
    JSONWriter.append(string: settings.appKey.revealed, to: &bytes)
    bytes += ",\n  \"appSeq\": \(settings.appSeq),\n  \"clock\": ".utf8
    JSONWriter.append(.text(settings.clock?.description), to: &bytes)
    for section in Self.sections {
      bytes += ",\n  \"\(section.name)\": [".utf8
      var isFirst = true
      try session.connection.rows(section.query) { row in
        bytes += (isFirst ? "\n    " : ",\n    ").utf8
        isFirst = false
        JSONWriter.append(try section.object(row, session), to: &bytes)
        if bytes.count >= Self.pieceSize {
          try sink(bytes)
          bytes.removeAll(keepingCapacity: true)
        }
      }
      bytes += (isFirst ? "]" : "\n  ]").utf8
    }
    bytes += "\n}\n".utf8
    try sink(bytes)
  }

  /// A list of the seed: the query for its rows, and how each is written.
  private struct Section: Sendable {
    let name: String
    let query: String
    let object: @Sendable (Row, StoreSession) throws -> JSONValue
  }

  private static let sections = [
    Section(
      name: "markets", query: "SELECT storeCode, packageName, available FROM market ORDER BY id",
      object: { row, _ in
        .object([
          .init("storeCode", .text(row.text(0))), .init("packageName", .text(row.text(1))),
          .init("available", .flag(row.flag(2))),
        ])
      }),
    Section(
      name: "products", query: ProductRow.selection + "ORDER BY id",
      object: { row, _ in product(ProductRow(row)) }),
    Section(
      name: "users",
      query: "SELECT userID, paymentsAllowed, storeAccountReadable FROM user ORDER BY id",
      object: { try user($0, $1) }),
    Section(
      name: "purchases", query: PurchaseRow.selection + "ORDER BY purchase.id",
      object: { row, _ in purchase(PurchaseRow(row)) }),
    Section(
      name: "transactions", query: ReceiptRow.selection + "ORDER BY receipt.id",
      object: { row, _ in transaction(ReceiptRow(row)) }),
    Section(
      name: "deferred",
      query: """
        SELECT deferral.userID, product.storeCode, product.productIdentifier
        FROM deferral JOIN product ON product.id = deferral.productID ORDER BY deferral.id
        """,
      object: { row, _ in
        .object([
          .init("userID", .text(row.text(0))), .init("storeCode", .text(row.text(1))),
          .init("productIdentifier", .text(row.text(2))),
        ])
      }),
    Section(
      name: "faults",
      query: """
        SELECT operation, domain, code, after, skip, times, used, product, user, delay
        FROM fault ORDER BY id
        """,
      object: { row, _ in fault(row) }),
  ]

  private static func product(_ row: ProductRow) -> JSONValue {
    let product = row.product
    return .object([
      .init("productIdentifier", .string(product.productIdentifier.text)),
      .init("productSeq", .integer(product.productSeq)),
      .init("productName", .text(product.productName)),
      .init("productType", .text(product.productType?.name)),
      .init("storeCode", .string(product.storeCode.text)),
      .init("price", price(product.price)), .init("currency", .text(product.currency)),
      .init("localizedTitle", .text(product.localizedTitle)),
      .init("localizedDescription", .text(product.localizedDescription)),
      .init("localizedPrice", .text(product.localizedPrice)),
      .init("active", .flag(product.isActive)), .init("inStore", .flag(product.isValid ?? false)),
      .init("period", .text(row.period?.description)),
    ])
  }

  private static func user(_ row: Row, _ session: StoreSession) throws -> JSONValue {
    let limits = try session.connection.all(
      "SELECT currency, amount FROM monthlyLimit WHERE userID = ? ORDER BY currency",
      [.text(row.text(0))],
      make: { JSONValue.Member($0.text(0) ?? "", .number($0.text(1) ?? "0")) })
    return .object([
      .init("userID", .text(row.text(0))), .init("paymentsAllowed", .flag(row.flag(1))),
      .init("monthlyLimit", .object(limits)), .init("storeAccountReadable", .flag(row.flag(2))),
    ])
  }

  private static func purchase(_ row: PurchaseRow) -> JSONValue {
    let purchase = row.purchase
    return .object([
      .init("paymentSeq", .string(purchase.paymentSeq.text)),
      .init("userID", .text(purchase.userID?.text)),
      .init("productIdentifier", .text(purchase.productIdentifier?.text)),
      .init("storeCode", .text(purchase.storeCode?.text)),
      .init("state", .string(row.state.rawValue)), .init("consumed", .flag(row.isConsumed)),
      .init("price", price(purchase.price)), .init("currency", .text(purchase.currency)),
      .init("accessToken", .text(purchase.accessToken?.revealed)),
      .init("transactionIdentifier", .text(purchase.transactionIdentifier?.text)),
      .init(
        "originalTransactionIdentifier", .text(purchase.originalTransactionIdentifier?.text)),
      .init("purchaseTime", .text(purchase.purchaseTime?.description)),
      .init("expiryTime", .text(purchase.expiryTime?.description)),
      .init("status", .text(row.status?.name)),
      .init("storePayment", .flag(purchase.isStorePayment ?? false)),
      .init("sandboxPayment", .flag(purchase.isSandboxPayment ?? false)),
      .init("payload", .text(purchase.payload)),
    ])
  }

  private static func transaction(_ row: ReceiptRow) -> JSONValue {
    .object([
      .init("userID", .string(row.userID.text)), .init("storeCode", .string(row.storeCode.text)),
      .init("productIdentifier", .string(row.productIdentifier.text)),
      .init("transactionIdentifier", .string(row.transactionIdentifier.text)),
      .init(
        "originalTransactionIdentifier", .text(row.originalTransactionIdentifier?.text)),
      .init("purchaseTime", .string(row.purchaseTime.description)),
      .init("expiryTime", .text(row.expiryTime?.description)),
      .init("applicationUsername", .text(row.applicationUsername?.text)),
    ])
  }

  private static func fault(_ row: Row) -> JSONValue {
    .object([
      .init("on", .text(row.text(0))), .init("domain", .text(row.text(1))),
      .init("code", .integer(row.integer(2) ?? 0)), .init("after", .flag(row.flag(3))),
      .init("skip", .integer(row.integer(4) ?? 0)),
      .init("times", .integer(row.integer(5) ?? 0)),
      .init("used", .integer(row.integer(6) ?? 0)), .init("product", .text(row.text(7))),
      .init("user", .text(row.text(8))), .init("delay", .text(row.text(9))),
    ])
  }

  private static func price(_ price: Price?) -> JSONValue {
    price.map { .number($0.digits) } ?? .null
  }
}
