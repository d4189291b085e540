import IAPCore
import Synchronization
import Testing

@testable import IAPBatch

struct PaymentsInFlightTests {
  private func claimed(_ index: Int) -> ClaimedPayment {
    let request = Payment(Identifier("\(index)"))
    return ClaimedPayment(
      request, .granted(priorUnknown: false), index: index)
  }

  private func result(_ item: ClaimedPayment) -> ConsumeResult {
    ConsumeResult(item, .consumed)
  }

  @Test(.timeLimit(.minutes(5)))
  func `A worker goes on after its result is reported`() async throws {
    let inFlight = PaymentsInFlight(limit: 2)
    for index in 0..<2 { inFlight.add(claimed(index)) }
    #expect(!inFlight.hasRoom)
    let isReported = Mutex(false)
    async let worker: Bool = {
      guard let first = await inFlight.next() else { return false }
      await inFlight.end(result(first))
      return isReported.withLock { $0 }
    }()
    #expect(await inFlight.results(orRoom: false).map(\.claimed.index) == [0])
    #expect(inFlight.hasRoom)
    isReported.withLock { $0 = true }
    inFlight.reported()
    #expect(await worker)
    #expect(!inFlight.isEmpty)
  }

  @Test(.timeLimit(.minutes(5)))
  func `The batch learns that there is room while nothing has ended`() async throws {
    let inFlight = PaymentsInFlight(limit: 1)
    inFlight.add(claimed(0))
    async let results = inFlight.results(orRoom: true)
    #expect(inFlight.takeNext()?.index == 0)
    #expect(await results.isEmpty)
    #expect(inFlight.hasRoom)
  }

  @Test
  func `A payment that was taken can be put back, and is the next one again`() throws {
    let inFlight = PaymentsInFlight(limit: 2)
    for index in 0..<2 { inFlight.add(claimed(index)) }
    inFlight.putBack(try #require(inFlight.takeNext()))
    #expect([inFlight.takeNext()?.index, inFlight.takeNext()?.index] == [0, 1])
    #expect(inFlight.takeNext() == nil)
  }

  @Test(.timeLimit(.minutes(5)))
  func `Workers end when nothing is left`() async {
    let inFlight = PaymentsInFlight(limit: 2)
    inFlight.add(claimed(0))
    inFlight.close()
    #expect(await inFlight.next()?.index == 0)
    #expect(await inFlight.next()?.index == nil)
  }
}
