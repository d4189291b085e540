import CommandLine
import IAPBatch
import IAPCore
import IAPRemote
import Languages

@testable import IAPBatch
@testable import IAPFixtures
@testable import IAPMessages

/// An example of each message, for the tables of all languages.
enum MessageExamples {
  static let all = [
    notices, usageErrors, errors, payments, products, files, inputs, lines, journals, servers,
  ].flatMap(\.self)

  static let notices =
    MessageExample.sentences(
      [
        report, lists, consume, outcomes, purchase, payment, input, journal, page, store, rehearse,
        config,
        setup,
        checks, places, tour, severalFailures,
      ].flatMap(\.self)) + MessageExample.problems(remote) { ErrorText(RemoteMessages.notice($0)) }

  private static let severalFailures: [Sentence] = {
    func failures(_ errors: [IAPError], of payments: Int) -> [Sentence] {
      var tally = FailureTally()
      for payment in 1...payments {
        for error in errors { tally.add(error, of: Identifier("\(payment)")) }
      }
      return tally.groups.map { ErrorMessages.message(of: $0) }
    }
    let errors =
      refusals + [
        .iap(.userInvalid, .payment("1", .ofAnotherUser)),
        IAPError(
          .iap(.changePurchaseStatusFailed), .serverSaid(code: 5000, message: "CONSUME_FAILED")),
      ]
    var rows = FailureTally()
    let refused = IAPError.iap(.userInvalid, .payment("1", .ofAnotherUser))
    for row in 1...30 { rows.add(refused, of: Identifier("\(row)"), line: row) }
    rows.add(errors[0], of: "9", line: 9)
    let located = rows.groups.map { ErrorMessages.message(of: $0) }
    return located + failures(errors, of: 2) + failures(errors, of: 4)
      + refusals.map { ErrorMessages.message(of: $0) }
      + [
        ErrorMessages.message(of: IAPError.iapctl(.bug, .bug("b")).missing("GG")),
        ErrorMessages.message(of: IAPError.iapctl(.bug, .bug("b")).missing("GG", of: "bob")),
        ListMessages.notAsked(["a"]), ListMessages.notAsked(["a", "b", "c", "d", "e", "f"]),
        ConsumeMessages.deliveredAndRefused(["1"]),
        ErrorMessages.unanswered(.iapctl(.bug, .bug("b"))),
      ] + [lost, lost.afterUnknown].compactMap { ErrorMessages.hint(of: $0) }
  }()

  private static let lost = IAPError(.http(.requestTimeout), .answerLost(operation: "consume"))

  private static let refusals = ["m", "m"].map {
    IAPError(.iap(.changePurchaseStatusFailed), .serverSaid(code: 5000, message: $0)).afterUnknown
  }

  static let place = PlaceName(.store(path: "s.db"), profile: nil)
  private static let places: [Sentence] =
    [
      place,
      PlaceName(
        .server(url: "a.example"), .init(.appKey, fingerprint: "3f"), profile: "live"),
      PlaceName(
        .server(url: "a.example"), .init(.secretKey, fingerprint: "3f"), profile: nil),
      PlaceName(.server(url: "a.example"), profile: nil),
    ].map(PlaceMessages.name) + [PlaceMessages.fixtureStore("s.db")]

  private static let report: [Sentence] =
    [
      ReportMessages.succeeded, ReportMessages.progress(5, total: nil, rate: 2),
      ReportMessages.progress(5, total: 10, rate: 2),
      ReportMessages.moreFailures(3),
      ReportMessages.error, ReportMessages.warning,
      ReportMessages.hint,
    ]

