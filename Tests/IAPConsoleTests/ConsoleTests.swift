import IAPCore
import IAPMessages
import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

struct ConsoleTests {
  @Test(arguments: [
    ("", []), ("--help", []), ("help", []), ("store", ["store"]),
    ("help store", ["store"]), ("store help", ["store"]), ("consume --help", ["consume"]),
    ("help consume", ["consume"]), ("consume help", ["consume"]), ("--help consume", ["consume"]),
    ("help store init", ["store", "init"]), ("store init --help", ["store", "init"]),
    ("store init help", ["store", "init"]), ("help help", ["help"]),
    ("consume --bogus --help", ["consume"]),
  ])
  func `Help is printed on standard output and exits 0, for every spelling`(
    _ line: String, _ path: [String]
  ) async {
    let run = await TestConsole().run(line)
    #expect(run.status == 0)
    let page =
      line.isEmpty
      ? Console.manual(in: .english).overview(columns: nil) : Console.help(for: path, columns: nil)
    #expect(run.output == page)
    #expect(run.errors.isEmpty)
  }

  @Test
  func `Help is wrapped to the width of the terminal`() async {
    var console = TestConsole()
    console.columns = 60
    #expect(
      await console.run("consume --help").output == Console.help(for: ["consume"], columns: 60))
  }

  @Test
  func `-h prints help on one screen`() async {
    let short = await TestConsole().run("consume -h")
    #expect(short.output == Console.manual().shortHelp(for: ["consume"], columns: nil))
    #expect(short.output.contains("--user ID"), "an option that the examples use")
    #expect(short.output.split(separator: "\n", omittingEmptySubsequences: false).count <= 25)
    #expect(await TestConsole().run("consume -h --help").output != short.output)
  }

  @Test
  func `The version is printed`() async {
    let run = await TestConsole().run("--version")
    #expect(run.status == 0)
    #expect(run.output == "iapctl \(Release.version)\n")
    #expect(run.errors.isEmpty)
  }

  @Test(arguments: [
    (
      "purchse", "unknown command 'purchse', did you mean 'purchase'?",
      "'iapctl help' lists the commands"
    ),
    (
      "help purchse", "unknown command 'purchse', did you mean 'purchase'?",
      "'iapctl help' lists the commands"
    ),
    (
      "store ini", "unknown command 'store ini', did you mean 'store init'?",
      "'iapctl help' lists the commands"
    ),
    (
      "init a.db", "unknown command 'init', did you mean 'store init'?",
      "'iapctl help' lists the commands"
    ),
    (
      "products --usr a", "unknown option '--usr', did you mean '--user'?",
      "see 'iapctl products --help'"
    ),
    (
      "consume --dryrun", "unknown option '--dryrun', did you mean '--dry-run'?",
      "see 'iapctl consume --help'"
    ),
    ("products 1", "unexpected argument '1'", "see 'iapctl products --help'"),
    ("serve --seed s true", "unexpected argument 'true'", "write -- before the command to run"),
    ("store init", "missing argument: PATH", "see 'iapctl store init --help'"),
  ])
  func `An invalid command line prints nothing on standard output`(
    _ line: String, _ message: String, _ hint: String
  ) async {
    let run = await TestConsole().run(line)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors == "iapctl: error: \(message)\nhint: \(hint)\n")
  }

  @Test
  func `With -o json an invalid command line is reported as JSON`() async {
    for line in ["purchse -o json", "-o jsonl purchse", "--output=json purchse"] {
      let run = await TestConsole().run(line)
      #expect(run.status == 64)
      #expect(run.output.isEmpty)
      #expect(
        run.errors == """
          {"error":{"name":"usage","domain":"iapctl","code":null,"serverCode":null,\
          "httpStatus":null,"paymentSeq":null,"storeCode":null,"productIdentifier":null,\
          "message":"unknown command 'purchse', did you mean 'purchase'?",\
          "hint":"'iapctl help' lists the commands","outcome":"not-applied","retryable":false,\
          "exitCode":64}}

          """)
    }
    var console = TestConsole()
    console.variables["IAPCTL_OUTPUT"] = "json"
    #expect(await console.run("purchse").errors.hasPrefix("{\"error\":{\"name\":\"usage\""))
  }

  @Test
  func `Without a backend the exit status is 78, with a hint that names the options`() async {
    let run = await TestConsole().run("products")
    #expect(run.status == 78)
    #expect(run.output.isEmpty)
    #expect(
      run.errors.hasPrefix("iapctl: error: iapctl does not know which service to ask\nhint: "))
    #expect(run.errors.contains("--store"))
    #expect(
      await TestConsole().run("products -o json").errors.contains(
        "\"name\":\"configuration\",\"domain\":\"iapctl\",\"code\":null"))
  }

  @Test
  func `Unknown fields are refused with a list of the known ones, before anything runs`() async {
    let run = await TestConsole.with(FakeService()).run(
      "subscriptions --manage-url --fields url,link")
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(
      run.errors
        == "iapctl: error: --fields: no field 'link'\nhint: the fields are url\n")
    let near = await TestConsole.with(FakeService()).run(
      "unconsumed --user a --fields paymentSeq,curency")
    #expect(
      near.errors == """
        iapctl: error: --fields: no field 'curency', did you mean 'currency'?
        hint: the fields are userID, storeCode, productIdentifier, productSeq, productType, \
        price, currency, paymentSeq, accessToken, transactionIdentifier, \
        originalTransactionIdentifier, purchaseTime, expiryTime, storePayment, sandboxPayment, \
        payload, gamebaseProductId

        """)
  }

  @Test
  func `--quiet suppresses notes, but not errors`() async throws {
    let store = try SampleStore()
    #expect(
      await store.run("restore --user alice").errors.hasPrefix(
        "iapctl: no purchases to restore of user alice (fixture store "))
    #expect(await store.run("restore --user alice -q").errors.isEmpty)
    #expect(await store.run("-q products 1").errors.hasPrefix("iapctl: error: "))
  }

  @Test
  func `A trace has each call, without tokens`() async throws {
    let store = try SampleStore()
    let products = await store.run("-v products --market AS --market GG")
    #expect(
      products.errors == "iapctl: trace: place: fixture store \(store.path), a simulation\n"
        + "iapctl: trace: products in AS, GG: 8 products, 0.0 ms\n")
    let file = "/secret/token"
    store.console.files[file] = "sample-token-alice-1\n"
    let run = await store.run("-v -q consume 2026011210000001 --token-file \(file)")
    #expect(run.status == 0)
    #expect(
      run.errors == "iapctl: trace: place: fixture store \(store.path), a simulation\n"
        + "iapctl: trace: consume of 2026011210000001: consumed, 0.0 ms\n")
  }

  private static let all = "in all markets"

  @Test(arguments: [
    ("products", ["products \(all): 9 products"]),
    (
      "unconsumed --user alice --user bob --market AS",
      ["begins", "2 purchases", "no more"].map { "unconsumed of alice, bob in AS: \($0)" }
    ),
    (
      "consume --all --all-users --yes",
      [
        "unconsumed of all users \(all): begins", "consume of 3 listed payments: consumed",
        "unconsumed of all users \(all): 0 purchases", "unconsumed of all users \(all): no more",
      ]
    ),
    (
      "consume 2026011210000001 --user alice --dry-run",
      ["lookup of 1 payments: 1 can be consumed"]
    ),
    (
      "consume 99 --user alice --yes",
      ["consume of 99: paymentNotFound, not-applied"]
    ),
    (
      "subscriptions --user carol --include-expired",
      ["subscriptions of carol \(all): 1 subscriptions"]
    ),
    ("restore --user carol", ["restore of carol \(all): 2 completed, 0 closed, 0 failed"]),
    (
      "reprocess --user dave --market GG",
      ["reprocess of dave in GG: 0 completed, 0 closed, 0 failed"]
    ),
    (
      "payment list --user alice --market AS",
      ["begins", "3 payments", "no more"].map { "payments of alice in AS: \($0)" }
    ),
    (
      "purchase gem.100 --user alice",
      ["purchase of gem.100 by alice in AS: payment 2026011510000002"]
    ),
    (
      "purchase gem.100 --user alice --simulate interrupted",
      ["purchase of gem.100 by alice in AS: payment 2026011510000002 interrupted"]
    ),
    (
      "purchase gem.100 --user alice --simulate reserved",
      ["purchase of gem.100 by alice in AS: payment 2026011510000002 reserved"]
    ),
    (
      "purchase gem.100 --user alice --simulate pending",
      ["purchase of gem.100 by alice in AS: payment 2026011510000002 pending"]
    ),
    ("purchase --deferred --user alice", ["deferred products of alice: 0 products"]),
  ])
  func `Each operation of a store is traced`(_ line: String, _ calls: [String]) async throws {
    let run = try await SampleStore().run("-v \(line)")
    let traced = run.errors.split(separator: "\n").filter { $0.contains("trace: ") }.dropFirst()
    #expect(traced.map(String.init) == calls.map { "iapctl: trace: \($0), 0.0 ms" })
  }

  @Test
  func `The calls to a server are not traced: its client traces the requests`() async throws {
    var service = FakeService()
    service.products = MarketResults([])
    var console = TestConsole.with(service)
    console.variables = ["IAPCTL_APP_KEY": "key"]
    let run = await console.run("-v -q products")
    #expect(run.status == 0)
    #expect(run.errors == "iapctl: trace: place: api-iap.cloud.toast.com, app key 2c70e1…\n")
  }

  @Test
  func `A closed pipe exits 141 without a message`() async {
    let errors = Transcript()
    let status = await Console.run(["--version"], in: environment(.closedPipe, errors))
    #expect(status == ExitStatus(code: 141))
    #expect(errors.text.isEmpty)
  }

  @Test
  func `Output that cannot be written is reported`() async {
    let errors = Transcript()
    let status = await Console.run(
      ["--version"], in: environment(.failed("no space"), errors))
    #expect(status == ExitStatus(code: 74))
    #expect(
      errors.text == "iapctl: error: standard output cannot be written: no space\n")
  }

  @Test
  func `An argument that is not text is a usage error`() {
    let errors = Transcript()
    let status = Console.fail(
      UsageError.argument(.argumentNotText(position: "1", repaired: "a?")), arguments: [],
      in: environment(.closedPipe, errors))
    #expect(status == ExitStatus(code: 64))
    #expect(
      errors.text
        == """
        iapctl: error: argument 1 is not UTF-8: 'a?'
        hint: write it in UTF-8; identifiers are compared byte by byte

        """)
  }

  /// An environment whose standard output fails.
  private func environment(
    _ problem: Environment.Output.Problem, _ errors: Transcript
  ) -> Environment {
    var console = TestConsole()
    console.host.commit = "0123456789abcdef"
    var environment = console.environment(Transcript(), errors)
    environment.output = Environment.Output(isTerminal: false, columns: nil, rows: nil) {
      (_) throws(Environment.Output.Problem) in
      throw problem
    } isClosed: {
      false
    }
    return environment
  }
}
