import IAPCore
import Synchronization
import System
import Testing

@testable import IAPBatch

/// The order of steps for each payment, and its outcome if a step fails.
struct BatchTests {
  static let receipt = ConsumeReceipt(price: Price("1500"), currency: "KRW", productSeq: 1)
  static let start = Instant(1_000)

  /// Delivers, or fails as the test says, and records the requests.
  final class Courier: Deliverer {
    let canUndo: Bool
    let failure: IAPError?
    let undoFailure: IAPError?
    let asked = Mutex<[String]>([])
    private let revoked = Mutex<[Payment]>([])

    private let delivering: @Sendable () -> Void

    /// - Parameters:
    ///   - outcome: of the failure.
    ///   - delivering: runs at the beginning of each delivery.
    init(
      canUndo: Bool = true, fails: Bool = false, outcome: IAPError.Outcome = .notApplied,
      failsToUndo: Bool = false, delivering: @escaping @Sendable () -> Void = {}
    ) {
      (self.canUndo, self.delivering) = (canUndo, delivering)
      let failure = IAPError(Self.failure.code, Self.failure.reason, outcome: outcome)
      self.failure = fails ? failure : nil
      undoFailure = fails || failsToUndo ? failure : nil
    }

    var log: [String] { asked.withLock { $0 } }
    var undone: [Payment] { revoked.withLock { $0 } }

    let limit = Duration.zero

    func deliver(_ item: Payment, keeping lock: FileLock?) async throws(IAPError) {
      delivering()
      asked.withLock { $0.append("deliver \(item.paymentSeq)") }
      if let failure { throw failure }
    }

    func undo(_ item: Payment, keeping lock: FileLock?) async throws(IAPError) {
      asked.withLock { $0.append("undo \(item.paymentSeq)") }
      revoked.withLock { $0.append(item) }
      if let undoFailure { throw undoFailure }
    }

    static let failure = IAPError.iapctl(.deliveryFailed, .nothingFound(EmptyList(of: .products)))
  }

  /// The reason to stop, if there is one.
  struct Stop {
    let reason: @Sendable () -> IAPError?

    init(_ reason: @escaping @Sendable () -> IAPError?) { self.reason = reason }
  }

  struct Outcome {
    var results: [ConsumeResult] = []
    var error: (any Error)?
  }

  func items(_ payments: Identifier...) -> [Payment] {
    payments.map {
      Payment($0, user: "u", accessToken: Secret("t"))
    }
  }

  func run(
    _ service: ScriptedService, _ run: ScriptedRun, _ items: [Payment],
    clock: TestClock = TestClock(), stop: Stop = Stop { nil },
    changing change: (inout BatchSetup) -> Void = { _ in },
    emits: ([ConsumeResult]) throws -> Void = { _ in }
  ) async -> Outcome {
    var setup = BatchSetup()
    change(&setup)
    var outcome = Outcome()
    do {
      let batch = setup.batch(service, run, in: clock.world(stop.reason))
      try await batch.consume(from: ListedSource(items)) {
        try emits($0)
        outcome.results += $0
      }
    } catch {
      outcome.error = error
    }
    #expect(run.isEnded)
    return outcome
  }

  func consuming() -> ScriptedService { ScriptedService { _ in .success(Self.receipt) } }

  // MARK: Order of steps