  static let lists: [Sentence] =
    [
      EmptyList(of: .products).sentence,
      EmptyList(of: .deferredProducts).sentence,
      EmptyList(of: .restorable, users: ["a"]).sentence,
      EmptyList(of: .reprocessable, users: ["a"]).sentence,

      EmptyList(
        of: .unconsumedPurchases, users: ["alice"], markets: ["AS", "GG"], place: place
      ).sentence,
      EmptyList(of: .subscriptions, users: ["a", "b"]).sentence,
      EmptyList(of: .payments).sentence,
      EmptyList(of: .matchingPurchases, users: ["a"]).sentence,
      EmptyList(of: .matchingPayments, users: ["a"]).sentence,
      ListMessages.nothingListed,
      ListMessages.interrupted(1, command: "X"), ListMessages.interrupted(2, command: "X"),
      ListMessages.count(8),
      ListMessages.payments(1, [.init(currency: "KRW", amount: "1500", count: 1)]),
      ListMessages.payments(
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
  ) -> ConsumeMessages.Scope {
    ConsumeMessages.Scope(
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
  static let won = ConsumeMessages.Sum(currency: "KRW", amount: "750000", count: 500)

  static let consume: [Sentence] =
    [
      ConsumeMessages.question(scope(1, "7")), ConsumeMessages.question(scope(2, markets: ["AS"])),
      ConsumeMessages.question(scope(3, users: 2, markets: ["AS", "GG"])),
      ConsumeMessages.question(scope(1, users: 0)),
      ConsumeMessages.question(scope(1, "7", markets: ["AS"])),
      ConsumeMessages.question(scope(1, "7", users: 0, markets: ["AS"])),
      ConsumeMessages.confirmation, ConsumeMessages.confirmationByNumber,
      ConsumeMessages.product(gem), ConsumeMessages.product(Purchase(paymentSeq: "7")),
      ConsumeMessages.payment(gem, namesUser: true), ConsumeMessages.payment(gem, namesUser: false),
      ConsumeMessages.morePayments(4),
      ConsumeMessages.otherNames([ServerName(origin: "https://a.example")]),
      ConsumeMessages.deliveredAndConsumedElsewhere(["1", "2"]),
      ConsumeMessages.sum(won), ConsumeMessages.sum(.init(currency: "", amount: "1", count: 1)),
      ConsumeMessages.sum(.init(currency: "KRW", amount: nil, count: 2)),
      ConsumeMessages.notSent(unsent), ListMessages.noPayments,
      ConsumeMessages.knownElsewhere("1", ServerName(text: "a.example/gamebase")),
      ConsumeMessages.wouldConsume(scope(2), [won], unsent: unsent),
      ConsumeMessages.wouldConsume(scope(1, "7"), [won], unsent: summary()),
      ConsumeMessages.wouldConsume(scope(2), [won], unsent: summary(.notSent)),
      ConsumeMessages.nothingWouldBeConsumed(place, unsent: summary()),
      ConsumeMessages.nothingWouldBeConsumed(nil, unsent: unsent),
      ConsumeMessages.fewerAtATime(2, insteadOf: 8),
      ConsumeMessages.outcomes(
        summary(.consumed, .alreadyConsumed, .refused, .notSent, .unknown, .skipped),
        place),
      ConsumeMessages.outcomes(unsent, nil), ConsumeMessages.alreadyConsumedByOwnAttempt(1),
      ConsumeMessages.alreadyConsumedByOwnAttempt(2),
      ConsumeMessages.deliveredOnly(["1", "2"]),
    ] + Delivery.allCases.map { ConsumeMessages.consumed(["1", "2"], after: $0) } + [
      ConsumeMessages.consumedForAnotherUser("7", owner: "bob"),
      ConsumeMessages.unknownAndUnlisted(1, only: "7", command: "X"),
      ConsumeMessages.unknownAndUnlisted(2, only: nil, command: "X"),
      ConsumeMessages.marketNotAsked("GG", isAnyDone: false, command: "X"),
      ConsumeMessages.marketNotAsked("GG", isAnyDone: true, command: "X"),
      ConsumeMessages.mayHaveBeenConsumed("7"),
      ConsumeMessages.settle("7", isTokenGone: false, command: "X"),
      ConsumeMessages.settle("7", isTokenGone: true, command: "X"),
      ConsumeMessages.settleOtherwise(
        "7", .iapctl(.usage, .payment("7", .ownerMissing))),
      ConsumeMessages.lookUp("7", consumed: "X", notConsumed: "Y"),
      ConsumeMessages.settleAll(isTokenGone: false, command: "X"),
      ConsumeMessages.settleAll(isTokenGone: true, command: "X"),
      ConsumeMessages.refused(isTakenBack: true), ConsumeMessages.refused(isTakenBack: false),
      ConsumeMessages.continuation(1, command: "X"), ConsumeMessages.continuation(2, command: "X"),
      ConsumeMessages.answerDiffers("7", .ended("consumed")),
      ConsumeMessages.ifItStaysUnknown("1", consumed: "X", notConsumed: "Y"),
      ConsumeMessages.listUnknown,
      ConsumeMessages.checkPayment(command: "X"),
      IAPError.PaymentProblem.consumedEarlier(command: "X", after: nil),
      IAPError.PaymentProblem.waitForRun(command: "X"),
    ]

  static let outcomes = ConsumeResult.Outcome.allCases.flatMap {
    [OutcomeMessages.meaning(of: $0), OutcomeMessages.remedy(after: $0)]
  }

  // MARK: Other commands

  private static let purchase: [Sentence] =
    [
      PurchaseMessages.reserved("7", command: "X"),
      PurchaseMessages.pending("7", approve: "X", decline: "Y"),
      PurchaseMessages.interrupted("7", command: "X"),
      PurchaseMessages.deferred(product: "gem", command: "X"),
      PurchaseMessages.mayHaveHappened(unconsumed: "X", subscriptions: "Y", reprocess: "Z"),
      PurchaseMessages.closed("7"),
      PurchaseMessages.restoreMissing(command: "X"), PurchaseMessages.packageRefused(["a.b"]),
      PurchaseMessages.noRows(path: "p.db"),
      PurchaseMessages.completeBefore(rows: 2, path: "p.db"),
      PurchaseMessages.removed(rows: 1, path: "p.db"),
      PurchaseMessages.failed("7", command: "X"),
      PurchaseMessages.mayHaveBeenCompleted(again: "X", unconsumed: "Y"),
      PurchaseMessages.mayHaveBeenRestored(again: "X"),
    ]

  private static let input: [Sentence] =
    [
      InputMessages.unknownName(UnknownName(.users, "alise", known: ["alice"])),
      InputMessages.unknownName(UnknownName(.markets, "XX", known: ["AS", "GG"])),
      InputMessages.unknownName(UnknownName(.users, "XXXX", known: ["a", "b"])),
      InputMessages.unknownName(UnknownName(.products, "XXXX", known: ["a", "b"])),
      InputMessages.unknownName(UnknownName(.payments, "9999", known: ["1", "2"])),
      InputMessages.unknownName(UnknownName(.products, "gem", known: [])),
      InputMessages.unknownName(UnknownName(.unconsumedPayments, "7", known: [])),
      InputMessages.unknownName(UnknownName(.payments, "7", known: [])),
      InputMessages.unknownMarket("as", closest: "AS"),
      InputMessages.unknownMarket("XX", closest: nil),
      InputMessages.userWithComma("a,b"), InputMessages.userWithSpace("a "),
      InputMessages.leadingZeros("007"), InputMessages.ticketsMissing(firstLine: 3),
      InputMessages.remark(
        ColumnRemark(column: "memo", said: [.init("hold", lines: [3, 5, 7], count: 5)])),
      InputMessages.warningName("환불 목록.csv"),
      InputMessages.repeatedLater([3, 5], of: 2),
      InputMessages.notUnknown(1), InputMessages.notUnknown(2),
      InputMessages.waitingForWriter(path: "fifo"),
      InputMessages.columns(.columns, used: ["user"], ignored: ["memo"], more: 2),
      InputMessages.columns(.keys, used: ["user"], ignored: ["memo"], more: 0),
      InputMessages.rowsNotCompared(1, choice: nil), InputMessages.rowsNotCompared(2, choice: nil),
      InputMessages.rowsNotCompared(1, choice: RowComparison.Tokens.none),
      InputMessages.rowsNotCompared(2, choice: RowComparison.Tokens.none),
      InputMessages.rowsNotCompared(1, choice: .auto),
      InputMessages.rowsNotCompared(2, choice: .auto),
      InputMessages.invisible(in: "n"),
      InputMessages.otherTimes(1, lines: [2]), InputMessages.otherTimes(3, lines: [2, 5]),
      InputMessages.columnsNotCompared([.purchaseTime]),
      InputMessages.ticketsOfRows(beside: "T-1"),
      InputMessages.bought(from: "2025-11-23", to: "2026-11-26"),
      InputMessages.repeated(1, lines: 4, payments: 2, badLines: 1),
      InputMessages.repeated(1, lines: 3, payments: 2, badLines: 0),
      InputMessages.endInZero(1, of: 1), InputMessages.endInZero(2, of: 3),
      InputMessages.totalSkipped(line: 7),
    ]

  private static let journal: [Sentence] =
    [
      JournalMessages.imported(.init(runs: 1, attempts: 2, payments: 3, busy: 0)),
      JournalMessages.made, JournalMessages.isNew(true),
      JournalMessages.isNew(false), JournalMessages.entryWritten,
      JournalMessages.pageWritten(path: "r.html"),
      JournalMessages.outcomeEntered("7", path: "j.db"),
      JournalMessages.empty(path: "j.db"),
      JournalMessages.noneMatch(path: "j.db"), JournalMessages.noneUnknown(path: "j.db"),
      JournalMessages.onlyFixtures(path: "j.db"), JournalMessages.servers(2),
      JournalMessages.notes(1), JournalMessages.notes(2),
    ]

  private static let page: [Sentence] =
    [
      ReportPageMessages.title, ReportPageMessages.journal, ReportPageMessages.servers,
      ReportPageMessages.moreServers(4), ReportPageMessages.made, ReportPageMessages.timeZone,
      ReportPageMessages.chosen, ReportPageMessages.allPayments, ReportPageMessages.since,
      ReportPageMessages.until, ReportPageMessages.ticket, ReportPageMessages.person,
      ReportPageMessages.user, ReportPageMessages.markets, ReportPageMessages.server,
      ReportPageMessages.fixtureStores, ReportPageMessages.leftOut, ReportPageMessages.included,
      ReportPageMessages.empty,
      ReportPageMessages.noneMatch, ReportPageMessages.onlyFixtures, ReportPageMessages.outcomes,
      ReportPageMessages.outcome, ReportPageMessages.payments, ReportPageMessages.counting,
      ReportPageMessages.consumedByCurrency,
      ReportPageMessages.consumedByPerson, ReportPageMessages.currency, ReportPageMessages.consumed,
      ReportPageMessages.unknown, ReportPageMessages.sum, ReportPageMessages.sums,
      ReportPageMessages.unpriced(1, of: "KRW"),
      ReportPageMessages.unpriced(2, of: "KRW"), ReportPageMessages.noCurrency,
      ReportPageMessages.nothingConsumed, ReportPageMessages.eachDay,
      ReportPageMessages.morePeople(2),
      ReportPageMessages.count(of: "2026-01-12", consumed: "3", unknown: "0"),
      ReportPageMessages.unknownPayments, ReportPageMessages.unknownFound(1),
      ReportPageMessages.unknownFound(2), ReportPageMessages.noneUnknown,
      ReportPageMessages.howToSettle, ReportPageMessages.payment,
      ReportPageMessages.userAndPrice, ReportPageMessages.attempt,
      ReportPageMessages.moreUnknown(1), ReportPageMessages.moreUnknown(2),
    ] + ReportOutcome.allCases.map { ReportPageMessages.outcome(of: $0) }
    + CalendarUnit.allCases.flatMap {
      [ReportPageMessages.unit($0), ReportPageMessages.consumedByTime($0)]
    }

  private static let store: [Sentence] =
    [
      StoreMessages.made(path: "s.db"), StoreMessages.loaded(path: "s.db"),
      StoreMessages.loaded(path: "-"), StoreMessages.billing(of: "bob", .failing),
      StoreMessages.sharedGroup(
        SharedSubscriptionGroup(market: "AS", group: "vip", products: ["a", "b"])),
      StoreMessages.clockMoved(to: instant),
      StoreMessages.noProblems(path: "s.db", checked: [(list: "users", rows: 2)]),
      StoreMessages.noEvents, StoreMessages.noMatchingEvents, StoreMessages.logBeginsAgain,
      PaymentMessages.tokenNotAccepted,
      StoreMessages.newUser("zoe", .failing, closest: nil),
      StoreMessages.newUser("alise", .ok, closest: "alice"),
      StoreMessages.checkPayment(command: "X"), StoreMessages.noFaults, StoreMessages.faultAdded,
      StoreMessages.faultsRemoved(2), StoreMessages.followsTheDay,
      StoreMessages.servedToOthers,
    ]

  private static let rehearse: [Sentence] =
    [
      RehearseMessages.firstRunRight(["unconsumed 3", "consume 1"], cases: 48),
      RehearseMessages.allRight(48, verdicts: ["stuck 1", "once 47"]),
      RehearseMessages.moreFailed(5), RehearseMessages.failed(["consume[1]:lost"]),
      RehearseMessages.explanation(
        "consume[1]:lost",
        RehearseMessages.story(
          [RehearseMessages.happened("consume[1]", to: "7", RehearseMessages.lost)], then: [],
          RehearseMessages.grantedNothing)),
      RehearseMessages.requests("consume[1]:lost", ["run 1: consume[1] 7 lost (-)"]),
      RehearseMessages.errors("consume[1]:lost", "no answer"),
      RehearseMessages.repetition(of: "consume[1]:lost", command: "X"),
      RehearseMessages.runOnce(command: "X"),
      RehearseMessages.kept("consume[1]:lost", path: "p"),
      RehearseMessages.notHappened(2, first: "consume[9]:lost"), RehearseMessages.grantedFailed(1),
    ]
    + [
      RehearseMessages.refused, RehearseMessages.late, RehearseMessages.cut,
      RehearseMessages.killedBefore, RehearseMessages.killedAfter, RehearseMessages.elsewhere,
      RehearseMessages.refunded, RehearseMessages.twin, RehearseMessages.answered("HTTP 503"),
    ].map { RehearseMessages.happened("consume[1]", to: nil, $0) }
    + [
      RehearseMessages.granted(2), RehearseMessages.grantedOfOther,
      RehearseMessages.grantedUnconsumed, RehearseMessages.held, RehearseMessages.keptRefunded,
      RehearseMessages.neither,
    ].map { RehearseMessages.story(["X"], then: ["consume[2] (5018)"], $0) }

  private static let config: [Sentence] =
    [
      ConfigMessages.noProfiles(path: "c.json"), ConfigMessages.unusedKeyFile(path: "a b.key"),
      ConfigMessages.wrote("live", path: "c.json", isNowCurrent: true),
      ConfigMessages.wrote("live", path: "c.json", isNowCurrent: false),
      ConfigMessages.beaten(by: ["--user", "--market"], "live"),
      ConfigMessages.made("lvie", path: "c.json", beside: ["ci", "live"]),
      ConfigMessages.notSet(key: "user", "live"), ConfigMessages.source("live"),
      ConfigMessages.usualSource(), ConfigMessages.notUsed("--user"),
      ConfigMessages.switched(to: "live"), ConfigMessages.variableNames(profile: "live"),
      ConfigMessages.hidden("live", by: ["IAPCTL_STORE"]),
      ConfigMessages.hidden("live", by: ["IAPCTL_STORE", "IAPCTL_URL"]),
      ConfigMessages.unused(variables: ["IAPCTL_URL"], "live"),
      ConfigMessages.unknownTimeZone("Mars"), ConfigMessages.noKey(.appKey, "live"),
      ConfigMessages.noKey(.secretKey, "live"),
    ]

  private static let tour: [Sentence] =
    [
      TourMessages.make, TourMessages.useStore, TourMessages.products, TourMessages.unconsumed,
      TourMessages.consume, TourMessages.unconsumedAfterwards, TourMessages.interrupted,
      TourMessages.reprocess, TourMessages.restore, TourMessages.subscriptions,
      TourMessages.end(path: "s.db"),
    ]

  private static let remote: [RemoteNotice] = [
    .appStopped(7), .productIdentifiersMissing(.iapctl(.bug, .statusNotOK(500))),
  ]

  static let instant = Instant(1_767_225_600_000)
}
