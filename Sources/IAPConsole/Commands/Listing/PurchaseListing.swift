import CommandLine
import IAPCore

/// Reads a list of purchases from the backend while it is printed.
final class PurchaseListing {
  private let pages: PageSequence<MarketResults<Purchase>>.Iterator
  private let context: Context
  private var missing = MissingMarkets()
  private var isAnswered = false
  private(set) var count = 0
  /// The numbers of the payments so far, if they are remembered.
  private(set) var seen: Set<Identifier> = []
  private let remembers: Bool
  private let schema: RecordSchema

  /// - Parameters:
  ///   - remembers: whether to keep the numbers of all payments, in ``seen``.
  ///   - hasIdentifiers: whether the list contains `productIdentifier`.
  init(
    _ pages: PageSequence<MarketResults<Purchase>>, in context: Context, remembers: Bool = false,
    hasIdentifiers: Bool = true
  ) {
    self.pages = pages.makeAsyncIterator()
    self.context = context
    self.remembers = remembers
    schema = hasIdentifiers ? PurchaseRecord.schema : PurchaseRecord.numberedSchema
  }

  /// The next purchases, or nil at the end. Failed markets are collected for the summary.
  ///
  /// - Parameter stops: whether a stop signal ends the list.
  func next(stops: Bool = true) async throws -> [Purchase]? {
    if stops, let stopped = context.environment.stopped { throw stopped }
    guard let page = try await pages.next() else { return nil }
    for failure in page.failures { missing.add(failure) }
    isAnswered = isAnswered || page.isAnswered
    count += page.elements.count
    if remembers { seen.formUnion(page.elements.map(\.paymentSeq)) }
    return page.elements
  }

  /// The list as the section of a report.
  var section: RecordSection {
    let showsTokens = context.settings.showsTokens
    return RecordSection("purchases", schema) {
      try await self.next()?.map { PurchaseRecord.make($0, showsTokens: showsTokens) }
    }
  }

  /// The summary after the last purchase.
  ///
  /// - Parameter failsEmpty: whether an empty list is a failure.
  func summary(failsEmpty: Bool = false) -> Report.Summary {
    .listing(
      missing, isAnswered: isAnswered, isEmpty: count == 0,
      what: "unconsumed purchases" + context.settings.markets.words, failsEmpty: failsEmpty)
  }
}

extension [StoreCode] {
  /// ` in market AS`, or an empty text for all markets.
  var words: String {
    if isEmpty { return "" }
    return " in market\(count == 1 ? "" : "s") \(map(\.text).joined(separator: ", "))"
  }
}

extension Report.Summary {
  /// The summary of a list.
  static func listing(
    _ missing: MissingMarkets, isAnswered: Bool, isEmpty: Bool, what: String,
    failsEmpty: Bool = false
  ) -> Report.Summary {
    var summary = Report.Summary()
    summary.failures = missing.failures(isAnswered: isAnswered)
    summary.isPartial = isAnswered
    if isEmpty, missing.isEmpty {
      if failsEmpty {
        summary.failures = [.iapctl(.checkFailed, .nothingFound(what: what))]
        summary.isPartial = false
      } else {
        summary.hints = ["no \(what)"]
      }
    }
    return summary
  }
}
