import TestSupport
import Testing

/// Runs that do not see what others did for the same payment: under another name or key of the service, in
/// another journal, or with a clock that is off. Each delivers before it consumes.
@Suite(.blocking)
struct RepeatedDeliveryTests {
  private typealias Kind = DeliveredStateTests.Kind

  private static let busy = Ledger.Answer(
    status: "429 Slow", headers: ["Retry-After: 3600"], body: "{}")
  private static let refusal = Ledger.Answer.refusal(5000, "NO")

  /// A run with commands that log what they do.
  private static func run(_ desk: BatchDesk, _ more: String...) throws -> Program.Run {
    let log = desk.folder["log"]
    return try desk.program.run(
      words: desk.words(
        ["--deliver", "echo grant >> '\(log)'", "--undo", "echo revoke >> '\(log)'"] + more))
  }

  private static func deeds(_ desk: BatchDesk) -> [Substring] {
    String(decoding: (try? desk.folder.read("log")) ?? [], as: UTF8.self).split(separator: "\n")
  }

  /// One payment, whose answers are given in order; then it is consumed.
  private static func desk(_ answers: [Ledger.Answer], _ journal: String?) throws -> BatchDesk {
    let ledger = Ledger { number, _ in number <= answers.count ? answers[number - 1] : nil }
    var desk = try BatchDesk(1, ledger)
    desk.journal = journal ?? desk.journal
    return desk
  }

  private static func expectGranted(_ desk: BatchDesk, after deeds: [Substring]) {
    #expect(Self.deeds(desk) == deeds + ["grant"])
    #expect(desk.ledger.consumed == Set(desk.payments))
  }

  @Test(arguments: Kind.all, [false, true])
  func `An undo under another name and key of the service is followed by a delivery`(
    _ kind: DeliveredStateTests.Kind, _ isDeliveredTwice: Bool
  ) async throws {
    let url = try await kind.url()
    try await waiting {
      let answers = isDeliveredTwice ? [Self.busy, Self.busy] : [Self.busy]
      let desk = try Self.desk(answers + [Self.refusal], url)
      func run(_ host: String, _ key: String, _ more: String...) throws -> Program.Run {
        var other = desk.named(host)
        other.program.variables["IAPCTL_APP_KEY"] = key
        return try Self.run(other)
      }
      #expect(try run("localhost", "first-key").outcomes == [desk.payments[0]: "not-sent"])
      if isDeliveredTwice {
        #expect(try run("127.0.0.1", "second-key").outcomes == [desk.payments[0]: "not-sent"])
      }
      let refused = try run(isDeliveredTwice ? "localhost" : "127.0.0.1", "second-key")
      #expect(refused.outcomes == [desk.payments[0]: "refused"])
      let last = try run("localhost", "second-key", "--resume")
      #expect(last.status == 0, "\(last.errors)")
      Self.expectGranted(desk, after: answers.map { _ in "grant" } + ["grant", "revoke"])
    }
  }

