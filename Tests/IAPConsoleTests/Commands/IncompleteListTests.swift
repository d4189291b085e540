import IAPCore
import TestSupport
import Testing

/// Lists in which one market failed, and markets that no guide documents.
struct IncompleteListTests {
  private static let refused = IAPError(
    .http(.requestFailed), .statusNotOK(404), httpStatus: 404)

  private var service: FakeService {
    var service = FakeService()
    service.pages = [
      .failure(MarketFailure("GG", Self.refused)), .elements([.small("1")]),
      .failure(MarketFailure("ONESTORE", Self.refused)),
    ]
    service.subscriptions = MarketResults(
      [], failures: [MarketFailure("AS", Self.refused), MarketFailure("GG", Self.refused)],
      isAnswered: false)
    return service
  }

  private static func line(_ market: String) -> String {
    "iapctl: error: list incomplete: \(market): the server answered with HTTP status 404 "
      + "[com.nhncloud.http 101 requestFailed]\n"
  }

  @Test
  func `Each market that fails has its own line, even if two fail alike`() async {
    let run = await TestConsole.with(service).run("unconsumed --user alice --fields paymentSeq")
    #expect(run.status == 5)
    #expect(run.output == "paymentSeq\n1\n")
    #expect(run.errors.contains(Self.line("GG")), "\(run.errors)")
    #expect(run.errors.contains(Self.line("ONESTORE")), "\(run.errors)")
    let subscriptions = await TestConsole.with(service).run("subscriptions --user alice")
    #expect(subscriptions.status == 76)
    #expect(
      subscriptions.errors.hasPrefix(
        """
        iapctl: nothing was listed
        iapctl: error: the server answered with HTTP status 404 [com.nhncloud.http 101 requestFailed]
        """))
  }

  @Test
  func `A JSON error names its market`() async {
    let run = await TestConsole.with(service).run("unconsumed --user alice -o json")
    for market in ["GG", "ONESTORE"] {
      #expect(run.errors.contains(#""storeCode":"\#(market)""#), "\(run.errors)")
      #expect(run.errors.contains(#""message":"list incomplete: \#(market): "#))
    }
    #expect(run.errors.split(separator: "\n").count == 2)
  }

  @Test
  func `The only requested market is named, and no list is reported as incomplete`() async {
    var service = FakeService()
    service.pages = [.failure(MarketFailure("GG", Self.refused))]
    let run = await TestConsole.with(service).run("unconsumed --user alice --market GG -o json")
    #expect(run.status == 76)
    #expect(run.errors.contains(#""storeCode":"GG""#))
    #expect(!run.errors.contains("list incomplete"))
  }

  @Test
  func `The question for a consume of all names the missing markets`() async {
    var service = service
    service.consume = { _ in .success(ConsumeReceipt(price: nil, currency: nil, productSeq: nil)) }
    let run = await TestConsole.with(service).typing("n\n").run("consume --all --user alice")
    #expect(run.status == 2)
    let place = run.errors.firstRange(of: "list incomplete: GG: ")?.lowerBound
    let question = run.errors.firstRange(of: "Consume payment 1 ")?.lowerBound
    #expect(place != nil && question != nil, "\(run.errors)")
    if let place, let question { #expect(place < question) }
    #expect(run.errors.contains("\nlist incomplete: ONESTORE: "))
  }

  @Test
  func `A consume of all says what was done without a market, and how to ask it again`() async {
    var service = FakeService()
    let down = IAPError(.http(.requestFailed), .statusNotOK(500), httpStatus: 500)
    service.pages = [.elements([.small("1"), .small("2")]), .failure(MarketFailure("GG", down))]
    service.consume = { _ in .success(ConsumeReceipt(price: nil, currency: nil, productSeq: nil)) }
    let line = "consume --all --user alice --yes"
    let run = await TestConsole.with(service).run(line)
    #expect(run.status == 5)
    #expect(
      run.errors.contains(
        "hint: market GG could not be asked; the payments above are done; to consume its payments: "
          + "iapctl consume --all --user alice --market GG\n"), "\(run.errors)")
    #expect(!run.errors.contains("nothing was applied"))
    service.pages = [.elements([]), .failure(MarketFailure("GG", down))]
    let none = await TestConsole.with(service).run(line)
    #expect(none.status == 5)
    #expect(none.errors.contains("market GG could not be asked; nothing was consumed; "))
  }

  @Test
  func `An unknown market code is used, with a warning`() async {
    var console = TestConsole.with(service)
    console.variables["IAPCTL_APP_KEY"] = "key"
    console.variables["IAPCTL_STORE"] = nil
    let line = "unconsumed --user alice --market AS,ASS,TS --market ASS,NEW"
    let run = await console.run(line)
    #expect(
      run.errors.hasPrefix(
        """
        iapctl: warning: unknown market 'ASS'; did you mean AS?
        iapctl: warning: unknown market 'NEW'; it is used as given
        iapctl: error:
        """), "\(run.errors)")
    let json = await console.run(line + " -o json")
    #expect(
      json.errors.hasPrefix(#"{"warning":"unknown market 'ASS'; did you mean AS?"#),
      "\(json.errors)")
    let quiet = await console.run(line + " -q")
    #expect(!quiet.errors.contains("warning"))
  }

  @Test
  func `If the list has no identifiers, the table shows product numbers`() async {
    var service = FakeService()
    service.traits.listsProductIdentifiers = false
    var purchase = Purchase.small("1")
    purchase.productSeq = 1_000_292
    service.pages = [.elements([purchase])]
    for line in ["unconsumed --user alice", "consume --all --user alice --dry-run"] {
      let run = await TestConsole.with(service).run(line)
      let lines = run.output.split(separator: "\n")
      #expect(lines.first?.contains("productSeq") == true, "\(run.output)")
      #expect(lines.first?.contains("productIdentifier") == false)
      #expect(lines.last?.contains("1000292") == true)
    }
    service.traits.listsProductIdentifiers = true
    let named = await TestConsole.with(service).run("unconsumed --user alice")
    #expect(named.output.contains("productIdentifier"))
  }

  @Test
  func `An unsupported operation is reported with an alternative`() async {
    var service = FakeService()
    service.purchase = .failure(
      .iapctl(
        .unsupported,
        .notInAPI(operation: "purchase", api: "service", alternative: .fixtureAPI)))
    let run = await TestConsole.with(service).run("purchase gem --user a --market GG -o json")
    #expect(run.status == 64)
    #expect(
      run.errors == """
        {"error":{"name":"unsupported","domain":"iapctl","code":null,"serverCode":null,\
        "httpStatus":null,"paymentSeq":null,"storeCode":"GG","productIdentifier":"gem",\
        "message":"the API 'service' has no call for 'purchase': a real payment starts on the user's device","hint":"the player buys it in the app. To try it without money, use a fixture store with --store PATH, or a server of 'iapctl serve' with --api fixture","outcome":"not-applied","retryable":false,\
        "exitCode":64}}

        """)
  }
}
