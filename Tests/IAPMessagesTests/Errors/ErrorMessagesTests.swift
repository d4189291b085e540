import IAPCore
import Languages
import TestSupport
import Testing

@testable import CommandLine
@testable import IAPMessages

struct ErrorMessagesTests {
  private static let instant = Instant(1_767_225_600_000)

  @Test(
    arguments: [
      (.product("vip", .subscriptionOwned(user: "bob", until: nil)), "user bob already has vip"),
      (
        .product("vip", .subscriptionOwned(user: "bob", until: instant)),
        "user bob already has vip until 2026-01-01T00:00:00.000Z"
      ),
      (.payment("1", .notPaid(.refund)), "payment 1 is in state REFUND"),
      (.file("a.db", .problemsFound(count: 1)), "a.db has 1 problem"),
      (.file("a.db", .problemsFound(count: 2)), "a.db has 2 problems"),
      (
        .file("a.db", .madeByNewerVersion(format: 3, known: 1)),
        "a.db has format 3, and this iapctl knows formats up to 1"
      ),
      (.nothingFound(EmptyList(of: .subscriptions)), "no subscriptions"),
      (.outOfMemory("a.db"), "too little memory for a.db"),
      (
        .outOfDescriptors(below: 1024),
        "cannot open the sockets of a server: 1024 files are open already"
      ),
      (.input("-", .empty), "standard input is empty"),
      (
        .file("-", .unreadable(why: "Input/output error")),
        "standard input cannot be read: Input/output error"
      ),
      (
        .seedFile("-", place: "users[0]", problem: .missing),
        "standard input: users[0]: missing"
      ),
      (
        .input("k", .secretNotAlone(.appKey, .lineBreak, byte: 5)),
        "k must contain only the app key: it has a line break at byte 5"
      ),
      (
        .file("k", .secretReadable(.accessToken)),
        "k contains an access token, and other users can read it"
      ),
      (
        .file("k", .secretReadable(.accessTokens)),
        "k contains access tokens, and other users can read it"
      ),
      (
        .file("k", .notRegular(takesPipe: true)),
        "k cannot be read: it is neither a regular file nor a pipe"
      ),
      (
        .identifierTooLong(.payment, bytes: 257, limit: 256),
        "the payment number has 257 bytes, more than the limit of 256"
      ),
      (.outOfFiles(.connection(to: "o")), "cannot open a connection to o: too many open files"),
      (
        .optionNotInAPI(
          option: "--status", api: "service", why: .statuses, alternative: .fixtureAPI),
        "the service API gives no status, so --status does not work with it"
      ),
      (
        .urlRefused("u", setting: "--url", .noScheme, isConfigured: false),
        "--url: invalid URL 'u': it must begin with https://"
      ),
      (
        .change(.chargeUnknown("1", .reserved, missing: [])),
        "payment 1 is RESERVED, and the store does not know what was charged for it"
      ),
      (
        .change(.periodEnded(at: instant, "1")),
        """
        the period of payment 1 ended at 2026-01-01T00:00:00.000Z, so the status would end at once
        """
      ),
      (
        .payment("1", .deliveryFailed(.exit(status: 3), said: "no such player")),
        "the delivery of payment 1 failed with exit status 3; it said: no such player"
      ),
      (
        .payment("1", .deliveryFailed(.exit(status: 127), said: nil)),
        "the delivery of payment 1 failed: the command was not found (exit status 127)"
      ),
      (
        .payment("1", .deliveryFailed(.exit(status: 126), said: nil)),
        "the delivery of payment 1 failed: the command cannot be run (exit status 126)"
      ),
      (
        .payment("1", .deliveryFailed(.signal(9), said: nil)),
        "the delivery of payment 1 was killed by signal 9"
      ),
      (
        .payment("1", .undoFailed(.timeOut(after: .milliseconds(1005)), said: nil)),
        "the undo command for payment 1 had not ended after 1.005 s and was stopped"
      ),
      (
        .payment("1", .undoFailed(.notStarted(why: "no memory"), said: nil)),
        "the undo command for payment 1 could not be started: no memory"
      ),
    ] as [(IAPError.Reason, String)])
  func `A message says what happened and to what`(_ reason: IAPError.Reason, _ words: String) {
    #expect(Language.english.text(ErrorMessages.message(of: .iapctl(.bug, reason))) == words)
  }

