import TestSupport
import Testing

@testable import IAPServer

/// The library has HTML pages of its own for requests that it cannot read. No client gets one.
@Suite(.server)
struct MalformedRequestsTests {
  private static let head = "Host: localhost\r\n"
  private static let long = String(repeating: "y", count: 60_000)
  private static let consume =
    "POST /v1/service/consume HTTP/1.1\r\n\(head)Content-Type: application/json\r\n"
  private static let chunks = "\(consume)Transfer-Encoding: chunked\r\n\r\n"

  /// Requests that the library refuses with a status and a page of its own.
  static let refused: [(text: String, status: Int)] = [
    ("GET /\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n\r\n", 400),
    ("GET / HTXP/1.1\r\n\(head)\r\n", 400),
    ("GET / HTTP/1.1\r\n\(head)no colon\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\n\(head)Content-Length: x\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\n\(head)Content-Length: -1\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\n\(head)Content-Length: 99999999999999999999999\r\n\r\n", 413),
    ("\(consume)Expect: 100-continue\r\nContent-Length: x\r\n\r\n", 400),
    ("\(chunks)zz\r\n{}\r\n", 400),
    ("\(chunks)2\r\n{}too long\r\n", 400),
    ("\(chunks)ffffffffffffffffffff\r\n{}\r\n", 413),
    ("\(chunks)2;\(long)\r\n{}\r\n", 413),
    ("\(chunks)2\r\n{}\r\n0\r\nno colon\r\n\r\n", 400),
    ("GET /\(long) HTTP/1.1\r\n\(head)\r\n", 414),
    ("GET / HTTP/1.1\r\n\(head)X: \(long)\r\n\r\n", 431),
    ("GET / HTTP/0.5\r\n\(head)\r\n", 505),
    ("GET / HTTP/9.9\r\n\(head)\r\n", 505),
  ]

  /// Requests that are unusual, and those that the library does not answer.
  private static let strange = [
    "x\r\n\r\n", "GET  /  HTTP/1.1\r\n\(head)\r\n",
    "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\r\n\r\n",
    "GET /\u{0} HTTP/1.1\r\n\(head)\r\n", "GET /%00%ff HTTP/1.1\r\n\(head)\r\n",
    "GET / HTTP/1.1\r\n\(head)X: a\u{0}b\r\n\r\n",
    "GET /fixture/v1/products?market=%ff HTTP/1.1\r\n\(head)X-NHN-TCIAP-AppKey: k\r\n\r\n",
    String(repeating: "\r\n", count: 20_000) + "GET / HTTP/1.1\r\n\(head)\r\n",
  ]

  /// The system may drop the response to a client that is still sending.
  private static func expectEnvelope(
    _ answer: HTTPConnection.Answer?, _ status: Int? = nil, to text: String
  ) {
    guard let answer else {
      #expect(status == nil || text.utf8.count > 1000, "no answer to \(text)")
      return
    }
    if let status { #expect(answer.status == status) }
    #expect(answer.headers["content-type"] == "application/json", "\(answer)")
    #expect(answer.code != nil && answer.code != 0, "\(answer)")
  }

  @Test(arguments: refused)
  func `It gets the status in an envelope, and the connection is closed`(
    _ text: String, _ status: Int
  ) async throws {
    let served = try ServedStore(Games.crowd(1))
    let (answer, next) = try await served.run { port in
      let client = try HTTPConnection(port: port)
      client.send(text)
      let answer = client.answer()
      client.send(ServedStore.products)
      return (answer, client.answer())
    }
    Self.expectEnvelope(answer, status, to: text)
    #expect(answer.map { $0.headers["connection"] == "close" } ?? true)
    #expect(next == nil)
    #expect(served.log.statuses == [status])
  }

  @Test(arguments: strange.map { ($0, nil) } + refused)
  func `Half the connection, single bytes, and a request before it make no difference`(
    _ text: String, _ status: Int?
  ) async throws {
    let (answers, after) = try await ServedStore(Games.crowd(1)).run { port in
      let (whole, bytes) = (try HTTPConnection(port: port), try HTTPConnection(port: port))
      whole.send(ServedStore.products + text)
      whole.finish()
      #expect(whole.answer()?.code == 0)
      for character in text.prefix(200) { bytes.send(String(character)) }
      bytes.send(String(text.dropFirst(200)))
      bytes.finish()
      let answers = [whole.answer(), bytes.answer()]
      let next = try HTTPConnection(port: port)
      next.send(ServedStore.products)
      return (answers, next.answer())
    }
    for answer in answers { Self.expectEnvelope(answer, status, to: text) }
    #expect(after?.code == 0)
  }

  /// The head, the body, and the head of the response share the memory of a connection.
  @Test(arguments: [1, 40, 200])
  func `A request of any size is answered, or nothing is carried out`(_ lines: Int) async throws {
    let count = 120
    let (answers, left) = try await ServedStore(Games.crowd(count)).run { port in
      var answers: [HTTPConnection.Answer?] = []
      for number in 1...count {
        let value = String(repeating: "y", count: max(0, (number * 220) / lines - 7))
        let padding = (1...lines).map { "X\($0): \(value)\r\n" }.joined()
        let body = #"{"paymentSeq": "\#(number)", "accessToken": "t\#(number)"}"#
        let client = try HTTPConnection(port: port)
        client.send(
          "\(Self.consume)X-NHN-TCIAP-AppKey: \(Games.key)\r\n\(padding)"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        answers.append(client.answer())
      }
      let client = try HTTPConnection(port: port)
      let left = (1...count).map { number in
        client.send(ServedStore.consume(number))
        return client.answer()?.code
      }
      return (answers, left)
    }
    for (answer, code) in zip(answers, left) {
      let isConsumed = answer?.status == 200 && answer?.code == 0
      #expect(isConsumed || answer == nil || answer?.status == 431, "\(String(describing: answer))")
      #expect(code == (isConsumed ? 5018 : 0))
    }
    let statuses = answers.compactMap { $0?.status }
    #expect(statuses.contains(200) && statuses.contains(431))
  }

  @Test(arguments: [(400, "BAD REQUEST"), (417, "BAD REQUEST"), (500, "INTERNAL SERVER ERROR")])
  func `The message belongs to the status`(_ status: Int, _ message: String) {
    let answer = HTTPAnswer.malformed(status)
    #expect(answer.status == status && answer.closesConnection)
    #expect(
      String(decoding: answer.body, as: UTF8.self).contains(#""resultMessage":"\#(message)""#))
  }
}
