import CommandLine
import IAPCore
import IAPRemote

@testable import IAPBatch
@testable import IAPConsole
@testable import IAPFixtures

/// An example of each message, for the tables of all languages.
enum MessageExamples {
  static let all = [
    notices, usageErrors, errors, payments, products, files, inputs, lines, journals, servers,
  ].flatMap(\.self)

  static let notices: [MessageExample] = {
    var all = MessageExample.list(report) { $0.text($1) }
    all += MessageExample.list(lists) { $0.text($1) }
    all += MessageExample.list(consume) { $0.text($1) }
    all += MessageExample.list(purchase) { $0.text($1) }
    all += MessageExample.list(payment) { $0.text($1) }
    all += MessageExample.list(input) { $0.text($1) }
    all += MessageExample.list(journal) { $0.text($1) }
    all += MessageExample.list(page) { $0.text($1) }
    all += MessageExample.list(store) { $0.text($1) }
    all += MessageExample.list(rehearse) { $0.text($1) }
    all += MessageExample.list(config) { $0.text($1) }
    all += MessageExample.list(setup) { $0.text($1) }
    all += MessageExample.list(checks) { $0.text($1) }
    all += MessageExample.list(remote) { $0.text($1) }
    all += MessageExample.list(places) { $0.text($1) }
    all += MessageExample.list(tour) { $0.text($1) }
    all += MessageExample.list([MessageLabel.error, .hint, .warning]) { $0.text($1) }
    all += MessageExample.list([2]) { $0.repeated("\($1)", $1) }
    all += MessageExample.list([2, 3]) { $0.examples("1", ["1", "2"], of: $1) }
    all += MessageExample.list([2, 3]) { $0.examples("\(5000)", ["1", "2"], of: $1) }
    all += MessageExample.list(refusals) { _, error in ErrorMessages.message(of: error) }
    all += MessageExample.list([refusals]) { _, errors in
      var tally = FailureTally()
      for (number, error) in zip(["1", "2"] as [Identifier], errors) {
        tally.add(error, of: number)
      }
      return tally.groups.first.map { ErrorMessages.message(of: $0) } ?? ""
    }
    all += MessageExample.list([StoreCode("GG")]) { $0.incomplete(without: $1, "") }
    all += MessageExample.list(["unanswered"]) { table, _ in table.unanswered("") }
    all += MessageExample.list(["checkOutcome"]) { table, _ in table.checkOutcome }
    all += MessageExample.list(["repeatCommand"]) { table, _ in table.repeatCommand }
    return all
  }()

  private static let refusals = ["m", "m"].map {
    IAPError(.iap(.changePurchaseStatusFailed), .serverSaid(code: 5000, message: $0)).afterUnknown
  }

  static let place = PlaceName(.store(path: "s.db"), profile: nil)
  private static let places = [
    place,
    PlaceName(
      .server(address: "a.example", key: .init(.appKey, beginning: "3f")), profile: "live"),
    PlaceName(
      .server(address: "a.example", key: .init(.secretKey, beginning: "3f")), profile: nil),
    PlaceName(.server(address: "a.example", key: nil), profile: nil),
  ]

  private static let report: [ReportMessage] = [
    .succeeded, .progress(5, total: nil, rate: 2), .progress(5, total: 10, rate: 2),
    .moreFailures(3), .continuation(command: "X"),
  ]

  static let lists: [ListMessage] = [
    .empty(EmptyList(of: .products)), .empty(EmptyList(of: .deferredProducts)),
    .empty(
      EmptyList(
        of: .unconsumedPurchases, users: ["alice"], markets: ["AS", "GG"], place: place)),
    .empty(EmptyList(of: .subscriptions, users: ["a", "b"])), .empty(EmptyList(of: .payments)),
    .empty(EmptyList(of: .matchingPurchases, users: ["a"])),
    .empty(EmptyList(of: .matchingPayments, users: ["a"])), .nothingListed,
    .interrupted(1, command: "X"), .interrupted(2, command: "X"), .count(8),
    .payments(1, [.init(currency: "KRW", amount: "1500", count: 1)]),
    .payments(
      3,
      [
        .init(currency: "", amount: nil, count: 1),
        .init(currency: "KRW", amount: "3000", count: 2),
      ]),
  ]

  // MARK: Consume

  static var gem: Purchase {
    var purchase = Purchase(paymentSeq: "7")
    (purchase.userID, purchase.productIdentifier) = ("alice", "gem.100")
    (purchase.price, purchase.currency) = (Price("1500"), "KRW")
    return purchase
  }

