import IAPCore
import TestSupport
import Testing

@testable import IAPBatch

struct BatchPreviewTests {
  /// A journal that only answers what it knows of payments.
  private struct KnowingJournal: Journal {
    var knowledge: [Identifier: Claim]

    func begin(_ run: RunFacts) async throws(IAPError) -> any JournalRun {
      throw .iapctl(.bug, .bug("a preview began a run"))
    }

    func entries(_ query: JournalQuery) async throws(IAPError) -> PageSequence<[JournalEntry]> {
      throw .iapctl(.bug, .bug("a preview read entries"))
    }

    func annotate(
      _ payment: Identifier, at server: ServerName?, _ annotation: JournalAnnotation,
      by person: RunFacts
    ) async throws(IAPError) -> JournalEntry? {
      throw .iapctl(.bug, .bug("a preview wrote an entry"))
    }

    func claims(
      of payments: [Identifier], at issuer: Issuer, _ rules: ClaimRules
    ) async throws(IAPError) -> [Identifier: Claim] {
      #expect(issuer.server.text == "test")
      return knowledge.filter { payments.contains($0.key) }.mapValues { claim in
        claim == .unknown() && rules.settles
          ? .granted(Claim.Grant(priorUnknown: true)) : claim
      }
    }

    func checkWritable(by run: RunFacts) async throws(IAPError) -> Bool {
      throw .iapctl(.bug, .bug("a preview tried to write"))
    }
  }

  private static let holder = RunHolder(
    user: "bob", host: "desk", process: 7, since: Instant(0))

  private func steps(
    _ items: [Payment], _ knowledge: [Identifier: Claim] = [:], resumes: Bool = false,
    needsToken: Bool = true,
    lists: [Identifier: [MarketResults<[Purchase]>]] = [:]
  ) async throws -> [String] {
    let service = ScriptedService(nil, needsToken: needsToken, lists: lists)
    var rules = BatchRules()
    rules.resumes = resumes
    let preview = BatchPreview(
      PurchaseLookup(service, in: .still), issuer: Issuer(service.server),
      journal: KnowingJournal(knowledge: knowledge), rules)
    return try await preview.outcomes(of: items).map { outcome in
      switch outcome {
      case .send(let item, _): "send \(item.payment.paymentSeq)"
      case .result(let result, _):
        "\(result.outcome.rawValue) \(result.paymentSeq)"
          + (result.undoError.map { " \($0.name)" } ?? "")
      }
    }
  }

  private func item(_ payment: Identifier, token: Secret? = Secret("t")) -> Payment {
    Payment(payment, user: "u", accessToken: token)
  }

  @Test
  func `A preview shows the recorded state of each payment, in order`() async throws {
    let items = ["1", "2", "3", "4"].map { item($0) }
    let known: [Identifier: Claim] = [
      "1": .consumed(.consumed), "2": .unknown(), "4": .held(Self.holder),
    ]
    #expect(
      try await steps(items, known) == ["already-consumed 1", "unknown 2", "send 3", "not-sent 4"])
    #expect(
      try await steps(items, known, resumes: true)
        == ["skipped 1", "send 2", "send 3", "not-sent 4"])
  }

  @Test
  func `A preview refuses what contradicts a delivery, as the run does`() async throws {
    var delivered = Purchase(paymentSeq: "1")
    delivered.userID = "alice"
    let known: [Identifier: Claim] = [
      "1": .granted(Claim.Grant(delivery: delivered))
    ]
    #expect(try await steps([item("1"), item("2")], known) == ["not-sent 1", "send 2"])
  }

  @Test
  func `A preview looks up tokens; a payment in no list is not sent, or stays unknown`()
    async throws
  {
    var purchase = Purchase(paymentSeq: "1")
    purchase.accessToken = Secret("listed")
    let items = ["1", "2", "3"].map { item($0, token: nil) }
    #expect(
      try await steps(
        items, ["3": .unknown()], resumes: true, lists: ["u": [.elements([purchase])]])
        == ["send 1", "not-sent 2", "unknown 3"])
  }

  @Test(arguments: [true, false])
  func `A payment that was delivered and is in no list is not sent, as in the run`(
    _ needsToken: Bool
  ) async throws {
    let claims: [Identifier: Claim] = [
      "1": .granted(Claim.Grant(delivery: Purchase(paymentSeq: "1")))
    ]
    #expect(
      try await steps(
        [item("1", token: nil)], claims, needsToken: needsToken, lists: ["u": [.elements([])]])
        == ["not-sent 1"])
  }

  /// A spreadsheet or another program has written the zeros. The journal has the number without them.
  @Test(arguments: ["7", "007"])
  func `A row that says that its payment is unknown is found in the journal, whatever zeros it has`(
    _ number: String
  ) async throws {
    let input = try BatchInput(name: "a.csv", format: nil, skipsBadLines: true)
    let pieces = Pieces(Array("paymentSeq,outcome\n\(number),unknown\n".utf8), size: 99)
    try input.load(
      from: { (count) throws(IAPError) in try pieces.read(count) }, isStopped: { nil })
    for (known, left) in [("7", 1), ("8", 0)] {
      let service = ScriptedService(nil, needsToken: true, lists: [:])
      let preview = BatchPreview(
        PurchaseLookup(service, in: .still), issuer: Issuer(service.server),
        journal: KnowingJournal(knowledge: [Identifier(known): .unknown()]), BatchRules())
      try await preview.refuseUnrecorded(input)
      #expect(input.count == left)
    }
  }

  // MARK: A real journal

  @Test
  func `The journal returns the consumed and unknown payments of one server`() async throws {
    let folder = try TemporaryFolder()
    try await folder.fillJournal()
    let payments: [Identifier] = ["1", "2", "3", "4", "9"]
    let known = try await folder.journal().claims(
      of: payments, at: ServerName(text: "iap.test"), settles: false)
    #expect(
      known == [
        "1": .consumed(.consumed, after: .takenBack), "2": .unknown(ticket: "T-1", user: "carol"),
        "4": .unknown(ticket: "T-1", user: "carol"),
        "3": .granted(Claim.Grant(earlierDelivery: .failed, delivery: Purchase(paymentSeq: "3"))),
      ])
    #expect(
      try await folder.journal().claims(
        of: payments, at: ServerName(text: "other.test"), settles: false
      ).isEmpty)
  }

  @Test
  func `A payment that a run has claimed is held until the run ends`() async throws {
    let folder = try TemporaryFolder()
    let facts = RunFacts(
      server: ServerName(text: "o"), appKeyFingerprint: "", user: "alice", host: "desk",
      profile: nil, ticket: nil)
    let run = try await folder.journal().begin(facts)
    _ = try await run.claim([Payment("1")], settles: false)
    let known = try await folder.journal().claims(
      of: ["1"], at: ServerName(text: "o"), settles: false)
    guard case .held(let holder) = known["1"] else {
      Issue.record("not held: \(known)")
      return
    }
    #expect(holder.user == "alice")
    await run.end()
    #expect(
      try await folder.journal().claims(of: ["1"], at: ServerName(text: "o"), settles: false)
        == ["1": .new])
  }

  @Test
  func `A missing journal has no entries and is not created`() async throws {
    let folder = try TemporaryFolder()
    #expect(
      try await folder.journal().claims(of: ["1"], at: ServerName(text: "o"), settles: false)
        .isEmpty)
    #expect(throws: (any Error).self) { try folder.read("journal.db") }
  }
}
