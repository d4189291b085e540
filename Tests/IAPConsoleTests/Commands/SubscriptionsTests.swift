import IAPCore
import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

struct SubscriptionsTests {
  @Test
  func `The arguments of subscriptions are parsed`() throws {
    var query = SubscriptionQuery(user: "bob")
    #expect(
      try resolved(SubscriptionsCommand.self, "subscriptions --user bob").selection
        == .user(query, packages: nil))
    query.markets = ["GG"]
    query.selection = .all
    let all = try resolved(
      SubscriptionsCommand.self,
      "subscriptions --user bob --include-expired --fail-empty --market GG")
    #expect(all.selection == .user(query, packages: nil))
    #expect(all.failsEmpty)
    query.selection = .statuses([.onHold, .expired])
    let some = try resolved(
      SubscriptionsCommand.self,
      "subscriptions --user bob --status ON_HOLD --status EXPIRED --market GG")
    #expect(some.selection == .user(query, packages: nil))
    #expect(!some.failsEmpty)
    #expect(problem(SubscriptionsCommand.self, "subscriptions")?.message == "no user given")
    #expect(
      problem(SubscriptionsCommand.self, "subscriptions --user a --status active")?.message
        == "--status: 'active' is not one of ACTIVE, CANCELED, ON_HOLD, IN_GRACE_PERIOD, PAUSED, "
        + "REVOKED, EXPIRED, UNKNOWN, did you mean 'ACTIVE'?")
  }

  @Test
  func `Subscriptions on hold are asked for with all, and not with those of a status`() throws {
    let served = [
      "IAPCTL_URL": "https://iap.test", "IAPCTL_API": "gamebase", "IAPCTL_APP_ID": "app",
      "IAPCTL_SECRET_KEY": "key",
    ]
    let line = "subscriptions --user bob --include-on-hold"
    var query = SubscriptionQuery(user: "bob")
    query.includesOnHold = true
    let command = try resolved(SubscriptionsCommand.self, line, served)
    #expect(command.selection == .user(query, packages: nil))
    #expect(
      problem(SubscriptionsCommand.self, "\(line) --status ON_HOLD", served)?.message
        == "--include-on-hold and --status exclude each other")
  }

  @Test
  func `The page of a market needs neither a user nor a backend`() throws {
    #expect(
      try resolved(SubscriptionsCommand.self, "subscriptions --manage-url").selection
        == .manageURL("https://apps.apple.com/account/subscriptions"))
    #expect(
      try resolved(SubscriptionsCommand.self, "subscriptions --manage-url --market GG").selection
        == .manageURL("https://play.google.com/store/account/subscriptions"))
    #expect(
      problem(SubscriptionsCommand.self, "subscriptions --manage-url --market EPIC")
        == UsageText(
          "no subscription page is known for market EPIC",
          hint: "use --market AS or --market GG"))
    #expect(
      problem(
        SubscriptionsCommand.self, "subscriptions --manage-url --market AS --market GG")?.message
        == "more than one market given: AS, GG")
  }

  @Test
  func `With --app, the page opens in the App Store`() async throws {
    let page = "itms-apps://buy.itunes.apple.com/WebObjects/MZFinance.woa/wa/manageSubscriptions"
    let run = await TestConsole().run("subscriptions --manage-url --app -o json")
    #expect(run.output == "{\"url\":\"\(page)\"}\n")
    #expect(
      await TestConsole().run("subscriptions --app --market AS --manage-url").output == page + "\n")
    #expect(
      problem(SubscriptionsCommand.self, "subscriptions --manage-url --app --market GG")
        == UsageText(
          "no address is known that opens the subscriptions of market GG in an app",
          hint: "use --market AS, or leave out --app"))
    #expect(
      problem(SubscriptionsCommand.self, "subscriptions --app --user a")
        == UsageText("--app needs --manage-url", hint: "add --manage-url"))
  }

  @Test(arguments: [
    (OutputFormat.table, "https://apps.apple.com/account/subscriptions\n"),
    (.json, "{\"url\":\"https://apps.apple.com/account/subscriptions\"}\n"),
    (.jsonl, "{\"url\":\"https://apps.apple.com/account/subscriptions\"}\n"),
    (.csv, "url\r\nhttps://apps.apple.com/account/subscriptions\r\n"),
  ])
  func `The page of a market in each format`(_ format: OutputFormat, _ text: String) async {
    let run = await TestConsole().run("subscriptions --manage-url -o \(format)")
    #expect(run.status == 0)
    #expect(run.output == text)
    #expect(run.errors.isEmpty)
  }

  @Test
  func `The table of active subscriptions`() async throws {
    let run = try await SampleStore().run("subscriptions --user bob")
    #expect(run.status == 0)
    #expect(
      run.output == """
        paymentSeq        userID  productIdentifier  price  currency  storeCode  status    \
        expiryTime            renewTime
        2026010110000001  bob     vip.month          9,900  KRW       AS         ACTIVE    \
        2026-02-01 00:00:00Z  2026-01-01 00:00:00Z
        2026011110000001  bob     chest.week          2.29  EUR       AS         CANCELED  \
        2026-01-18 19:30:00Z  2026-01-11 19:30:00Z

        """)
  }

  @Test
  func `A subscription as JSON has three keys more than a purchase`() async throws {
    let run = try await SampleStore().run(
      "subscriptions --user bob --market AS -o json --status ACTIVE")
    #expect(
      run.output == """
        {"subscriptions": [
          {"userID":"bob","storeCode":"AS","productIdentifier":"vip.month",\
        "productSeq":1000294,"productType":"AUTO_RENEWABLE","price":9900,"currency":"KRW",\
        "paymentSeq":"2026010110000001","accessToken":null,\
        "transactionIdentifier":"1000000000000004",\
        "originalTransactionIdentifier":"1000000000000004",\
        "purchaseTime":"2026-01-01T00:00:00.000Z","expiryTime":"2026-02-01T00:00:00.000Z",\
        "storePayment":false,"sandboxPayment":false,"payload":null,\
        "gamebaseProductId":null,"status":"ACTIVE",\
        "renewTime":"2026-01-01T00:00:00.000Z","referenceStatus":null}
         ]}

        """)
  }

  @Test(arguments: [
    ("--user carol", []), ("--user carol --include-expired", ["EXPIRED"]),
    ("--user carol --status EXPIRED", ["EXPIRED"]),
    ("--user bob --status CANCELED", ["CANCELED"]),
    ("--user bob --status CANCELED --status ACTIVE", ["ACTIVE", "CANCELED"]),
    ("--user bob --market GG", []),
  ])
  func `Each selection lists its subscriptions`(_ options: String, _ statuses: [String])
    async throws
  {
    let store = try SampleStore()
    let run = await store.run("subscriptions \(options) -o csv --fields status --no-header")
    #expect(run.status == 0)
    #expect(run.output.split(separator: "\r\n").map(String.init) == statuses)
    let whose = options.contains("--market") ? "bob in market GG" : "carol"
    let said =
      statuses.isEmpty
      ? "iapctl: no subscriptions of user \(whose) (fixture store \(store.path), a simulation)\n"
      : ""
    #expect(run.errors.hasPrefix(said) && run.errors.isEmpty == said.isEmpty, "\(run.errors)")
  }

  @Test
  func `With --fail-empty an empty list is a failure`() async throws {
    let store = try SampleStore()
    let run = await store.run("subscriptions --user alice --fail-empty")
    #expect(run.status == 6)
    #expect(run.output.isEmpty)
    #expect(
      run.errors.hasSuffix(
        "iapctl: error: no subscriptions of user alice (fixture store \(store.path), a simulation)\n"
      ))
  }

  @Test
  func `An unknown status is null`() async {
    var service = FakeService()
    service.subscriptions = MarketResults(
      [Subscription(purchase: .small("1"), status: nil, renewTime: Instant(0))],
      failures: [.switchedOff("GG")])
    let run = await TestConsole.with(service).run(
      "subscriptions --user alice -o jsonl --fields status,renewTime")
    #expect(run.status == 5)
    #expect(run.output == "{\"status\":null,\"renewTime\":\"1970-01-01T00:00:00.000Z\"}\n")
  }
}