  /// The first key at one address, the second one at both: all are one service.
  @Test(arguments: Kind.all)
  func `What is unknown is not taken back under a name that only another payment connects`(
    _ kind: DeliveredStateTests.Kind
  ) async throws {
    let url = try await kind.url()
    try await waiting {
      let answers = [Ledger.Answer(status: "500 Oops"), nil, Self.refusal]
      let ledger = Ledger { number, _ in number <= answers.count ? answers[number - 1] : nil }
      var desk = try BatchDesk(2, ledger)
      desk.journal = url ?? desk.journal
      func run(_ payment: Int, _ host: String, _ key: String) throws -> Program.Run {
        try desk.folder.write(BatchDesk.line(desk.payments[payment]), to: "payments")
        var other = desk.named(host)
        other.program.variables["IAPCTL_APP_KEY"] = key
        return try Self.run(other, "--resume")
      }
      #expect(try run(0, "127.0.0.1", "first-key").outcomes == [desk.payments[0]: "unknown"])
      #expect(try run(1, "127.0.0.1", "second-key").outcomes == [desk.payments[1]: "consumed"])
      let last = try run(0, "localhost", "second-key")
      #expect(last.outcomes == [desk.payments[0]: "unknown"], "\(last.errors)")
      #expect(last.status == 7, "\(last.errors)")
      #expect(!Self.deeds(desk).contains("revoke"))
      for name in [desk.serverName, desk.named("localhost").serverName] {
        #expect(
          try desk.journaled(["--unknown", "--server", name]) == [desk.payments[0]: "unknown"])
      }
    }
  }

  @Test(arguments: Kind.all)
  func `An undo in another journal is followed by a delivery`(
    _ kind: DeliveredStateTests.Kind
  ) async throws {
    let (url, other) = (try await kind.url(), try await kind.url())
    try await waiting {
      let desk = try Self.desk([Self.busy, Self.refusal], url)
      var colleague = desk
      colleague.journal = other ?? desk.folder["colleague.db"]
      #expect(try Self.run(desk).outcomes == [desk.payments[0]: "not-sent"])
      #expect(try Self.run(colleague).outcomes == [desk.payments[0]: "refused"])
      let last = try Self.run(desk, "--resume")
      #expect(last.status == 0, "\(last.errors)")
      Self.expectGranted(desk, after: ["grant", "grant", "revoke"])
    }
  }

  @Test(.postgres)
  func `An undo that seems earlier than its delivery is followed by a delivery`() async throws {
    let cluster = try await PostgresCluster.shared
    let name = try await cluster.makeJournal()
    try await waiting {
      let desk = try Self.desk([Self.busy, Self.refusal], cluster.url(name))
      #expect(try Self.run(desk).outcomes == [desk.payments[0]: "not-sent"])
      _ = try cluster.run("UPDATE iapctl.attempt SET at = at + 600000000", in: name)
      #expect(try Self.run(desk).outcomes == [desk.payments[0]: "refused"])
      let last = try Self.run(desk, "--resume")
      #expect(last.status == 0, "\(last.errors)")
      Self.expectGranted(desk, after: ["grant", "grant", "revoke"])
    }
  }

  @Test(arguments: Kind.all)
  func `What was taken back and is consumed without a delivery is named`(
    _ kind: DeliveredStateTests.Kind
  ) async throws {
    let url = try await kind.url()
    try await waiting {
      let desk = try Self.desk([Self.refusal], url)
      #expect(try Self.run(desk).outcomes == [desk.payments[0]: "refused"])
      // A person who settles the payment says nothing of the item.
      let settled = try desk.program.run(
        "journal", "settle", desk.payments[0], "--as", "not-consumed", "--ticket", "T-1",
        "--journal",
        desk.journal)
      #expect([0, 64].contains(settled.status), "\(settled.errors)")
      let plain = try desk.run("--output", "csv")
      #expect(plain.status == 0, "\(plain.errors)")
      #expect(
        plain.errors.contains("taken back by an earlier run and now consumed: 1; grant the item"),
        "\(plain.errors)")
    }
  }

  @Test(arguments: Kind.all)
  func `A delivery to the wrong user is forgotten when a person settles it`(
    _ kind: DeliveredStateTests.Kind
  ) async throws {
    let url = try await kind.url()
    try await waiting {
      let desk = try Self.desk([], url)
      let payment = desk.payments[0]
      func run(of user: String, _ end: String) throws -> Program.Run {
        try desk.folder.write(
          #"{"paymentSeq":"\#(payment)","accessToken":"t","userID":"\#(user)"}"# + "\n",
          to: "payments")
        return try desk.run(
          "--compare", "none", "--deliver", "echo $IAPCTL_USER >> '\(desk.folder["log"])'; \(end)")
      }
      #expect(try run(of: "bob", "exit 1").outcomes == [payment: "not-sent"])
      let refused = try run(of: "alice", "true")
      #expect(refused.status == 65, "\(refused.errors)")
      let settling = ["journal", "settle", payment, "--as", "not-consumed", "--ticket", "T-1"]
      #expect(
        refused.errors.contains(
          "iapctl journal settle \(payment) --as not-consumed --ticket"), "\(refused.errors)")
      for isFirst in [true, false] {
        let settled = try desk.program.run(
          words: settling + ["-o", "jsonl", "--journal", desk.journal])
        #expect(settled.status == 0, "\(settled.errors)")
        #expect(settled.output.contains(#""action":"settle""#) == isFirst, "\(settled.output)")
      }
      let corrected = try run(of: "alice", "true")
      #expect(corrected.outcomes == [payment: "consumed"], "\(corrected.errors)")
      #expect(Self.deeds(desk) == ["bob", "alice"])
    }
  }
}
