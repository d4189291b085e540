import IAPCore
import JSON

/// A seed that was read once and is valid in itself. Its elements are not kept: ``each(_:_:)`` reads
/// them again, so that a seed of any size needs the same memory.
struct Seed: Sendable {
  static let format: Int64 = 1

  private(set) var settings = SeedSettings()
  /// The product numbers that are written in the seed.
  private(set) var productSeqs: Set<Int64> = []
  /// The numbers of payments and transactions that are written in the seed.
  private(set) var numbers = NumberSet()
  private(set) var purchaseCount = 0

  private let source: SeedSource
  /// Where each list begins in the source, in bytes.
  private var offsets: [String: Int] = [:]

  /// Reads and checks a whole seed, element by element. The first problem of the text is thrown.
  ///
  /// - Parameter read: returns the next bytes of the source, or none at the end.
  init(_ source: SeedSource, from read: @escaping () throws -> [UInt8]) throws {
    self.source = source
    var reader = JSONReader(from: read)
    try reader.beginObject()
    while let key = try reader.nextKey() {
      offsets[key] = reader.offset
      switch key {
      case "markets": try Self.each(&reader) { (_: SeedMarket) in }
      case "products":
        try Self.each(&reader) { (product: SeedProduct) in
          if let number = product.productSeq { productSeqs.insert(number) }
        }
      case "users": try Self.each(&reader) { (_: SeedUser) in }
      case "purchases": try Self.each(&reader) { collectNumbers(of: $0 as SeedPurchase) }
      case "transactions": try Self.each(&reader) { collectNumbers(of: $0 as SeedTransaction) }
      case "deferred": try Self.each(&reader) { (_: SeedDeferral) in }
      case "faults": try Self.each(&reader) { (_: SeedFault) in }
      case "events": try Self.each(&reader) { (_: SeedEvent) in }
      default: try settings.read(key, try reader.value())
      }
    }
    try reader.finish()
    guard settings.format != nil else { throw JSONProblem(place: "format", .missing) }
    numbers.finish()
  }

  private mutating func collectNumbers(of new: SeedPurchase) {
    purchaseCount += 1
    numbers.insert(new.number, .payment)
    numbers.insert(new.purchase.transactionIdentifier, .transaction)
    numbers.insert(new.purchase.originalTransactionIdentifier, .original)
  }

  private mutating func collectNumbers(of transaction: SeedTransaction) {
    numbers.insert(transaction.transactionIdentifier, .transaction)
    numbers.insert(transaction.originalTransactionIdentifier.value, .original)
  }

  /// Calls `body` for each element of a list.
  func each<Element: SeedElement>(
    _ list: Element.Type = Element.self, _ body: (Element) throws -> Void
  ) throws {
    guard let offset = offsets[Element.list] else { return }
    var reader = JSONReader(from: source.reader(from: offset))
    try Self.each(&reader, body)
  }

  /// Reads a list; null is an empty list.
  private static func each<Element: SeedElement>(
    _ reader: inout JSONReader, _ body: (Element) throws -> Void
  ) throws {
    if try reader.kind() == .null { return try reader.skip() }
    try reader.beginArray()
    let fields = Element.fields
    var members = JSONMembers(of: fields.schema)
    while try reader.nextElement() {
      try members.read(&reader)
      let element: Element
      do throws(JSONProblem) {
        element = try fields.read(members)
        try element.check()
      } catch {
        throw error.below(reader.place)
      }
      try body(element)
    }
  }
}
