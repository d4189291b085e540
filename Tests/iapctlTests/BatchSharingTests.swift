import Synchronization
import TestSupport
import Testing

/// Two batches of the same file with one journal.
@Suite(.blocking)
struct BatchSharingTests {
  @Test
  func `A payment that another process has claimed is not sent`() throws {
    let (desk, gate) = (try BatchDesk(100), Gate(for: 4))
    defer { gate.open() }
    desk.ledger.watch { moment, _ in if moment == .arrived { gate.pass() } }
    let first = try desk.start()
    try gate.wait(for: desk.concurrency)
    let second = try desk.run()
    #expect(second.status == 75, "\(second.errors)")
    #expect(second.counts == ["not-sent": 100])
    #expect(second.output.contains(#""code":106,"#))
    #expect(second.errors.contains("is being consumed by "))
    gate.open()
    #expect(try first.wait().counts == ["consumed": 100])
    #expect(desk.ledger.requests.map(\.payment).sorted() == desk.payments)
  }

  @Test
  func `Each payment is sent by only one of two processes`() throws {
    let desk = try BatchDesk(1500, concurrency: 16)
    let operators = try [desk.start(), desk.start()]
    let runs = try operators.map { try $0.wait() }
    #expect(desk.ledger.requests.map(\.payment).sorted() == desk.payments)
    let told = runs.map(\.outcomes)
    for payment in desk.payments {
      let outcomes = told.map { $0[payment] ?? "nothing" }
      #expect(outcomes.count { $0 == "consumed" } == 1)
      let other = outcomes.first { $0 != "consumed" } ?? ""
      #expect(["not-sent", "already-consumed"].contains(other))
    }
    for run in runs { #expect([0, 5, 4, 75].contains(run.status), "\(run.errors)") }
    let third = try desk.run("--resume")
    #expect(third.status == 0, "\(third.errors)")
    #expect(third.counts == ["skipped": 1500])
    #expect(desk.ledger.requests.count == 1500)
  }

  /// The second run is waiting when the first is killed. It continues with the remaining payments.
  @Test
  func `A killed process holds no claims`() throws {
    let (desk, gate) = (try BatchDesk(50), Gate())
    defer { gate.open() }
    desk.ledger.watch { moment, _ in if moment == .arrived { gate.pass() } }
    let first = try desk.start()
    try gate.wait(for: desk.concurrency)
    first.kill(9)
    #expect(try first.wait().status == 137)
    gate.open()
    let second = try desk.run()
    #expect(second.status == 7, "\(second.errors)")
    #expect(second.counts == ["unknown": desk.concurrency, "consumed": 50 - desk.concurrency])
    let third = try desk.run("--resume", "--already-consumed-ok")
    #expect(third.status == 0, "\(third.errors)")
    #expect(desk.ledger.consumed == Set(desk.payments))
    #expect(desk.ledger.requests.count == 50 + desk.concurrency)
  }
}