  @Test(arguments: [
    ("postgresql://kim@db.example:5432/iap", "--role kim"),
    ("postgresql://kim+a%40b@db.example/iap", "--role ACCOUNT"),
    ("postgresql://db.example/iap", "--role ACCOUNT"),
    ("postgresql://it's@db.example/iap", #"--role 'it'\''s'"#),
    ("postgresql:///a@b", "--role ACCOUNT"),
  ])
  func `The owner of a journal is told for which account, if its URL names one`(
    _ name: String, _ option: String
  ) {
    for error in [JournalErrors(of: name).absent, JournalErrors(of: name).noRight(why: "w")] {
      #expect(hint(of: error)?.hasSuffix(" \(option)") == true)
    }
  }

  @Test
  func `The hint depends on the situation, else on the code; iapctl's codes have none`() {
    let market = IAPError.iap(.storeNotAvailable, .marketSwitchedOff("GG"))
    #expect(hint(of: market) == "name other markets with --market")
    let denied = IAPError.iapctl(
      .inputUnreadable, .file("a b", .unreadable(why: "Permission denied")))
    #expect(
      hint(of: denied)
        == "check its permissions with: ls -l 'a b'; ask its owner for access")
    let fault = IAPError.iap(.storeNotAvailable, .fault(operation: "products"))
    #expect(
      hint(of: fault)
        == ErrorCatalogue.explanations(of: 2, in: .iap).first?.row.remedy)
    let refused = IAPError(
      .iap(.changePurchaseStatusFailed), .fault(operation: "consume"), serverCode: 5018)
    #expect(
      hint(of: refused)?.hasPrefix("do not grant, and revoke nothing") == true)
    #expect(hint(of: .iapctl(.inputInvalid, .input("a", .empty))) == nil)
    #expect(hint(of: .iapctl(.usage, .text(ErrorText("a")))) == nil)
    #expect(
      hint(of: .iapctl(.usage, .noPackage("AS", offered: "com.a")))
        == "the item list names it: --package AS=com.a")
    #expect(
      hint(of: .iapctl(.usage, .change(.chargeUnknown("1", .reserved, missing: ["--price P"]))))
        == "add --price P, from the receipt of the app store")
    #expect(
      hint(of: .iapctl(.inputUnreadable, .file("-", .unreadable(why: "no")))) == nil)
  }

  @Test(arguments: [100, 102])
  func `The hint for an unknown outcome is never just to repeat the command`(_ number: Int) throws {
    let code = IAPError.Code.http(try #require(HTTPCode(rawValue: number)))
    let unknown = IAPError(code, .fault(operation: "consume"), outcome: .unknown)
    #expect(
      hint(of: unknown)
        == "it may have happened: check the outcome before you repeat it")
    let known = IAPError(code, .fault(operation: "consume"))
    #expect(hint(of: known) == "nothing was applied: run the command again")
  }

  @Test
  func `Other markets are advised only if the command, and not the row, named the market`() {
    func hint(isMarketOfRow: Bool) -> String? {
      let problem = IAPError.PaymentProblem.notListed(
        user: "u", markets: ["AS"], isMarketOfRow: isMarketOfRow)
      return self.hint(of: .iapctl(.paymentNotFound, .payment("1", problem)))
    }
    #expect(hint(isMarketOfRow: false)?.contains("--market") == true)
    #expect(hint(isMarketOfRow: true)?.contains("--market") == false)
  }

  @Test
  func `The hint for skipped lines does not send the other lines again`() {
    func hint(_ handling: BadLineHandling) -> String? {
      self.hint(
        of: .iapctl(.inputInvalid, .input("a", .badLines(first: [], count: 1, handling))))
    }
    #expect(
      hint(.wereSkipped())?.hasPrefix("only these lines were left out. Run again with --dry-run")
        == true)
    #expect(hint(.wereSkipped(file: "bad.csv"))?.contains("correct them in bad.csv") == true)
    #expect(hint(.canBeSkipped)?.contains("--skip-bad-lines") == true)
    #expect(hint(.mustBeCorrected) == "correct these lines and run again")
  }

  @Test
  func `The hint for an order number in a file says where the payment number is`() {
    let line = BadLine(number: 2, .value(of: "paymentSeq", .orderNumber(.googlePlay), "GPA.1"))
    for handling in [BadLineHandling.canBeSkipped, .mustBeCorrected] {
      #expect(
        hint(of: .iapctl(.inputInvalid, .input("a", .badLines(first: [line], count: 1, handling))))?
          .hasPrefix("in the IAP console, open the Transaction tab") == true)
    }
  }

  @Test
  func `If nothing was applied, the hint does not ask to look it up`() {
    for status in [302, 401, 403, 404, 429, 500, 503] {
      let error = IAPError(.http(.requestFailed), .statusNotOK(status), httpStatus: status)
      #expect(hint(of: error)?.contains("consume") == false, "\(status)")
      #expect(hint(of: error)?.contains("app key") == (401...403).contains(status))
    }
    for error in [
      IAPError(.http(.requestTimeout), .server("o", .noAnswerInTime)),
      IAPError(.http(.networkNotAvailable), .server("o", .unreachable(why: "w"))),
      IAPError(.http(.networkNotAvailable), .server("o", .untrusted(why: "w"))),
      IAPError(.http(.networkNotAvailable), .server("o", .answerCutOff(why: "w"))),
      IAPError(.http(.responseInvalid), .answerNotDocumented("w")),
    ] {
      #expect(hint(of: error)?.contains("consume") == false)
      let unknown = error.afterUnknown
      #expect(hint(of: unknown)?.hasPrefix("it may have happened") == true)
    }
  }

  private func hint(of error: IAPError) -> String? {
    ErrorMessages.hint(of: error)?.text
  }
}
