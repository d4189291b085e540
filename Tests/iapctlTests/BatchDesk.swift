import Dispatch
import SQLite
import System
import TestSupport

/// A file of payments, a server with a ledger of them, and a journal.
struct BatchDesk {
  let folder: TemporaryFolder
  let ledger: Ledger
  let payments: [String]
  let concurrency: Int
  var program: Program
  /// The path of the journal, or its URL.
  var journal: String
  private let server: HostileServer

  /// The file `payments` has one payment and its token a line.
  init(_ count: Int, _ ledger: Ledger = Ledger(), concurrency: Int = 4) throws {
    folder = try TemporaryFolder()
    server = try ledger.server()
    self.ledger = ledger
    self.concurrency = concurrency
    journal = folder["journal.db"]
    program = Program(in: folder)
    program.variables["IAPCTL_URL"] = server.url("")
    program.variables["IAPCTL_APP_KEY"] = "batch-key"
    payments = (0..<count).map { "88\(10_000 + $0)" }
    try folder.write(payments.map(Self.line).joined(), to: "payments")
  }

  static func line(_ payment: String) -> String {
    #"{"paymentSeq":"\#(payment)","accessToken":"t\#(payment)"}"# + "\n"
  }

  func words(_ more: [String] = []) -> [String] {
    [
      "consume", "--from", folder["payments"], "--journal", journal, "--yes",
      "--concurrency", "\(concurrency)",
      // Each test that settles says so; the others would wait for the usual time.
    ] + (more.contains("--settle") ? [] : ["--settle", "0s"])
      + (more.contains("--output") ? [] : ["--output", "jsonl"]) + more
  }

  func run(_ more: String...) throws -> Program.Run { try program.run(words: words(more)) }

  func start(_ more: String...) throws -> Program.Started {
    try program.start(words: words(more))
  }

  /// The same under another name of the server, which listens on the loopback.
  func named(_ host: String) -> BatchDesk {
    var desk = self
    desk.program.variables["IAPCTL_URL"] = program.variables["IAPCTL_URL"]?.replacing(
      "127.0.0.1", with: host)
    return desk
  }

  /// The host and the port, as a journal names the server.
  var serverName: String {
    String(program.variables["IAPCTL_URL"]?.split(separator: "/").dropFirst().first ?? "")
  }

  /// The command line for a shell.
  func line(_ more: String...) -> String {
    "$IAPCTL " + words(more).map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
  }

  /// The payments whose intent to consume is in the journal.
  func announced() throws -> Set<String> {
    guard (try? Files.status(of: folder["journal.db"])) != nil else { return [] }
    let connection = try Connection(
      path: folder["journal.db"], access: .readWrite, patience: 10_000)
    return Set(
      try connection.all(
        """
        SELECT DISTINCT payment_seq FROM attempt
        JOIN payment ON payment.id = attempt.payment WHERE action = 'consume'
        """
      ) { $0.text(0) ?? "" })
  }

  /// The state of each payment in the journal.
  func journaled(_ more: [String] = []) throws -> [String: String] {
    let run = try program.run(
      words: [
        "journal", "list", "--journal", journal, "-o", "jsonl", "--fields", "paymentSeq,outcome",
      ] + more)
    return run.outcomes
  }
}

extension Program.Run {
  /// The outcome of each payment. The output must be JSON lines with these two fields first.
  var outcomes: [String: String] {
    var outcomes: [String: String] = [:]
    for line in output.split(separator: "\n") {
      let words = line.split(separator: "\"").map(String.init)
      guard words.count > 7, words[1] == "paymentSeq",
        let place = words.firstIndex(of: "outcome"), words.count > place + 2
      else { continue }
      outcomes[words[3]] = words[place + 2]
    }
    return outcomes
  }

  /// The number of payments with each outcome.
  var counts: [String: Int] { Dictionary(outcomes.values.map { ($0, 1) }, uniquingKeysWith: +) }
}

/// Holds the requests at a server until the test opens it.
final class Gate: Sendable {
  struct WaitedInVain: Error {}

  private let arrivals = DispatchSemaphore(value: 0)
  private let opening = DispatchSemaphore(value: 0)

  /// The number of requests that wait, beginning with the first. Later requests pass.
  private let capacity: Int
  private let visitors = Counter()

  init(for capacity: Int = .max) { self.capacity = capacity }

  /// Waits until the gate is opened, but no longer than a time limit. After that no request waits.
  func pass() {
    guard visitors.next() <= capacity else { return }
    arrivals.signal()
    _ = opening.wait(timeout: .now() + 60)
    opening.signal()
  }

  /// Waits until this number of further requests has arrived.
  func wait(for count: Int) throws {
    for _ in 0..<count {
      guard arrivals.wait(timeout: .now() + 60) == .success else { throw WaitedInVain() }
    }
  }

  func open() { opening.signal() }
}
