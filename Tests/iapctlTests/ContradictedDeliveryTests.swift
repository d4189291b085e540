import TestSupport
import Testing

/// A row or a list that says of a payment something else than a delivery got: nothing at all is sent.
@Suite(.blocking)
struct ContradictedDeliveryTests: ServesStores {
  private typealias Kind = DeliveredStateTests.Kind

  /// A command that logs for whom it runs, and then ends like this.
  private static func granting(_ folder: TemporaryFolder, _ end: String = "true") -> [String] {
    ["--deliver", "echo $IAPCTL_USER >> '\(folder["log"])'; \(end)", "--deliver-timeout", "1s"]
  }

  private static func deeds(_ folder: TemporaryFolder) -> [Substring] {
    String(decoding: (try? folder.read("log")) ?? [], as: UTF8.self).split(separator: "\n")
  }

  private static func row(_ payment: String, of user: String) -> String {
    #"{"paymentSeq":"\#(payment)","accessToken":"t\#(payment)","userID":"\#(user)"}"# + "\n"
  }

  /// The journal alone contradicts the rows.
  private static let uncompared = ["--compare", "none"]

  private static let said = "the delivery in the journal says alice; the row says bob"

  /// It may have granted before it failed.
  @Test(arguments: Kind.all, ["exit 1", "kill -9 $$", "exec sleep 600"])
  func `A delivery that failed is remembered, and another user's row is refused`(
    _ kind: DeliveredStateTests.Kind, _ end: String
  ) async throws {
    let url = try await kind.url()
    try await waiting {
      var desk = try BatchDesk(1)
      desk.journal = url ?? desk.journal
      func run(of user: String, _ end: String) throws -> Program.Run {
        try desk.folder.write(Self.row(desk.payments[0], of: user), to: "payments")
        return try desk.program.run(
          words: desk.words(Self.granting(desk.folder, end) + Self.uncompared))
      }
      #expect(try run(of: "alice", end).outcomes == [desk.payments[0]: "not-sent"])
      let other = try run(of: "bob", "true")
      #expect(other.status == 65 && other.errors.contains(Self.said), "\(other.errors)")
      #expect(desk.ledger.requests.isEmpty)
      #expect(try run(of: "alice", "true").status == 0)
      #expect(Self.deeds(desk.folder) == ["alice", "alice"])
    }
  }

  /// It is refused as well without a command, which does not look at the item.
  @Test(arguments: Kind.all, [true, false])
  func `A row at the end of a long file that contradicts a delivery keeps all others back`(
    _ kind: DeliveredStateTests.Kind, _ delivers: Bool
  ) async throws {
    let url = try await kind.url()
    try await waiting {
      var desk = try BatchDesk(300)
      desk.journal = url ?? desk.journal
      let last = desk.payments[299]
      try desk.folder.write(Self.row(last, of: "alice"), to: "payments")
      let first = try desk.program.run(
        words: desk.words(Self.granting(desk.folder, "exit 1") + Self.uncompared))
      #expect(first.outcomes == [last: "not-sent"])
      let rows = desk.payments.dropLast().map(BatchDesk.line) + [Self.row(last, of: "bob")]
      try desk.folder.write(rows.joined(), to: "payments")
      let run = try desk.program.run(
        words: desk.words((delivers ? Self.granting(desk.folder) : []) + Self.uncompared))
      #expect(run.status == 65, "\(run.errors)")
      #expect(run.errors.contains("line 300: \(Self.said)"), "\(run.errors)")
      #expect(run.output.isEmpty)
      #expect(desk.ledger.requests.isEmpty)
      #expect(Self.deeds(desk.folder) == ["alice"])
    }
  }

  @Test(arguments: Kind.all)
  func `A payment at the end of a list that contradicts a delivery keeps all others back`(
    _ kind: DeliveredStateTests.Kind
  ) async throws {
    let url = try await kind.url()
    try await waiting {
      var (folder, program) = try sample(crowd(300))
      let server = try program.serve("--store", folder["s.db"])
      defer { _ = try? server.stop() }
      program.variables["IAPCTL_STORE"] = nil
      program.variables["IAPCTL_JOURNAL"] = url ?? folder["journal.db"]
      program.variables["IAPCTL_URL"] = "http://127.0.0.1:\(server.port)"
      program.variables["IAPCTL_APP_KEY"] = "sample-app-key"
      let row = #"{"paymentSeq": "300", "accessToken": "t", "userID": "u", "productSeq": 77}"#
      let file = try folder.write(row, to: "payments")
      let first = try program.run(
        words: ["consume", "--from", file, "--yes"] + Self.uncompared
          + Self.granting(folder, "exit 1"))
      #expect(first.errors.contains("the delivery of payment 300 failed"), "\(first.errors)")
      for more in [[], ["--dry-run"], Self.granting(folder)] {
        let run = try program.run(words: ["consume", "--all", "--user", "u", "--yes"] + more)
        #expect(run.status == 65, "\(run.errors)")
        #expect(run.errors.contains("payment 300 differs from its delivery"), "\(run.errors)")
        #expect(run.output.isEmpty)
      }
      let left = try program.run("unconsumed", "--user", "u", "-o", "csv", "--no-header")
      #expect(left.output.split(separator: "\r\n").count == 300)
      #expect(Self.deeds(folder) == ["u"])
    }
  }
}
