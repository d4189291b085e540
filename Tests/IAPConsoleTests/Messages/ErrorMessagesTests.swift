import IAPCore
import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

struct ErrorWordsTests {
  private static let instant = Instant(1_767_225_600_000)

  private static let reasons: [IAPError.Reason] = [
    .marketSwitchedOff("GG"), .noSuchProduct("p", market: "AS", soldIn: []),
    .noSuchProduct("p", market: "AS", soldIn: ["GG"]), .productNotInUse("p"),
    .productUnknownToStore("p"), .subscriptionOwned("p", user: "u", until: instant),
    .subscriptionOwned("p", user: "u", until: nil),
    .purchaseUnfinished("p", user: "u", payment: "1"), .paymentSheetClosed("p"),
    .chargeRefused("p"), .receiptRejected(payment: "1"), .purchasesSwitchedOff(user: "u"),
    .limitPassed(
      user: "u", limit: Price(canonical: "1"), spent: Price(canonical: "2"), currency: "KRW"),
    .paymentInAnotherMarket("1", "GG"), .paymentUnknown("1"), .paymentOfAnotherUser(payment: "1"),
    .tokenWrong(payment: "1"),
    .consumedBefore(payment: "1"), .notConsumable(payment: "1", .autoRenewable),
    .notPaid(payment: "1", .refund), .subscriptionRevoked(payment: "1"),
    .receiptOfAnotherProduct(payment: "1", bought: "p", receipt: "q"),
    .receiptWithoutUser(transaction: "1"), .receiptOfAnotherUser(transaction: "1"),
    .periodOver(payment: "1", since: instant), .renewalWithoutReceipt(payment: "1"),
    .storeAccountUnreadable(user: "u"), .fault(operation: "consume"),
    .answerLost(operation: "consume"), .notAStore(path: "a", what: "a text"),
    .nothingAtPath("a"), .directoryAtPath("a"), .unreadable(path: "a", why: "why"),
    .damaged(path: "a", what: "what"), .madeByNewerVersion(path: "a", format: 2, known: 1),
    .cannotWrite(path: "a", why: "why"), .commitFailed(path: "a", why: "why"),
    .notDurable(path: "a", why: "why"), .lockedByOthers(path: "a"), .existsAlready(path: "a"),
    .clockBack(to: instant, from: instant), .seed(place: "users[0]", problem: "no user"),
    .usage("usage", hint: "hint"),
    .outputFailed(stream: "standard output", why: "why", done: "1 consumed"),
    .inputTooLarge(name: "a", limit: 1), .inputNotText(name: "a"), .inputEmpty(name: "a"),
    .inputFormatUnknown(name: "a"), .noWriter(path: "a"),
    .inputEncoding(name: "a", encoding: "UTF-16"), .numbersRounded(name: "a"),
    .secretReadable(path: "a", what: "an app key"),
    .badLines(
      name: "a", first: [BadLine(number: 3, problem: "it is not UTF-8")], count: 1,
      canSkip: true),
    .badLines(
      name: "a", first: [BadLine(number: 3, problem: "it is not UTF-8")], count: 2,
      canSkip: false),
    .inputLate(name: "a"),
    .secretNotAlone(name: "a", what: "app key", found: "a blank", byte: 1),
    .notConfirmed, .nothingFound(what: "purchases"), .codeNotListed("19", in: nil),
    .codeNotListed("14", in: .http), .problemsFound(count: 2, path: "a"),
    .unreachable(origin: "https://a", why: "why"), .untrusted(origin: "https://a", why: "why"),
    .noAnswerInTime(origin: "https://a"), .answerCutOff(origin: "https://a", why: "why"),
    .statusNotOK(500), .answerNotDocumented("not JSON"), .serverSaid(code: 5000, message: nil),
    .serverSaid(code: 5000, message: "CONSUME FAILED"),
    .notInAPI(operation: "purchase", api: "service", alternative: "use a fixture store"),
    .optionNotInAPI(
      option: "--product", api: "service", why: "its list has none", alternative: "use another"),
    .outage(unknownInARow: 10), .askedToWait(.seconds(300)),
    .stopped(signal: 2), .libraryMissing(name: "lib.so", why: "why", remedy: "install it"),
    .cannotListen(at: "127.0.0.1:80", why: "why"), .outOfFiles("a"),
    .deliveryFailed(payment: "1", .exit(status: 1), said: nil),
    .undoFailed(payment: "1", .timeOut(after: .seconds(60)), said: "bye"),
    .consumedByRun(payment: "1"), .consumedAfterUnknown(payment: "1"),
    .notListed("1", user: "u"), .leftUnknown(payment: "1"), .listedNoMore(payment: "1"),
    .heldByRun(payment: "1", user: "kim", host: "desk", process: 7, since: Instant(0)),
    .outcomeUnrecorded(payment: "1", outcome: "consumed"), .resultsUnread,
    .notAJournal(path: "a", what: "a text"), .journalReadable(path: "a"),
    .notInJournal("1", path: "a"), .bug("bug"),
  ]

