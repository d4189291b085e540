import IAPCore

@testable import IAPMessages

/// Examples of errors.
extension MessageExamples {
  static let errors: [MessageExample] = {
    var all = MessageExample.errors(reasons)
    all += MessageExample.errors(
      [.fault(operation: "consume"), .serverSaid(code: 5000, message: "m")],
      .iap(.changePurchaseStatusFailed))
    all += MessageExample.errors(values)
    all += MessageExample.errors(changes) { .change($0) }
    all += MessageExample.errors(rehearsal, .iapctl(.rehearsalFailed)) { .rehearsal($0) }
    all += MessageExample.errors(
      [.seed(place: "users[0]", problem: .missing)], .iapctl(.seedContradicts))
    all += MessageExample.errors(
      [.urlRefused("http://a", setting: "--url", .plain, isConfigured: false)],
      .http(.requiresSecureConnection))
    return all
  }()

  private static let rehearsal: [IAPError.RehearsalProblem] = [
    .firstRunFailed(.exit(status: 3), said: "s"), .firstRunWrong("7", verdict: "lost"),
    .nothingGranted, .casesFailed(2, of: 48, verdicts: ["lost 2"]),
    .grantedFailed(.timeOut(after: .seconds(50)), said: nil), .grantedLine(3, "x"),
  ]

  private static let reasons: [IAPError.Reason] =
    [
      .marketSwitchedOff("GG"), .productsUnlisted([7, 8], payments: 2),
      .productsUnlisted([], payments: 1), .product("gem", .notInUse),
      .user("bob", .purchasesSwitchedOff), .payment("1", .notFound),
      .receipt(transaction: "t", .withoutUser), .fault(operation: "consume"),
      .answerLost(operation: "consume"), .clockBack(to: instant, from: instant),
      .clockFollowsRealTime(path: "s.db"), .seed(place: "users[0]", problem: .missing),
      .file("a", .missing), .input("a", .empty),
      .server("o", .noAnswerInTime), .noKey(.appKey), .noKey(.secretKey),
      .keyInvalid(.appKey, setting: "--app-key-file"),
      .keyInvalid(.secretKey, setting: "IAPCTL_SECRET_KEY"),
      .noAppID, .noAppSeq,
      .noPackage("GG", offered: nil),
      .noPackage("GG", offered: "com.example"),
      .seedFile("-", place: "users[0]", problem: .missing),
      .argumentsRounded(ending: 3, of: 4), .temporaryFileNotWritten(why: "w"),
      .change(.noVerification("GG")), .rehearsal(.nothingGranted), .hostInvalid("h", why: "w"),
      .hostElsewhere("h", why: "w"),
      .statusNotOK(500), .answerNotDocumented("w"), .serverSaid(code: 9999, message: nil),
      .notInAPI(operation: "purchase", api: "service", alternative: .startingApp),
      .notInAPI(operation: "restore", api: "service", alternative: .fixtureAPI),
      .outage(unknownInARow: 10), .askedToWait(.seconds(300)), .text(PlaceUsage.storeOnly),
      .resultsUnread, .outputFailed(why: "w", done: "d"), .outputFailed(why: "w", done: nil),
      .notConfirmed, .changeNotConfirmed, .declined(consume: true),
      .declined(consume: true, count: 60), .declined(consume: false),
      .profileChecksFailed(2),
      .nothingFound(EmptyList(of: .subscriptions)), .codeNotListed("7", in: .http),
      .settingNotSet(key: "user", profile: "live"),
      .codeNotListed("999999", in: nil), .codeNotListed("expird", in: nil),
      .codeNotInOldSDK("18"),
      .codeNotListed("xyz", in: nil), .codeNotListed("alreadyInProgress", in: .server),
      .codeNotListed("expired", in: .http), .exitStatusNotListed(99), .stopped(signal: 1),
      .stopped(signal: 2), .stopped(signal: 15), .stopped(signal: 6),
      .cannotListen(at: "a:1", why: "w"),
      .programNotStarted("p", why: "w", isMissing: true),
      .programNotStarted("p", why: "w", isMissing: false),
      .outOfDescriptors(below: 1024), .outOfThreads, .outOfMemory("a"), .bug("b"),
    ] + (CalendarPeriod("1d").map { [.clockOutOfRange(from: instant, by: $0)] } ?? [])

  /// Each value of a reason that has words of its own.
  private static let values: [IAPError.Reason] = {
    let kinds: [IAPError.IdentifierKind] = [.user, .product, .payment]
    let urls: [IAPError.URLProblem] = [
      .invalidCharacter, .noScheme, .scheme("ftp"), .userName, .path, .noBracket, .host, .port,
      .plain,
    ]
    let lacks: [IAPError.Lack] = [
      .usersTogether, .productIdentifiers, .purchaseTimes, .transactions,
      .inactiveSubscriptions,
      .statuses, .markets, .paymentsByNumber, .subscriptionsOnHold,
    ]
    let alternatives: [IAPError.Alternative] = [
      .fixtureAPI, .restoringApp, .startingApp, .oneUser, .storeConsole, .serviceAPIWithAppSeq,
      .serviceAPI, .serviceAPIWithPackage, .numbers,
      .paymentsByTime,
      .storeReferenceKey, .listsAndConsole, .gamebaseAPI,
    ]
    let opened: [IAPError.OpenedFile] = [
      .file(path: "-"), .connection(to: "o"), .socket, .filesOfBatch, .filesOfRequest,
      .filesOfServer,
    ]
    let libraries: [IAPError.Library] = [.curl, .microHTTPD, .postgres]
    var reasons: [IAPError.Reason] = opened.map { .outOfFiles($0) }
    reasons += kinds.map { .identifierTooLong($0, bytes: 300, limit: 256) }
    reasons += urls.map { .urlRefused("u", setting: "--url", $0, isConfigured: false) }
    reasons += lacks.map {
      .optionNotInAPI(option: "--older-than", api: "service", why: $0, alternative: .numbers)
    }
    reasons += alternatives.map { .notInAPI(operation: "restore", api: "service", alternative: $0) }
    reasons += libraries.map { .libraryMissing($0, name: "lib", why: "w") }
    return reasons
  }()

