import TestSupport
import Testing

/// What the answers that a fault gives mean for `consume`, over REST and on the store itself.
@Suite(.blocking)
struct ServedFaultTests: ServesStores {
  /// A fault, and what a consume makes of it.
  struct Case: Sendable {
    let options: String
    let status: Int32
    /// The name and the outcome in the JSON error; nil for success.
    var error: String?
    /// Whether the store has applied the consume.
    var isApplied = false
  }

  static let cases = [
    Case(options: "--http 429", status: 75, error: "requestFailed not-applied"),
    Case(options: "--http 429 --retry-after 3600", status: 75, error: "requestFailed not-applied"),
    Case(options: "--http 401", status: 77, error: "requestFailed not-applied"),
    Case(options: "--http 404", status: 76, error: "requestFailed not-applied"),
    Case(options: "--http 301", status: 76, error: "requestFailed not-applied"),
    Case(options: "--http 302", status: 7, error: "requestFailed unknown"),
    Case(options: "--http 408", status: 7, error: "requestFailed unknown"),
    Case(options: "--http 409", status: 7, error: "requestFailed unknown"),
    Case(options: "--http 202", status: 7, error: "requestFailed unknown"),
    Case(options: "--http 500", status: 7, error: "requestFailed unknown"),
    Case(options: "--http 503", status: 7, error: "requestFailed unknown"),
    Case(options: "--http 500 --after", status: 7, error: "requestFailed unknown", isApplied: true),
    Case(options: "--server-code 1100", status: 76, error: "requestInvalid not-applied"),
    Case(options: "--server-code 5000", status: 4, error: "changePurchaseStatusFailed not-applied"),
    Case(options: "--server-code 5018", status: 4, error: "alreadyConsumed not-applied"),
    Case(options: "--server-code 9999", status: 7, error: "unknown unknown"),
    Case(options: "--server-code 7777", status: 7, error: "unknown unknown"),
    Case(
      options: "--server-code 9999 --after", status: 7, error: "unknown unknown", isApplied: true),
    Case(options: "--cut 0", status: 7, error: "networkNotAvailable unknown", isApplied: true),
    Case(options: "--cut 60", status: 7, error: "networkNotAvailable unknown", isApplied: true),
    Case(options: "--cut 99999", status: 7, error: "networkNotAvailable unknown", isApplied: true),
    Case(options: "--code 12", status: 4, error: "changePurchaseStatusFailed not-applied"),
  ]

  /// Adds the fault of each case for a payment of its own.
  private func store() throws -> (TemporaryFolder, Program) {
    let (folder, program) = try sample(crowd(Self.cases.count + 1))
    for (index, test) in Self.cases.enumerated() {
      let added = try program.shell(
        "$IAPCTL store fault add --on consume --payment \(index + 1) \(test.options)")
      #expect(added.status == 0, "\(added.errors)")
    }
    return (folder, program)
  }

  private func expectOutcomes(of words: String, by client: Program, _ program: Program) throws {
    for (index, test) in Self.cases.enumerated() {
      let run = try client.shell("$IAPCTL consume \(index + 1) \(words) -o json")
      #expect(run.status == test.status, "\(test.options): \(run.errors)")
      let line = run.errors.split(separator: "\n").first { $0.hasPrefix(#"{"error":"#) } ?? ""
      let name = line.firstMatch(of: /"name":"([^"]*)"/)?.1 ?? ""
      let outcome = line.firstMatch(of: /"outcome":"([^"]*)"/)?.1 ?? ""
      #expect("\(name) \(outcome)" == test.error, "\(test.options)")
    }
    let log = try program.shell("$IAPCTL store log -o jsonl --fields kind,paymentSeq").output
    let applied = log.matches(of: /"paymentSeq":"([0-9]+)"/).compactMap { Int($0.1) }
    #expect(applied == Self.cases.indices.filter { Self.cases[$0].isApplied }.map { $0 + 1 })
  }

  @Test(arguments: ["service", "fixture"])
  func `Over REST the outcome is what the answer proves`(_ api: String) throws {
    let (_, program) = try store()
    let server = try program.serve()
    defer { _ = try? server.stop() }
    try expectOutcomes(
      of: "--user u --market AS --url http://127.0.0.1:\(server.port) --api \(api) --retries 0 "
        + "--settle 0s", by: program.asClient, program)
  }

  @Test
  func `On the store it is what a client would make of the answer`() throws {
    let (_, program) = try store()
    try expectOutcomes(of: "", by: program, program)
  }

  @Test(arguments: ["--http 429 --retry-after 0", "--http 503 --retry-after 0"])
  func `A server that asks to wait is asked again`(_ options: String) throws {
    let (_, program) = try sample(crowd(1))
    #expect(
      try program.shell("$IAPCTL store fault add --on consume --times 2 \(options)").status == 0)
    let server = try program.serve()
    let run = try program.asClient.shell(
      """
      $IAPCTL consume 1 --user u --market AS --url http://127.0.0.1:\(server.port) -o jsonl
      """)
    try server.stop()
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains(#""outcome":"consumed""#))
    #expect(run.output.contains(#""attempts":3"#))
    let uses = try program.run("store", "fault", "list", "-o", "jsonl").output
    #expect(uses.contains(#""used":2"#))
  }

  @Test
  func `Lists that were answered before the server asked to wait are shown, and the rest is named`()
    throws
  {
    let (_, program) = try sample(crowd(2))
    for options in ["--http 500 --user a", "--http 429 --retry-after 3600 --user b"] {
      let fault = try program.shell("$IAPCTL store fault add --on unconsumed --times 9 \(options)")
      #expect(fault.status == 0, "\(fault.errors)")
    }
    let server = try program.serve()
    let list =
      "$IAPCTL unconsumed --user a --user u --user b --user c --user d --market AS --retries 0"
    let run = try program.asClient.shell("\(list) --url http://127.0.0.1:\(server.port)")
    try server.stop()
    #expect(run.status == 5, "\(run.errors)")
    #expect(run.output.split(separator: "\n").count == 3, "\(run.output)")
    #expect(run.errors.contains("list incomplete: user a: AS: "), "\(run.errors)")
    #expect(run.errors.contains("list incomplete: user b: AS: "), "\(run.errors)")
    #expect(run.errors.contains("not asked: c, d"), "\(run.errors)")
  }

  /// Also the trace of `serve -v` says what the client got.
  @Test
  func `The trace shows the status and the result code of a fault`() throws {
    let faults = #"{"on": "consume", "http": 418}, {"on": "consume", "serverCode": 7777}"#
    let (_, program) = try sample(crowd(1, faults: faults))
    let server = try program.serve("-v")
    for _ in 1...2 {
      let client = try HTTPConnection(port: server.port)
      client.send(consume("1"))
      #expect(client.answer() != nil)
    }
    let trace = try server.stop().errors
    #expect(trace.contains("POST /v1/service/consume: HTTP 418, result code 9999\n"))
    #expect(trace.contains("POST /v1/service/consume: HTTP 200, result code 7777\n"))
  }
}

extension Program {
  /// The same without a store, with the app key.
  var asClient: Program {
    var program = self
    program.variables["IAPCTL_STORE"] = nil
    program.variables["IAPCTL_APP_KEY"] = "sample-app-key"
    return program
  }
}
