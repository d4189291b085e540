import SQLite
import TestSupport
import Testing

/// Changes that arrive together share a transaction.
@Suite(.server)
struct GroupTests {
  @Test
  func `Of many consumes of a payment that arrive at once, one succeeds`() async throws {
    let count = 40
    let (codes, invalid) = try await ServedStore(Games.crowd(2)).run { port in
      let clients = try (0..<count).map { _ in try HTTPConnection(port: port) }
      for client in clients {
        client.send(ServedStore.consume(1) + ServedStore.products + ServedStore.consume(2))
      }
      let codes = clients.map { client in (0..<3).map { _ in client.answer()?.code } }
      clients[0].send(ServedStore.consume(3))
      return (codes, clients[0].answer()?.code)
    }
    #expect(codes.allSatisfy { $0[1] == 0 }, "the queries between them")
    for index in [0, 2] {
      #expect(codes.count { $0[index] == 0 } == 1)
      #expect(codes.count { $0[index] == 5018 } == count - 1)
    }
    #expect(invalid == 5000)
  }

  @Test
  func `While another process holds the store, only changes wait`() async throws {
    let served = try ServedStore(Games.crowd(1))
    let holder = try Connection(path: served.folder["store.db"], access: .readWrite, patience: 0)
    try holder.execute("BEGIN IMMEDIATE")
    let invalid = HTTPConnection.request(
      "POST", "/v1/service/consume", body: "{}", headers: ServedStore.headers)
    let stranger = HTTPConnection.request(
      "POST", "/v1/service/consume", body: "{}", headers: ["Content-Type": "application/json"])
    let port = served.server.port
    let (codes, client) = try await waiting {
      let client = try HTTPConnection(port: port)
      client.send(invalid + stranger + ServedStore.products + ServedStore.consume(1))
      return ((0..<3).map { _ in client.answer()?.code }, client)
    }
    #expect(codes == [1100, 9999, 0])
    try holder.execute("ROLLBACK")
    let last = try await served.run { _ in client.answer()?.code }
    #expect(last == 0)
  }
}