  static func scope(
    _ count: Int, _ payment: Identifier? = nil, users: Int = 1, markets: [StoreCode] = []
  ) -> ConsumeMessage.Scope {
    ConsumeMessage.Scope(
      count: count, payment: payment,
      users: PaymentTotals.Users(count: users, first: users == 0 ? nil : "alice"),
      markets: markets, place: users == 0 ? nil : place)
  }

  static func summary(_ outcomes: ConsumeResult.Outcome...) -> ConsumeSummary {
    var summary = ConsumeSummary()
    for outcome in outcomes { summary.count(ConsumeResult(ClaimedPayment(Payment("7")), outcome)) }
    return summary
  }

  static let unsent = summary(.alreadyConsumed, .notSent, .alreadyConsumed)
  static let won = ConsumeMessage.Sum(currency: "KRW", amount: "750000", count: 500)

  static let consume: [ConsumeMessage] =
    [
      .question(scope(1, "7")), .question(scope(2, markets: ["AS"])),
      .question(scope(3, users: 2, markets: ["AS", "GG"])), .question(scope(1, users: 0)),
      .question(scope(1, "7", markets: ["AS"])),
      .question(scope(1, "7", users: 0, markets: ["AS"])),
      .confirmation, .confirmationByNumber, .product(gem), .product(Purchase(paymentSeq: "7")),
      .payment(gem, namesUser: true), .payment(gem, namesUser: false), .morePayments(4),
      .otherNames([ServerName(origin: "https://a.example")]),
      .deliveredAndConsumedElsewhere(["1", "2"]),
      .sum(won), .sum(.init(currency: "", amount: "1", count: 1)),
      .sum(.init(currency: "KRW", amount: nil, count: 2)), .notSent(unsent), .noPayments,
      .knownElsewhere("1", ServerName(text: "a.example/gamebase")),
      .wouldConsume(scope(2), [won], unsent: unsent),
      .wouldConsume(scope(1, "7"), [won], unsent: summary()),
      .wouldConsume(scope(2), [won], unsent: summary(.notSent)),
      .nothingWouldBeConsumed(place, unsent: summary()),
      .nothingWouldBeConsumed(nil, unsent: unsent), .fewerAtATime(2, insteadOf: 8),
      .outcomes(
        summary(.consumed, .alreadyConsumed, .refused, .notSent, .unknown, .skipped), place),
      .outcomes(unsent, nil), .alreadyConsumedByOwnAttempt(1), .alreadyConsumedByOwnAttempt(2),
      .deliveredOnly(["1", "2"]), .consumedAfterUndo(["1", "2"]),
      .consumedForAnotherUser("7", owner: "bob"),
      .unknownAndUnlisted(1, only: "7", command: "X"),
      .unknownAndUnlisted(2, only: nil, command: "X"),
      .marketNotAsked("GG", isAnyDone: false, command: "X"),
      .marketNotAsked("GG", isAnyDone: true, command: "X"), .mayHaveBeenConsumed("7"),
      .settle("7", command: "X"),
      .settleOtherwise("7", .iapctl(.usage, .payment("7", .ownerMissing))),
      .lookUp("7", consumed: "X", notConsumed: "Y"),
      .settleAll(isMore: true, isStandardInput: true, command: "X"),
      .settleAll(isMore: false, isStandardInput: false, command: "X"),
      .ifItStaysUnknown(command: "X"), .checkPayment(command: "X"), .consumedEarlier(command: "X"),
      .waitForRun(command: "X"),
    ]

  // MARK: Other commands

  private static let purchase: [PurchaseMessage] = [
    .reserved("7", command: "X"), .pending("7", approve: "X", decline: "Y"),
    .interrupted("7", command: "X"), .deferred(product: "gem", command: "X"),
    .mayHaveHappened(unconsumed: "X", subscriptions: "Y", reprocess: "Z"), .closed("7"),
    .nothingToReprocess, .nothingToRestore, .noRows(path: "p.db"),
    .completeBefore(rows: 2, path: "p.db"), .removed(rows: 1, path: "p.db"),
    .failed("7", command: "X"), .mayHaveBeenCompleted(again: "X", unconsumed: "Y"),
    .mayHaveBeenRestored(again: "X"),
  ]

