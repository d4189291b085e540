import IAPCore
import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

struct UnconsumedTests {
  @Test(arguments: [("jsonl", true), ("csv", true), ("json", false), ("table", false)])
  func `What was read before a failure is shown in a format of lines`(
    _ format: String, _ isShown: Bool
  ) async {
    var service = FakeService()
    service.pages = [.elements([.small("1")])]
    service.pagesEnd = .http(.networkNotAvailable, .server("test", .unreachable(why: "no route")))
    let run = await TestConsole.with(service).run("unconsumed --user alice -o \(format)")
    #expect(run.status == 69)
    #expect(run.output.contains("alice") == isShown, "\(run.output)")
  }

  @Test
  func `The arguments of unconsumed are parsed`() throws {
    let plain = try resolved(UnconsumedCommand.self, "unconsumed --user alice")
    #expect(plain.query == UnconsumedQuery(owner: .user("alice")))
    #expect(!plain.failsEmpty)
    var query = UnconsumedQuery(owner: .everyone)
    query.markets = ["AS", "GG"]
    query.products = ["gem.100", "coin_500"]
    query.age = CalendarPeriod("90s")
    query.limit = 2
    let line =
      "unconsumed --all-users --product gem.100 --product coin_500 --older-than 90s --limit 2"
      + " --fail-empty --market AS --market GG"
    let narrowed = try resolved(UnconsumedCommand.self, line)
    #expect(narrowed.query == query)
    #expect(narrowed.failsEmpty)
  }

