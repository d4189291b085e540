import IAPCore
import IAPFixtures
import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

struct StoreFaultTests {
  private func added(
    _ line: String, _ variables: [String: String] = ["IAPCTL_STORE": "game.db"]
  ) throws(UsageError) -> PlannedFault {
    try resolved(StoreFaultAddCommand.self, "store fault add \(line)", variables).fault
  }

  private func refusal(_ line: String) -> UsageText? {
    problem(StoreFaultAddCommand.self, "store fault add \(line)")
  }

  @Test
  func `Every option of store fault add is read, and the defaults are those of a seed`() throws {
    #expect(
      try added("--on purchase --code 11") == PlannedFault(on: .purchase, .error(.iap, 11)))
    #expect(
      try added(
        "--on consume --code 102 --domain http --user alice --product gem.100 --skip 2 --times 3 "
          + "--delay 2s --after")
        == PlannedFault(
          on: .consume, .error(.http, 102), isAfter: true, skip: 2, times: 3,
          product: "gem.100", user: "alice", delay: CalendarPeriod("2s")))
    #expect(
      try added("--on consume --http 429 --retry-after 2 --payment 7")
        == PlannedFault(on: .consume, .status(429, retryAfter: "2"), payment: "7"))
    #expect(
      try added("--on purchase --server-code 9999 --after")
        == PlannedFault(on: .purchase, .serverCode(9999), isAfter: true))
    #expect(try added("--on products --cut 0") == PlannedFault(on: .products, .cut(after: 0)))
  }

  @Test
  func `Only a typed user restricts a fault`() throws {
    let variables = ["IAPCTL_STORE": "game.db", "IAPCTL_USER": "bob"]
    #expect(try added("--on restore --code 16", variables).user == nil)
    #expect(try added("--on restore --code 16 --user eve", variables).user == "eve")
  }

  @Test(arguments: [
    (
      "--code 1", "no operation given",
      "add --on with one of products, purchase, unconsumed, consume, subscriptions, restore, "
        + "reprocess, "
        + "payment/transaction, consumable, active-subscriptions, subscriptions/status"
    ),
    (
      "--on consume", "no failure given",
      "add one of --code N, --http STATUS, --server-code N and --cut BYTES; to choose a code: iapctl "
        + "explain N"
    ),
    (
      "--on consume --http 429 --cut 3", "--http and --cut exclude each other",
      "give only one of them"
    ),
    (
      "--on consume --code 1 --server-code 9999", "--code and --server-code exclude each other",
      "give only one of them"
    ),
    (
      "--on consume --cut 3 --after", "--cut and --after exclude each other",
      "give only one of them"
    ),
    ("--on consume --http 429 --domain http", "--domain needs --code", "add --code N"),
    ("--on consume --code 1 --retry-after 2", "--retry-after needs --http", "add --http STATUS"),
    (
      "--on consume --http 200",
      "--http: '200' is not a whole number from 201 to 599", nil
    ),
    (
      "--on consume --http 429 --retry-after=",
      "--retry-after: '' is not the value of the header, such as 2", nil
    ),
    (
      "--on restore --code 1 --payment 7",
      "a call of 'restore' names no payment: with --payment the fault would never apply",
      "leave --payment out, or use --on consume"
    ),
    (
      "--on consme --code 1",
      "--on: 'consme' is not one of products, purchase, unconsumed, consume, subscriptions, "
        + "restore, reprocess, payment/transaction, consumable, active-subscriptions, "
        + "subscriptions/status, did you mean 'consume'?", nil
    ),
    (
      "--on consume --code 19", "--code: 19 is not a code of com.nhncloud.iap: it has 0 to 18",
      "the codes are --domain iap: 0 to 18; --domain http: 100 to 107"
    ),
    (
      "--on consume --code 102", "--code: 102 is not a code of com.nhncloud.iap: it has 0 to 18",
      "it is a code of com.nhncloud.http: add --domain http"
    ),
    (
      "--on consume --code 12 --domain http",
      "--code: 12 is not a code of com.nhncloud.http: it has 100 to 107",
      "it is a code of com.nhncloud.iap: add --domain iap"
    ),
    ("--on consume --code 1 --domain server", "--domain: 'server' is not one of iap, http", nil),
    ("--on consume --code -1", "--code: '-1' is not a whole number of at least 0", nil),
    (
      "--on consume --code 1 --times 0", "--times: '0' is not a whole number of at least 1", nil
    ),
    (
      "--on unconsumed --code 1 --after",
      "--after: not possible for a query, because a query applies nothing",
      "leave --after out, or use --on with one of purchase, consume, restore, reprocess"
    ),
    (
      "--on restore --code 1 --product gem.100",
      "a call of 'restore' concerns no single product: with --product the fault would never apply",
      "leave --product out, or use --on purchase or --on consume"
    ),
    (
      "--on products --code 1 --user alice",
      "a call of 'products' has no user: with --user the fault would never apply",
      "leave --user out"
    ),
    (
      "--on consume --code 1 --delay soon",
      "--delay: 'soon' is not a duration of at most 1000 years, such as 90s, 15m, 12h, 30d, or ISO "
        + "8601 such as P1M",
      nil
    ),
  ])
  func `A wrong value is refused with what is valid`(
    _ line: String, _ message: String, _ hint: String?
  ) {
    #expect(refusal(line) == UsageText(message, hint: hint))
  }

  @Test
  func `A fault is added, listed with the keys of a seed, used up, kept and cleared`() async throws
  {
    let store = try SampleStore()
    let none = await store.run("store fault list")
    #expect(none.output.hasPrefix("on  domain  code") && none.errors == "iapctl: no faults\n")
    let record = """
      {"on":"purchase","domain":"com.nhncloud.iap","code":11,"after":false,"skip":1,"times":1,\
      "used":0,"product":null,"user":"bob","payment":null,"storeCode":null,"delay":null,"http":null,\
      "retryAfter":null,"serverCode":null,"cut":null}
      """
    let add = await store.run(
      "store fault add --on purchase --code 11 --skip 1 --user bob -o jsonl")
    #expect(add.status == 0 && add.output == record + "\n" && add.errors == "")
    #expect(await store.run("purchase gem.100 --user carol").status == 0)
    for status in [0, 4, 0] {
      #expect(await store.run("purchase gem.100 --user bob").status == Int32(status))
    }
    let used = record.replacing("\"used\":0", with: "\"used\":2")
    #expect(await store.run("store fault list -o jsonl").output == used + "\n")
    #expect(await store.run("store fault list -o json").output.contains("{\"faults\": ["))
    #expect(await store.run("store dump").output.contains(used))
    let clear = await store.run("store fault clear")
    #expect(clear.output == "" && clear.errors == "iapctl: removed 1 fault\n")
    #expect(await store.run("store fault list -o json").output == "{\"faults\": []}\n")
    #expect(await store.run("store fault clear").errors == "iapctl: removed 0 faults\n")
  }

  @Test
  func `What is listed can be loaded again as a part of a seed`() async throws {
    var store = try SampleStore()
    await store.run("store fault add --on consume --code 0 --after --times 4 --delay pt1m")
    let list = await store.run("store fault list -o json").output
    store.console.input = "{\"format\": 1, " + list.dropFirst()
    #expect(await store.run("store load -").status == 0, "the same fault counts as the seed's")
    #expect(await store.run("store fault list -o json").output == list)
    await store.run("store fault clear")
    #expect(await store.run("store load -").status == 0)
    #expect(await store.run("store fault list -o json").output == list)
  }

  @Test
  func `Names that the store does not have get a note`() async throws {
    let store = try SampleStore()
    let run = await store.run(
      "store fault add --on consume --code 0 --user alcie --product gem.10 --market QQ --payment 9")
    #expect(run.status == 0)
    #expect(
      run.errors == """
        iapctl: no user 'alcie' in this store; did you mean 'alice'?
        iapctl: no product 'gem.10' in this store; did you mean 'gem.100'?
        iapctl: no market 'QQ' in this store; known are AS, GG, ONESTORE
        iapctl: no payment '9' in this store

        """)
  }

  @Test
  func `After the operation was applied its answer is lost`() async throws {
    let store = try SampleStore()
    await store.run("store fault add --on consume --code 0 --after")
    #expect(await store.run("consume 2026011210000001").status == 7)
    #expect(await store.run("consume 2026011210000001").status == 4, "it was consumed")
  }

  @Test
  func `The group fault has help, suggestions and completion like any other group`() async throws {
    let console = TestConsole()
    let group = await console.run("store fault")
    #expect(group.status == 0 && group.output.hasPrefix("Usage: iapctl store fault <command>\n"))
    #expect(group.output.contains("'iapctl store fault COMMAND --help' describes a command."))
    let help = await console.run("help store fault add")
    #expect(help.output.hasPrefix("Usage: iapctl store fault add [options]\n"))
    #expect(await console.run("store fault add --help").output == help.output)
    #expect(
      await console.run("store fault").output == (await console.run("help store fault")).output)
    for (line, suggestion) in [
      ("store fault ad", "store fault add"), ("store fualt add", "store fault"),
      ("fault", "store fault"), ("store clear", "store fault clear"),
      ("store list", "store fault list"),
      ("list", "payment list"), ("init", "store init"),
    ] {
      let run = await console.run(line)
      #expect(run.status == 64)
      #expect(run.errors.contains("did you mean '\(suggestion)'?"), "\(line): \(run.errors)")
    }
    let names = await console.run("__complete fish -- store fault c")
    #expect(names.output.contains("clear\tremove all planned failures"))
    let options = await console.run("__complete bash -- store fault add --on con")
    #expect(options.output.hasPrefix("consume"))
  }

  @Test
  func `A seed from a FIFO without a writer says what iapctl waits for`() async throws {
    let store = try SampleStore()
    store.console.files["/fifo"] = #"{"format": 1}"#
    store.console.files.makeSlowFIFO("/fifo")
    let run = await store.run("store load /fifo")
    #expect(run.status == 0)
    #expect(
      run.errors.hasPrefix("iapctl: waiting for a process that writes to the FIFO /fifo\n"),
      "\(run.errors)")
  }
}
