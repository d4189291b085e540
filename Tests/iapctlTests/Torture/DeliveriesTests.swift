import CLibrary
import Synchronization
import System
import TestSupport
import Testing

/// Batches with slow deliveries and slow undos that are killed, stopped and killed, or interrupted twice,
/// and run again at once. The server refuses some payments the first time, and some each time; a game
/// consumes and grants others itself. Some undo commands revoke, and then fail. In between, a colleague
/// processes the same payments, under another name and key of the service, in the same journal or another.
///
/// `make torture` plays 500 rounds, and this test a few.
@Suite(.blocking)
struct DeliveriesTests {
  private static var rounds: Int { TortureSetting.number("IAPCTL_TORTURE_DELIVERIES") ?? 4 }
  private static var seed: UInt64 { TortureSetting.number("IAPCTL_TORTURE_SEED") ?? 1 }

  @Test
  func `Each payment ends consumed with its item there, or not consumed and without it`() throws {
    var random = SeededGenerator(seed: Self.seed)
    for number in 1...Self.rounds {
      let ledger = Scene.ledger()
      let first = try BatchDesk(30, ledger)
      let scene = Scene(
        ledger, log: first.folder, try #require(End.allCases.randomElement(using: &random)))
      scene.end(
        try first.start("--deliver", scene.deliver, "--undo", scene.undo), after: &random)
      let isShared = Bool.random(using: &random)
      // This name has the payments of the colleague, and this key those of the first run.
      let desk = first.named("localhost")
      var colleague = desk
      colleague.program.variables["IAPCTL_APP_KEY"] = "other-key"
      if !isShared { colleague.journal = desk.folder["colleague.db"] }
      _ = try colleague.run("--deliver", scene.deliver, "--undo", scene.undo)
      var run = try desk.run("--resume", "--deliver", scene.deliver, "--undo", scene.undo)
      while run.counts["not-sent"] != nil {
        run = try desk.run("--resume", "--deliver", scene.deliver, "--undo", scene.undo)
      }
      let own = isShared ? ["--server", desk.serverName] : []
      try scene.expectAgreement(try desk.journaled(own), "round \(number)")
    }
  }

  @Test(.postgres)
  func `The same with two operators who share a journal in a database, under two names`()
    async throws
  {
    let cluster = try await PostgresCluster.shared
    let template = try await cluster.makeJournal()
    try await waiting {
      var random = SeededGenerator(seed: Self.seed)
      for number in 1...Self.rounds { try together(number, cluster, template, &random) }
    }
  }

  private func together(
    _ number: Int, _ cluster: PostgresCluster, _ template: String, _ random: inout SeededGenerator
  ) throws {
    let database = try cluster.makeDatabase(like: template)
    let ledger = Scene.ledger()
    let server = try ledger.server()
    let payments = (0..<45).map { "66\(10_000 + $0)" }
    let names = ["127.0.0.1", "localhost"]
    let machines = try zip(names, [payments.prefix(30), payments.suffix(30)]).map {
      try Machine(
        $1, url: server.url("").replacing(names[0], with: $0), cluster, database, concurrency: 4)
    }
    let scene = Scene(
      ledger, log: machines[0].folder, try #require(End.allCases.randomElement(using: &random)))
    let options = (deliver: scene.deliver, undo: scene.undo)
    let other = try machines[1].start("--deliver", options.deliver, "--undo", options.undo)
    scene.end(
      try machines[0].start("--deliver", options.deliver, "--undo", options.undo), after: &random)
    for machine in machines {
      var isDone = false
      while !isDone {
        let run = try machine.resume("--deliver", options.deliver, "--undo", options.undo)
        isDone = run.counts["not-sent"] == nil
      }
      if machine.folder === machines[0].folder { _ = try other.wait() }
    }
    try scene.expectAgreement(try machines[0].journaled(), "round \(number)")
    withExtendedLifetime(server) {}
  }

  /// How the first run ends.
  private enum End: CaseIterable {
    case killed, stoppedAndKilled, interruptedTwice, hungUpTwice

    var signals: (first: Int32, second: Int32) {
      switch self {
      case .killed: (SIGKILL, SIGKILL)
      case .stoppedAndKilled: (SIGSTOP, SIGKILL)
      case .interruptedTwice: (SIGINT, SIGINT)
      case .hungUpTwice: (SIGHUP, SIGHUP)
      }
    }
  }

  private final class Scene: Sendable {
    private let ledger: Ledger
    private let folder: TemporaryFolder
    private let end: End

    init(_ ledger: Ledger, log folder: TemporaryFolder, _ end: End) {
      (self.ledger, self.folder, self.end) = (ledger, folder, end)
    }

    /// Whether a game consumes the payment, and grants its item.
    private static func isOfGame(_ payment: String) -> Bool { (Int(payment) ?? 0) % 11 == 4 }

    /// Each fifth payment is always refused, and each third one the first time.
    static func ledger() -> Ledger {
      let tries = Mutex<[String: Int]>([:])
      return Ledger { _, payment in
        if isOfGame(payment) { return .refusal(5018, "CONSUMED") }
        let count = tries.withLock { tries in
          tries[payment, default: 0] += 1
          return tries[payment, default: 0]
        }
        let number = Int(payment) ?? 0
        let isRefused = number % 5 == 0 || (number % 3 == 0 && count == 1)
        return isRefused ? .refusal(5000, "NO") : nil
      }
    }

    var deliver: String { slow("grant") }
    /// For each seventh payment, the command revokes and does not say so.
    var undo: String { slow("revoke") + "; [ $(($IAPCTL_PAYMENT_SEQ % 7)) != 0 ]" }

    /// A command that computes for some milliseconds, more for some payments than for others, and then
    /// adds a line to the log.
    private func slow(_ deed: String) -> String {
      "i=0; end=$(($IAPCTL_PAYMENT_SEQ * 7919 % 40 * 1000)); "
        + "while [ $i -lt $end ]; do i=$((i+1)); done; "
        + "echo \(deed) $IAPCTL_PAYMENT_SEQ >> '\(folder["log"])'"
    }

    /// Waits until the run has ended, by its signals or by itself.
    func end(_ process: Program.Started, after random: inout SeededGenerator) {
      let moment = Int.random(in: 1...80, using: &random)
      let pause = Int.random(in: 1...12, using: &random)
      let count = Mutex(0)
      ledger.watch { [end] _, _ in
        let now = count.withLock { count in
          count += 1
          return count
        }
        if now == moment { process.kill(end.signals.first) }
        if now == moment + pause { process.kill(end.signals.second) }
      }
      // A process that is stopped asks for nothing more.
      if end == .stoppedAndKilled {
        while count.withLock({ $0 < moment }), !process.hasEnded { sched_yield() }
        process.kill(SIGKILL)
      }
      _ = try? process.wait()
      ledger.watch(nil)
    }

    /// Compares the log, the server and the journal.
    func expectAgreement(_ journaled: [String: String], _ round: String) throws {
      let log = String(decoding: try folder.read("log"), as: UTF8.self)
      var last: [String: Substring] = [:]
      for line in log.split(separator: "\n") {
        let words = line.split(separator: " ")
        last[String(words[1])] = words[0]
      }
      let consumed = ledger.consumed.union(journaled.keys.filter(Self.isOfGame))
      for (payment, outcome) in journaled {
        switch outcome {
        case "consumed", "already-consumed":
          #expect(consumed.contains(payment), "\(round): \(payment) is \(outcome)")
          #expect(last[payment] == "grant", "\(round): \(payment) is \(outcome)")
        case "refused":
          #expect(!consumed.contains(payment), "\(round): \(payment) is refused")
          #expect(last[payment] != "grant", "\(round): \(payment) is refused")
        case "unknown":
          // A payment that is refused after a lost answer stays unknown.
          #expect(
            [3, 5].contains { (Int(payment) ?? 0) % $0 == 0 }, "\(round): \(payment) is unknown")
        default: Issue.record("\(round): \(payment) is \(outcome)")
        }
      }
      #expect(consumed.isSubset(of: journaled.keys), "\(round)")
    }
  }
}
