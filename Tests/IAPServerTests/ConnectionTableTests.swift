import Testing

@testable import IAPServer

struct ConnectionTableTests {
  private func pointer(_ number: Int) throws -> Pointer {
    Pointer(try #require(OpaquePointer(bitPattern: number)))
  }

  private func add(
    _ connection: Pointer, _ table: inout ConnectionTable,
    hasInput: (Pointer) -> Bool = { _ in false }
  ) -> Pointer? {
    table.add(connection, hasInput: hasInput)
  }

  @Test
  func `A full table closes the connection that has waited longest`() throws {
    var table = ConnectionTable(capacity: 10)
    let all = try (1...12).map(pointer)
    for connection in all[..<9] { #expect(add(connection, &table) == nil) }
    #expect(add(all[9], &table) == all[0])
    // A connection that is served is never closed. A connection that waits again goes to the end of
    // the order.
    _ = table.beginServing(all[1])
    table.beginWaiting(all[2])
    #expect(add(all[10], &table) == all[3])
    table.remove(all[0])
    table.remove(all[3])
    #expect(add(all[11], &table) == all[4])
  }

  @Test
  func `A connection whose request has arrived is not closed, and one that was is not served`()
    throws
  {
    var table = ConnectionTable(capacity: 3)
    let all = try (1...4).map(pointer)
    #expect(add(all[0], &table) == nil)
    #expect(add(all[1], &table) == nil)
    #expect(add(all[2], &table) { $0 == all[0] } == all[1])
    #expect(add(all[3], &table) { _ in true } == nil)
    let served = [table.beginServing(all[0]), table.beginServing(all[1])]
    #expect(served == [true, false])
    table.remove(all[1])
    let isServed = table.beginServing(all[1])
    #expect(isServed)
  }

  @Test
  func `Connections with a request in progress are not closed`() throws {
    var table = ConnectionTable(capacity: 1)
    let (first, second) = (try pointer(1), try pointer(2))
    #expect(add(first, &table) == nil)
    _ = table.beginServing(first)
    #expect(add(second, &table) == nil)
  }

  @Test(arguments: 2...9)
  func `Room for one connection at least is kept free`(_ capacity: Int) throws {
    var table = ConnectionTable(capacity: capacity)
    let all = try (1...capacity).map(pointer)
    for connection in all.dropLast() { #expect(add(connection, &table) == nil) }
    #expect(add(all[capacity - 1], &table) == all[0])
  }
}
