package import IAPCore
import Records
import SQLite

/// The fields of the purchases of a list that are read, and the columns for them.
package struct PurchaseColumns: Sendable {
  /// All fields, in the order of ``Purchase/fields``.
  package static let all = PurchaseColumns(Purchase.fields)

  let kinds: [RecordBatch.Kind]
  /// The columns of the fields in their order, and those for the position of a purchase in the list.
  let selection: String
  /// The indexes of the columns for the position of a purchase.
  let time, payment: Int32

  package init(_ fields: [Field<Purchase>]) {
    kinds = fields.map(\.kind.ofCell)
    var columns = fields.map(PurchaseRow.column)
    func index(_ column: String) -> Int32 {
      if !columns.contains(column) { columns.append(column) }
      return Int32(columns.firstIndex(of: column) ?? 0)
    }
    (time, payment) = (index("purchase.purchaseTime"), index("purchase.paymentSeq"))
    selection = "SELECT \(columns.joined(separator: ", ")) \(PurchaseRow.source)"
  }
}

extension Purchase {
  init(_ row: Row) {
    self.init(paymentSeq: "")
    row.read(Self.fields, into: &self)
  }
}

struct ProductRow {
  let id: Int64
  let period: CalendarPeriod?
  let product: Product

  static let selection = """
    SELECT id, period, productIdentifier, productSeq, productName, productType, price, currency,
      localizedTitle, localizedDescription, localizedPrice, active, storeCode, inStore AS valid
    FROM product

    """

  init(_ row: Row) {
    id = row.integer("id") ?? 0
    period = row.text("period").flatMap(CalendarPeriod.init(iso8601:))
    var product = Product(productIdentifier: "", productSeq: 0, productType: nil)
    row.read(Product.fields, into: &product)
    self.product = product
  }
}

/// A row of the table `receipt`: an item in the user's store account, which proves a charge.
struct ReceiptRow {
  let userID: Identifier
  let productID: Int64
  let productType: ProductType
  let productIdentifier: Identifier
  let storeCode: StoreCode
  let transactionIdentifier: Identifier
  let originalTransactionIdentifier: Identifier?
  let purchaseTime: Instant
  let expiryTime: Instant?
  let applicationUsername: Identifier?

  static let selection = """
    SELECT receipt.userID, receipt.productID, product.productType,
      product.productIdentifier, product.storeCode, receipt.transactionIdentifier,
      receipt.originalTransactionIdentifier, receipt.purchaseTime, receipt.expiryTime,
      receipt.applicationUsername
    FROM receipt JOIN product ON product.id = receipt.productID

    """

  init(_ row: Row) {
    userID = Identifier(row.text("userID") ?? "")
    productID = row.integer("productID") ?? 0
    productType = ProductType(row.text("productType") ?? "")
    productIdentifier = Identifier(row.text("productIdentifier") ?? "")
    storeCode = StoreCode(row.text("storeCode") ?? "")
    transactionIdentifier = Identifier(row.text("transactionIdentifier") ?? "")
    originalTransactionIdentifier = row.text("originalTransactionIdentifier").map { Identifier($0) }
    purchaseTime = Instant(row.integer("purchaseTime") ?? 0)
    expiryTime = row.integer("expiryTime").map(Instant.init)
    applicationUsername = row.text("applicationUsername").map { Identifier($0) }
  }
}

extension Row {
  /// Sets each field from the column of the same name.
  func read<Owner>(_ fields: [Field<Owner>], into owner: inout Owner) {
    // A field is not copied: that would count references for each of its parts.
    for index in fields.indices {
      let kind = fields[index].kind
      let content =
        kind.isStoredAsText
        ? text(fields[index].name).map(kind.content) : integer(fields[index].name).map(kind.content)
      fields[index].set(&owner, content ?? .null)
    }
  }
}

extension RecordBatch {
  /// Adds the column of a row at an index as the next cell, without a value in between.
  mutating func append(_ row: Row, _ index: Int, as kind: Kind) {
    let column = Int32(index)
    switch kind {
    case .null, .nested: appendNull()
    case .text, .secret, .amount:
      guard let bytes = row.bytes(column) else { return appendNull() }
      // An amount is written as it is, so invalid UTF-8 of a damaged store must be repaired here.
      if kind == .amount, bytes.contains(where: { $0 >= 0x80 }) {
        append(kind, String(decoding: bytes, as: UTF8.self))
      } else {
        append(kind, bytes)
      }
    case .number:
      guard let number = row.integer(column) else { return appendNull() }
      append(number)
    case .instant:
      guard let milliseconds = row.integer(column) else { return appendNull() }
      append(.instant) { Instant(milliseconds).append(to: &$0) }
    case .flag: append(row.flag(column))
    }
  }

  /// Adds the first columns of a row as the next record.
  mutating func append(_ row: Row, _ kinds: [Kind]) {
    for index in kinds.indices { append(row, index, as: kinds[index]) }
  }
}

extension FieldKind {
  /// The content that a database has as this value.
  func content(_ value: Value) -> FieldContent {
    switch value {
    case .null, .blob: .null
    case .integer(let number): content(stored: number)
    case .text(let text): content(stored: text)
    }
  }

  /// The kind of the cells of such a field.
  var ofCell: RecordBatch.Kind {
    switch self {
    case .text: .text
    case .secret: .secret
    case .number: .number
    case .price: .amount
    case .instant: .instant
    case .flag: .flag
    }
  }
}

extension Value {
  /// The database value of a field.
  init(_ content: FieldContent) {
    self =
      switch content {
      case .null: .null
      case .text(let text): .text(text)
      case .secret(let secret): .text(secret.revealed)
      case .number(let number): .integer(number)
      case .price(let price): .text(price.digits)
      case .instant(let instant): .integer(instant.milliseconds)
      case .flag(let flag): .flag(flag)
      }
  }
}
