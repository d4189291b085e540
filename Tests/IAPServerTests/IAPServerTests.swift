import IAPCore
import IAPFixtures
import Synchronization
import TestSupport
import Testing

/// The server in this process, with clients over a socket.
@Suite(.server)
struct IAPServerTests {
  @Test
  func `A connection can be used for several requests`() async throws {
    let answers = try await ServedStore(Games.crowd(3)).run { port in
      let client = try HTTPConnection(port: port)
      return (1...3).map { number in
        client.send(ServedStore.consume(number))
        return client.answer()
      }
    }
    #expect(answers.map { $0?.status } == [200, 200, 200])
    #expect(answers.map { $0?.code } == [0, 0, 0])
    #expect(answers[0]?.headers["content-type"] == "application/json")
    #expect(answers[0]?.headers["cache-control"] == "no-store")
  }

  @Test
  func `Pipelined requests are answered in order`() async throws {
    let count = 50
    let codes = try await ServedStore(Games.crowd(count)).run { port in
      let client = try HTTPConnection(port: port)
      client.send((1...count).map(ServedStore.consume).joined() + ServedStore.consume(1))
      return (0...count).map { _ in client.answer()?.code }
    }
    #expect(codes == Array(repeating: 0, count: count) + [5018])
  }

  @Test
  func `A request may arrive byte by byte`() async throws {
    let answer = try await ServedStore(Games.crowd(1)).run { port in
      let client = try HTTPConnection(port: port)
      for character in ServedStore.consume(1) { client.send(String(character)) }
      return client.answer()
    }
    #expect(answer?.code == 0)
  }

  @Test
  func `A body may be sent in chunks`() async throws {
    let answer = try await ServedStore(Games.crowd(1)).run { port in
      let client = try HTTPConnection(port: port)
      client.send(
        """
        POST /v1/service/consume HTTP/1.1\r
        Host: localhost\r
        Content-Type: application/json\r
        X-NHN-TCIAP-AppKey: k\r
        Transfer-Encoding: chunked\r
        \r
        11\r
        {"paymentSeq":"1"\r
        13\r
        ,"accessToken":"t1"\r
        1\r
        }\r
        0\r
        \r\n
        """)
      return client.answer()
    }
    #expect(answer?.code == 0)
  }

  @Test
  func `HEAD returns the length and no body`() async throws {
    let (head, get) = try await ServedStore(Games.crowd(1)).run { port in
      let client = try HTTPConnection(port: port)
      client.send(HTTPConnection.request("HEAD", "/openapi.json"))
      let head = client.answer(hasBody: false)
      client.send(HTTPConnection.request("GET", "/openapi.json"))
      return (head, client.answer())
    }
    #expect(head?.status == 200)
    #expect(head?.headers["content-length"] == get.map { String($0.body.utf8.count) })
  }

