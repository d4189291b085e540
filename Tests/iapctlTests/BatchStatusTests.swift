import System
import TestSupport
import Testing

/// What the HTTP statuses of a consume and of a list do to a batch with deliveries.
@Suite(.blocking)
struct BatchStatusTests {
  private func lines(_ desk: BatchDesk, _ name: String) -> [String] {
    let bytes = (try? desk.folder.read(name)) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init).sorted()
  }

  private func commands(_ desk: BatchDesk) -> [String] {
    ["deliver", "undo"].flatMap {
      ["--\($0)", "echo $IAPCTL_PAYMENT_SEQ >> '\(desk.folder[$0])'"]
    }
  }

  @Test(arguments: [
    "201 Created", "202 Accepted", "204 No", "206 Part", "300 Many", "302 Found", "303 Other",
    "304 Same", "305 Proxy", "402 Pay", "407 Proxy", "408 Late", "409 Conflict", "412 Not",
    "416 Range", "418 Tea", "423 Locked", "424 Failed", "425 Early", "444 None", "460 Gone",
    "499 Closed", "500 Oops", "502 Bad", "504 Late", "520 Odd", "600 Odd", "999 No",
  ])
  func `A status that proves nothing leaves a payment unknown, and nothing is undone`(
    _ status: String
  ) throws {
    let desk = try BatchDesk(1, Ledger { _, _ in Ledger.Answer(status: status) })
    let run = try desk.program.run(words: desk.words(commands(desk)))
    #expect(run.status == 7, "\(run.errors)")
    #expect(run.counts == ["unknown": 1])
    #expect(lines(desk, "deliver") == desk.payments)
    #expect(lines(desk, "undo") == [])
    #expect(desk.ledger.requests.count == 1)
  }

  @Test(arguments: [
    301, 307, 308, 400, 401, 403, 404, 405, 406, 410, 411, 413, 414, 415, 417, 421, 422, 426, 428,
    431, 451,
  ])
  func `A status that proves a request unprocessed refuses a payment, which is undone`(
    _ status: Int
  ) throws {
    let desk = try BatchDesk(1, Ledger { _, _ in Ledger.Answer(status: "\(status) No") })
    let run = try desk.program.run(words: desk.words(commands(desk)))
    #expect(run.status == ([401, 403].contains(status) ? 77 : 76), "\(run.errors)")
    #expect(run.counts == ["refused": 1])
    #expect(lines(desk, "undo") == desk.payments)
  }

  // MARK: Retry-After

  @Test(arguments: [
    "31", "60", "3600", "Wed, 21 Oct 2099 07:28:00 GMT", "3600\r\nRetry-After: 1",
    "Wed, 21 Oct 2099 07:28:00 GMT\r\nRetry-After: soon",
  ])
  func `A batch that is asked to wait for too long stops at once, and undoes nothing`(
    _ header: String
  ) throws {
    let ledger = Ledger { number, _ in
      number == 1
        ? Ledger.Answer(status: "429 Slow", headers: ["Retry-After: \(header)"]) : nil
    }
    let desk = try BatchDesk(40, ledger, concurrency: 1)
    let run = try desk.program.run(words: desk.words(commands(desk)))
    #expect(run.status == 75, "\(run.errors)")
    #expect(run.counts == ["not-sent": 40])
    #expect(run.errors.contains("asks to wait until 20"), "\(run.errors)")
    #expect(ledger.requests.count == 1)
    #expect(lines(desk, "deliver") == [desk.payments[0]])
    #expect(lines(desk, "undo") == [])
    // The next run goes on, and delivers before each consume.
    let next = try desk.program.run(words: desk.words(commands(desk)))
    #expect(next.status == 0, "\(next.errors)")
    #expect(lines(desk, "deliver") == [desk.payments[0]] + desk.payments)
    #expect(ledger.consumed == Set(desk.payments))
  }

  @Test
  func `A consume that got 503 with a Retry-After that is too late is unknown and not sent again`()
    throws
  {
    let ledger = Ledger { number, _ in
      number == 1 ? Ledger.Answer(status: "503 Slow", headers: ["Retry-After: 3600"]) : nil
    }
    let desk = try BatchDesk(5, ledger, concurrency: 1)
    let run = try desk.program.run(words: desk.words(commands(desk) + ["--settle", "10s"]))
    #expect(run.status == 7, "\(run.errors)")
    #expect(run.counts == ["unknown": 1, "not-sent": 4])
    #expect(ledger.requests.count == 1)
    #expect(lines(desk, "deliver") == [desk.payments[0]])
    #expect(lines(desk, "undo") == [])
  }

  @Test(arguments: ["429 Slow", "503 Slow"], ["service", "gamebase", "fixture"])
  func `After a list that asks to wait for too long, no other user's list is asked`(
    _ status: String, _ api: String
  ) throws {
    let server = try HostileServer(
      .init { connection in
        while true {
          _ = try connection.request()
          try connection.answer(status, headers: ["Retry-After: 3600"], "{}")
        }
      })
    let folder = try TemporaryFolder()
    var program = Program(in: folder)
    program.variables["IAPCTL_URL"] = server.url("")
    program.variables["IAPCTL_API"] = api
    program.variables["IAPCTL_APP_KEY"] = "key"
    (program.variables["IAPCTL_SECRET_KEY"], program.variables["IAPCTL_APP_ID"]) = ("key", "app")
    let users = (1...40).map { "u\($0)" }
    let listed = try program.run(
      words: ["unconsumed"] + users.flatMap { ["--user", $0] } + ["-o", "json"])
    #expect(listed.status == 75, "\(listed.errors)")
    #expect(listed.errors.contains("asks to wait until 20"), "\(listed.errors)")
    #expect(server.hits.count <= 3)
    guard api != "fixture" else { return }
    let before = server.hits.count
    let rows = users.enumerated().map { "88\(10_000 + $0),\($1)\n" }.joined()
    try folder.write("paymentSeq,userID\n" + rows, to: "rows.csv")
    let consumed = try program.run(
      "consume", "--from", folder["rows.csv"], "--yes", "--journal", folder["j.db"],
      "--concurrency", "1", "--deliver", "echo given >> '\(folder["given"])'", "-o", "jsonl")
    #expect(consumed.status == 75, "\(consumed.errors)")
    #expect(consumed.counts == ["not-sent": 40])
    #expect(server.hits.count - before <= 24)
    #expect(!folder.names.contains("given"))
  }
}
