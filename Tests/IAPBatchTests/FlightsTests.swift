import IAPCore
import Synchronization
import Testing

@testable import IAPBatch

@Suite("Payments in flight")
struct FlightsTests {
  private func claimed(_ index: Int) -> ClaimedItem {
    let request = ConsumeRequest(paymentSeq: Identifier("\(index)"))
    return ClaimedItem(
      BatchItem(request: request), .granted(priorUnknown: false, isDelivered: false), index: index)
  }

  private func result(_ item: ClaimedItem) -> ConsumeResult {
    ConsumeResult(item.paymentSeq, .consumed)
  }

  @Test("A worker goes on after its result is reported", .timeLimit(.minutes(5)))
  func goesOnAfterTheReport() async throws {
    let flights = Flights(most: 2)
    for index in 0..<2 { flights.add(claimed(index)) }
    #expect(!flights.hasRoom)
    let isReported = Mutex(false)
    async let worker: Bool = {
      guard let first = await flights.next() else { return false }
      await flights.end(first, result(first))
      return isReported.withLock { $0 }
    }()
    #expect(await flights.results(orRoom: false).map(\.0.index) == [0])
    #expect(flights.hasRoom)
    isReported.withLock { $0 = true }
    flights.reported()
    #expect(await worker)
    #expect(!flights.isEmpty)
  }

  @Test("The batch learns that there is room while nothing has ended", .timeLimit(.minutes(5)))
  func room() async throws {
    let flights = Flights(most: 1)
    flights.add(claimed(0))
    async let results = flights.results(orRoom: true)
    #expect(flights.takeNext()?.index == 0)
    #expect(await results.isEmpty)
    #expect(flights.hasRoom)
  }

  @Test("A payment that was taken can be put back, and is the next one again")
  func putBack() throws {
    let flights = Flights(most: 2)
    for index in 0..<2 { flights.add(claimed(index)) }
    flights.putBack(try #require(flights.takeNext()))
    #expect([flights.takeNext()?.index, flights.takeNext()?.index] == [0, 1])
    #expect(flights.takeNext() == nil)
  }

  @Test("Workers end when nothing is left", .timeLimit(.minutes(5)))
  func workersEnd() async {
    let flights = Flights(most: 2)
    flights.add(claimed(0))
    flights.close()
    #expect(await flights.next()?.index == 0)
    #expect(await flights.next()?.index == nil)
  }
}
