import CommandLine
import IAPCore

/// The filters of the unconsumed list, shared by the commands that show it and that work on it.
enum UnconsumedFilters {
  static let product = ListOption(
    "product", .identifier("ID", kind: .data(.products)), "only this product")
  static let olderThan = Option(
    "older-than", .duration, "only what was bought at least so long ago: 90s, 15m, 12h, 30d, P1M")
  static let limit = Option(
    "limit", .number("N", in: 1...Int.max), "only the N oldest")
  static let allUsers = Flag("all-users", "of all users (fixture stores only)")

  static let specifications = [
    product.specification, olderThan.specification, limit.specification, allUsers.specification,
  ]

  static func query(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> UnconsumedQuery {
    var query = UnconsumedQuery(owner: try owner(arguments, settings))
    query.markets = settings.markets
    query.products = try arguments.values(of: product)
    query.age = try arguments.value(of: olderThan)
    query.limit = try arguments.value(of: limit)
    return query
  }

  private static func owner(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> UnconsumedQuery.Owner {
    guard arguments[allUsers] else {
      let isRemote = (try? settings.isRemote) == true
      return .user(
        try settings.requiredUser(or: isRemote ? "" : ", or all of them with --all-users"))
    }
    guard !settings.isExplicit(GlobalOptions.user.specification) else {
      throw UsageError("--all-users and --user exclude each other", hint: "give one of them")
    }
    return .everyone
  }
}

/// A list of purchases that is pulled from the backend while it is shown.
final class PurchaseListing {
  private let pages: PageSequence<MarketResults<Purchase>>.Iterator
  private let context: Context
  private var missing = MissingMarkets()
  private var isAnswered = false
  private(set) var count = 0
  /// Which payments came, where so few were asked for that they can be remembered.
  private(set) var seen: Set<Identifier> = []
  private let remembers: Bool
  private let schema: RecordSchema

  /// - Parameter hasIdentifiers: whether the list names products by the store's identifiers.
  init(
    _ pages: PageSequence<MarketResults<Purchase>>, in context: Context, remembers: Bool = false,
    hasIdentifiers: Bool = true
  ) {
    self.pages = pages.makeAsyncIterator()
    self.context = context
    self.remembers = remembers
    schema = hasIdentifiers ? PurchaseRecord.schema : PurchaseRecord.numberedSchema
  }

  /// The next purchases, or nil at the end; markets that fail are remembered.
  ///
  /// - Parameter stops: whether a request to stop ends the list here.
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
  var section: Report.Section {
    let showsTokens = context.settings.showsTokens
    return Report.Section("purchases", schema) {
      try await self.next()?.map { PurchaseRecord.make($0, showsTokens: showsTokens) }
    }
  }

  /// What there is to say when the list has been pulled.
  ///
  /// - Parameter failsEmpty: whether an empty list is a failure.
  func conclusion(failsEmpty: Bool = false) -> Report.Conclusion {
    .listing(
      missing, isAnswered: isAnswered, isEmpty: count == 0,
      what: "unconsumed purchases" + context.settings.markets.words, failsEmpty: failsEmpty)
  }
}

extension [StoreCode] {
  /// ` in market AS`, or nothing where none was named.
  var words: String {
    if isEmpty { return "" }
    return " in market\(count == 1 ? "" : "s") \(map(\.text).joined(separator: ", "))"
  }
}

extension Report.Conclusion {
  /// What there is to say about a list.
  static func listing(
    _ missing: MissingMarkets, isAnswered: Bool, isEmpty: Bool, what: String,
    failsEmpty: Bool = false
  ) -> Report.Conclusion {
    var conclusion = Report.Conclusion()
    conclusion.failures = missing.failures(isAnswered: isAnswered)
    conclusion.isPartial = isAnswered
    if isEmpty, missing.isEmpty {
      if failsEmpty {
        conclusion.failures = [.iapctl(.checkFailed, .nothingFound(what: what))]
        conclusion.isPartial = false
      } else {
        conclusion.remarks = ["no \(what)"]
      }
    }
    return conclusion
  }
}
