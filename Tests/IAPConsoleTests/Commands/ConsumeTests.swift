import IAPBatch
import IAPCore
import Synchronization
import TestSupport
import Testing

@testable import IAPConsole

struct ConsumeTests {
  @Test
  func `The arguments of consume are parsed`() throws {
    func inputs(
      _ line: String, _ selection: ConsumeCommand.Inputs.Selection, user: Identifier? = nil,
      markets: [StoreCode] = [], _ change: (inout ConsumeCommand.Inputs) -> Void = { _ in }
    ) throws {
      var inputs = ConsumeCommand.Inputs(
        selection: selection, user: user, owner: user, markets: markets)
      change(&inputs)
      #expect(try resolved(ConsumeCommand.self, line).inputs == inputs, "\(line)")
    }
    try inputs("consume 1 2 1 --user alice", .listed(["1", "2"], tokenFile: nil), user: "alice")
    try inputs("consume 1 --token-file -", .listed(["1"], tokenFile: "-"))
    var query = UnconsumedQuery(owner: .user("alice"))
    query.markets = ["GG"]
    query.products = ["gem"]
    query.age = CalendarPeriod("30d")
    query.limit = 5
    let line =
      "consume --all --user alice --market GG --product gem --older-than 30d --limit 5"
    try inputs(line, .all(query), user: "alice", markets: ["GG"])
    try inputs(line + " --dry-run", .all(query), user: "alice", markets: ["GG"]) {
      $0.isRehearsal = true
    }
    try inputs("consume --all --all-users", .all(UnconsumedQuery(owner: .everyone)))
    try inputs("consume 1 2 --dry-run", .listed(["1", "2"], tokenFile: nil)) {
      $0.isRehearsal = true
    }
    try inputs("consume --from -", .file("-", InputOptions()))
    var options = InputOptions(format: .csv, skipsBadLines: true)
    options.names.set(.userID, to: "player")
    options.names.set(.paymentSeq, to: "nr")
    options.names.ignore("memo")
    options.names.ignoresAll = true
    try inputs(
      "consume --from f --input-format csv --skip-bad-lines --columns user=player,payment=nr "
        + "--ignore-columns memo,all",
      .file("f", options))
    try inputs(
      "consume 1 --concurrency 3 --rate 0.5/s --deliver d --undo u --deliver-timeout 5m "
        + "--journal j --ticket t --resume --settle 5m --keep-unknown k --already-consumed-ok",
      .listed(["1"], tokenFile: nil)
    ) {
      var rules = BatchRules()
      (rules.concurrency, rules.rate, rules.resumes) = (3, 0.5, true)
      rules.settleLimit = .seconds(300)
      $0.plan = ConsumePlan(
        rules: rules, deliver: "d", undo: "u", deliverTimeout: .seconds(300), journal: "j",
        ticket: "t", acceptsConsumed: true, keepUnknown: "k")
    }
  }

  @Test(arguments: [
    ("consume", "missing argument: PAYMENT_SEQ, or --all, or --from FILE"),
    ("consume --dry-run", "missing argument: PAYMENT_SEQ, or --all, or --from FILE"),
    ("consume --all", "--all needs --user"),
    ("consume 1 --columns user=player", "--columns needs --from"),
    (
      "consume --from f --columns memo=x",
      "--columns: 'memo=x' is not a column of iapctl and its name in the file, such as user=player"
    ),
    ("consume --all 1 --user a", "--all takes no payment numbers"),
    ("consume --all --token-file f --user a", "--all takes no token"),
    ("consume 1 2 --token-file f", "--token-file takes exactly one payment"),
    ("consume 1 --limit 3", "--limit needs --all"),
    ("consume 1 --product gem", "--product needs --all"),
    ("consume 1 --older-than 1d", "--older-than needs --all"),
    ("consume 1 --all-users", "--all-users needs --all"),
    ("consume --all --all-users --user a", "--all-users and --user exclude each other"),
    ("consume --from f 1", "--from takes no payment numbers"),
    ("consume --from f --all", "--from takes no --all"),
    ("consume --from f --token-file t", "--from takes no token"),
    ("consume --from f --limit 3", "--limit needs --all"),
    ("consume 1 --skip-bad-lines", "--skip-bad-lines needs --from"),
    ("consume --all --input-format csv --user a", "--input-format needs --from"),
    ("consume 1 --undo u", "--undo needs --deliver"),
    ("consume 1 --only-unknown", "--only-unknown needs --resume"),
    ("consume 1 --deliver-timeout 5s", "--deliver-timeout needs --deliver"),
    (
      "consume 1 --deliver d --deliver-timeout P1M",
      "--deliver-timeout must be more than 0 and at most a day"
    ),
    (
      "consume 1 --settle P1M",
      "--settle: 'P1M' is not 0s, or a duration of at most a day, such as 90s or 5m"
    ),
    (
      "consume 1 --keep-unknown -",
      "--keep-unknown writes tokens, which must not go to standard output"
    ),
    (
      "consume 1 --token-file - --app-key-file -",
      "--token-file and the app key cannot both be read from standard input"
    ),
    (
      "consume --from - --app-key-file -",
      "--from and the app key cannot both be read from standard input"
    ),
    (
      "consume 1 --rate 0",
      "--rate: '0' is not a number a second, such as 5/s or 0.5/s, at most 100000/s"
    ),
    ("consume 12x", "PAYMENT_SEQ: '12x' is not a payment number, which is made of digits"),
    (
      "consume -- help", "PAYMENT_SEQ: 'help' is not a payment number, which is made of digits"
    ),
  ])
  func `Options that exclude each other are refused`(_ line: String, _ message: String) {
    #expect(problem(ConsumeCommand.self, line)?.message == message)
  }

