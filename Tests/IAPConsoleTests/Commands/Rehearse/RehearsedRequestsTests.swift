import IAPCore
import System
import Testing

@testable import IAPConsole

struct RehearsedRequestsTests {
  /// The requests of a program that consumes these payments in one run.
  private func requests(_ name: String, _ payments: [Identifier]) throws -> RehearsedRequests {
    let scenario = try #require(RehearsalCase(name))
    let requests = RehearsedRequests(disruptedBy: scenario, lateness: .seconds(1)) { _ in }
    requests.begin(run: 1, [ProcessGroup()])
    for payment in payments { _ = requests.register(.consume, payment) }
    return requests
  }

  @Test
  func `Each request has its number, and the case says what happens to it`() throws {
    let requests = try requests("consume[2]:lost", ["1", "2", "1"])
    #expect(
      requests.entries.map(\.name.description) == ["consume[1]", "consume[2]", "consume[3]"])
    #expect(requests.entries.map(\.disruption) == [nil, .lost, nil])
    #expect(requests.end())
  }

  @Test
  func `A run that only asks has nothing to do, unless it is disrupted`() throws {
    let requests = try requests("unconsumed[2]:500", [])
    _ = requests.register(.unconsumed, nil)
    #expect(!requests.end())
    requests.begin(run: 2, [ProcessGroup()])
    _ = requests.register(.unconsumed, nil)
    #expect(requests.end())
  }

  @Test
  func `What comes between the runs is no request of the program`() throws {
    let requests = try requests("consume[2]:lost", ["1"])
    _ = requests.end()
    _ = requests.register(.consume, "2")
    #expect(requests.entries.count == 1)
  }

  @Test
  func `Two programs are held at the same payment in the first run, and at no other`() throws {
    let requests = RehearsedRequests(
      disruptedBy: RehearsalCase("consume[2]:twin"), twinPayment: "2",
      lateness: .seconds(1)
    ) { _ in }
    requests.begin(run: 1, [ProcessGroup(), ProcessGroup()])
    for payment in ["1", "1", "2", "2"] as [Identifier] {
      _ = requests.register(.consume, payment)
    }
    #expect(requests.entries.map(\.disruption) == [nil, nil, .twin, .twin])
    requests.begin(run: 2, [ProcessGroup()])
    _ = requests.register(.consume, "2")
    #expect(requests.entries.last?.disruption == nil)
  }
}
