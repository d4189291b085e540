import TestSupport
import Testing

/// A server that sends Retry-After, and one that denies every request.
@Suite(.blocking)
struct BatchPatienceTests {
  private static let count = 12

  /// Requests that were already in flight may still arrive.
  @Test
  func `A Retry-After header delays the whole batch`() throws {
    let ledger = Ledger { number, _ in
      number == 1 ? Ledger.Answer(status: "429 Slow", headers: ["Retry-After: 1"]) : nil
    }
    let desk = try BatchDesk(Self.count, ledger, concurrency: 1)
    let run = try desk.run()
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.counts == ["consumed": Self.count])
    let requests = desk.ledger.requests
    #expect(requests.count == Self.count + 1)
    #expect(requests[1].time - requests[0].time >= .seconds(1))
    #expect(run.output.split(separator: #""attempts":2"#).count == 2)
  }

  @Test
  func `A Retry-After header delays concurrent requests too`() throws {
    let (gate, concurrency) = (Gate(), 4)
    defer { gate.open() }
    // The other requests get their responses after the one with Retry-After.
    let ledger = Ledger { number, _ in
      number == 1 ? Ledger.Answer(status: "429 Slow", headers: ["Retry-After: 1"]) : nil
    }
    let desk = try BatchDesk(Self.count, ledger, concurrency: concurrency)
    let run = try desk.run()
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.counts == ["consumed": Self.count])
    let times = ledger.requests.map(\.time)
    // During the first second, only requests in flight at that time may arrive.
    let early = times.dropFirst().count { $0 - times[0] < .seconds(1) }
    #expect(early <= 2 * (concurrency - 1), "\(times)")
    #expect(times.count == Self.count + 1)
  }

  @Test
  func `If the server stays busy, the payments are neither refused nor unknown`()
    throws
  {
    let busy = Ledger { _, _ in Ledger.Answer(status: "429 Slow", headers: ["Retry-After: 0"]) }
    let desk = try BatchDesk(3, busy)
    let run = try desk.run("--retries", "0")
    #expect(run.status == 75, "\(run.errors)")
    #expect(run.counts == ["not-sent": 3])
    #expect(busy.requests.count == 3)
  }

  @Test(arguments: [(401, 77), (403, 77), (404, 76), (301, 76)])
  func `A denied request stops the batch`(_ status: Int, _ exit: Int) throws {
    let ledger = Ledger { _, _ in Ledger.Answer(status: "\(status) No") }
    let desk = try BatchDesk(200, ledger)
    let run = try desk.run()
    #expect(run.status == Int32(exit), "\(run.errors)")
    #expect((1...desk.concurrency).contains(ledger.requests.count))
    #expect(run.counts["refused"] == ledger.requests.count)
    #expect(run.counts["not-sent"] == 200 - ledger.requests.count)
    #expect(try desk.journaled().values.allSatisfy { $0 == "refused" })
  }

  @Test
  func `Payments consumed before the batch stopped are reported`() throws {
    let ledger = Ledger { number, _ in
      number > 20 ? Ledger.Answer(status: "401 No") : nil
    }
    let desk = try BatchDesk(200, ledger)
    let run = try desk.run()
    #expect(run.status == 77, "\(run.errors)")
    #expect(run.counts["consumed"] == 20)
    #expect(ledger.requests.count <= 20 + desk.concurrency)
  }
}
