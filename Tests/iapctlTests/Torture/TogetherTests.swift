import Synchronization
import System
import TestSupport
import Testing

/// A store, a server of it, and clients that buy and consume, all disturbed at random: by faults of
/// the store, kills and interrupts of the clients, and kills of the server. The store keeps its own
/// log, which is the ledger.
///
/// `make torture` plays many rounds, and this test some.
@Suite(.blocking)
struct TogetherTests {
  private static var rounds: Int { TortureSetting.number("IAPCTL_TORTURE_ROUNDS") ?? 6 }
  private static var seed: UInt64 { TortureSetting.number("IAPCTL_TORTURE_SEED") ?? 1 }

  @Test
  func `What the store did, the journal, the deliveries and the lists agree after each round`()
    throws
  {
    let scene = try Scene(seed: Self.seed)
    for round in 1...Self.rounds {
      try scene.buy()
      try scene.breakThings()
      try scene.consume(disturbed: true)
      try scene.compare("round \(round) of seed \(Self.seed)")
    }
    try scene.mend()
    try scene.consume(disturbed: false)
    try scene.compare("the end of seed \(Self.seed)")
    #expect(try scene.unconsumed().isEmpty)
    let outcomes = Set(try scene.outcomes().values)
    #expect(outcomes.isSubset(of: ["consumed", "already-consumed"]), "\(outcomes)")
  }

  private final class Scene {
    private let folder: TemporaryFolder
    private var program: Program
    private var server: Program.Server
    private var random: SeededGenerator
    /// The payments whose purchase was reported as complete.
    private var bought: Set<String> = []
    /// Everything that was ever in the list, as lines of the input. What a killed run left unknown is
    /// in no list any more, and only the next run that has it can settle it.
    private var listed: Set<String> = []
    /// The number of purchases whose answers were lost.
    private var lostAnswers = 0

    init(seed: UInt64) throws {
      folder = try TemporaryFolder()
      random = SeededGenerator(seed: seed)
      try folder.write(
        """
        {"format": 1, "appKey": "torture-key", "clock": "2026-01-01T00:00:00Z",
         "products": [{"productIdentifier": "gem", "productType": "CONSUMABLE"}]}
        """, to: "seed.json")
      var program = Program(in: folder)
      program.variables["IAPCTL_APP_KEY"] = "torture-key"
      let made = try program.run(
        "store", "init", folder["game.db"], "--from", folder["seed.json"])
      #expect(made.status == 0, "\(made.errors)")
      self.program = program
      server = try program.serve("--store", folder["game.db"])
    }

    deinit { _ = try? server.stop(9) }

    private func onStore(_ words: String...) throws -> Program.Run {
      try program.run(words: words + ["--store", folder["game.db"]])
    }

    private func onServer(_ words: [String]) throws -> Program.Run {
      try program.run(
        words: words + ["--url", "http://127.0.0.1:\(server.port)", "--api", "fixture"])
    }

    private func lines(_ run: Program.Run) -> [String] {
      run.output.split(separator: "\n").map(String.init)
    }

    // MARK: A round

    /// Buys some gems, in the store or over HTTP. Now and then an answer is lost.
    func buy() throws {
      for _ in 0..<Int.random(in: 2...6, using: &random) {
        let isLost = Int.random(in: 0..<4, using: &random) == 0
        if isLost { try addFault("purchase", isAfter: true) }
        let words = ["purchase", "gem", "--user", user(), "-o", "jsonl", "--fields", "paymentSeq"]
        let run =
          Bool.random(using: &random)
          ? try program.run(words: words + ["--store", folder["game.db"]]) : try onServer(words)
        #expect(run.status == (isLost ? 7 : 0), "\(run.errors)")
        if isLost { lostAnswers += 1 }
        bought.formUnion(lines(run).compactMap(Self.payment))
      }
    }

    private func user() -> String { "user-\(Int.random(in: 1...3, using: &random))" }

    private static func payment(in line: String) -> String? {
      line.split(separator: "\"").first { !$0.isEmpty && $0.allSatisfy(\.isNumber) }.map(
        String.init)
    }

    private func addFault(_ operation: String, isAfter: Bool) throws {
      let skipped = operation == "purchase" ? 0 : Int.random(in: 0...3, using: &random)
      let made = try program.run(
        words: [
          "store", "fault", "add", "--on", operation, "--store", folder["game.db"], "--domain",
          "http",
          "--code", "102", "--skip", "\(skipped)",
        ] + (isAfter ? ["--after"] : []))
      #expect(made.status == 0, "\(made.errors)")
    }

