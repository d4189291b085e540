import IAPCore
import Testing

@testable import IAPBatch

struct ConsumeTaskTests {
  private let service = ScriptedService { _ in
    .success(ConsumeReceipt(price: nil, currency: nil, productSeq: nil))
  }
  private let journal = ScriptedRun()
  private let stop = BatchStop { nil }
  private let inFlight = PaymentsInFlight(limit: 2)

  private func task(
    _ limiter: RateLimiter = RateLimiter(rate: nil, monotonicTime: { .zero }),
    _ stop: BatchStop? = nil
  ) -> ConsumeTask {
    ConsumeTask(
      service: service, journal: JournalWriter(journal), deliverer: nil, limiter: limiter,
      stop: stop ?? self.stop, outage: OutageWatch(concurrency: 2, limiter: limiter),
      settleLimit: nil,
      realTime: { Instant(0) })
  }

  private func add(_ payments: Identifier...) {
    for (index, payment) in payments.enumerated() {
      let request = Payment(payment, accessToken: Secret("t"))
      inFlight.add(
        ClaimedPayment(
          request, .granted(priorUnknown: false),
          index: index))
    }
    inFlight.close()
  }

  /// The next result, which is reported.
  private func result() async -> ConsumeResult? {
    let results = await inFlight.results(orRoom: false)
    inFlight.reported()
    return results.first
  }

  @Test(.timeLimit(.minutes(5)))
  func `The intent of the next payment is written with the outcome, and sent after the report`()
    async
  {
    add("1", "2")
    async let work: Void = task().work(on: inFlight)
    let first = await inFlight.results(orRoom: false)
    #expect(first.map(\.outcome) == [.consumed])
    #expect(journal.steps.map(\.paymentSeq) == ["1", "1", "1", "2"])
    #expect(journal.steps.last?.kind == .consumeBegins)
    #expect(service.requests.count == 1)
    inFlight.reported()
    #expect(await result()?.outcome == .consumed)
    #expect(service.requests.count == 2)
    await work
  }

  @Test(.timeLimit(.minutes(5)))
  func `If the batch stops before the next payment is sent, its intent is taken back`() async {
    add("1", "2")
    async let work: Void = task().work(on: inFlight)
    #expect(await inFlight.results(orRoom: false).map(\.outcome) == [.consumed])
    stop.halt(.iapctl(.outputNotWritten, .resultsUnread))
    inFlight.reported()
    #expect(await result()?.outcome == .notSent)
    #expect(journal.kinds(of: "2") == [.consumeBegins, .consumeWithdrawn, .released])
    #expect(service.requests.count == 1)
    await work
  }

  @Test(.timeLimit(.minutes(5)))
  func `With a rate limit, an intent is not written before its turn`() async {
    add("1", "2")
    let limiter = RateLimiter(rate: 1000, monotonicTime: { .zero })
    async let work: Void = task(limiter).work(on: inFlight)
    #expect(await inFlight.results(orRoom: false).map(\.outcome) == [.consumed])
    #expect(journal.kinds(of: "2").isEmpty)
    stop.halt(.iapctl(.outputNotWritten, .resultsUnread))
    inFlight.reported()
    #expect(await result()?.outcome == .notSent)
    #expect(journal.kinds(of: "2") == [.released])
    await work
  }

  @Test(.timeLimit(.minutes(5)))
  func `If the server asks to wait, no intent is open meanwhile`() async {
    add("1", "2")
    let clock = TestClock()
    let limiter = clock.limiter
    async let work: Void = task(limiter, clock.stop()).work(on: inFlight)
    #expect(await inFlight.results(orRoom: false).map(\.outcome) == [.consumed])
    limiter.slowDown(for: .seconds(1))
    inFlight.reported()
    #expect(await result()?.outcome == .consumed)
    #expect(clock.time >= .seconds(1))
    #expect(
      journal.kinds(of: "2").prefix(3) == [.consumeBegins, .consumeWithdrawn, .consumeBegins])
    #expect(service.requests.count == 2)
    await work
  }
}
