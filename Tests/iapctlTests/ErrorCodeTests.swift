import TestSupport
import Testing

/// Every code of `com.nhncloud.iap` that a fixture store can return, each from the rule that causes
/// it.
@Suite(.blocking)
struct ErrorCodeTests: ServesStores {
  struct Case: Sendable, CustomTestStringConvertible {
    let code: Int
    let name: String
    /// The arguments of the command. `STORE` stands for the path of the store.
    let words: String
    var exit: Int32 = 4
    var serverCode = "null"
    /// The text in the message after the meaning of the code.
    let detail: String
    let hint: String
    /// The payment of the error, if it is not in the command.
    var payment: String?

    init(
      _ code: Int, _ name: String, _ words: String, exit: Int32 = 4, serverCode: String = "null",
      payment: String? = nil, _ detail: String, hint: String
    ) {
      self.payment = payment
      (self.code, self.name, self.words, self.exit) = (code, name, words, exit)
      (self.serverCode, self.detail, self.hint) = (serverCode, detail, hint)
    }

    var testDescription: String { "\(code): \(words)" }

    /// The subject of the error: its payment, market and product, as members of a JSON object.
    var subject: String {
      let words = words.split(separator: " ").map(String.init)
      let isPurchase = words[0] == "purchase"
      func json(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "null" }
      let payment = json(payment ?? (words[0] == "consume" ? words[1] : nil))
      let market = json(!isPurchase ? nil : words.contains("GG") ? "GG" : "AS")
      let product = json(isPurchase ? words[1] : code == 4 ? "gem" : nil)
      return #""paymentSeq":\#(payment),"storeCode":\#(market),"productIdentifier":\#(product)"#
    }
  }

  /// Each user of this store meets a rule that refuses an operation.
  private static let seed = """
    {"format": 1, "clock": "2026-01-15T00:00:00Z",
     "markets": [{"storeCode": "GG", "available": false}],
     "products": [
       {"productIdentifier": "gem", "productType": "CONSUMABLE", "price": 600, "currency": "KRW"},
       {"productIdentifier": "coin", "productType": "CONSUMABLE"},
       {"productIdentifier": "coin", "storeCode": "GG", "productType": "CONSUMABLE"},
       {"productIdentifier": "old", "productType": "CONSUMABLE", "active": false},
       {"productIdentifier": "ghost", "productType": "CONSUMABLE", "inStore": false},
       {"productIdentifier": "vip", "productType": "AUTO_RENEWABLE", "period": "P1M"}],
     "users": [
       {"userID": "barred", "paymentsAllowed": false},
       {"userID": "locked", "storeAccountReadable": false},
       {"userID": "poor", "monthlyLimit": {"KRW": 1000}}],
     "purchases": [
       {"paymentSeq": "1", "userID": "alice", "productIdentifier": "gem", "accessToken": "right"},
       {"paymentSeq": "2", "userID": "alice", "productIdentifier": "gem", "consumed": true},
       {"paymentSeq": "3", "userID": "alice", "productIdentifier": "gem", "state": "REFUND"},
       {"paymentSeq": "4", "userID": "owner", "productIdentifier": "vip",
        "purchaseTime": "2026-01-01T00:00:00Z"},
       {"paymentSeq": "5", "userID": "busy", "productIdentifier": "gem", "state": "CHARGED"},
       {"paymentSeq": "6", "userID": "swapped", "productIdentifier": "gem", "state": "CHARGED",
        "transactionIdentifier": "t6"},
       {"paymentSeq": "7", "userID": "nameless", "productIdentifier": "gem", "state": "CHARGED",
        "transactionIdentifier": "t7"},
       {"paymentSeq": "8", "userID": "late", "productIdentifier": "vip", "state": "CHARGED",
        "purchaseTime": "2025-11-01T00:00:00Z"},
       {"paymentSeq": "9", "userID": "renewing", "productIdentifier": "vip", "state": "CHARGED",
        "originalTransactionIdentifier": "t0"},
       {"paymentSeq": "10", "userID": "poor", "productIdentifier": "gem", "consumed": true}],
     "transactions": [
       {"userID": "swapped", "productIdentifier": "coin", "transactionIdentifier": "t6",
        "purchaseTime": "2026-01-15T00:00:00Z", "expiryTime": null,
        "applicationUsername": "swapped"},
       {"userID": "nameless", "productIdentifier": "gem", "transactionIdentifier": "t7",
        "purchaseTime": "2026-01-15T00:00:00Z", "expiryTime": null}]}
    """

