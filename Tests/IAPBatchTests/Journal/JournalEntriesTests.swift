import IAPCore
import System
import TestSupport
import Testing

@testable import IAPBatch

struct JournalEntriesTests {
  private func payment(_ number: Identifier) -> Payment {
    var payment = Payment(number)
    (payment.purchase.userID, payment.isConfirmed) = ("u\u{0}1", true)
    payment.purchase.storeCode = "GG"
    payment.productSeq = 9_007_199_254_740_993
    payment.purchase.price = Price("2.29")
    payment.purchase.currency = "USD"
    return payment
  }

  @Test(arguments: JournalKind.all)
  func `An entry has all recorded data, and no token`(_ kind: JournalKind) async throws {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    _ = try await run.claim([payment("1")], settles: false)
    let (began, ended) = (Instant(1_767_225_600_001), Instant(1_767_225_600_002))
    try await run.write([JournalStep("1", .consumeBegins, at: began)])
    try await run.write([
      JournalStep("1", .consumeEnds(.refused("1", priorUnknown: true)), at: ended)
    ])

    let entry = try #require(try await journal.entries(.everything).first)

    #expect(entry.payment == payment("1"))
    #expect(entry.action == .consume)
    #expect(entry.outcome == .consume(.refused))
    #expect((entry.began, entry.ended) == (began, ended))
    #expect(entry.attempts == 1)
    #expect(entry.priorUnknown)
    #expect(
      entry.error
        == JournalError(
          domain: "com.nhncloud.iap", code: 12, name: "changePurchaseStatusFailed",
          serverCode: 5000, httpStatus: 200, message: "words: changePurchaseStatusFailed"))
    #expect(
      entry.run
        == RunFacts(
          server: ServerName(origin: "https://iap.test"), appKeyFingerprint: "0011223344556677",
          user: "alice",
          host: "desk", profile: "live", ticket: "T-1"))
    #expect(entry.process == CurrentProcess.number)
  }

  @Test(arguments: JournalKind.all)
  func `A number with leading zeros is the same payment`(_ kind: JournalKind) async throws {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    _ = try await run.claim("007")
    try await run.write("007", .consumeBegins, .consumeEnds(.consumed("007")), .released)
    #expect(try await run.claim("7") == .consumed(.consumed))
    for number in ["7", "0007"] {
      let entries = try await journal.entries(.payment(Identifier(number)))
      #expect(entries.map(\.payment.paymentSeq) == ["7"])
    }
    let noted = try await journal.journal.annotate(
      "07", at: nil, .note("seen"), by: JournalFixture.facts)
    #expect(noted?.payment.paymentSeq == "7")
  }

  @Test(arguments: JournalKind.all)
  func `Known facts of a payment are not replaced by missing ones`(_ kind: JournalKind) async throws
  {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    var claimed = Payment("1")
    claimed.purchase.userID = "u2"
    _ = try await run.claim([claimed], settles: false)
    try await run.write("1", .consumeBegins, .consumeEnds(.notSent("1")), .released)
    #expect(try await journal.entries(.latest).map(\.payment) == [claimed])
    _ = try await run.claim([payment("1")], settles: false)
    try await run.write("1", .released)
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins, .consumeEnds(.consumed("1")), .released)

    let last = try #require(try await journal.entries(.latest).first)
    var expected = payment("1")
    (expected.purchase.price, expected.purchase.currency) = (Price("1500"), "KRW")
    expected.productSeq = 7
    #expect(last.payment == expected)
    #expect(last.outcome == .consume(.consumed))
  }

  @Test(arguments: JournalKind.all)
  func `The latest entry of a payment is its last consume, else its last attempt`(
    _ kind: JournalKind
  ) async throws {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    _ = try await run.claim(["1", "2"].map { Payment($0) }, settles: false)
    try await run.write("1", .deliveryBegins(Purchase(paymentSeq: "1")), .deliveryEnds(nil))
    try await run.write(
      "2", .deliveryBegins(Purchase(paymentSeq: "1")), .deliveryEnds(.iapctl(.bug, .bug("x"))))
    try await run.write("1", .consumeBegins, .consumeEnds(.refused("1")))
    try await run.write("1", .undoBegins, .undoEnds(nil))
    try await run.write("2", .deliveryBegins(Purchase(paymentSeq: "1")))

    let latest = try await journal.entries(.latest)
    #expect(latest.map(\.payment.paymentSeq) == ["1", "2"])
    #expect(latest.map(\.action) == [.consume, .deliver])
    #expect(latest.map(\.outcome) == [.consume(.refused), .open])

    let one = try await journal.entries(.payment("1"))
    #expect(one.map(\.action) == [.deliver, .consume, .undo])
    #expect(one.map(\.outcome) == [.done, .consume(.refused), .done])
    #expect(try await journal.entries(.everything).count == 5)
    #expect(try await journal.entries(.payment("3")).isEmpty)
  }

  @Test(arguments: JournalKind.all)
  func `What an earlier run claimed and never tried is listed with its first delivery`(
    _ kind: JournalKind
  ) async throws {
    let journal = try await JournalFixture(kind)
    let first = try await journal.run()
    _ = try await first.claim("1")
    try await first.write("1", .released)
    await first.end()
    #expect(try await journal.entries(.latest).isEmpty)
    let second = try await journal.run()
    _ = try await second.claim("1")
    try await second.write(
      "1", .deliveryBegins(Purchase(paymentSeq: "1")), .deliveryEnds(.iapctl(.bug, .bug("x"))),
      .released)
    await second.end()

    let latest = try await journal.entries(.latest)
    #expect(latest.map(\.payment.paymentSeq) == ["1"])
    #expect(latest.map(\.action) == [.deliver])
    #expect(latest.map(\.outcome) == [.failed])
  }

  @Test(arguments: JournalKind.all)
  func `The unknown entries are those of payments that may have been consumed`(_ kind: JournalKind)
    async throws
  {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    let numbers: [Identifier] = ["1", "2", "3", "4", "5"]
    _ = try await run.claim(numbers.map { Payment($0) }, settles: false)
    for number in numbers { try await run.write(number, .consumeBegins) }
    try await run.write("1", .consumeEnds(.consumed("1")))
    try await run.write("2", .consumeEnds(.unknown("2")))
    try await run.write("3", .consumeEnds(.refused("3")))
    try await run.write("5", .consumeEnds(.unknown("5")), .released)
    _ = try await run.claim("5", settles: true)
    try await run.write("5", .consumeBegins, .consumeEnds(.notSent("5")))

    let unknown = try await journal.entries(.unknown)
    #expect(unknown.map(\.payment.paymentSeq) == ["2", "5"])
    #expect(unknown.map(\.outcome) == [.consume(.unknown), .consume(.notSent)])
    #expect(unknown.map(\.priorUnknown) == [false, true])
    #expect(try await journal.entries(.latest).filter(\.isPaymentUnknown) == unknown)

    await run.end()
    let unknownAtEnd = try await journal.entries(.unknown)
    #expect(unknownAtEnd.map(\.payment.paymentSeq) == ["2", "4", "5"])
    #expect(try await journal.entries(.latest).filter(\.isPaymentUnknown) == unknownAtEnd)
    #expect(try await journal.entries(.payment("4")).map(\.outcome) == [.unknown])
  }

  @Test(arguments: JournalKind.all)
  func `Entries that began before the given time are left out`(_ kind: JournalKind) async throws {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    _ = try await run.claim(["1", "2"].map { Payment($0) }, settles: false)
    try await run.write([
      JournalStep("1", .consumeBegins, at: Instant(1000)),
      JournalStep("2", .consumeBegins, at: Instant(2000)),
    ])
    for selection in [JournalQuery.Selection.everything, .latest] {
      var query = JournalQuery(selection)
      query.since = Instant(2000)
      #expect(try await journal.entries(query).map(\.payment.paymentSeq) == ["2"])
    }
  }

  @Test(arguments: JournalKind.all)
  func `Each filter leaves out what does not match`(_ kind: JournalKind) async throws {
    let journal = try await JournalFixture(kind)
    let runs = [
      try await journal.run(),
      try await journal.run(user: "bob", origin: "https://other.test", key: "8899aabbccddeeff"),
    ]
    for (index, run) in runs.enumerated() {
      for number in 0..<2 {
        var payment = Payment(Identifier("\(2 * index + number)"))
        payment.purchase.userID = number == 0 ? "alice" : "bob"
        payment.isConfirmed = number == 0
        payment.purchase.storeCode = number == 0 ? "GG" : "AS"
        payment.ticket = number == 0 ? nil : "T-2"
        _ = try await run.claim([payment], settles: false)
        let time = Instant(Int64(1000 * (2 * index + number)))
        try await run.write([JournalStep(payment.paymentSeq, .consumeBegins, at: time)])
      }
    }
    let filters: [(change: (inout JournalQuery) -> Void, found: [Identifier])] = [
      ({ $0.user = "bob" }, ["1", "3"]), ({ $0.markets = ["GG"] }, ["0", "2"]),
      ({ $0.markets = ["GG", "AS"] }, ["0", "1", "2", "3"]), ({ $0.markets = ["ONE"] }, []),
      // A row with its own ticket is of a run with another one.
      ({ $0.ticket = "T-1" }, ["0", "1", "2", "3"]), ({ $0.ticket = "T-2" }, ["1", "3"]),
      ({ $0.operator = "bob" }, ["2", "3"]), ({ $0.operator = "nobody" }, []),
      ({ $0.server = ServerName(origin: "https://iap.test") }, ["0", "1"]),
      ({ $0.since = Instant(1000) }, ["1", "2", "3"]), ({ $0.until = Instant(1000) }, ["0"]),
      ({ ($0.since, $0.until) = (Instant(1000), Instant(3000)) }, ["1", "2"]),
      ({ ($0.user, $0.operator, $0.ticket) = ("bob", "bob", "T-2") }, ["3"]),
    ]
    for (index, filter) in filters.enumerated() {
      for selection in [JournalQuery.Selection.everything, .latest] {
        var query = JournalQuery(selection)
        filter.change(&query)
        let found = try await journal.entries(query)
        let numbers = found.map(\.payment.paymentSeq).sorted { $0.text < $1.text }
        #expect(numbers == filter.found, "\(index)")
        // A row's own ticket comes before that of its run.
        let isOwn = { (entry: JournalEntry) in ["1", "3"].contains(entry.payment.paymentSeq.text) }
        #expect(found.allSatisfy { $0.ticket == (isOwn($0) ? "T-2" : "T-1") }, "\(index)")
      }
    }
  }

  @Test(arguments: JournalKind.all)
  func `The name of an operator is no pattern`(_ kind: JournalKind) async throws {
    let journal = try await JournalFixture(kind)
    let operators = [
      "a_b", "axb", "a%", "Mina (a_b)", "Mina (axb)", "a_b (kim)", "A_B", "b", #"a\_b"#,
    ]
    for (number, name) in operators.enumerated() {
      let run = try await journal.run(user: name)
      _ = try await run.claim([Payment(Identifier("\(number)"))], settles: false)
      try await run.write([
        JournalStep(Identifier("\(number)"), .consumeBegins, at: JournalFixture.now)
      ])
    }
    for (name, found) in [
      ("a_b", ["0", "3", "5"]), ("a%", ["2"]), ("Mina", ["3", "4"]), ("%", []), ("_", []),
      ("kim", ["5"]), ("Mina (a_b)", ["3"]), (#"a\_b"#, ["8"]), ("in", []), ("", []),
    ] {
      var query = JournalQuery(.everything)
      query.operator = name
      let numbers = try await journal.entries(query).map(\.payment.paymentSeq.text)
      #expect(numbers.sorted() == found, "\(name)")
    }
  }

  @Test(arguments: JournalKind.stored)
  func `A long journal is read in pages, each entry once`(_ kind: JournalKind) async throws {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    let numbers = (0..<2500).map { Identifier("\($0)") }
    var payments = numbers.map { Payment($0) }
    payments[2400].purchase.storeCode = StoreCode("GG")
    _ = try await run.claim(payments, settles: false)
    try await run.write(numbers.map { JournalStep($0, .consumeBegins, at: JournalFixture.now) })

    let pages = try await journal.journal.entries(JournalQuery(.everything))
    var sizes: [Int] = []
    var found: [Identifier] = []
    for try await page in pages {
      sizes.append(page.count)
      found += page.map(\.payment.paymentSeq)
    }
    #expect(sizes == [1000, 1000, 500])
    #expect(found == numbers)
    // No entry of the first pages matches, and the entry on a later page is still found.
    var query = JournalQuery(.everything)
    query.markets = [StoreCode("GG")]
    #expect(try await journal.entries(query).map(\.payment.paymentSeq) == ["2400"])
    try await run.write("2400", .consumeEnds(.unknown("2400")))
    #expect(try await journal.entries(.unknown).map(\.payment.paymentSeq) == ["2400"])
  }
}