  private static let input: [InputMessage] = [
    .unknownName(UnknownName(.users, "alise", known: ["alice"])),
    .unknownName(UnknownName(.markets, "XX", known: ["AS", "GG"])),
    .unknownName(UnknownName(.users, "XXXX", known: ["a", "b"])),
    .unknownName(UnknownName(.products, "XXXX", known: ["a", "b"])),
    .unknownName(UnknownName(.payments, "9999", known: ["1", "2"])),
    .unknownName(UnknownName(.products, "gem", known: [])),
    .unknownName(UnknownName(.unconsumedPayments, "7", known: [])),
    .unknownName(UnknownName(.payments, "7", known: [])),
    .unknownMarket("as", closest: "AS"), .unknownMarket("XX", closest: nil),
    .userWithComma("a,b"), .userWithSpace("a "), .leadingZeros("007"),
    .waitingForWriter(path: "fifo"),
    .columns(.columns, used: ["user"], ignored: ["memo"], more: 2),
    .columns(.keys, used: ["user"], ignored: ["memo"], more: 0),
    .repeated(1, lines: 4, payments: 2, badLines: 1),
    .repeated(1, lines: 3, payments: 2, badLines: 0),
    .withoutUser(1, firstLine: 3), .withoutUser(2, firstLine: 3), .endInZero(1), .endInZero(2),
  ]

  private static let journal: [JournalMessage] = [
    .imported(.init(runs: 1, attempts: 2, payments: 3, busy: 0)), .made, .isNew(true),
    .isNew(false), .entryWritten, .pageWritten(path: "r.html"), .outcomeEntered("7", path: "j.db"),
    .empty(path: "j.db"),
    .noneMatch(path: "j.db"), .noneUnknown(path: "j.db"), .onlyFixtures(path: "j.db"), .servers(2),
    .notes(1), .notes(2),
  ]

  private static let page: [ReportPageMessage] =
    [
      .title, .journal, .servers, .moreServers(4), .made, .timeZone, .chosen, .allPayments, .since,
      .until, .ticket, .person, .user, .markets, .server, .fixtureStores, .leftOut, .included,
      .empty,
      .noneMatch, .onlyFixtures, .outcomes, .outcome, .payments, .counting, .consumedByCurrency,
      .consumedByPerson, .currency, .consumed, .unknown, .sum, .sums, .unpriced(1, of: "KRW"),
      .unpriced(2, of: "KRW"), .noCurrency,
      .nothingConsumed, .eachDay, .morePeople(2),
      .count(of: "2026-01-12", consumed: "3", unknown: "0"),
      .unknownPayments, .unknownFound(1), .unknownFound(2), .noneUnknown, .howToSettle, .payment,
      .userAndPrice, .attempt, .moreUnknown(1), .moreUnknown(2),
    ] + ReportOutcome.allCases.map { .outcomeOf($0) }
    + CalendarUnit.allCases.flatMap { [.unit($0), .consumedByTime($0)] }

  private static let store: [StoreMessage] = [
    .made(path: "s.db"), .loaded(path: "s.db"),
    .sharedGroup(SharedSubscriptionGroup(market: "AS", group: "vip", products: ["a", "b"])),
    .clockMoved(to: instant),
    .noProblems(path: "s.db", checked: [.init(list: "users", rows: 2)]), .noEvents, .noPayments,
    .newUser("zoe", .failing, closest: nil), .newUser("alise", .ok, closest: "alice"),
    .checkPayment(command: "X"), .noFaults, .faultAdded, .faultsRemoved(2), .followsTheDay,
    .servedToOthers,
  ]

  private static let rehearse: [RehearseMessage] = [
    .firstRunRight(["unconsumed 3", "consume 1"], cases: 48),
    .allRight(48, verdicts: ["stuck 1", "once 47"]), .moreRepetitions(5),
    .repetition(of: "consume[1]:lost", command: "X"), .kept("consume[1]:lost", path: "p"),
    .notHappened(2, first: "consume[9]:lost"), .grantedFailed(1),
  ]

  private static let config: [ConfigMessage] = [
    .noProfiles(path: "c.json"), .unusedKeyFile(path: "a b.key"),
    .wrote("live", path: "c.json", isNowCurrent: true),
    .wrote("live", path: "c.json", isNowCurrent: false), .notSet(key: "user", "live"),
    .switched(to: "live"), .variableNames(profile: "live"),
    .unused(variables: ["IAPCTL_URL"], "live"), .unknownTimeZone("Mars"), .noKey(.appKey, "live"),
    .noKey(.secretKey, "live"),
  ]

  private static let tour: [TourMessage] = [
    .make, .useStore, .products, .unconsumed, .consume, .unconsumedAfterwards, .interrupted,
    .reprocess, .restore, .subscriptions, .end(path: "s.db"),
  ]

  private static let remote: [RemoteNotice] = [
    .appStopped(7), .productIdentifiersMissing(.iapctl(.bug, .statusNotOK(500))),
    .marketWithoutPackage("GG", offered: "com.example"), .marketWithoutPackage("GG", offered: nil),
  ]

  static let instant = Instant(1_767_225_600_000)
}
