import System
import TestSupport
import Testing

/// What the player has after a batch, and after the runs that follow it: the item of each payment that is
/// consumed, and of no other.
@Suite(.blocking)
struct DeliveredStateTests {
  enum Kind: CaseIterable, Sendable {
    case file, database

    static let all: [Kind] = PostgresCluster.problem == nil ? allCases : [.file]

    /// The URL of a new journal in a database; nil for a file.
    func url() async throws -> String? {
      guard self == .database else { return nil }
      return try await PostgresCluster.shared.url(PostgresCluster.shared.makeJournal())
    }
  }

  /// One payment, whose answers are given in order; then it is consumed.
  private func withDesk(
    _ kind: Kind, _ answers: [Ledger.Answer], _ body: @Sendable @escaping (BatchDesk) throws -> Void
  ) async throws {
    let url = try await kind.url()
    try await waiting {
      let ledger = Ledger { number, _ in
        number <= answers.count ? answers[number - 1] : nil
      }
      var desk = try BatchDesk(1, ledger)
      desk.journal = url ?? desk.journal
      try body(desk)
    }
  }

  private static func logging(_ word: String, _ desk: BatchDesk) -> String {
    "echo \(word) $IAPCTL_USER $IAPCTL_PRODUCT_SEQ >> '\(desk.folder["log"])'"
  }