  @Test
  func `A user or --all-users is required`() throws {
    #expect(problem(UnconsumedCommand.self, "unconsumed")?.message == "no user given")
    #expect(
      problem(UnconsumedCommand.self, "unconsumed --all-users --user a")
        == UsageText(
          "--all-users and --user exclude each other", hint: "give only one of them"))
    let variables = ["IAPCTL_USER": "a"]
    #expect(
      try resolved(UnconsumedCommand.self, "unconsumed", variables).query.owner == .user("a"))
    #expect(
      try resolved(UnconsumedCommand.self, "unconsumed --all-users", variables).query.owner
        == .everyone)
  }

  @Test(arguments: ["90s", "15m", "12h", "30d", "P1M", "p1m", "PT5M"])
  func `Short durations such as 30d are accepted`(_ word: String) throws {
    let inputs = try resolved(
      UnconsumedCommand.self, "unconsumed --user a --older-than \(word)")
    #expect(inputs.query.age == CalendarPeriod(word))
    #expect(inputs.query.age != nil)
  }

  @Test(arguments: ["--older-than 1x", "--limit 0", "--limit -5", "--product="])
  func `Invalid filters are refused`(_ option: String) {
    #expect(problem(UnconsumedCommand.self, "unconsumed --user a \(option)") != nil)
  }

  @Test
  func `The table of unconsumed payments, oldest first`() async throws {
    let run = try await SampleStore().run("unconsumed --all-users")
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(
      run.output == """
        paymentSeq        userID  productIdentifier  price  currency  storeCode  purchaseTime
        2026011110000001  bob     chest.week          2.29  EUR       AS         \
        2026-01-11 19:30:00Z
        2026011210000001  alice   gem.100            1,500  KRW       AS         \
        2026-01-12 11:20:00Z
        2026011410000001  alice   coin_500             600  JPY       GG         \
        2026-01-14 22:05:10.500Z

        """)
  }

  @Test
  func `A purchase as JSON has every key, and its token only with --show-tokens`() async throws {
    let store = try SampleStore()
    func expected(_ token: String) -> String {
      """
      {"purchases": [
        {"userID":"alice","storeCode":"AS","productIdentifier":"gem.100","productSeq":1000292,\
      "productType":"CONSUMABLE","price":1500,"currency":"KRW","paymentSeq":"2026011210000001",\
      "accessToken":\(token),"transactionIdentifier":"1000000000000001",\
      "originalTransactionIdentifier":null,"purchaseTime":"2026-01-12T11:20:00.000Z",\
      "expiryTime":null,"storePayment":false,"sandboxPayment":false,"payload":"slot-3",\
      "gamebaseProductId":null}
       ]}

      """
    }
    let line = "unconsumed --user alice --limit 1 -o json"
    #expect(await store.run(line).output == expected("null"))
    #expect(
      await store.run(line + " --show-tokens").output == expected("\"sample-token-alice-1\""))
  }

  @Test(arguments: [
    ("--user alice --product coin_500", ["2026011410000001"]),
    ("--user alice --market AS", ["2026011210000001"]),
    ("--all-users --older-than 3d", ["2026011110000001"]),
    ("--all-users --limit 2", ["2026011110000001", "2026011210000001"]),
    ("--user frank", []), ("--user alice --market ONESTORE", []),
  ])
  func `Each filter lists its payments`(_ options: String, _ payments: [String]) async throws {
    let store = try SampleStore()
    let run = await store.run("unconsumed \(options) -o csv --fields paymentSeq --no-header")
    #expect(run.status == 0)
    #expect(run.output.split(separator: "\r\n").map(String.init) == payments)
    let whose =
      options.hasSuffix("ONESTORE") ? "of user alice in market ONESTORE" : "of user frank"
    let rest =
      options.hasSuffix("ONESTORE")
      ? ""
      : "iapctl: 1 interrupted purchase: iapctl reprocess --user frank\n"
    #expect(
      run.errors
        == (payments.isEmpty
          ? "iapctl: no unconsumed purchases \(whose) (fixture store \(store.path), a simulation)\n\(rest)"
          : ""))
  }

  @Test(arguments: ["--transaction GPA.404", "--product gem.550", "--older-than 90d"])
  func `A list that a filter empties is not said to be empty`(_ filter: String) async throws {
    let store = try SampleStore()
    let run = await store.run("unconsumed --user alice \(filter)")
    #expect(run.status == 0)
    #expect(
      run.errors
        == "iapctl: no matching unconsumed purchases of user alice (fixture store \(store.path), a simulation)\n"
    )
  }

  @Test
  func `Several users are listed in one run, each row with its user`() async throws {
    let store = try SampleStore()
    store.console.files["/users"] = "\u{FEFF}alice\r\n\r\nbob\r\nalice\r\n"
    store.console.files["/columns"] = "alice\nbob,vip\n"
    store.console.files["/empty"] = "\n\n"
    let all = await store.run(
      "unconsumed --all-users -o csv --fields paymentSeq,userID --no-header")
    let rows = all.output.split(separator: "\r\n").filter {
      $0.hasSuffix(",alice") || $0.hasSuffix(",bob")
    }
    #expect(Set(rows.map { $0.split(separator: ",")[1] }) == ["alice", "bob"])
    for options in [
      "--user alice --user bob", "--users-from /users", "--user bob --users-from /users",
    ] {
      let run = await store.run(
        "unconsumed \(options) -o csv --fields paymentSeq,userID --no-header")
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.split(separator: "\r\n") == rows, "\(options)")
      let first = await store.run(
        "unconsumed \(options) --limit 1 -o csv --fields paymentSeq,userID --no-header")
      #expect(first.output.split(separator: "\r\n") == Array(rows.prefix(1)))
    }
    let wrong = await store.run("unconsumed --users-from /columns")
    #expect(wrong.status == 65)
    #expect(wrong.errors.contains("line 2 of /columns is not a user: 'bob,vip'"))
    // What a sheet brings along is no user.
    for (text, line) in [
      ("userID\nalice\n", 1), ("alice\n\"bob\"\n", 2), ("al\0ice\n", 1), ("유저\nalice\n", 1),
    ] {
      store.console.files["/sheet"] = text
      let run = await store.run("unconsumed --users-from /sheet")
      #expect(run.status == 65)
      #expect(run.errors.contains("line \(line) of /sheet is not a user: "), "\(run.errors)")
    }
    #expect(await store.run("unconsumed --users-from /empty").status == 65)
    #expect(await store.run("unconsumed --users-from /users --all-users").status == 64)
    #expect(await store.run("unconsumed --users-from /none").status == 66)
    // A consume is of one user.
    #expect(await store.run("consume --all --user alice --user bob --yes").status == 64)
  }

  @Test(
    arguments: [
      ("alice,bob", "the user 'alice,bob' contains a comma, and is taken as one user"),
      (" alice", "the user ' alice' begins or ends with a space"),
      ("alice\u{3000}", "the user 'alice\u{3000}' begins or ends with a space"), ("alice", nil),
    ] as [(String, String?)])
  func `A user that is most likely not meant so is noted`(_ user: String, _ note: String?)
    async throws
  {
    var store = try SampleStore()
    store.console.variables["IAPCTL_USER"] = user
    for command in ["unconsumed", "subscriptions", "restore", "consume 9 --dry-run"] {
      let run = await store.run(command)
      let notes = run.errors.split(separator: "\n").filter { $0.contains("the user '") }
      #expect(notes == (note.map { ["iapctl: \($0)"] } ?? []), "\(command): \(run.errors)")
    }
  }

  @Test
  func `With --fail-empty an empty list is a failure`() async throws {
    let store = try SampleStore()
    for format in OutputFormat.allCases {
      let run = await store.run("unconsumed --user frank --fail-empty -o \(format)")
      #expect(run.status == 6)
      #expect(run.output.isEmpty)
    }
    #expect(
      await store.run("unconsumed --user frank --fail-empty").errors.contains(
        "iapctl: error: no unconsumed purchases of user frank (fixture store \(store.path), a simulation)\n"
      ))
    #expect(await store.run("unconsumed --user alice --fail-empty").status == 0)
  }

  @Test
  func `A market that fails beside one that answers is a partial failure`() async {
    var service = FakeService()
    service.pages = [
      .elements([.small("1")]), .failure(.switchedOff("GG")), .elements([.small("2")]),
    ]
    let run = await TestConsole.with(service).run(
      "unconsumed --user alice -o jsonl --fields paymentSeq,storeCode")
    #expect(run.status == 5)
    #expect(
      run.output == """
        {"paymentSeq":"1","storeCode":null}
        {"paymentSeq":"2","storeCode":null}

        """)
    #expect(
      run.errors == """
        {"error":{"name":"storeNotAvailable","domain":"com.nhncloud.iap","code":2,\
        "serverCode":null,"httpStatus":null,"paymentSeq":null,"storeCode":"GG",\
        "productIdentifier":null,"message":"list incomplete: GG: market GG is switched off","hint":"name other markets with --market","outcome":"not-applied",\
        "retryable":false,"exitCode":5}}

        """)
  }

  @Test
  func `A market that fails beside an empty one is a partial failure, too`() async {
    var service = FakeService()
    service.pages = [.elements([]), .failure(.switchedOff("GG"))]
    let run = await TestConsole.with(service).run("unconsumed --user alice --fail-empty -o json")
    #expect(run.status == 5)
    #expect(run.output == "{\"purchases\": []}\n")
    service.pages = [.failure(.switchedOff("GG"))]
    let failed = await TestConsole.with(service).run("unconsumed --user alice -o json")
    #expect(failed.status == 4)
    #expect(failed.output.isEmpty)
  }

  @Test(arguments: [
    (2, 130, "interrupted (Ctrl-C)"), (15, 143, "terminated (signal 15)"),
    (1, 129, "hung up (the terminal was closed)"),
  ])
  func `A stop signal ends the listing`(_ signal: Int32, _ status: Int32, _ message: String)
    async throws
  {
    var store = try SampleStore()
    store.console.host.stop = { signal }
    let run = await store.run("unconsumed --user alice")
    #expect(run.status == status)
    #expect(run.output.isEmpty)
    #expect(run.errors == "iapctl: error: \(message)\n")
  }
}
