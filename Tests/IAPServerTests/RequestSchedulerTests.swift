import TestSupport
import Testing

@testable import IAPServer

struct RequestSchedulerTests {
  private let fixture: RoutesFixture
  private let start = ContinuousClock.now

  init() throws { fixture = try RoutesFixture() }

  /// A change on a connection with a number.
  private func request(_ connection: Int) throws -> RoutedRequest {
    let head = RequestHead(method: "POST", path: "/v1/service/consume")
    return RoutedRequest(
      head, fixture.handler.match(head),
      on: Pointer(try #require(OpaquePointer(bitPattern: connection))))
  }

  /// Adds a change for each connection.
  private func add(_ connections: [Int], to group: inout ChangeGroup) throws {
    let route = try #require(RouteTable.find("/v1/service/consume").first?.route)
    let (call, _) = fixture.handler.call(
      route, RouteParameters(path: [:], arguments: [:]), RequestHead(method: "", path: ""),
      body: [])
    for connection in connections { group.add(try request(connection), call) }
  }

  /// The size of the group that is executed; nil if it waits, 0 if it is empty.
  private func size(_ group: inout ChangeGroup, after time: Duration = .zero) -> Int? {
    switch group.decide(at: start + time) {
    case .wait: nil
    case .execute(let changes): changes.count
    case nil: 0
    }
  }

  /// A group after one with the changes of some connections, whose COMMIT took 2 ms.
  private func group(after connections: [Int]) throws -> ChangeGroup {
    var group = ChangeGroup()
    try add(connections, to: &group)
    if connections.count > 1 { #expect(size(&group) == nil) }
    #expect(size(&group) == connections.count)
    #expect(size(&group) == 0)
    group.finished(in: .milliseconds(2))
    return group
  }

  @Test
  func `A change on the only connection never waits`() throws {
    var group = try group(after: [1])
    for _ in 0..<3 {
      try add([1], to: &group)
      #expect(size(&group) == 1)
    }
  }

  @Test
  func `A group waits as long as it grows`() throws {
    var group = ChangeGroup()
    try add([1, 2], to: &group)
    #expect(size(&group) == nil)
    try add([3], to: &group)
    #expect(size(&group) == nil)
    #expect(size(&group) == 3)
  }

  @Test
  func `It waits for the connections of the last groups, a quarter of a COMMIT at most`() throws {
    var group = try group(after: [1, 2])
    try add([2], to: &group)
    #expect(size(&group) == nil)
    #expect(size(&group, after: .microseconds(499)) == nil)
    #expect(size(&group, after: .microseconds(500)) == 1)
    // The connection 1 was in the last group but one.
    try add([2], to: &group)
    #expect(size(&group) == nil)
    #expect(size(&group, after: .milliseconds(1)) == 1)
    try add([2], to: &group)
    #expect(size(&group) == 1)
  }

  @Test
  func `It does not wait for a connection that was closed`() throws {
    var group = try group(after: [1, 2])
    group.disconnected(try request(1).connection)
    try add([2], to: &group)
    #expect(size(&group) == 1)
  }
}