  @Test("Every failure has words: lower-case, without a full stop", arguments: reasons)
  func voice(_ reason: IAPError.Reason) {
    let error = IAPError.iapctl(.bug, reason)
    let message = ErrorMessages.message(of: error, in: .english)
    #expect(message.first?.isLowercase == true)
    #expect(!message.hasSuffix("."))
    #expect(!message.contains("Optional("))
    if let hint = ErrorMessages.hint(of: error) {
      #expect(!hint.isEmpty && !hint.hasSuffix("."))
    }
  }

  @Test(
    "What happened, to what",
    arguments: [
      (.subscriptionOwned("vip", user: "bob", until: nil), "user bob has vip"),
      (
        .subscriptionOwned("vip", user: "bob", until: instant),
        "user bob has vip until 2026-01-01T00:00:00.000Z"
      ),
      (.notPaid(payment: "1", .refund), "payment 1 is REFUND"),
      (.problemsFound(count: 1, path: "a.db"), "a.db has 1 problem"),
      (.problemsFound(count: 2, path: "a.db"), "a.db has 2 problems"),
      (
        .madeByNewerVersion(path: "a.db", format: 3, known: 1),
        "a.db has format 3, and this iapctl knows formats up to 1"
      ),
      (.nothingFound(what: "subscriptions"), "no subscriptions found"),
      (
        .deliveryFailed(payment: "1", .exit(status: 3), said: "no such player"),
        "the delivery of payment 1 failed with exit status 3; it said: no such player"
      ),
      (
        .deliveryFailed(payment: "1", .exit(status: 127), said: nil),
        "the delivery of payment 1 failed: the command was not found (exit status 127)"
      ),
      (
        .deliveryFailed(payment: "1", .exit(status: 126), said: nil),
        "the delivery of payment 1 failed: the command cannot be run (exit status 126)"
      ),
      (
        .deliveryFailed(payment: "1", .signal(9), said: nil),
        "the delivery of payment 1 was killed by signal 9"
      ),
      (
        .undoFailed(payment: "1", .timeOut(after: .milliseconds(1005)), said: nil),
        "the undoing of payment 1 had not ended after 1.005 s and was stopped"
      ),
      (
        .undoFailed(payment: "1", .notStarted(why: "no memory"), said: nil),
        "the undoing of payment 1 could not be started: no memory"
      ),
      (
        .badLines(
          name: "a", first: [BadLine(number: 3, problem: "it is not UTF-8")], count: 1,
          canSkip: true),
        "a, line 3: it is not UTF-8"
      ),
      (
        .badLines(
          name: "a",
          first: [BadLine(number: 2, problem: "names kim, --user says lee", isPredicate: true)],
          count: 1, canSkip: true),
        "a, line 2 names kim, --user says lee"
      ),
      (
        .badLines(
          name: "a",
          first: [
            BadLine(number: 3, problem: "it is not UTF-8"), BadLine(number: 5, problem: "null"),
          ], count: 4, canSkip: true),
        "a has 4 bad lines: line 3: it is not UTF-8; line 5: null; and 2 more"
      ),
    ] as [(IAPError.Reason, String)])
  func sentence(_ reason: IAPError.Reason, _ words: String) {
    #expect(ErrorMessages.message(of: .iapctl(.bug, reason), in: .english) == words)
  }

