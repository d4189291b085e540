import Testing

@testable import IAPServer

@Suite("Connection table")
struct CrowdTests {
  private func pointer(_ number: Int) throws -> Pointer {
    Pointer(try #require(OpaquePointer(bitPattern: number)))
  }

  @Test("A full table closes the connection that has waited longest")
  func whoHasWaitedLongestLeaves() throws {
    var crowd = ConnectionTable(room: 10)
    let all = try (1...12).map(pointer)
    for connection in all[..<9] { #expect(crowd.enters(connection) == nil) }
    #expect(crowd.enters(all[9]) == all[0])
    // A connection that is served is never closed. A connection that waits again goes to the end of
    // the order.
    crowd.isServed(all[1])
    crowd.waits(all[2])
    #expect(crowd.enters(all[10]) == all[3])
    crowd.leaves(all[0])
    crowd.leaves(all[3])
    #expect(crowd.enters(all[11]) == all[4])
  }

  @Test("Connections with a request in progress are not closed")
  func nobodyLeavesWhereAllAreServed() throws {
    var crowd = ConnectionTable(room: 1)
    let (first, second) = (try pointer(1), try pointer(2))
    #expect(crowd.enters(first) == nil)
    crowd.isServed(first)
    #expect(crowd.enters(second) == nil)
  }
}