  /// The server does not wait for a body that is only announced: an empty body is invalid JSON.
  @Test(
    arguments: [
      ("POST", "Content-Length: 0\r\n", 200, 1100), ("POST", "", 200, 1100),
      ("PUT", "Content-Length: 0\r\n", 200, 2112), ("OPTIONS", "", 204, nil),
      ("GET", "Content-Length: 5\r\n", 200, 2112),
    ] as [(String, String, Int, Int?)])
  func `Unusual methods and bodies get a response`(
    _ method: String, _ header: String, _ status: Int, _ code: Int?
  ) async throws {
    let answer = try await ServedStore(Games.crowd(1)).run { port in
      let client = try HTTPConnection(port: port)
      client.send(
        "\(method) /v1/service/consume HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "X-NHN-TCIAP-AppKey: k\r\n\(header)\r\n\(header.contains("5") ? "abcde" : "")")
      return client.answer()
    }
    #expect(answer?.status == status)
    #expect(answer?.code == code)
  }

  @Test
  func `A body that is too long is refused and the connection stays open`() async throws {
    let answers = try await ServedStore(Games.crowd(1)).run { port in
      let client = try HTTPConnection(port: port)
      func post(_ path: String, _ size: Int) -> HTTPConnection.Answer? {
        client.send(
          HTTPConnection.request(
            "POST", path, body: "\"" + String(repeating: "x", count: size - 2) + "\"",
            headers: ServedStore.headers))
        return client.answer()
      }
      return [
        post("/v1/service/consume", 64 << 10), post("/v1/service/consume", (64 << 10) + 1),
        post("/fixture/v1/unconsumed", 1 << 20), post("/fixture/v1/unconsumed", (1 << 20) + 1),
        post("/v1/service/consume", 100),
      ]
    }
    #expect(answers.map { $0?.status } == [200, 413, 200, 413, 200])
  }

  @Test
  func `A huge content length is refused before the body arrives`() async throws {
    let answer = try await ServedStore(Games.crowd(1)).run { port in
      let client = try HTTPConnection(port: port)
      client.send(
        "POST /v1/service/consume HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "X-NHN-TCIAP-AppKey: k\r\nContent-Length: 9000000000000000000\r\n\r\n")
      return client.answer()
    }
    #expect(answer?.status == 413)
  }

  @Test
  func `A fault closes the connection without a response`() async throws {
    let fault = #"{"on": "consume", "domain": "com.nhncloud.http", "code": 102, "after": true}"#
    let served = try ServedStore(Games.faults(fault))
    let (lost, next) = try await served.run { port in
      let client = try HTTPConnection(port: port)
      client.send(ServedStore.consume(1))
      let again = try HTTPConnection(port: port)
      let lost = client.answer()
      again.send(ServedStore.consume(1))
      return (lost, again.answer())
    }
    #expect(lost == nil)
    #expect(next?.code == 5018)
    #expect(served.log.statuses == [nil, 200])
  }

  @Test
  func `A delayed response does not delay other clients`() async throws {
    let (isHeldBack, gate) = (Gate(), Gate())
    let fault = #"{"on": "consume", "domain": "com.nhncloud.iap", "code": 12, "delay": "90s"}"#
    let served = try ServedStore(Games.faults(fault)) { duration in
      isHeldBack.open()
      await gate.wait(for: duration)
    }
    let slow = try HTTPConnection(port: served.server.port)
    try await waiting { slow.send(ServedStore.consume(1)) }
    await isHeldBack.wait(for: .zero)
    let codes = try await served.run { port in
      let quick = try HTTPConnection(port: port)
      quick.send(ServedStore.consume(2))
      let first = quick.answer()?.code
      gate.open()
      return [first, slow.answer()?.code]
    }
    #expect(codes == [0, 5000])
    #expect(gate.waited == [.seconds(90)])
  }

  /// The clients send a byte now and then, so they never reach the time-out.
  @Test
  func `A client that never finishes its request makes room for others`() async throws {
    let codes = try await ServedStore(Games.crowd(1), connections: 20).run { port in
      let dawdlers = try (1...40).map { _ in
        let dawdler = try HTTPConnection(port: port)
        dawdler.send("POST /v1/service/consume HTTP/1.1\r\nHost: ")
        return dawdler
      }
      let client = try HTTPConnection(port: port)
      client.send(ServedStore.consume(1))
      let first = client.answer()?.code
      dawdlers[0].send("x")
      client.send(ServedStore.consume(1))
      return [first, client.answer()?.code]
    }
    #expect(codes == [0, 5018])
  }

  @Test
  func `An IPv6 address is written in brackets`() async throws {
    let served = try ServedStore(Games.crowd(1), host: "::1")
    #expect(served.server.url == "http://[::1]:\(served.server.port)")
    #expect(served.server.isLoopback)
    let answer = try await served.run { port in
      let client = try HTTPConnection(host: "::1", port: port)
      client.send(ServedStore.products)
      return client.answer()
    }
    #expect(answer?.code == 0)
  }
}

/// Blocks its callers until it is opened.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var waited: [Duration] = []
  }

  private let state = Mutex(State())

  var waited: [Duration] { state.withLock { $0.waited } }

  func wait(for duration: Duration) async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        state.waited.append(duration)
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