  @Test
  func `A single payment prints its result`() async throws {
    let store = try SampleStore()
    let run = await store.run("consume 2026011210000001 --user alice")
    #expect(run.status == 0)
    #expect(run.errors == "iapctl: 1 consumed (fixture store \(store.path), a simulation)\n")
    #expect(
      run.output == """
        paymentSeq        outcome   price  currency  error
        2026011210000001  consumed  1,500  KRW       -

        """)
    let again = await store.run("consume 2026011210000001 -o jsonl")
    #expect(again.status == 4)
    #expect(
      again.output.hasPrefix(
        "{\"paymentSeq\":\"2026011210000001\",\"userID\":null,\"claimedUserID\":null,"
          + "\"outcome\":\"already-consumed\",\"priorUnknown\":false,\"delivery\":null,\"price\":null,"
          + "\"currency\":null,\"productSeq\":null,\"attempts\":1,\"error\":{\"name\":\"alreadyConsumed\","
      ))
    #expect(again.errors.hasSuffix("\"retryable\":false,\"exitCode\":4}}\n"))
  }

  @Test
  func `Several payments print their results in order and a summary`() async throws {
    let store = try SampleStore()
    let run = await store.run(
      "consume 2026011410000001 9 2026011210000001 -o json --fields paymentSeq,outcome,productSeq")
    #expect(run.status == 5)
    #expect(
      run.output == """
        {"results": [
          {"paymentSeq":"2026011410000001","outcome":"consumed","productSeq":1000296},
          {"paymentSeq":"9","outcome":"not-sent","productSeq":null},
          {"paymentSeq":"2026011210000001","outcome":"consumed","productSeq":1000292}
         ],
         "summary": {"consumed":2,"already-consumed":0,"refused":0,"not-sent":1,"unknown":0,\
        "skipped":0}}

        """)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 2, "\(lines)")
    #expect(lines.first?.hasSuffix("\"retryable\":false,\"exitCode\":5}}") == true)
    #expect(
      lines.last == """
        {"summary":{"consumed":2,"already-consumed":0,"refused":0,"not-sent":1,"unknown":0,\
        "skipped":0},"place":"fixture store \(store.path), a simulation"}
        """)
  }

  @Test(arguments: [
    ("9", 3, "not-sent"), ("2026011010000001", 4, "already-consumed"),
    ("2026010810000001", 4, "refused"), ("2026010110000001", 4, "refused"),
    ("2026011210000001 --user bob", 4, "refused"), ("2026011510000001", 4, "refused"),
  ])
  func `The exit status of a single payment depends on its outcome`(
    _ words: String, _ status: Int32, _ outcome: String
  ) async throws {
    let run = try await SampleStore().run("consume \(words) -o csv --fields outcome --no-header")
    #expect(run.status == status)
    #expect(run.output == outcome + "\r\n")
  }

  @Test
  func `A lost response is unknown and exits 7`() async {
    var service = FakeService()
    service.consume = { request in
      request.paymentSeq == "1"
        ? .success(ConsumeReceipt(price: nil, currency: nil, productSeq: nil))
        : .failure(
          IAPError(
            .http(.requestTimeout), .answerLost(operation: "consume"), outcome: .unknown))
    }
    let run = await TestConsole.with(service).run("consume 1 2 -o csv --fields outcome,attempts")
    #expect(run.status == 7)
    #expect(run.output == "outcome,attempts\r\nconsumed,1\r\nunknown,1\r\n")
    let lines = run.errors.split(separator: "\n")
    #expect(lines.first?.hasPrefix("iapctl: error: ") == true)
    #expect(
      lines.dropFirst() == [
        "hint: payment 2 may have been consumed; settle it with: iapctl consume 2 "
          + "--already-consumed-ok",
        "iapctl: 1 consumed, 1 unknown (fixture store any.db, a simulation)",
      ])
    #expect(service.consumed.all.map(\.paymentSeq) == ["1", "2"])
  }

  @Test(
    arguments: [
      ("1500", "KRW", nil, nil), ("1500.00", "krw", 7, nil), (nil, nil, nil, nil),
      ("1501", "KRW", nil, "KRW 1,501; the row says KRW 1,500"),
      ("1500", "USD", nil, "USD 1,500; the row says KRW 1,500"),
      ("1500", "KRW", 8, "product 8; the row says product 7"),
    ] as [(String?, String?, Int64?, String?)])
  func `An answer that differs from what was known is a warning`(
    _ price: String?, _ currency: String?, _ product: Int64?, _ difference: String?
  ) async {
    var service = FakeService()
    service.traits = ServiceTraits(origin: "test", needsToken: true)
    var listed = Purchase.small("1")
    (listed.productSeq, listed.accessToken) = (7, Secret("token"))
    service.pages = [.elements([listed])]
    service.consume = { _ in
      .success(
        ConsumeReceipt(price: price.flatMap { Price($0) }, currency: currency, productSeq: product))
    }
    let run = await TestConsole.with(service).run("consume 1 --user alice -o csv --fields outcome")
    #expect(run.status == 0 && run.output == "outcome\r\nconsumed\r\n")
    let warning = difference.map {
      "iapctl: warning: payment 1 is consumed, but check it: the answer says \($0)\n"
    }
    #expect(
      run.errors == (warning ?? "") + "iapctl: 1 consumed (fixture store any.db, a simulation)\n")
  }

  @Test(arguments: ["\n", "\r\n", ""])
  func `The token of a file is sent without its line end`(_ end: String) async throws {
    var service = FakeService()
    service.consume = { _ in .failure(.iapctl(.paymentNotFound, .payment("1", .notFound))) }
    let console = TestConsole.with(service)
    console.files["/secret/token"] = "secret" + end
    let run = await console.run("consume 1 --token-file /secret/token --user alice")
    #expect(run.status == 3)
    #expect(
      service.consumed.all
        == [Payment("1", user: "alice", accessToken: Secret("secret"))])
  }

  @Test(
    arguments: [
      ("", 65, "is empty"), ("\n", 65, "is empty"),
      (String(repeating: "x", count: 70_000), 65, "is longer than 65536 bytes"),
    ] as [(String, Int32, String)])
  func `A token file without a token is refused`(_ text: String, _ status: Int32, _ words: String)
    async throws
  {
    var console = TestConsole.with(FakeService())
    console.files["/secret/token"] = text
    let run = await console.run("consume 1 --token-file /secret/token")
    #expect(run.status == status)
    #expect(run.output.isEmpty)
    #expect(run.errors == "iapctl: error: /secret/token \(words)\n")
    console.input = text
    #expect(
      await console.run("consume 1 --token-file -").errors
        == "iapctl: error: standard input \(words)\n")
  }

  @Test
  func `A token file that is missing or not text is refused`() async throws {
    let console = TestConsole.with(FakeService())
    let missing = await console.run("consume 1 --token-file /secret/none")
    #expect(missing.status == 66)
    console.files.put([0x61, 0xFF], at: "/secret/token")
    let broken = await console.run("consume 1 --token-file /secret/token")
    #expect(broken.status == 65)
    #expect(broken.errors == "iapctl: error: /secret/token is not UTF-8\n")
  }

  @Test
  func `A wrong token is refused`() async throws {
    var store = try SampleStore()
    store.console.input = "sample-token-alice-2"
    let run = await store.run("consume 2026011210000001 --token-file -")
    #expect(run.status == 4)
    #expect(run.errors.contains("[com.nhncloud.iap 12 changePurchaseStatusFailed]"))
    #expect(!run.errors.contains("sample-token"))
  }

  @Test
  func `A stop signal before the first payment: nothing is sent`() async {
    var console = TestConsole.with(FakeService())
    console.host.stop = { 2 }
    let run = await console.run("consume 1 2 -o csv --fields paymentSeq,outcome,attempts")
    #expect(run.status == 130)
    #expect(run.output == "paymentSeq,outcome,attempts\r\n1,not-sent,0\r\n2,not-sent,0\r\n")
  }

  @Test
  func `A stop signal in between: requests in flight finish, the rest is not sent`() async {
    let isStopped = Mutex(false)
    var service = FakeService()
    service.consume = { _ in
      isStopped.withLock { $0 = true }
      return .success(ConsumeReceipt(price: nil, currency: nil, productSeq: nil))
    }
    var console = TestConsole.with(service)
    console.host.stop = { isStopped.withLock { $0 ? 15 : nil } }
    let numbers = (1...600).map(String.init).joined(separator: " ")
    let run = await console.run("consume \(numbers) -o csv --fields outcome --no-header -q")
    let sent = service.consumed.all.count
    #expect(run.status == 143)
    #expect(sent > 0 && sent < 600)
    let outcomes = run.output.split(separator: "\r\n")
    #expect(outcomes.prefix(sent).allSatisfy { $0 == "consumed" })
    #expect(outcomes.dropFirst(sent).allSatisfy { $0 == "not-sent" })
    #expect(outcomes.count == 600)
  }
}
