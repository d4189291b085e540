import IAPBatch
import IAPCore
import Synchronization
import Testing

/// When a batch stops, so that an outage does not leave every payment unknown.
struct OutageTests {
  private let clock = TestClock()

  private static let receipt = ConsumeReceipt(price: nil, currency: nil, productSeq: nil)
  private static let lost = IAPError(
    .http(.requestTimeout), .server("test", .noAnswerInTime), outcome: .unknown)
  private static let busy = IAPError(
    .http(.requestFailed), .statusNotOK(429), httpStatus: 429)

  private func run(
    _ count: Int, _ service: ScriptedService, _ run: ScriptedRun = ScriptedRun(),
    concurrency: Int = 1, resumes: Bool = false
  ) async throws -> [ConsumeResult] {
    var setup = BatchSetup()
    (setup.concurrency, setup.resumes, setup.isOrdered) = (concurrency, resumes, true)
    let batch = setup.batch(service, run, in: clock.world())
    let payments = (1...count).map {
      Payment(Identifier("\($0)"), user: "u", accessToken: Secret("t"))
    }
    var results: [ConsumeResult] = []
    try await batch.consume(from: ListedSource(payments)) { results += $0 }
    return results
  }

  private func counts(_ results: [ConsumeResult]) -> [ConsumeResult.Outcome: Int] {
    Dictionary(results.map { ($0.outcome, 1) }, uniquingKeysWith: +)
  }

  @Test
  func `Ten unknown payments in a row stop a batch with one request at a time`() async throws {
    let service = ScriptedService { _ in .failure(Self.lost) }
    let results = try await run(5_000, service)
    #expect(counts(results) == [.unknown: 10, .notSent: 4_990])
    let stopped = try #require(results.last?.error)
    #expect(stopped.code == .iapctl(.outage))
    #expect(stopped.outcome == .notApplied)
    #expect(stopped.reason == .outage(unknownInARow: 10))
  }

  /// When the last one ends, the other requests are already in flight.
  @Test
  func `With more requests in flight the limit is their number`() async throws {
    let service = ScriptedService { _ in .failure(Self.lost) }
    let results = try await run(500, service, concurrency: 24)
    let unknown = counts(results)[.unknown] ?? 0
    #expect((24...47).contains(unknown), "\(unknown)")
    #expect(counts(results)[.notSent] == 500 - unknown)
  }

  @Test
  func `A response between unknown payments resets the count`() async throws {
    let refusal = IAPError(
      .iap(.changePurchaseStatusFailed), .serverSaid(code: 5000, message: nil), serverCode: 5000)
    let service = ScriptedService { request in
      switch Int(request.paymentSeq.text).map({ $0 % 10 }) {
      case 0: .success(Self.receipt)
      case 5: .failure(refusal)
      default: .failure(Self.lost)
      }
    }
    let results = try await run(200, service)
    #expect(counts(results) == [.consumed: 20, .refused: 20, .unknown: 160])
  }

  /// A refusal shows that the server responds, so it is not an outage.
  @Test
  func `Refusals of payments that stay unknown do not count as an outage`() async throws {
    let refusal = IAPError(
      .iap(.changePurchaseStatusFailed), .serverSaid(code: 5000, message: nil), serverCode: 5000)
    let service = ScriptedService { _ in .failure(refusal) }
    let claims = (1...40).map { (Identifier("\($0)"), Claim.unknown()) }
    let journal = ScriptedRun(Dictionary(uniqueKeysWithValues: claims))
    let results = try await run(40, service, journal, resumes: true)
    #expect(counts(results) == [.unknown: 40])
    #expect(service.requests.count == 40)
  }

  @Test
  func `Five minutes of "slow down" responses stop a batch`() async throws {
    let service = ScriptedService { _ in .failure(Self.busy) }
    let results = try await run(5_000, service)
    #expect(clock.time >= .seconds(300))
    #expect(clock.time < .seconds(330))
    #expect((10...60).contains(service.requests.count), "\(service.requests.count)")
    #expect(counts(results) == [.notSent: 5_000])
    let stopped = try #require(results.last?.error)
    #expect(stopped.httpStatus == 429)
    guard case .askedToWait(let time) = stopped.reason else {
      Issue.record("\(stopped)")
      return
    }
    #expect(time >= .seconds(300))
  }

  @Test
  func `A wait of more than five minutes is not waited to its end`() async throws {
    let service = ScriptedService(
      { _ in .failure(Self.busy) },
      pausing: { _ in ServerPause(.seconds(7200), Self.busy, endsCall: false) })
    let results = try await run(100, service)
    #expect(service.requests.count == 1)
    #expect(counts(results) == [.notSent: 100])
    #expect(clock.time < .seconds(301))
  }

  @Test
  func `A success between "slow down" responses resets the five minutes`() async throws {
    let clock = clock
    let service = ScriptedService(
      { request in
        Int(request.paymentSeq.text).map { $0 % 5 == 0 } == true
          ? .success(Self.receipt) : .failure(Self.busy)
      }, arriving: { clock.pass(.seconds(40)) })
    let results = try await run(100, service)
    #expect(counts(results) == [.consumed: 20, .notSent: 80])
  }
}
