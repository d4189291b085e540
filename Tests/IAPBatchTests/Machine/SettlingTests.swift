import IAPCore
import Synchronization
import Testing

@testable import IAPBatch

/// Unknown outcomes that the same run asks about again.
extension BatchTests {
  /// A service whose answers to one payment come in this order; the last one is repeated.
  private func answering(
    _ answers: Result<ConsumeReceipt, IAPError>...
  ) -> ScriptedService {
    let rest = Mutex(answers[...])
    return ScriptedService { _ in
      rest.withLock { $0.count > 1 ? $0.removeFirst() : $0[$0.startIndex] }
    }
  }

  @Test
  func `An unknown payment is retried until it is settled, and each attempt is journaled`()
    async throws
  {
    let journal = ScriptedRun()
    let service = answering(
      .failure(Self.lost), .failure(Self.lost), .failure(.alreadyConsumed("1")))
    let outcome = await run(service, journal, items("1"), clock: TestClock()) {
      $0.settleLimit = .seconds(60)
    }
    let result = try #require(outcome.results.first)
    #expect(result.outcome == .alreadyConsumed)
    #expect(result.priorUnknown)
    #expect(result.attempts == 3)
    #expect(service.requests.count == 3)
    let steps = journal.kinds(of: "1").map { kind -> String in
      switch kind {
      case .consumeBegins: "begins"
      case .consumeEnds(let result): "\(result.outcome.rawValue) after \(result.attempts)"
      case .released: "released"
      default: "unexpected"
      }
    }
    #expect(
      steps == [
        "begins", "unknown after 1", "begins", "unknown after 1", "begins",
        "already-consumed after 1", "released",
      ])
  }

  @Test(arguments: [
    (0, 1), (1, 2), (6, 4), (7, 4), (10, 5), (15, 5),
  ])
  func `Pauses double, and the last attempt is made at the end of the time limit`(
    _ seconds: Int, _ requests: Int
  ) async throws {
    let (clock, service) = (TestClock(), answering(.failure(Self.lost)))
    let outcome = await run(service, ScriptedRun(), items("1"), clock: clock) {
      $0.settleLimit = .seconds(seconds)
    }
    #expect(outcome.results.map(\.outcome) == [.unknown])
    #expect(outcome.results.map(\.attempts) == [requests])
    #expect(service.requests.count == requests)
    #expect(clock.time <= .seconds(seconds))
  }

  @Test
  func `A refusal after an unknown outcome stays unknown and is not retried`() async throws {
    let refusal = IAPError(
      .iap(.changePurchaseStatusFailed), .serverSaid(code: 5000, message: nil), serverCode: 5000)
    let service = answering(.failure(Self.lost), .failure(refusal))
    let outcome = await run(service, ScriptedRun(), items("1"), clock: TestClock()) {
      $0.settleLimit = .seconds(600)
    }
    #expect(outcome.results.map(\.outcome) == [.unknown])
    #expect(service.requests.count == 2)
  }

  private static let refused = IAPError(
    .iap(.changePurchaseStatusFailed), .serverSaid(code: 5000, message: nil), serverCode: 5000)

  private static func transaction(_ number: Identifier, isConsumable: Bool) -> PaymentTransaction {
    PaymentTransaction(Purchase(paymentSeq: number), isConsumable: isConsumable)
  }

  private static func transaction(
    _ number: Identifier = "1", productSeq: Int64? = nil, in market: StoreCode? = nil
  ) -> PaymentTransaction {
    var transaction = transaction(number, isConsumable: true)
    (transaction.purchase.productSeq, transaction.purchase.storeCode) = (productSeq, market)
    transaction.purchase.userID = "AS@u"
    return transaction
  }

  /// What the payment of the token proves of an attempt that is at rest, and the outcome of a refusal
  /// after it. The payment is of product 7 and market AS.
  private static let proofs: [(PaymentTransaction?, ConsumeResult.Outcome)] = [
    (transaction("01", productSeq: 7, in: "AS"), .refused),
    (transaction(productSeq: 7, in: "AS"), .refused),
    (transaction("1", isConsumable: false), .unknown),
    (transaction("2", productSeq: 7, in: "AS"), .unknown),
    (transaction(productSeq: 8, in: "AS"), .unknown),
    (transaction(productSeq: 7, in: "GG"), .unknown),
    (transaction(in: "AS"), .unknown), (transaction(productSeq: 7), .unknown), (nil, .unknown),
  ]

  @Test(arguments: proofs.indices)
  func `A refusal settles an outcome only if the payment was proven not to be consumed`(
    _ index: Int
  ) async throws {
    let (found, expected) = Self.proofs[index]
    let service = ScriptedService(
      { _ in .failure(Self.refused) }, transactions: found.map { [Secret("t"): $0] } ?? [:])
    let claim = Claim.granted(Claim.Grant(priorUnknown: true))
    let outcome = await run(
      service, ScriptedRun(["1": claim]), [Self.payment], clock: TestClock()
    ) { $0.resumes = true }
    let result = try #require(outcome.results.first)
    #expect(result.outcome == expected)
    #expect(result.priorUnknown)
    #expect(result.concluded(afterUnknown: true) == (expected == .refused ? nil : .unknown))
  }

  @Test
  func `What is refused after all and taken back counts all of its attempts`() async throws {
    // This answer does not leave the server at work.
    let first = IAPError.status(429, isChange: true).afterUnknown
    let answers = Mutex<[Result<ConsumeReceipt, IAPError>]>([
      .failure(first), .failure(Self.refused),
    ])
    let service = ScriptedService(
      { _ in answers.withLock { $0.removeFirst() } },
      transactions: [Secret("t"): Self.transaction(productSeq: 7, in: "AS")])
    let courier = Courier()
    let outcome = await run(service, ScriptedRun(), [Self.payment], clock: TestClock()) {
      $0.settleLimit = .seconds(600)
      $0.deliverer = courier
    }
    #expect(courier.log == ["deliver 1", "undo 1"])
    #expect(outcome.results.map(\.attempts) == [2])
  }

  /// The server may still be at work after each of these.
  private static let unclear: [IAPError] = [
    lost,
    IAPError(
      .iap(.unknown), .serverSaid(code: 9999, message: nil), serverCode: 9999, httpStatus: 200,
      outcome: .unknown),
    .gamebaseCode(-5_000_001, .stopped(signal: 2), payment: "1", isChange: true),
    .status(202, isChange: true), .status(499, isChange: true), .status(500, isChange: true),
    .status(501, isChange: true), .status(503, isChange: true), .status(504, isChange: true),
    .status(505, isChange: true),
  ]

  @Test(arguments: unclear)
  func `No look-up is a proof while an attempt of the same run may be at work`(
    _ first: IAPError
  ) async throws {
    let answers = Mutex<[Result<ConsumeReceipt, IAPError>]>([
      .failure(first), .failure(Self.refused),
    ])
    let service = ScriptedService(
      { _ in answers.withLock { $0.removeFirst() } },
      transactions: [Secret("t"): Self.transaction(productSeq: 7, in: "AS")])
    let outcome = await run(
      service, ScriptedRun(), [Self.payment], clock: TestClock()
    ) { $0.settleLimit = .seconds(600) }
    #expect(outcome.results.map(\.outcome) == [.unknown])
    #expect(service.requests.count == 2)
  }

  private static var payment: Payment {
    var payment = Payment("1", accessToken: Secret("t"), productSeq: 7)
    payment.purchase.storeCode = "AS"
    return payment
  }

  /// Ten minutes after it was cut off, no attempt is at work any more.
  @Test(arguments: [(600_000, true), (599_999, false), (-1, false)] as [(Int64, Bool)])
  func `A lost attempt of an earlier run keeps the outcome unknown for ten minutes`(
    _ age: Int64, _ isProof: Bool
  ) async throws {
    let service = ScriptedService(
      { _ in .failure(Self.refused) },
      transactions: [Secret("t"): Self.transaction(productSeq: 7, in: "AS")])
    let claim = Claim.granted(
      Claim.Grant(priorUnknown: true, lastCutOff: Instant(Self.start.milliseconds - age)))
    let outcome = await run(
      service, ScriptedRun(["1": claim]), [Self.payment], clock: TestClock()
    ) {
      $0.resumes = true
    }
    #expect(outcome.results.map(\.outcome) == [isProof ? .refused : .unknown])
  }

  @Test
  func `A proof does not make 5018 a consume of this run, and needs none to be believed`()
    async throws
  {
    let answers = Mutex<[Result<ConsumeReceipt, IAPError>]>([
      .failure(Self.lost), .failure(.alreadyConsumed("1")),
    ])
    let service = ScriptedService(
      { _ in answers.withLock { $0.removeFirst() } },
      transactions: [Secret("t"): Self.transaction("1", isConsumable: true)])
    let payment = Payment("1", accessToken: Secret("t"))
    let outcome = await run(
      service, ScriptedRun(), [payment], clock: TestClock()
    ) { $0.settleLimit = .seconds(600) }
    #expect(outcome.results.map(\.outcome) == [.alreadyConsumed])
    #expect(outcome.results.map(\.priorUnknown) == [true])
  }

  @Test
  func `Refused or consumed payments are not retried`() async throws {
    let answers: [Result<ConsumeReceipt, IAPError>] = [
      .success(Self.receipt), .failure(.alreadyConsumed("1")),
    ]
    for answer in answers {
      let service = answering(answer)
      _ = await run(service, ScriptedRun(), items("1"), clock: TestClock()) {
        $0.settleLimit = .seconds(600)
      }
      #expect(service.requests.count == 1)
    }
  }

  @Test
  func `A stop signal ends the settling immediately; an outage does not`() async throws {
    let isStopped = Mutex(false)
    let service = ScriptedService { _ in
      isStopped.withLock { $0 = true }
      return .failure(Self.lost)
    }
    let signal = IAPError.iapctl(.interrupted, .stopped(signal: 2))
    let outcome = await run(
      service, ScriptedRun(), items("1"), stop: Stop { isStopped.withLock { $0 } ? signal : nil }
    ) { $0.settleLimit = .seconds(600) }
    #expect(outcome.results.map(\.outcome) == [.unknown])
    #expect(service.requests.count == 1)

    var stops = StopReasons()
    stops.halt(.http(.requestTimeout, .server("test", .noAnswerInTime)))
    #expect(!stops.endsSettling)
    stops.halt(.iapctl(.outputNotWritten, .resultsUnread))
    // The first reason counts, and it does not end the asking.
    #expect(!stops.endsSettling)
  }

  @Test
  func `If the journal fails while a payment is settled, it stays unknown`() async throws {
    let count = Mutex(0)
    let journal = ScriptedRun(failingWith: { step in
      guard step.kind == .consumeBegins else { return false }
      return count.withLock { count in
        count += 1
        return count == 2
      }
    })
    let service = answering(.failure(Self.lost), .success(Self.receipt))
    let outcome = await run(service, journal, items("1"), clock: TestClock()) {
      $0.settleLimit = .seconds(600)
    }
    #expect(service.requests.count == 1)
    #expect(outcome.results.map(\.outcome) == [.unknown])
    #expect(outcome.error as? IAPError == ScriptedRun.failure)
  }

  @Test
  func `If the lease ends while settling, the payment stays unknown, and each attempt counts once`()
    async throws
  {
    let service = answering(.failure(Self.lost), .success(Self.receipt))
    let outcome = await run(
      service, ScriptedRun(leaseLasting: 2), items("1", "2"), clock: TestClock()
    ) {
      $0.settleLimit = .seconds(600)
      $0.concurrency = 1
    }
    #expect(service.requests.count == 2)
    #expect(outcome.results.map(\.paymentSeq) == ["2", "1"])
    #expect(outcome.results.map(\.outcome) == [.consumed, .unknown])
    #expect(outcome.results.map(\.attempts) == [1, 1])
    #expect(outcome.results.last?.error?.code == Self.lost.code)
  }

  // MARK: What stays unknown is kept

  private final class Keeper: UnknownPayments {
    let fails: Bool
    let kept = Mutex<[Payment]>([])

    init(fails: Bool = false) { self.fails = fails }

    func save(_ payment: Payment) throws(IAPError) {
      if fails { throw Self.failure }
      kept.withLock { $0.append(payment) }
    }

    static let failure = IAPError.iapctl(
      .outputNotWritten, .file("kept", .cannotWrite(why: "no space left")))
  }

  @Test
  func `Payments that stay unknown are saved with their tokens`() async throws {
    let keeper = Keeper()
    let service = ScriptedService {
      $0.paymentSeq == "2" ? .failure(Self.lost) : .success(Self.receipt)
    }
    let outcome = await run(service, ScriptedRun(["3": .unknown()]), items("1", "2", "3")) {
      $0.unknownPayments = keeper
      $0.isOrdered = true
    }
    #expect(outcome.results.map(\.outcome) == [.consumed, .unknown, .unknown])
    let kept = keeper.kept.withLock { $0 }
    #expect(kept.map(\.paymentSeq) == ["2", "3"])
    #expect(kept.allSatisfy { $0.known.accessToken == Secret("t") })
  }

  @Test
  func `If an unknown payment cannot be saved, the batch stops`() async throws {
    let service = ScriptedService { _ in .failure(Self.lost) }
    let keeper = Keeper(fails: true)
    let outcome = await run(service, ScriptedRun(), items("1", "2")) {
      $0.unknownPayments = keeper
    }
    #expect(outcome.results.map(\.outcome) == [.unknown, .notSent])
    #expect(outcome.error as? IAPError == Keeper.failure)
  }
}
