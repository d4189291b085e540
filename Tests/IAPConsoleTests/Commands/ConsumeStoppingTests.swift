import IAPCore
import Synchronization
import TestSupport
import Testing

/// If a batch is interrupted, the payments that were consumed before are reported.
struct ConsumeStoppingTests {
  private static func page(_ numbers: ClosedRange<Int>) -> MarketResults<[Purchase]> {
    .elements(numbers.map { Purchase(paymentSeq: Identifier("\($0)")) })
  }

  @Test(arguments: ["table", "json", "jsonl", "csv"])
  func `After a stop signal the remaining payments are not sent`(_ format: String) async {
    let isStopped = Mutex(false)
    var service = FakeService()
    service.pages = [Self.page(1...2), Self.page(3...4)]
    service.consume = { request in
      if request.paymentSeq == "2" { isStopped.withLock { $0 = true } }
      return .success(ConsumeReceipt(price: nil, currency: nil, productSeq: nil))
    }
    var console = TestConsole.with(service)
    console.host.stop = { isStopped.withLock { $0 ? 2 : nil } }
    let run = await console.run("consume --all --user a --yes -o \(format)")
    #expect(run.status == 130)
    #expect(service.consumed.all.map(\.paymentSeq) == ["1", "2"])
    let outcomes = run.output.split { $0.isNewline }.filter { $0.contains("consumed") }
    #expect(outcomes.count >= 2)
    // A table counts the payments that were not sent, and the other formats list them.
    #expect(run.output.contains("not-sent") == (format != "table"))
    let summary = format.hasPrefix("json") ? "\"not-sent\":2" : "2 not-sent"
    #expect((run.output + run.errors).filter { $0 != " " }.contains(summary.filter { $0 != " " }))
  }

  @Test
  func `If a list fails midway, the consumed payments are still reported`() async {
    var service = FakeService()
    service.pages = [Self.page(1...1)]
    service.pagesEnd = .iapctl(.storeDamaged, .file("any.db", .damaged(what: "page 7")))
    service.consume = { _ in
      .success(ConsumeReceipt(price: nil, currency: nil, productSeq: nil))
    }
    let run = await TestConsole.with(service).run("consume --all --user a --yes -o csv")
    #expect(run.status == 5)
    #expect(run.output.contains("\r\n1,,,consumed,"))
    #expect(run.errors.contains("any.db is damaged: page 7"))
  }

  @Test
  func `An empty list beside a market that fails is a partial failure`() async {
    var service = FakeService()
    service.pages = [
      .failure(
        MarketFailure("GG", .iap(.storeNotAvailable, .marketSwitchedOff(.googlePlay)))),
      .elements([]),
    ]
    let run = await TestConsole.with(service).run("consume --all --user a --yes -o json")
    #expect(run.status == 5)
    #expect(run.output.hasPrefix("{\"results\": []"))
  }

  @Test(arguments: [1...1, 1...3])
  func `Payments that arrive after the question are not consumed`(_ shown: ClosedRange<Int>) async {
    var service = FakeService()
    service.pages = [Self.page(shown)]
    service.laterPages = [Self.page(0...9)]
    service.consume = { _ in
      .success(ConsumeReceipt(price: nil, currency: nil, productSeq: nil))
    }
    let run = await TestConsole.with(service).typing("y\n").run("consume --all --user a")
    #expect(run.status == 0)
    #expect(service.consumed.all.map(\.paymentSeq) == shown.map { Identifier("\($0)") })
  }

  @Test
  func `What has left the list since the question is asked for by its number`() async {
    var service = FakeService()
    service.pages = [Self.page(1...3)]
    service.laterPages = [Self.page(2...2), Self.page(4...4)]
    service.consume = { payment in
      payment.paymentSeq == "2"
        ? .success(ConsumeReceipt(price: nil, currency: nil, productSeq: nil))
        : .failure(.alreadyConsumed(payment.paymentSeq))
    }
    let run = await TestConsole.with(service).typing("y\n").run(
      "consume --all --user a -o csv --fields paymentSeq,outcome")
    #expect(run.status == 5)
    #expect(
      run.output
        == "paymentSeq,outcome\r\n2,consumed\r\n1,already-consumed\r\n3,already-consumed\r\n")
  }

  @Test
  func `If there was nothing to confirm, nothing is consumed`() async {
    var service = FakeService()
    service.pages = []
    service.laterPages = [Self.page(1...2)]
    let run = await TestConsole.with(service).typing("y\n").run("consume --all --user a")
    #expect(run.status == 0)
    #expect(service.consumed.all.isEmpty)
  }

  @Test
  func `Equal failures of a batch are reported in one line`() async {
    var service = FakeService()
    service.pages = [Self.page(1...100)]
    service.consume = { .failure(.alreadyConsumed($0.paymentSeq)) }
    let run = await TestConsole.with(service).run("consume --all --user a --yes -o csv -v")
    #expect(run.status == 4)
    let lines = run.errors.split(separator: "\n")
    let failures = lines.filter { $0.hasPrefix("iapctl: error: ") }
    #expect(failures.count == 1)
    #expect(failures.first?.contains("100 payments were already consumed") == true, "\(failures)")
    #expect(failures.first?.contains(", for example 1, 2, 3 [com.nhncloud.iap 12 ") == true)
    #expect(lines.last == "iapctl: 100 already-consumed (fixture store any.db, a simulation)")
  }

  @Test
  func `The question escapes control characters`() async {
    var purchase = Purchase(paymentSeq: "1")
    purchase.currency = "X\u{1b}[2J"
    purchase.price = Price("5")
    var service = FakeService()
    service.pages = [.elements([purchase])]
    let run = await TestConsole.with(service).typing("n\n").run("consume --all --user a")
    #expect(run.status == 2)
    #expect(run.errors.contains("X\\u001b[2J 5\n"))
  }
}
