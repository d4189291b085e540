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

  @Test(
    "A payment makes room for the next one before its outcome is written",
    .timeLimit(.minutes(5)))
  func roomBeforeTheEnd() async throws {
    let flights = Flights(most: 2)
    for index in 0..<4 { flights.add(claimed(index)) }
    #expect(!flights.hasRoom)
    let first = try #require(await flights.next())
    _ = await flights.next()
    flights.answered()
    #expect(await flights.next()?.index == 2)
    #expect(flights.takeResults().isEmpty)
    flights.end(first, result(first), wasAnswered: true)
    #expect(flights.takeResults().map(\.0.index) == [0])
    #expect(!flights.isEmpty)
  }

  @Test("If one payment may be in flight, the next one waits for its result")
  func oneAtATime() async throws {
    let flights = Flights(most: 1)
    flights.add(claimed(0))
    let first = try #require(await flights.next())
    flights.answered()
    #expect(!flights.hasRoom)
    flights.end(first, result(first), wasAnswered: true)
    #expect(flights.hasRoom)
    #expect(flights.takeResults().count == 1)
    #expect(flights.isEmpty)
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