  /// The hint for a payment that cannot be reprocessed.
  private static func failed(_ payment: String) -> String {
    "payment \(payment) is FAILURE now: grant nothing, its money is to be refunded. If the charge "
      + "was valid: iapctl store set-state \(payment) SUCCESS"
  }

  static let cases = [
    Case(
      1, "notInitialized", "unconsumed --user alice --store TEXT", exit: 65,
      "TEXT is not a fixture store: not an SQLite database",
      hint: "make a store with: iapctl store init PATH --sample"),
    Case(
      2, "storeNotAvailable", "purchase coin --user alice --market GG",
      "market GG is switched off",
      hint: "name other markets with --market"),
    Case(
      3, "productNotAvailable", "purchase nothing --user alice", exit: 3,
      "no product nothing in market AS",
      hint: "list the products with: iapctl products --all"),
    Case(
      3, "productNotAvailable", "purchase old --user alice",
      "product old is not in use",
      hint: "check that the product is in use in the IAP console and registered in the store; to "
        + "see what is missing: iapctl products --all"),
    Case(
      3, "productNotAvailable", "purchase ghost --user alice",
      "product ghost is invalid: the store has no information on it",
      hint: "check that the product is in use in the IAP console and registered in the store; to "
        + "see what is missing: iapctl products --all"),
    Case(
      4, "productInvalid", "reprocess --user swapped", payment: "6",
      "payment 6 is for gem, its receipt for coin",
      hint: failed("6")),
    Case(
      5, "alreadyOwned", "purchase vip --user owner",
      "user owner already has vip until 2026-02-01T00:00:00.000Z",
      hint:
        "do not sell it again: a subscription cannot be upgraded, downgraded or changed; to see "
        + "what the user has: iapctl subscriptions --include-expired --user owner"),
    Case(
      6, "alreadyInProgress", "purchase gem --user busy", payment: "5",
      "user busy has an incomplete purchase of gem, payment 5",
      hint: "complete it first: iapctl reprocess --user busy"),
    Case(
      7, "userInvalid", "consume 1 --user bob",
      "payment 1 belongs to another user",
      hint: "grant nothing; check the payment number and the user"),
    Case(
      8, "paymentInvalid", "reprocess --user nameless", payment: "7",
      "the receipt of transaction t7 names no application user",
      hint: failed("7")),
    Case(
      9, "paymentCancelled", "purchase gem --user alice --simulate cancelled",
      "the user closed the payment sheet for gem; no money was taken",
      hint: "grant nothing; the user can buy again at any time"),
    Case(
      10, "paymentFailed", "purchase gem --user alice --simulate payment-failed",
      "the store refused the charge for gem; no money was taken",
      hint: "grant nothing; the user has to contact the store or pay in another way"),
    Case(
      11, "verifyFailed", "purchase gem --user alice --simulate verify-failed",
      payment: "2026011510000002",
      "the receipt of payment 2026011510000001 is invalid",
      hint: "grant nothing; if the app store shows that it took the money, refund it there"),
    Case(
      12, "changePurchaseStatusFailed", "consume 1 --token-file WRONG", serverCode: "5000",
      "the token does not belong to payment 1",
      hint:
        "grant nothing; if it may be the payment of a subscription, revoke nothing: a subscription is "
        + "never consumed; otherwise, if you granted just now, revoke it; if an earlier attempt ended "
        + "with exit 7, neither grant nor revoke before it is settled, which this shows: iapctl journal show 1"
        + "\nhint: then check the payment number and the token, and consume again"),
    Case(
      12, "alreadyConsumed", "consume 2", serverCode: "5018",
      "payment 2 was already consumed, not by this call",
      hint: "Do not grant, and revoke nothing: another client may have granted the item under "
        + "this payment number. Check your records first."
    ),
    Case(
      13, "purchaseStatusInvalid", "consume 3",
      "payment 3 is in state REFUND",
      hint: "the money was refunded: do not grant the item"),
    Case(
      13, "purchaseStatusInvalid", "consume 4",
      "payment 4 is for a product of type AUTO_RENEWABLE, which cannot be consumed",
      hint:
        "a subscription is never consumed: it is ACTIVE and gives access, so revoke nothing; to see "
        + "it: iapctl payment show 4"),
    Case(
      13, "purchaseStatusInvalid", "consume 5 --user busy",
      "payment 5 is in state CHARGED",
      hint: "it is not verified yet: complete the purchase first: iapctl reprocess --user busy"),
    Case(
      14, "expired", "reprocess --user late", payment: "8",
      "the subscription of payment 8 expired at 2025-12-01T00:00:00.000Z; the payment has failed, "
        + "and its money is still to be refunded",
      hint: failed("8")),
    Case(
      15, "renewalPaymentNotFound", "reprocess --user renewing", payment: "9",
      "payment 9 is a renewal, but no receipt contains its transaction",
      hint: failed("9")),
    Case(
      16, "restoreFailed", "restore --user locked",
      "the store account of user locked cannot be read",
      hint: "ask the user to sign in to the store account, then restore again"),
    Case(
      17, "paymentNotAvailable", "purchase gem --user barred",
      "purchases are switched off for user barred",
      hint: "allow purchases for the user or on the device, then buy again"),
    Case(
      17, "paymentNotAvailable", "purchase gem --user alice --simulate not-allowed",
      "purchases are switched off for user alice",
      hint: "allow purchases for the user or on the device, then buy again"),
    Case(
      18, "purchaseLimitExceeded", "purchase gem --user poor",
      "the purchase would exceed the monthly limit of user poor: 600 of 1,000 KRW spent",
      hint: "raise the user's limit, or wait for the next month, which begins "
        + "at midnight UTC"),
  ]