  private static let changes: [IAPError.ChangeProblem] = [
    .chargeUnknown("7", .reserved, missing: ["--receipt ID", "--price P"]),
    .transactionOfOther(transaction: "t", payment: "7", instead: "8"),
    .periodBegins(at: instant, "7", after: instant), .otherEnds(at: instant, "7", after: instant),
    .endNotLater(instant, now: instant), .periodEnded(at: instant, "7"), .noVerification("GG"),
  ]

  static let products: [MessageExample] = {
    var all = MessageExample.errors(productProblems) { .product("gem", $0) }
    all += MessageExample.errors(userProblems) { .user("bob", $0) }
    all += MessageExample.errors(receiptProblems) { .receipt(transaction: "t", $0) }
    return all
  }()

  private static let productProblems: [IAPError.ProductProblem] = [
    .notFound(market: "AS", soldIn: []), .notFound(market: "AS", soldIn: ["GG", "ONESTORE"]),
    .notInUse, .unknownToStore, .ofUnknownType, .periodEndsAfterCalendar,
    .subscriptionOwned(user: "bob", until: nil), .subscriptionOwned(user: "bob", until: instant),
    .groupOwned(user: "bob", by: "vip", until: nil),
    .groupOwned(user: "bob", by: "vip", until: instant),
    .purchaseUnfinished(user: "bob", payment: "7"), .paymentSheetClosed, .chargeRefused,
  ]

  private static let userProblems: [IAPError.UserProblem] = [
    .purchasesSwitchedOff, .storeAccountUnreadable,
    .limitPassed(limit: Price(canonical: "9000"), spent: Price(canonical: "5"), currency: "KRW"),
  ]

  private static let receiptProblems: [IAPError.ReceiptProblem] =
    [.withoutUser, .ofAnotherUser] + sdks.map { .sdkCannotVerify($0, .v2) }

  private static let sdks = [SDKVersion("1.6")].compactMap(\.self)

  static let payments: [MessageExample] =
    MessageExample.errors(paymentProblems) { .payment("7", $0) }
    // This number looks like a transaction of the App Store.
    + MessageExample.errors([
      .notListed(user: "bob"), .notInJournal(path: "j.db"), .notUnknown, .nowhere(users: ["bob"]),
      .notListed(user: "bob", markets: ["AS"]), .nowhere(users: ["bob"], markets: ["AS"]),
    ]) {
      .payment("2000000123456789", $0)
    }

  private static let paymentProblems: [IAPError.PaymentProblem] =
    [
      .notFound, .isTransaction(of: "8"),
      .notListed(user: "bob", markets: ["AS"], isMarketOfRow: true), .notListed(user: "bob"),
      .nowhere(users: []),
      .notListed(user: "bob", markets: ["AS"]),
      .nowhere(users: ["bob"]), .nowhere(users: ["bob", "alice"]), .inAnotherMarket("GG"),
      .ofAnotherUser, .ownerMissing, .productSeqMissing, .tokenWrong, .receiptRejected,
      .receiptOfAnotherProduct(bought: "gem", receipt: "coin"),
      .loggedForAnotherProduct(bought: "gem", market: "AS", logged: "coin", loggedMarket: "GG"),
      .periodOver(since: instant), .renewalWithoutReceipt, .notConsumable(.unknown),
      .notConsumable(.autoRenewable, .inGracePeriod), .notConsumable(.autoRenewable, .onHold),
      .notPaid(.refund), .notPaid(.charged), .notPending(.success), .notSubscription(.consumable),
      .changeRefused(from: .refund, to: .success, in: "AS"),
      .changeRefused(from: .charged, to: .success, in: "GG"), .subscriptionRevoked,
      .subscriptionWithheld(.onHold), .consumedBefore, .consumedByRun(),
      .consumedByRun(after: .failed), .consumedByRun(after: .takenBack),
      .consumedByRun(after: .undoFailed), .consumedAfterUnknown,
      .leftUnknown, .unlisted,
      .heldByRun(user: "kim", host: "h", process: 9, since: instant, commands: []),
      .commandOpen(user: "kim", host: "h", process: 9, since: instant),
      .contradictsJournal(
        .differs(from: .delivery, found: [.text("alice")], row: [.text("bob")])),
      .contradictsJournal(.differs(from: .journal, found: [.text("alice")], row: [.text("bob")])),
      .heldByRun(user: "kim", host: "h", process: 9, since: instant, commands: [11, 12]),
      .outcomeUnrecorded(outcome: "consumed"), .notInJournal(path: "j.db"),
      .onServers([ServerName(origin: "a"), ServerName(origin: "b")]),
      .entryUncertain(path: "j.db", why: "w"), .outcomeKnown("consumed"), .outcomeKnown(nil),
      .undoFailed(.exit(status: 1), said: nil),
    ]
    + sdks.flatMap { sdk in Verification.allCases.map { .sdkCannotVerify(sdk, $0) } }
    + commandFailures.map { .deliveryFailed($0, said: "s") }

  private static let commandFailures: [CommandFailure] = [
    .exit(status: 1), .exit(status: 126), .exit(status: 127), .signal(9),
    .timeOut(after: .milliseconds(1005)), .notStarted(why: "w"),
  ]
}
