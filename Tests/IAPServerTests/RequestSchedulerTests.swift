import TestSupport
import Testing

@testable import IAPServer

@Suite("The wait of a group of changes")
struct ChangeGroupTests {
  private let desk: Desk
  private let start = ContinuousClock.now

  init() throws { desk = try Desk() }

  /// A change on a connection with a number.
  private func request(_ connection: Int) throws -> RoutedRequest {
    let head = RequestHead(method: "POST", path: "/v1/service/consume")
    return RoutedRequest(
      head, desk.handler.match(head),
      on: Pointer(try #require(OpaquePointer(bitPattern: connection))))
  }

  /// Adds a change for each connection, and returns the first one.
  private func add(_ connections: [Int], to group: inout ChangeGroup) throws -> RoutedRequest {
    let route = try #require(RouteTable.find("/v1/service/consume").first?.route)
    let call = desk.handler.call(
      route, RouteParameters(places: [:], arguments: [:]), appKey: nil, body: [])
    let requests = try connections.map(request)
    for (index, request) in requests.enumerated() {
      #expect(group.add(request, call) == (index == 0))
    }
    return try #require(requests.first)
  }

  /// The size of the group that is executed; nil if it waits.
  private func size(
    _ group: inout ChangeGroup, _ first: RoutedRequest, after time: Duration = .zero
  ) throws -> Int? {
    let turn = group.turn(of: first, at: start + time)
    return switch try #require(turn) {
    case .wait: nil
    case .execute(let changes): changes.count
    }
  }

  /// A group after one with the changes of some connections, whose COMMIT took 2 ms.
  private func group(after connections: [Int]) throws -> ChangeGroup {
    var group = ChangeGroup()
    let first = try add(connections, to: &group)
    if connections.count > 1 { #expect(try size(&group, first) == nil) }
    #expect(try size(&group, first) == connections.count)
    group.took(.milliseconds(2))
    return group
  }

  @Test("A change on the only connection never waits")
  func alone() throws {
    var group = try group(after: [1])
    for _ in 0..<3 { #expect(try size(&group, add([1], to: &group)) == 1) }
  }

  @Test("A group waits as long as it grows")
  func growing() throws {
    var group = ChangeGroup()
    let first = try add([1, 2], to: &group)
    #expect(try size(&group, first) == nil)
    let route = try #require(RouteTable.find("/v1/service/consume").first?.route)
    let call = desk.handler.call(
      route, RouteParameters(places: [:], arguments: [:]), appKey: nil, body: [])
    #expect(try !group.add(request(3), call))
    #expect(try size(&group, first) == nil)
    #expect(try size(&group, first) == 3)
  }

  @Test("It waits for the connections of the last groups, a quarter of a COMMIT at most")
  func incomplete() throws {
    var group = try group(after: [1, 2])
    let first = try add([2], to: &group)
    #expect(try size(&group, first) == nil)
    #expect(try size(&group, first, after: .microseconds(499)) == nil)
    #expect(try size(&group, first, after: .microseconds(500)) == 1)
    // The connection 1 was in the last group but one.
    let next = try add([2], to: &group)
    #expect(try size(&group, next) == nil)
    #expect(try size(&group, next, after: .milliseconds(1)) == 1)
    #expect(try size(&group, add([2], to: &group)) == 1)
  }

  @Test("It does not wait for a connection that was closed")
  func closed() throws {
    var group = try group(after: [1, 2])
    group.disconnected(try request(1).connection)
    #expect(try size(&group, add([2], to: &group)) == 1)
  }

  @Test("If the first connection is closed, the next one takes its place")
  func firstIsClosed() throws {
    var group = ChangeGroup()
    let first = try add([1, 2], to: &group)
    let removed = group.remove(first)
    let second = try #require(removed)
    #expect(try second.connection == request(2).connection)
    if group.turn(of: first, at: start) != nil { Issue.record("it is not the first one any more") }
    #expect(try size(&group, second) == 1)
    if group.remove(first) != nil { Issue.record("it was removed twice") }
  }
}
