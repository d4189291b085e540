import CLibrary
import Dispatch
import Synchronization
import TestSupport
import Testing

/// An interrupt while a request is in flight.
@Suite(.blocking)
struct InterruptTests {
  private static let consumed = """
    {"header": {"isSuccessful": true, "resultCode": 0, "resultMessage": "SUCCESS"},
     "result": {"price": 2.29, "currency": "EUR", "productSeq": 7}}
    """

  private func program(_ folder: TemporaryFolder, _ server: HostileServer) -> Program {
    var program = Program(in: folder)
    program.variables["IAPCTL_URL"] = server.url("")
    program.variables["IAPCTL_APP_KEY"] = "sample-app-key"
    return program
  }

  /// A server that interrupts its client after the request has arrived.
  private static func interrupting(
    _ process: Interrupted, then answer: @escaping @Sendable (HostileConnection) throws -> Void
  ) throws -> HostileServer {
    try HostileServer(
      HostileServer.Behaviour { connection in
        try connection.request()
        process.interrupt()
        try answer(connection)
        try connection.waitForEnd()
      })
  }

  /// The exit status differs from that of a time-out, which would come later.
  @Test(arguments: [
    ["unconsumed", "--user", "u", "--market", "AS"], ["unconsumed", "--user", "u"],
    ["products", "--app-seq", "1"], ["consume", "1", "--user", "u"],
    ["subscriptions", "--user", "u", "--package", "p"],
  ])
  func `An interrupt ends a query`(_ words: [String]) throws {
    let (folder, process) = (try TemporaryFolder(), Interrupted())
    let server = try Self.interrupting(process) { _ in }
    let run = try process.run(program(folder, server), words + ["--timeout", "60"])
    #expect(run.status == 130, "\(run.errors)")
    #expect(run.errors.contains("interrupted (Ctrl-C)"))
  }

  /// The consume may have been applied, so iapctl waits for the response and ends with its result.
  @Test
  func `An interrupt lets a consume in flight finish`() throws {
    let (folder, process) = (try TemporaryFolder(), Interrupted())
    let server = try Self.interrupting(process) { try $0.answer("200 OK", Self.consumed) }
    let token = try folder.write("token", to: "token")
    let run = try process.run(
      program(folder, server), ["consume", "1", "--token-file", token, "-o", "jsonl"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains(#""outcome":"consumed""#))
    #expect(server.hits.count == 1)
  }

  /// A process that another thread interrupts once, while this one waits for its end.
  private final class Interrupted: Sendable {
    private let process = Mutex<Program.Started?>(nil)
    private let start = DispatchSemaphore(value: 0)

    func run(_ program: Program, _ words: [String]) throws -> Program.Run {
      defer { start.signal() }
      let started = try program.start(words: words)
      process.withLock { $0 = started }
      start.signal()
      return try started.wait()
    }

    /// Waits until the process has started, and interrupts it.
    func interrupt() {
      start.wait()
      process.withLock { process in
        process?.kill(SIGINT)
        process = nil
      }
      start.signal()
    }
  }
}
