import CommandLine
import IAPCore

/// `iapctl unconsumed`
enum UnconsumedCommand: Command {
  static let failEmpty = Flag("fail-empty", "exit 6 if there is nothing to list")

  static let specification = CommandSpecification(
    "list stuck purchases",
    discussion: [
      "Lists purchases that are paid and verified but not consumed, oldest first. A purchase "
        + "that stays in this list is stuck: the player paid for it and may not have received "
        + "it."
    ],
    heading: "Purchases",
    options: UnconsumedFilters.specifications + [failEmpty.specification],
    examples: [
      Example(
        "iapctl unconsumed --user alice", "list what alice paid for and may not have received"),
      Example(
        "iapctl unconsumed --all-users --older-than 1d --output csv",
        "export everything that has been stuck for a day or longer"),
    ],
    fields: PurchaseRecord.schema.documented, related: ["consume"])

  struct Inputs: Equatable, Sendable {
    var query: UnconsumedQuery
    var failsEmpty: Bool
  }

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    Inputs(
      query: try UnconsumedFilters.query(arguments, settings), failsEmpty: arguments[failEmpty])
  }

  static func schema(for inputs: Inputs) -> RecordSchema? { PurchaseRecord.schema }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    let service = try context.service()
    try await context.noteUnknownNames(GivenNames(inputs.query), to: service)
    let listing = PurchaseListing(
      try await service.unconsumedRecords(inputs.query), in: context)
    let section = listing.section(hasIdentifiers: service.traits.listsProductIdentifiers)
    return Report(.lists([section])) {
      listing.summary(failsEmpty: inputs.failsEmpty)
    }
  }
}

/// A page of a list, as purchases or as records.
protocol ListPage: Sendable {
  var count: Int { get }
  var failures: [MarketFailure] { get }
  var isAnswered: Bool { get }
}

extension MarketResults: ListPage { var count: Int { elements.count } }
extension PurchaseRecords: ListPage { var count: Int { records.count } }

/// Reads a list of purchases from the backend while it is printed.
final class PurchaseListing<Page: ListPage> {
  private let pages: PageSequence<Page>.Iterator
  private let context: Context
  private var missing = MissingMarkets()
  private var isAnswered = false
  private(set) var count = 0

  init(_ pages: PageSequence<Page>, in context: Context) {
    self.pages = pages.makeAsyncIterator()
    self.context = context
  }

  /// The next page, or nil at the end. Failed markets are collected for the summary.
  ///
  /// - Parameter stops: whether a stop signal ends the list.
  func next(stops: Bool = true) async throws -> Page? {
    if stops, let stopped = context.environment.stopped { throw stopped }
    guard let page = try await pages.next() else { return nil }
    for failure in page.failures { missing.add(failure) }
    isAnswered = isAnswered || page.isAnswered
    count += page.count
    return page
  }

  /// The summary after the last purchase.
  ///
  /// - Parameters:
  ///   - failsEmpty: whether an empty list is a failure.
  ///   - consumed: the number of payments that were consumed before they could be listed.
  func summary(failsEmpty: Bool = false, without consumed: Int = 0) -> Report.Summary {
    .listing(
      missing, isAnswered: isAnswered, isEmpty: count + consumed == 0,
      what: "unconsumed purchases" + context.settings.markets.words, failsEmpty: failsEmpty)
  }
}

extension PurchaseListing<PurchaseRecords> {
  /// The list as the section of a report.
  ///
  /// - Parameter hasIdentifiers: whether the list contains `productIdentifier`.
  func section(hasIdentifiers: Bool) -> RecordSection {
    let schema = hasIdentifiers ? PurchaseRecord.schema : PurchaseRecord.numberedSchema
    return RecordSection("purchases", schema) { try await self.next()?.records }
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

/// The filters of `unconsumed` and `consume --all`.
enum UnconsumedFilters {
  static let product = ListOption(
    "product", .identifier("ID", kind: .names(.products)), "only this product")
  static let olderThan = Option(
    "older-than", .duration, "only purchases at least this old: 90s, 15m, 12h, 30d, P1M")
  static let limit = Option(
    "limit", .number("N", in: 1...Int.max), "only the N oldest")
  static let allUsers = Flag("all-users", "include all users (fixture stores only)")

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
    guard !settings.$user.isTyped else {
      throw UsageError("--all-users and --user exclude each other", hint: "give only one of them")
    }
    return .everyone
  }
}

/// The markets that are missing in a list because their request failed, with the errors.
struct MissingMarkets {
  private var tally: FailureTally = []
  /// The only failure, without "list incomplete".
  private var only: IAPError?

  init(_ failures: [MarketFailure] = []) { failures.forEach { add($0) } }

  mutating func add(_ failure: MarketFailure) {
    // An interruption ends the whole list, so the error names no market.
    if failure.error.code == .iapctl(.interrupted) {
      return tally.add(.iapctl(.interrupted, failure.error.reason))
    }
    only = tally.isEmpty ? failure.error : nil
    tally.add(failure.error.missing(failure.market))
  }

  var isEmpty: Bool { tally.isEmpty }

  /// The failures of the list.
  ///
  /// - Parameter isAnswered: whether at least one market answered. If so, the list is incomplete;
  ///   if not, there is no list.
  func failures(isAnswered: Bool) -> FailureTally {
    guard !isAnswered, let only else { return tally }
    return [only]
  }
}

extension Context {
  /// Writes a note for each name that the store does not contain, with the nearest name that it
  /// contains. Without the note, a typing mistake would show only as an empty list.
  func noteUnknownNames(
    _ names: GivenNames, to service: any IAPService
  ) async throws(IAPError) {
    for unknown in try await service.unknownNames(among: names) { messages.note(unknown.note) }
  }
}

extension UnknownName {
  /// If no name is near, up to this many known names are listed.
  private static let mostListed = 5

  var note: String {
    let kind =
      switch subject {
      case .users: "user"
      case .products: "product"
      case .markets: "market"
      case .unconsumedPayments: "payment"
      }
    return "no \(kind) '\(name)' in this store" + (suggestion ?? "")
  }

  /// The known name that the user most likely meant; nil if none is near.
  var closest: String? { Suggestions.closest(to: name, among: known) }

  private var suggestion: String? {
    if let closest { return "; did you mean '\(closest)'?" }
    guard subject == .markets, (1...Self.mostListed).contains(known.count) else { return nil }
    return "; known are \(known.joined(separator: ", "))"
  }
}
