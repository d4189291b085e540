import CommandLine
import IAPCore
import IAPMessages
import Languages
import Records

/// Reads a list of purchases from the backend while it is printed.
final class PurchaseListing<Elements: ListElements & Sendable> {
  typealias Page = MarketResults<Elements>

  private let pages: PageSequence<Page>.Iterator
  private let query: UnconsumedQuery
  private let context: Context
  private var missing = MissingMarkets()
  private var isAnswered = false
  private(set) var count = 0
  /// The number of pages. Each is the list of a user, if there are several.
  private var asked = 0
  /// The number of interrupted purchases of each user, if they were asked for.
  private var interrupted: [(user: Identifier, count: Int)] = []

  init(_ pages: PageSequence<Page>, of query: UnconsumedQuery, in context: Context) {
    self.pages = pages.makeAsyncIterator()
    self.query = query
    self.context = context
  }

  /// The next page, or nil at the end. Failed markets are collected for the summary.
  ///
  /// - Parameter stops: whether a stop signal ends the list.
  func next(stops: Bool = true) async throws -> Page? {
    if stops, let stopped = context.environment.stopped { throw stopped }
    guard let page = try await nextPage() else { return nil }
    let user = query.users.count > 1 ? query.users.dropFirst(asked).first : nil
    for failure in page.failures { missing.add(failure, of: user) }
    asked += 1
    isAnswered = isAnswered || page.isAnswered
    count += page.elements.count
    return page
  }

  /// - Returns: nil at the end, also if the server asks to wait: the lists of the users who were asked before
  ///   are shown.
  private func nextPage() async throws -> Page? {
    do {
      return try await pages.next()
    } catch {
      guard isAnswered, error.asksToWait else { throw error }
      missing.add(error)
      return nil
    }
  }

  /// The summary after the last purchase.
  ///
  /// - Parameters:
  ///   - failsEmpty: whether an empty list is a failure.
  ///   - consumed: the number of payments that were consumed before they could be listed.
  func summary(failsEmpty: Bool = false, without consumed: Int = 0) -> Report.Summary {
    let isEmpty = count + consumed == 0
    var summary = Report.Summary.listing(
      missing, isAnswered: isAnswered, isEmpty: isEmpty,
      EmptyList(
        of: query.isNarrowed ? .matchingPurchases : .unconsumedPurchases, users: query.users,
        markets: context.askedMarkets,
        place: context.place.name), failsEmpty: failsEmpty)
    if missing.isStopped {
      summary.hints.append(ListMessages.notAsked(query.users.dropFirst(asked).map(\.text)))
    }
    if isEmpty {
      summary.hints += interrupted.prefix(3).map(context.hint)
    }
    return summary
  }
}

extension Context {
  /// Where to complete the interrupted purchases of a user.
  func hint(interrupted user: Identifier, count: Int) -> Sentence {
    ListMessages.interrupted(count, command: typed.command("reprocess", of: user))
  }

  /// The interrupted purchases of a user, as hints, if the service knows them.
  func interruptedPurchases(
    of user: Identifier, in markets: [StoreCode], at service: any IAPService
  ) async throws -> [Sentence] {
    var query = UnconsumedQuery(owner: .user(user))
    query.markets = markets
    return try await service.interrupted(query).map(hint)
  }

  /// An empty list of a user, in the markets and at the place that were asked.
  func empty(_ elements: EmptyList.Elements, of user: Identifier) -> EmptyList {
    EmptyList(of: elements, users: [user], markets: askedMarkets, place: place.name)
  }

  /// The markets that are asked. Empty for all markets.
  var askedMarkets: [StoreCode] {
    guard settings.markets.isEmpty, (try? settings.isRemote) == true else {
      return settings.markets
    }
    return settings.dialect.traits.listedMarkets(usual: Settings.usualMarkets)
  }
}

extension PurchaseListing<RecordBatch> {
  /// The list as the section of a report.
  ///
  /// If it is empty, the service is asked for purchases that were interrupted.
  func section(of service: any IAPService) -> RecordSection {
    let hasIdentifiers = service.traits.listsProductIdentifiers
    let schema = hasIdentifiers ? PurchaseRecord.schema : PurchaseRecord.numberedSchema
    return RecordSection("purchases", schema) {
      if let page = try await self.next() { return page.elements }
      if self.count == 0 { self.interrupted = try await service.interrupted(self.query) }
      return nil
    }
  }
}

extension Report.Summary {
  static func listing(
    _ missing: MissingMarkets, isAnswered: Bool, isEmpty: Bool, _ list: EmptyList,
    failsEmpty: Bool = false
  ) -> Report.Summary {
    var summary = Report.Summary()
    summary.failures = missing.failures(isAnswered: isAnswered)
    summary.isPartial = isAnswered
    if !isAnswered, !missing.isEmpty { summary.hints = [ListMessages.nothingListed] }
    if isEmpty, missing.isEmpty {
      if failsEmpty {
        summary.failures = [.iapctl(.checkFailed, .nothingFound(list))]
        summary.isPartial = false
      } else {
        summary.hints = [list.sentence]
      }
    }
    return summary
  }
}

/// The markets that are missing in a list because their request failed, with the errors.
struct MissingMarkets {
  private var tally: FailureTally = []
  /// The failure of all markets, without "list incomplete". Nil if they failed differently.
  private var common: IAPError?

  init(_ failures: [MarketFailure] = []) { failures.forEach { add($0) } }

  /// Whether the server asked to wait, so that the rest was not asked.
  private(set) var isStopped = false

  mutating func add(_ stop: IAPError) {
    (common, isStopped) = (nil, true)
    tally.add(stop)
  }

  mutating func add(_ failure: MarketFailure, of user: Identifier? = nil) {
    // An interruption ends the whole list, so the error names no market.
    if failure.error.code == .iapctl(.interrupted) {
      return tally.add(.iapctl(.interrupted, failure.error.reason))
    }
    if tally.isEmpty {
      common = failure.error
    } else {
      let other = failure.error.withoutMarket
      common = common?.withoutMarket == other ? other : nil
    }
    tally.add(failure.error.missing(failure.market, of: user))
  }

  var isEmpty: Bool { tally.isEmpty }

  /// - Parameter isAnswered: whether at least one market answered. If so, the list is incomplete;
  ///   if not, there is no list, and one error is enough if all markets failed alike.
  func failures(isAnswered: Bool) -> FailureTally {
    guard !isAnswered, let common else { return tally }
    return [common]
  }
}

extension IAPError {
  /// The same failure of no single market.
  fileprivate var withoutMarket: IAPError {
    IAPError(code, reason, serverCode: serverCode, httpStatus: httpStatus, outcome: outcome)
  }
}