  @Test(
    "The meaning of the code stands in front, in a language",
    arguments: [
      (Language.english, "Change of purchase status failed"), (.korean, "구매 상태 변경 실패"),
      (.japanese, "購入状態変更失敗"),
    ])
  func meaning(_ language: Language, _ meaning: String) {
    #expect(
      ErrorMessages.message(of: .alreadyConsumed("1"), in: language)
        == meaning + ": payment 1 had been consumed before, not by this call")
    #expect(
      ErrorMessages.message(of: .iapctl(.paymentNotFound, .paymentUnknown("1")), in: language)
        == "no payment 1")
  }

  @Test("Prose: the message, the code with its domain, the hint")
  func prose() {
    #expect(
      told(.alreadyConsumed("1"), .table) == """
        iapctl: error: Change of purchase status failed: payment 1 had been consumed before, \
        not by this call [com.nhncloud.iap 12 alreadyConsumed]
        hint: already consumed elsewhere: do not grant, unless an earlier attempt of your own did it

        """)
    #expect(
      told(.iap(.paymentFailed, .chargeRefused("gem")), .csv) == """
        iapctl: error: Store payment failed: the store refused the charge for gem; no money was taken \
        [com.nhncloud.iap 10 paymentFailed]
        hint: grant nothing; the user settles it with the store, or pays in another way

        """)
    #expect(
      told(.iapctl(.bug, .bug("x")), .table) == """
        iapctl: error: a bug in iapctl: x
        hint: please report it, with the command line

        """)
  }

  @Test("The hint is that of the situation, else that of the code; iapctl's own have none")
  func hints() {
    let market = IAPError.iap(.storeNotAvailable, .marketSwitchedOff("GG"))
    #expect(ErrorMessages.hint(of: market) == "name other markets with --market")
    let fault = IAPError.iap(.storeNotAvailable, .fault(operation: "products"))
    #expect(
      ErrorMessages.hint(of: fault) == ErrorCatalogue.explanations(of: 2, in: .iap).first?.remedy)
    let refused = IAPError(
      .iap(.changePurchaseStatusFailed), .fault(operation: "consume"), serverCode: 5018)
    #expect(ErrorMessages.hint(of: refused)?.hasPrefix("never grant for it") == true)
    #expect(ErrorMessages.hint(of: .iapctl(.inputInvalid, .inputEmpty(name: "a"))) == nil)
    #expect(ErrorMessages.hint(of: .iapctl(.usage, .usage("a", hint: nil))) == nil)
  }

  @Test("What may have happened is never just repeated, whatever its code", arguments: [100, 102])
  func lookFirst(_ number: Int) throws {
    let code = IAPError.Code.http(try #require(HTTPCode(rawValue: number)))
    let unknown = IAPError(code, .fault(operation: "consume"), outcome: .unknown)
    #expect(ErrorMessages.hint(of: unknown) == "it may have happened: check before you repeat it")
    let known = IAPError(code, .fault(operation: "consume"))
    #expect(ErrorMessages.hint(of: known)?.contains("try again") == (number == 100))
  }

  @Test("Where nothing was applied there is nothing to look for")
  func remoteHints() {
    for status in [302, 401, 403, 404, 429, 500, 503] {
      let error = IAPError(.http(.requestFailed), .statusNotOK(status), httpStatus: status)
      #expect(ErrorMessages.hint(of: error)?.contains("consume") == false, "\(status)")
      #expect(ErrorMessages.hint(of: error)?.contains("app key") == (401...403).contains(status))
    }
    for error in [
      IAPError(.http(.requestTimeout), .noAnswerInTime(origin: "o")),
      IAPError(.http(.networkNotAvailable), .unreachable(origin: "o", why: "w")),
      IAPError(.http(.networkNotAvailable), .untrusted(origin: "o", why: "w")),
      IAPError(.http(.networkNotAvailable), .answerCutOff(origin: "o", why: "w")),
      IAPError(.http(.responseInvalid), .answerNotDocumented("w")),
    ] {
      #expect(ErrorMessages.hint(of: error)?.contains("consume") == false)
      let unknown = error.afterUnknown
      #expect(ErrorMessages.hint(of: unknown)?.hasPrefix("it may have happened") == true)
    }
  }

  @Test("JSON: one line with every key")
  func json() {
    let timeout = IAPError(
      .http(.requestTimeout), .answerLost(operation: "consume"), httpStatus: 504,
      outcome: .unknown)
    #expect(
      told(timeout, .json) == """
        {"error":{"name":"requestTimeout","domain":"com.nhncloud.http","code":102,\
        "serverCode":null,"httpStatus":504,"paymentSeq":null,"storeCode":null,\
        "productIdentifier":null,"message":"Timeout: a fault of the fixture store lost \
        the answer to 'consume', which was applied","hint":"it may have happened: check \
        before you repeat it","outcome":"unknown","retryable":false,"exitCode":7}}

        """)
    #expect(
      told(.alreadyConsumed("1"), .jsonl, in: .japanese) == """
        {"error":{"name":"alreadyConsumed","domain":"com.nhncloud.iap","code":12,\
        "serverCode":5018,"httpStatus":null,"paymentSeq":"1","storeCode":null,\
        "productIdentifier":null,"message":"購入状態変更失敗: payment 1 had been \
        consumed before, not by this call","hint":"already consumed elsewhere: do \
        not grant, unless an earlier attempt of your own did it","outcome":"not-applied","retryable":false,"exitCode":4}}

        """)
  }

  @Test("What came from outside is made visible, in prose and in JSON")
  func hazards() {
    let error = IAPError.iapctl(.paymentNotFound, .paymentUnknown("\u{1b}[2J\u{202e}x\ny"))
    #expect(told(error, .table).hasPrefix("iapctl: error: no payment \\u001b[2J\\u202ex\\ny\n"))
    #expect(
      told(error, .json).contains(#""message":"no payment \u001b[2J\u202ex\ny""#))
  }

  private func told(
    _ error: IAPError, _ format: OutputFormat, in language: Language = .english
  ) -> String {
    let transcript = Transcript()
    let stream = Environment.Output(isTerminal: false, columns: nil) {
      transcript.add($0)
    } isClosed: {
      false
    }
    var messages = Messages(stream: stream)
    (messages.format, messages.language) = (format, language)
    messages.tell(error, exit: ExitStatus(of: error))
    return transcript.text
  }
}