    /// Faults of the next consumes: errors, and answers that are lost.
    func breakThings() throws {
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        try addFault("consume", isAfter: Bool.random(using: &random))
      }
    }

    func mend() throws {
      #expect(try onStore("store", "fault", "clear").status == 0)
    }

    /// Consumes what is in the list, with a delivery for each payment. A delivery can kill or
    /// interrupt the client, or kill the server, before or after it is noted.
    func consume(disturbed: Bool) throws {
      let list = try onStore("unconsumed", "--all-users", "--show-tokens", "-o", "jsonl")
      #expect(list.status == 0, "\(list.errors)")
      listed.formUnion(lines(list))
      let path = try folder.write(listed.sorted().joined(separator: "\n") + "\n", to: "payments")
      let victim = lines(list).randomElement(using: &random).flatMap(Self.payment) ?? "none"
      let deed =
        ["kill -9 $PPID", "kill -INT $PPID", "kill -9 \(server.process.numberText)", ":"]
        .randomElement(using: &random) ?? ":"
      let disturbance =
        disturbed ? "[ \"$IAPCTL_PAYMENT_SEQ\" != \(victim) ] || \(deed); " : ""
      let note = "echo \"$IAPCTL_PAYMENT_SEQ\" >> '\(folder["delivered"])'; "
      let order = Bool.random(using: &random) ? disturbance + note : note + disturbance
      let run = try program.run(
        words: [
          "consume", "--from", path, "--journal", folder["journal.db"], "--resume", "--yes",
          "--settle", "0s", "--concurrency", "4", "--retries", "1", "-o", "jsonl", "--deliver",
          order + "true",
          "--url",
          "http://127.0.0.1:\(server.port)", "--api",
          // A server that was started again has another port, which is another server for the journal. Only
          // the service API asks for a payment again that is in no list.
          Bool.random(using: &random) && disturbed ? "fixture" : "service",
        ])
      // What an earlier run left unknown can turn out to be consumed already.
      if !disturbed { #expect([0, 4, 5].contains(run.status), "\(run.errors)") }
      if server.process.hasEnded || !disturbed || Int.random(in: 0..<4, using: &random) == 0 {
        _ = try server.stop(9)
        server = try program.serve("--store", folder["game.db"])
      }
    }

    // MARK: Comparisons

    func compare(_ moment: String) throws {
      #expect(try onStore("store", "check").status == 0, "\(moment)")
      let events = lines(
        try onStore("store", "log", "-o", "jsonl", "--fields", "kind,paymentSeq"))
      let consumed = events.filter { $0.contains(#""consumed""#) }.compactMap(Self.payment)
      let ledger = Set(consumed)
      #expect(consumed.count == ledger.count, "\(moment): a payment was consumed twice")
      let paid = Set(events.compactMap(Self.payment))
      #expect(bought.isSubset(of: paid), "\(moment)")
      #expect(paid.count <= bought.count + lostAnswers, "\(moment)")
      let known = try outcomes()
      let settled = known.filter { ["consumed", "already-consumed"].contains($0.value) }
      #expect(Set(settled.keys).isSubset(of: ledger), "\(moment)")
      #expect(ledger.isSubset(of: known.keys), "\(moment): a consume without an intent")
      #expect(ledger.isSubset(of: try delivered()), "\(moment): a consume without a delivery")
      #expect(try unconsumed() == paid.subtracting(ledger), "\(moment)")
      for user in ["user-1", "user-2", "user-3"] {
        let words = ["unconsumed", "--user", user, "-o", "jsonl", "--fields", "paymentSeq"]
        let (near, far) = (
          try program.run(words: words + ["--store", folder["game.db"]]), try onServer(words)
        )
        #expect(far.status == 0, "\(moment): \(far.errors)")
        #expect(near.output == far.output, "\(moment)")
      }
    }

    func unconsumed() throws -> Set<String> {
      Set(
        lines(try onStore("unconsumed", "--all-users", "-o", "jsonl", "--fields", "paymentSeq"))
          .compactMap(Self.payment))
    }

    private func delivered() throws -> Set<String> {
      let bytes = (try? Files.read(folder["delivered"], limit: 1 << 24)) ?? []
      return Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
    }

    func outcomes() throws -> [String: String] {
      try program.outcomes(inJournal: folder["journal.db"])
    }
  }
}
