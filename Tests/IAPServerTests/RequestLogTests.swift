import IAPCore
import Testing

@testable import IAPServer

struct RequestLogTests {
  private let log = RequestLog(capacity: 3)

  @discardableResult
  private func add(_ path: String) -> Int { log.add(RequestLog.Entry(path: path)) }

  private var paths: [String] { log.contents.entries.map(\.path) }

  @Test
  func `The last requests are kept in their order, and the dropped ones are counted`() {
    for number in 1...8 {
      add("\(number)")
      #expect(paths == (max(1, number - 2)...number).map { "\($0)" })
      #expect(log.contents.dropped == max(0, number - 3))
    }
  }

  @Test
  func `An answer belongs to its request, also if that was dropped meanwhile`() {
    let numbers = (1...4).map { add("\($0)") }
    for number in numbers { log.change(number) { $0.status = 200 + number } }
    #expect(log.contents.entries.map(\.status) == numbers.dropFirst().map { 200 + $0 })
  }

  @Test
  func `It is empty after it was emptied, and later answers change nothing`() {
    let numbers = (1...4).map { add("\($0)") }
    #expect(log.removeAll() == 3)
    #expect(paths == [] && log.contents.dropped == 0)
    add("5")
    for number in numbers { log.change(number) { $0.status = 500 } }
    #expect(log.contents.entries.map(\.status) == [nil])
    for number in 6...9 { add("\(number)") }
    #expect(paths == ["7", "8", "9"] && log.contents.dropped == 2)
    #expect(log.removeAll() == 3 && log.removeAll() == 0)
  }

  /// A request can have 64 KiB.
  @Test
  func `Long names and paths are cut`() throws {
    let long = String(repeating: "é", count: 30_000)
    let subject = RequestSubject(.consume, user: Identifier(long), payment: Identifier(long))
    _ = log.add(RequestLog.Entry(method: long, path: long, subject: subject))
    let entry = try #require(log.contents.entries.first)
    for text in [entry.method, entry.path, entry.subject.user?.text, entry.subject.payment?.text] {
      #expect(text?.hasPrefix("éé") == true && text?.hasSuffix("é…") == true)
      #expect((text?.utf8.count ?? 0) < 210)
    }
  }

  @Test
  func `A path that no route has is kept without the app key and without tokens`() {
    var head = RequestHead(method: "GET", path: "/appkeys/secret-key/v2/consume")
    head.appKey = "secret-key"
    #expect(head.safePath == "/appkeys/\(Secret(""))/v2/consume")
    head.path = "/v1/service/" + String(repeating: "t", count: 64)
    #expect(head.safePath == "/v1/service/…")
    head.path = "/v2.10/v123/v1.2.3/v1./v/2"
    #expect(head.safePath == "/v2.10/…/…/…/v/2")
    head.path = String(repeating: "/a", count: 8000)
    #expect(head.safePath.utf8.count < 100)
  }
}
