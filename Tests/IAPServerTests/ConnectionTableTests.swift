import Testing

@testable import IAPServer

struct ConnectionTableTests {
  private func pointer(_ number: Int) throws -> Pointer {
    Pointer(try #require(OpaquePointer(bitPattern: number)))
  }

  private func enter(
    _ connection: Pointer, _ crowd: inout ConnectionTable,
    hasInput: (Pointer) -> Bool = { _ in false }
  ) -> Pointer? {
    crowd.enters(connection, hasInput: hasInput)
  }

  @Test
  func `A full table closes the connection that has waited longest`() throws {
    var crowd = ConnectionTable(room: 10)
    let all = try (1...12).map(pointer)
    for connection in all[..<9] { #expect(enter(connection, &crowd) == nil) }
    #expect(enter(all[9], &crowd) == all[0])
    // A connection that is served is never closed. A connection that waits again goes to the end of
    // the order.
    _ = crowd.isServed(all[1])
    crowd.waits(all[2])
    #expect(enter(all[10], &crowd) == all[3])
    crowd.leaves(all[0])
    crowd.leaves(all[3])
    #expect(enter(all[11], &crowd) == all[4])
  }

  @Test
  func `A connection whose request has arrived is not closed, and one that was is not served`()
    throws
  {
    var crowd = ConnectionTable(room: 3)
    let all = try (1...4).map(pointer)
    #expect(enter(all[0], &crowd) == nil)
    #expect(enter(all[1], &crowd) == nil)
    #expect(enter(all[2], &crowd) { $0 == all[0] } == all[1])
    #expect(enter(all[3], &crowd) { _ in true } == nil)
    let served = [crowd.isServed(all[0]), crowd.isServed(all[1])]
    #expect(served == [true, false])
    crowd.leaves(all[1])
    let isServed = crowd.isServed(all[1])
    #expect(isServed)
  }

  @Test
  func `Connections with a request in progress are not closed`() throws {
    var crowd = ConnectionTable(room: 1)
    let (first, second) = (try pointer(1), try pointer(2))
    #expect(enter(first, &crowd) == nil)
    _ = crowd.isServed(first)
    #expect(enter(second, &crowd) == nil)
  }

  @Test(arguments: 2...9)
  func `One place at least is kept free`(_ room: Int) throws {
    var crowd = ConnectionTable(room: room)
    let all = try (1...room).map(pointer)
    for connection in all.dropLast() { #expect(enter(connection, &crowd) == nil) }
    #expect(enter(all[room - 1], &crowd) == all[0])
  }
}
