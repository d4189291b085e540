import IAPBatch
import IAPCore
import TestSupport
import Testing

/// Batches without a journal, whose service consumes many payments in one transaction.
struct ListedConsumeTests {
  private let receipt = ConsumeReceipt(price: Price("1500"), currency: "KRW", productSeq: 1)

  private func run(
    _ service: ScriptedService, _ groups: [Payment]..., stopped: IAPError? = nil
  ) async throws -> [ConsumeResult] {
    var setup = BatchSetup()
    setup.isOrdered = true
    var results: [ConsumeResult] = []
    let batch = setup.batch(service, nil, in: TestClock().world { stopped })
    try await batch.consume(from: ListedSource(groups)) { results += $0 }
    return results
  }

  private func requests(_ payments: Identifier...) -> [Payment] {
    payments.map { Payment($0, user: "alice", accessToken: Secret("tok")) }
  }

  @Test
  func `Each payment has its own result, in order`() async throws {
    let receipt = receipt
    let service = ScriptedService { request in
      switch request.paymentSeq {
      case "2": .failure(.alreadyConsumed("2"))
      case "3": .failure(.iap(.changePurchaseStatusFailed, .payment("3", .tokenWrong)))
      case "4":
        .failure(
          IAPError(
            .http(.requestTimeout), .answerLost(operation: "consume"), outcome: .unknown))
      default: .success(receipt)
      }
    }
    let results = try await run(service, requests("1", "2", "3", "4", "5"))

    #expect(results.map(\.paymentSeq) == ["1", "2", "3", "4", "5"])
    let outcomes: [ConsumeResult.Outcome] = [
      .consumed, .alreadyConsumed, .refused, .unknown, .consumed,
    ]
    #expect(results.map(\.outcome) == outcomes)
  }

  @Test
  func `The service receives each request once, unchanged and in order`() async throws {
    let receipt = receipt
    let service = ScriptedService { _ in .success(receipt) }
    let requests = requests("3", "1", "2")

    _ = try await run(service, requests)

    #expect(service.requests == requests)
  }

  @Test
  func `A stopped batch sends nothing and reports why`() async throws {
    let service = ScriptedService(nil)
    let reason = IAPError.iapctl(.interrupted, .stopped(signal: 2))
    let results = try await run(service, requests("1", "2"), stopped: reason)

    #expect(service.requests.isEmpty)
    #expect(results.map(\.paymentSeq) == ["1", "2"])
    #expect(results.allSatisfy { $0.outcome == .notSent && $0.attempts == 0 })
    #expect(results.allSatisfy { $0.error == reason && $0.attempts == 0 })
  }

  @Test
  func `An error that would fail every payment ends the batch`() async throws {
    let refusal = IAPError(.http(.requestFailed), .statusNotOK(401), httpStatus: 401)
    let service = ScriptedService({ _ in .failure(refusal) }, stopsBatch: true)
    let results = try await run(service, requests("1"), requests("2", "3"))

    #expect(service.requests == requests("1"))
    #expect(results.map(\.outcome) == [.refused, .notSent, .notSent])
    #expect(results.dropFirst().allSatisfy { $0.error == refusal && $0.attempts == 0 })
  }

  @Test
  func `A batch without payments has no results`() async throws {
    let service = ScriptedService { _ in .failure(.iap(.unknown, .notConfirmed)) }
    #expect(try await run(service).isEmpty)
  }

  // MARK: What is consumed together

  /// A source with groups of numbered payments that are consumed together, and a last one.
  private final class Together: PaymentSource {
    var sizes: [Int] = []
    private var rest: [ConsumedGroup]
    private let last = ListedSource([Payment("rest", user: "alice", accessToken: Secret("tok"))])

    init(_ counts: Int..., failure: IAPError? = nil) {
      var number = 0
      rest = counts.map { count in
        var group = ConsumedGroup(end: .oldest)
        group.payments = (0..<count).map { _ in
          number += 1
          return ConsumedGroup.Payment(
            Identifier("\(number)"),
            ConsumeReceipt(price: Price("5"), currency: "KRW", productSeq: 1, userID: "alice"))
        }
        group.failure = failure
        return group
      }
    }

    func next(_ limit: Int) -> [Payment]? { last.next(limit) }

    func consumeNext(_ limit: Int) -> ConsumedGroup? {
      sizes.append(limit)
      return rest.isEmpty ? nil : rest.removeFirst()
    }
  }

  private func batch(
    _ together: Together, stopped: IAPError? = nil,
    unknownPayments: (any UnknownPayments)? = nil, emit: ([ConsumeResult]) throws -> Void
  ) async throws {
    let receipt = receipt
    var setup = BatchSetup()
    setup.unknownPayments = unknownPayments
    let service = ScriptedService { _ in .success(receipt) }
    let batch = setup.batch(service, nil, in: TestClock().world { stopped })
    try await batch.consume(from: together, emit: emit)
  }

  @Test
  func `What is consumed together is reported in parts, before the rest; the groups grow`()
    async throws
  {
    let together = Together(256, 700, 1)
    var parts: [[ConsumeResult]] = []
    try await batch(together) { parts.append($0) }

    #expect(together.sizes == [256, 4096, 16384, 16384])
    #expect(parts.map(\.count) == [256, 256, 256, 188, 1, 1])
    #expect(
      parts.joined().map(\.paymentSeq.text) == (1...957).map { "\($0)" } + ["rest"])
    let first = try #require(parts.first?.first)
    let receipt = ConsumeReceipt(price: Price("5"), currency: "KRW", productSeq: 1, userID: "alice")
    #expect((first.outcome, first.receipt) == (.consumed, receipt))
    #expect(first.userID == "alice" && first.attempts == 1)
  }

  @Test
  func `A group whose COMMIT failed is unknown, and the rest is not sent`() async throws {
    let failure = IAPError.unsettled(.file("game.db", .commitFailed(why: "disk I/O error")))
    let together = Together(2, 2, failure: failure)
    var results: [ConsumeResult] = []
    try await batch(together) { results += $0 }

    #expect(together.sizes == [256])
    #expect(results.map(\.outcome) == [.unknown, .unknown, .notSent])
    #expect(results[0].error == failure && results[0].userID == "alice")
    #expect(results[0].receipt?.price == Price("5"))
  }

  @Test
  func `If results cannot be written, no further group is consumed, and the error is thrown`()
    async throws
  {
    struct Closed: Error {}
    let together = Together(300, 300)
    var results: [ConsumeResult] = []
    await #expect(throws: Closed.self) {
      try await batch(together) {
        results += $0
        throw Closed()
      }
    }
    #expect(together.sizes == [256])
    #expect(results.map(\.outcome) == Array(repeating: .consumed, count: 300) + [.notSent])
  }

  @Test
  func `After a stop nothing is consumed together`() async throws {
    let together = Together(2)
    var results: [ConsumeResult] = []
    let reason = IAPError.iapctl(.interrupted, .stopped(signal: 2))
    try await batch(together, stopped: reason) { results += $0 }
    #expect(together.sizes.isEmpty)
    #expect(results.map(\.outcome) == [.notSent])
  }

  @Test
  func `Unknown payments to keep need their tokens, so each is given by the source`() async throws {
    let together = Together(2)
    var results: [ConsumeResult] = []
    try await batch(together, unknownPayments: NoFile()) { results += $0 }
    #expect(together.sizes.isEmpty)
    #expect(results.map(\.outcome) == [.consumed])
  }
}

private struct NoFile: UnknownPayments {
  func save(_ payment: Payment) {}
}