  private static func deeds(_ desk: BatchDesk) -> [String] {
    let text = String(decoding: (try? desk.folder.read("log")) ?? [], as: UTF8.self)
    return text.split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: " ")
    }
  }

  @Test(arguments: Kind.all, ["exit 1", "kill -9 $$", "exec sleep 600"])
  func `After an undo that failed, the next run delivers before it consumes`(
    _ kind: Kind, _ end: String
  ) async throws {
    try await withDesk(kind, [.refusal(5000, "NO")]) { desk in
      let commands = [
        "--deliver", Self.logging("grant", desk), "--undo",
        Self.logging("revoke", desk) + "; " + end, "--deliver-timeout", "1s",
      ]
      let first = try desk.program.run(words: desk.words(commands))
      #expect(first.outcomes == [desk.payments[0]: "refused"])
      #expect(first.output.contains(#""delivery":"undo-failed""#), "\(first.output)")
      #expect(first.status == 5 || first.status == 4, "\(first.errors)")
      #expect(first.errors.contains("undoFailed"), "\(first.errors)")
      let second = try desk.program.run(words: desk.words(commands))
      #expect(second.status == 0, "\(second.errors)")
      #expect(second.output.contains(#""delivery":"delivered""#), "\(second.output)")
      #expect(Self.deeds(desk) == ["grant", "revoke", "grant"])
    }
  }

  @Test(arguments: Kind.all)
  func `What another client consumed is not taken back, and is named`(_ kind: Kind) async throws {
    try await withDesk(kind, [.refusal(5018, "CONSUMED")]) { desk in
      let commands = [
        "--deliver", Self.logging("grant", desk), "--undo", Self.logging("revoke", desk),
      ]
      let said =
        "delivered here and consumed elsewhere: 1; check that each was granted once: 8810000"
      let words = commands + ["--output", "csv", "--fields", "outcome,delivery", "--no-header"]
      let first = try desk.program.run(words: desk.words(words))
      #expect(first.output == "already-consumed,delivered\r\n")
      #expect(first.errors.contains(said), "\(first.errors)")
      let report = try desk.program.run("journal", "report", "--journal", desk.journal)
      #expect(report.errors.contains(said), "\(report.errors)")
      let shown = try desk.program.run(
        "payment", "show", desk.payments[0], "--journal", desk.journal)
      #expect(shown.output.contains("consumed elsewhere"), "\(shown.output)")
      let next = try desk.program.run(words: desk.words(commands + ["--resume"]))
      #expect(next.status == 0, "\(next.errors)")
      #expect(Self.deeds(desk) == ["grant"])
    }
  }

  @Test(arguments: Kind.all)
  func `A later run delivers and undoes what the first delivery got`(_ kind: Kind) async throws {
    let no = Ledger.Answer.refusal(5000, "NO")
    try await withDesk(kind, [no, no]) { desk in
      let (payment, deliver) = (desk.payments[0], ["--deliver", Self.logging("grant", desk)])
      func run(_ facts: String, _ more: [String]) throws -> Program.Run {
        try desk.folder.write(
          #"{"paymentSeq":"\#(payment)","accessToken":"t\#(payment)"\#(facts)}"# + "\n",
          to: "payments")
        return try desk.program.run(words: desk.words(deliver + ["--compare", "none"] + more))
      }
      let first = try run(#","userID":"alice","productSeq":7"#, [])
      #expect(first.outcomes == [payment: "refused"], "\(first.errors)")
      for facts in [#","userID":"bob""#, #","userID":"alice","productSeq":8"#] {
        let other = try run(facts, ["--undo", Self.logging("revoke", desk)])
        #expect(other.status == 65, "\(other.errors)")
        #expect(other.errors.contains("the delivery in the journal says"), "\(other.errors)")
      }
      #expect(desk.ledger.requests.count == 1)
      let last = try run("", ["--undo", Self.logging("revoke", desk)])
      #expect(last.outcomes == [payment: "refused"])
      #expect(Self.deeds(desk) == ["grant alice 7", "grant alice 7", "revoke alice 7"])
    }
  }

  @Test(arguments: Kind.all)
  func `A second name of the service delivers nothing twice`(_ kind: Kind) async throws {
    try await withDesk(kind, []) { desk in
      let commands = ["--deliver", Self.logging("grant", desk)]
      #expect(try desk.program.run(words: desk.words(commands)).status == 0)
      let other = desk.named("localhost")
      let again = try other.program.run(words: other.words(commands))
      #expect(again.outcomes == [desk.payments[0]: "already-consumed"])
      #expect(again.errors.contains("under another address"), "\(again.errors)")
      let resumed = try other.program.run(words: other.words(commands + ["--resume"]))
      #expect(resumed.status == 0, "\(resumed.errors)")
      #expect(Self.deeds(desk) == ["grant"])
      #expect(desk.ledger.requests.count == 1)
    }
  }

  @Test(arguments: Kind.all)
  func `An unknown attempt under one name of the service is our own under the other`(_ kind: Kind)
    async throws
  {
    try await withDesk(kind, [Ledger.Answer(status: "500 Oops"), .refusal(5018, "CONSUMED")]) {
      desk in
      #expect(try desk.program.run(words: desk.words()).status == 7)
      let other = desk.named("localhost")
      #expect(try other.program.run(words: other.words()).status == 7)
      #expect(desk.ledger.requests.count == 1)
      let resumed = try other.program.run(words: other.words(["--resume"]))
      #expect(resumed.status == 0, "\(resumed.errors)")
      #expect(resumed.output.contains(#""priorUnknown":true"#), "\(resumed.output)")
    }
  }

  @Test(.postgres)
  func `A payment whose command on another machine did not end needs --take-over`() async throws {
    let cluster = try await PostgresCluster.shared
    let name = try await cluster.makeJournal()
    try await waiting {
      var desk = try BatchDesk(1, Ledger())
      desk.journal = cluster.url(name)
      let died = try desk.run(
        "--deliver", Self.logging("grant", desk) + "; kill -9 $(ps -o ppid= -p $PPID); sleep 600",
        "--deliver-timeout", "1s")
      #expect(died.status == 137, "\(died.errors)")
      _ = try cluster.run(
        "UPDATE iapctl.run SET lease = clock_timestamp() - interval '1 hour'", in: name)
      var other = desk
      other.program.variables["XDG_STATE_HOME"] = desk.folder["other"]
      let deliver = ["--deliver", Self.logging("grant", desk)]
      let refused = try other.program.run(words: other.words(deliver))
      #expect(refused.status == 75, "\(refused.errors)")
      #expect(refused.errors.contains("--take-over"), "\(refused.errors)")
      #expect(desk.ledger.requests.isEmpty)
      let taken = try other.program.run(words: other.words(deliver + ["--take-over"]))
      #expect(taken.status == 0, "\(taken.errors)")
      #expect(Self.deeds(desk) == ["grant", "grant"])
    }
    let desk = try BatchDesk(1)
    let file = try desk.run("--take-over")
    #expect(file.status == 64 && file.errors.contains("--take-over needs"), "\(file.errors)")
  }
}
