import IAPCore
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

  @Test("A payment is in flight until its result is taken", .timeLimit(.minutes(5)))
  func roomAfterTheResult() async throws {
    let flights = Flights(most: 2)
    for index in 0..<2 { flights.add(claimed(index)) }
    #expect(!flights.hasRoom)
    let first = try #require(await flights.next())
    flights.end(first, result(first))
    #expect(!flights.hasRoom)
    #expect(await flights.results().map(\.0.index) == [0])
    #expect(flights.hasRoom)
    #expect(!flights.isEmpty)
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