  @Test
  func `The intent is recorded before the request, the outcome before the result`() async throws {
    let journal = ScriptedRun()
    let service = ScriptedService { request in
      #expect(journal.kinds(of: request.paymentSeq) == [.consumeBegins])
      return .success(Self.receipt)
    }
    let outcome = await run(
      service, journal, items("1", "2"),
      emits: { results in
        for result in results {
          #expect(
            journal.kinds(of: result.paymentSeq)
              == [.consumeBegins, .consumeEnds(result), .released])
        }
      })
    #expect(outcome.results.map(\.outcome) == [.consumed, .consumed])
    #expect(outcome.error == nil)
  }

  /// What the command gets of payment 1.
  private static let item: Purchase = {
    var purchase = Purchase(paymentSeq: "1")
    (purchase.userID, purchase.accessToken) = ("u", Secret("t"))
    return purchase
  }()

  @Test
  func `A delivery is recorded before the consume`() async throws {
    let (journal, courier) = (ScriptedRun(), Courier())
    let service = ScriptedService { _ in
      #expect(courier.log == ["deliver 1"])
      return .success(Self.receipt)
    }
    let outcome = await run(service, journal, items("1")) { $0.deliverer = courier }
    let result = try #require(outcome.results.first)
    #expect(
      journal.kinds(of: "1")
        == [
          .deliveryBegins(Self.item), .deliveryEnds(nil), .consumeBegins, .consumeEnds(result),
          .released,
        ])
    #expect(courier.log == ["deliver 1"])
  }

  @Test
  func `A payment whose delivery fails is not consumed`() async throws {
    let (journal, courier) = (ScriptedRun(), Courier(fails: true))
    let service = ScriptedService(nil)
    let outcome = await run(service, journal, items("1")) { $0.deliverer = courier }
    #expect(outcome.results.map(\.outcome) == [.notSent])
    #expect(outcome.results.map(\.error) == [Courier.failure])
    #expect(outcome.results.map(\.delivery) == [.failed])
    #expect(service.requests.isEmpty)
    #expect(
      journal.kinds(of: "1") == [
        .deliveryBegins(Self.item), .deliveryEnds(Courier.failure), .released,
      ])
  }

  @Test
  func `A delivery that may still be at work gets no end in the journal`() async throws {
    let (journal, courier) = (ScriptedRun(), Courier(fails: true, outcome: .unknown))
    let outcome = await run(ScriptedService(nil), journal, items("1")) { $0.deliverer = courier }
    #expect(outcome.results.map(\.outcome) == [.notSent])
    #expect(outcome.results.map(\.error) == [Courier.failure])
    #expect(!journal.kinds(of: "1").contains { if case .deliveryEnds = $0 { true } else { false } })
  }

  @Test(
    arguments: [
      .granted(Claim.Grant(earlierDelivery: .delivered, delivery: item)),
      .granted(Claim.Grant(priorUnknown: true, delivery: item)),
      .granted(Claim.Grant(earlierDelivery: .takenBack)),
    ] as [Claim])
  func `A payment is delivered before its consume, whatever earlier runs did`(_ claim: Claim)
    async throws
  {
    let courier = Courier()
    let journal = ScriptedRun(["1": claim])
    let outcome = await run(consuming(), journal, items("1")) { $0.deliverer = courier }
    #expect(outcome.results.map(\.outcome) == [.consumed])
    #expect(outcome.results.map(\.earlierDelivery) == [nil])
    #expect(courier.log == ["deliver 1"])
    #expect(journal.kinds(of: "1").dropFirst().first == .deliveryEnds(nil))
  }

  @Test
  func `A payment that was taken back and is consumed without a delivery is known`() async throws {
    let journal = ScriptedRun(["1": .granted(Claim.Grant(earlierDelivery: .takenBack))])
    let outcome = await run(consuming(), journal, items("1", "2"))
    #expect(outcome.results.map(\.earlierDelivery) == [.takenBack, nil])
  }

  // MARK: Earlier outcomes

  @Test
  func `Payments that the journal has as consumed, unknown or claimed are not sent`() async throws {
    let holder = RunHolder(user: "kim", host: "desk", process: 7, since: Self.start)
    let journal = ScriptedRun([
      "1": .consumed(.consumed), "2": .consumed(.alreadyConsumed), "3": .unknown(),
      "4": .held(holder),
    ])
    let outcome = await run(ScriptedService(nil), journal, items("1", "2", "3", "4"))
    #expect(
      outcome.results.map(\.outcome) == [.alreadyConsumed, .alreadyConsumed, .unknown, .notSent])
    #expect(outcome.results.map(\.priorUnknown) == [false, false, true, false])
    #expect(outcome.results[3].error?.code == .http(.alreadyInProgress))
    #expect(journal.steps.isEmpty)
  }

  @Test
  func `A resumed run skips consumed payments and settles unknown ones`() async throws {
    let journal = ScriptedRun(["1": .consumed(.consumed), "2": .unknown()])
    let service = ScriptedService { _ in .failure(.alreadyConsumed("2")) }
    let outcome = await run(service, journal, items("1", "2")) { $0.resumes = true }
    #expect(outcome.results.map(\.outcome) == [.skipped, .alreadyConsumed])
    #expect(
      outcome.results.map(\.error)
        == [nil, .alreadyConsumed(.payment("2", .consumedAfterUnknown))])
    #expect(service.requests.map(\.paymentSeq) == ["2"])
  }

  // MARK: Stopping

  @Test
  func `After a stop the remaining payments are reported as not sent`() async throws {
    let stopped = Mutex(false)
    let reason = IAPError.iapctl(.interrupted, .stopped(signal: 2))
    let service = ScriptedService { _ in
      stopped.withLock { $0 = true }
      return .success(Self.receipt)
    }
    let outcome = await run(
      service, ScriptedRun(), items("1", "2", "3"),
      stop: Stop { stopped.withLock { $0 } ? reason : nil })
    let results = outcome.results.sorted { $0.paymentSeq.text < $1.paymentSeq.text }
    #expect(results.map(\.outcome) == [.consumed, .notSent, .notSent])
    #expect(results.map(\.error) == [nil, reason, reason])
  }

  @Test
  func `An unknown payment stays unknown if the run is stopped before it is sent`() async throws {
    let reason = IAPError.iapctl(.interrupted, .stopped(signal: 2))
    let journal = ScriptedRun(["1": .unknown()])
    let outcome = await run(
      ScriptedService(nil), journal, items("1"),
      stop: Stop { journal.claimed.isEmpty ? nil : reason }
    ) {
      $0.resumes = true
    }
    #expect(outcome.results.map(\.outcome) == [.unknown])
    #expect(outcome.results.map(\.error?.outcome) == [.unknown])
  }

  @Test(.timeLimit(.minutes(1)))
  func `What waits for its turn learns at once that the batch stops`() async throws {
    let refusal = IAPError(.http(.requestFailed), .statusNotOK(401), httpStatus: 401)
    let service = ScriptedService({ _ in .failure(refusal) }, stopsBatch: true)
    let outcome = await run(
      service, ScriptedRun(), items("1", "2", "3"), clock: TestClock(isStill: true)
    ) {
      ($0.concurrency, $0.rate) = (3, 0.0001)
      $0.isOrdered = true
    }
    #expect(
      outcome.results.map(\.outcome).sorted { $0.rawValue < $1.rawValue } == [
        .notSent, .notSent, .refused,
      ])
    #expect(service.requests.count == 1)
  }

  @Test
  func `If the output closes, the batch ends after the requests in flight`() async throws {
    struct Closed: Error {}
    let (service, journal) = (consuming(), ScriptedRun())
    let outcome = await run(
      service, journal, items("1", "2", "3"), emits: { _ in throw Closed() })
    #expect(outcome.error is Closed)
    // If the intent of the next payment was written with the outcome, it is taken back.
    #expect(
      [[.consumeBegins, .consumeWithdrawn, .released], [.released]]
        .contains(journal.kinds(of: "2")))
    #expect(journal.kinds(of: "3") == [.released])
    #expect(service.requests.count == 1)
    #expect(outcome.results.isEmpty)
  }
}