  @Test
  func `Every error code has a test case`() {
    #expect(Set(Self.cases.map(\.code)) == Set(1...18))
  }

  @Test(arguments: cases)
  func `Each error code is reported with its message, hint and exit status`(_ expected: Case) throws
  {
    var (folder, program) = try sample(Self.seed)
    let text = try folder.write(String(repeating: "text ", count: 50), to: "text")
    let wrong = try folder.write("wrong\n", to: "wrong")
    let words = expected.words.split(separator: " ").map { word in
      word == "TEXT" ? text : word == "WRONG" ? wrong : String(word)
    }
    func placed(_ words: String) -> String {
      words.split(separator: "TEXT", omittingEmptySubsequences: false).joined(separator: text)
    }

    let prose = try program.run(words: words)
    #expect(prose.status == expected.exit)
    let code = "[com.nhncloud.iap \(expected.code) \(expected.name)]"
    let line = "iapctl: error: \(placed(expected.detail)) \(code)\n"
    #expect(prose.errors.hasPrefix(line + "hint: \(expected.hint)\n"), "\(prose.errors)")

    // The same command fails again in the same way. Only a purchase gets a new payment number. A
    // purchase that cannot be reprocessed fails for good, so that needs another store.
    if words[0] == "reprocess" {
      let again = ["store", "init", folder["again.db"], "--from", folder["seed.json"]]
      #expect(try program.run(words: again).status == 0)
      program.variables["IAPCTL_STORE"] = folder["again.db"]
    }
    let json = try program.run(words: words + ["-o", "json"])
    #expect(json.status == expected.exit)
    let detail = placed(expected.detail).split(separator: "2026011510000001").joined(
      separator: "2026011510000002")
    #expect(
      json.errors == """
        {"error":{"name":"\(expected.name)","domain":"com.nhncloud.iap","code":\(expected.code),\
        "serverCode":\(expected.serverCode),"httpStatus":null,\(expected.subject),"message":"\(detail)",\
        "hint":"\(expected.hint.replacing("\nhint:", with: ";"))","outcome":"not-applied","retryable":false,\
        "exitCode":\(expected.exit)}}

        """)
    // Only `consume` prints a result on standard output, with the outcome of the payment.
    let isConsume = words[0] == "consume"
    #expect(prose.output.isEmpty != isConsume)
    #expect(json.output.hasPrefix("{\"results\": [") == isConsume)
    #expect(json.output.isEmpty != isConsume)
  }

  @Test(arguments: [("ko_KR.UTF-8", "iapctl: 오류: "), ("en_US.UTF-8", "iapctl: error: ")])
  func `An error is in the language of the locale`(_ locale: String, _ start: String) throws {
    var (_, program) = try sample(Self.seed)
    program.variables["LC_ALL"] = locale
    let run = try program.run("reprocess", "--user", "late")
    #expect(run.errors.hasPrefix(start), "\(run.errors)")
    #expect(run.errors.contains("구독이 만료되었습니다") == locale.hasPrefix("ko"))
    #expect(run.errors.contains(" [com.nhncloud.iap 14 expired]\n"))
  }
}
