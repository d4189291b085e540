import IAPCore
import TestSupport
import Testing

@testable import IAPConsole

/// Consuming what a filter finds: asking first, and trying out.
struct ConsumeAllTests {
  private let all = "consume --all --user alice"

  private func isUntouched(_ store: SampleStore) async -> Bool {
    await store.console.run("unconsumed --user alice --fail-empty --limit 2 -o csv").output
      .split(separator: "\r\n").count == 3
  }

  @Test(
    "Confirmed by option, nothing is asked", arguments: ["--yes", "-y", "-qy", "--yes --no-input"])
  func confirmed(_ option: String) async throws {
    let store = try SampleStore()
    let run = await store.run("\(all) \(option) -o csv --fields paymentSeq,outcome")
    #expect(run.status == 0)
    #expect(
      run.output
        == "paymentSeq,outcome\r\n2026011210000001,consumed\r\n2026011410000001,consumed\r\n")
    #expect(run.errors == (option == "-qy" ? "" : "iapctl: 2 consumed\n"))
    #expect(await store.run("unconsumed --user alice --fail-empty").status == 6)
  }

  @Test("Without a terminal it is not confirmed")
  func pipe() async throws {
    let store = try SampleStore()
    let run = await store.run(all)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(
      run.errors == """
        iapctl: error: not confirmed; nothing was consumed
        hint: look with --dry-run, then confirm with --yes

        """)
    #expect(await isUntouched(store))
    #expect(
      await store.run(all + " -o json").errors.hasPrefix("{\"error\":{\"name\":\"notConfirmed\""))
  }

  @Test("A person is asked, with count, sums and place", arguments: ["y", "yes", "Y", "YES"])
  func asked(_ answer: String) async throws {
    let store = try SampleStore()
    let run = await store.console.typing(answer + "\n").run(all)
    #expect(run.status == 0)
    #expect(run.errors.hasPrefix("Consume 2 payments of "))
    #expect(run.errors.contains("in the fixture store \(store.path)?\n"))
    #expect(run.errors.contains("\n  JPY 600 (1)\n  KRW 1500 (1)\n"))
    #expect(run.errors.hasSuffix("Type y to go on: iapctl: 2 consumed\n"))
    #expect(!(await isUntouched(store)))
  }

  @Test("Everything but yes is no", arguments: ["n", "no", "", "yep", "x", "ja"])
  func refused(_ answer: String) async throws {
    let store = try SampleStore()
    let run = await store.console.typing(answer).run(all)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("iapctl: error: not confirmed; nothing was consumed\n"))
    #expect(await isUntouched(store))
  }

  @Test("Sums are made by currency, of all users")
  func sums() async throws {
    var service = FakeService()
    var other = Purchase.small("3")
    other.userID = "bob"
    service.pages = [
      .elements([.small("1"), .small("2", currency: "USD")]),
      .elements([other, .small("4", currency: nil)]),
    ]
    let run = await TestConsole.with(service).typing("n").run("consume --all --all-users")
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("Consume 4 payments of 2 users in the fixture store any.db?\n"))
    #expect(
      run.errors.contains("\n  without currency 1500 (1)\n  KRW 3000 (2)\n  USD 1500 (1)\n"))
  }

  @Test("Where there is nothing, nothing is asked")
  func empty() async {
    var service = FakeService()
    service.pages = []
    let run = await TestConsole.with(service).typing("n").run(all + " -o json")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("{\"results\": [],\n \"summary\": {\"consumed\":0,"))
    #expect(run.errors.isEmpty)
  }

  @Test("A person who wants no questions is not asked, on a terminal either")
  func noInput() async throws {
    let store = try SampleStore()
    let run = await store.console.typing("y").run(all + " --no-input")
    #expect(run.status == 2)
    #expect(!run.errors.contains("Consume "))
    #expect(await isUntouched(store))
  }

  @Test("Explicit payments are not asked about")
  func explicit() async throws {
    var store = try SampleStore()
    store.console = store.console.typing("n")
    let run = await store.run("consume 2026011210000001 2026011410000001")
    #expect(run.status == 0)
    #expect(run.errors == "iapctl: 2 consumed\n")
  }

  @Test("What would be consumed is listed as by unconsumed, and nothing is")
  func rehearsal() async throws {
    let store = try SampleStore()
    for format in OutputFormat.allCases {
      let run = await store.run("\(all) --dry-run -o \(format)")
      #expect(run.status == 0)
      #expect(run.output == (await store.run("unconsumed --user alice -o \(format)")).output)
      #expect(run.errors.isEmpty)
    }
    let listed = await store.run(
      "consume 2026011410000001 9 --dry-run -o csv --fields paymentSeq")
    #expect(listed.status == 0)
    #expect(listed.output == "paymentSeq\r\n2026011410000001\r\n")
    #expect(listed.errors == "iapctl: payment 9 is not among what can be consumed\n")
    #expect(await isUntouched(store))
  }

  @Test("Tokens and users go along with the payments")
  func requests() async {
    var service = FakeService()
    var purchase = Purchase.small("1")
    purchase.accessToken = Secret("secret")
    service.pages = [.elements([purchase])]
    service.consume = { _ in
      .success(ConsumeReceipt(price: Price("1500"), currency: "KRW", productSeq: 7))
    }
    let run = await TestConsole.with(service).run("\(all) --yes -o jsonl")
    #expect(run.status == 0)
    #expect(
      run.output == """
        {"paymentSeq":"1","outcome":"consumed","priorUnknown":false,"price":1500,\
        "currency":"KRW","productSeq":7,"attempts":1,"error":null}

        """)
    #expect(
      service.consumed.all
        == [ConsumeRequest(paymentSeq: "1", user: "alice", accessToken: Secret("secret"))])
  }

  @Test("A market that cannot be asked beside one whose payments are consumed")
  func partial() async {
    var service = FakeService()
    service.pages = [.failure(.switchedOff("GG")), .elements([.small("1")])]
    service.consume = { _ in
      .success(ConsumeReceipt(price: nil, currency: nil, productSeq: nil))
    }
    let run = await TestConsole.with(service).run("\(all) --yes -o csv --fields outcome")
    #expect(run.status == 5)
    #expect(run.output == "outcome\r\nconsumed\r\n")
    #expect(run.errors.contains("market GG is switched off"))
  }
}
