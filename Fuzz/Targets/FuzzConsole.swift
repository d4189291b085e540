import CLibrary
import IAPBatch
import IAPConsole
import IAPCore
import IAPFixtures
import Synchronization
import System
import TestSupport

/// The console in this process. Its files are in memory, and its stores and journals are real files.
struct FuzzConsole {
  static let time = Instant(1_767_225_600_000)

  let files = MemoryFiles()
  var variables: [String: String] = [:]
  var input: [UInt8] = []
  var columns: Int?

  /// Runs a command line.
  ///
  /// - Throws: ``Finding`` if the exit status is that of a bug, or none at all.
  @discardableResult
  func run(_ words: [String]) async throws(Finding) -> (status: Int32, output: String) {
    let (output, errors) = (Transcript(), Transcript())
    let status = await Console.run(words, in: environment(output, errors)).code
    try Finding.require(
      Self.statuses.contains(status), "\(words) ends with \(status): \(errors.text)")
    return (status, output.text)
  }

  /// The exit statuses of a command that did not meet a bug.
  private static let statuses: Set<Int32> = [
    0, 2, 3, 4, 5, 6, 7, 64, 65, 66, 69, 74, 75, 76, 77, 78, 130,
  ]

  func environment(_ output: Transcript, _ errors: Transcript) -> Environment {
    var host = FakeHost()
    host.shell = { _ in ShellCommand.Ending(.timedOut) }
    host.program = { _ in .timedOut }
    let interrupt = LateInterrupt()
    host.stop = { interrupt.signal }
    return Environment(
      variables: variables, variablesProblem: nil,
      input: Environment.Input(
        isTerminal: false, bytes: MemoryInput(input), showTyping: { _ in true }),
      output: stream(output), errors: stream(errors), files: files,
      clock: Clock(realTime: { Self.time }, monotonicTime: { .zero }, sleep: { _ in }),
      host: host, backends: FileBackends(interrupt: interrupt))
  }

  private func stream(_ transcript: Transcript) -> Environment.Output {
    Environment.Output(isTerminal: columns != nil, columns: columns, rows: nil) {
      (bytes) throws(Environment.Output.Problem) in
      transcript.add(bytes)
    } isClosed: {
      false
    }
  }
}

/// The signal SIGINT for a command that takes long, such as one that plays a thousand years of
/// renewals. Its time is the number of times that it was asked for, so that it is always the same.
final class LateInterrupt: Sendable {
  private static let most = 20
  private let count = Atomic(0)

  var signal: Int32? {
    count.wrappingAdd(1, ordering: .relaxed).newValue > Self.most ? SIGINT : nil
  }
}

/// Stores and journals, and no server.
private struct FileBackends: Backends {
  let interrupt: LateInterrupt

  func service(of backend: Backend) throws(IAPError) -> any IAPService {
    switch backend {
    case .server: throw .iapctl(.unsupported, .bug("no server is reached here"))
    case .store(let path, let given):
      var options = FixtureStore.Options.test
      (options.clock, options.patience) = (given.clock, .zero)
      options.stopSignal = { interrupt.signal }
      return try FixtureStore(openAt: path, options: options)
    }
  }

  func journal(
    at path: String, patience: Duration, command: Duration
  ) throws(IAPError) -> any Journal {
    SQLiteJournal(
      at: path, patience: .zero, realTime: { FuzzConsole.time }, words: Console.message)
  }

  func teamJournal(at url: String, patience: Duration) throws(IAPError) -> PostgresJournal {
    throw .iapctl(.unsupported, .bug("no database is reached here"))
  }
}

extension FuzzConsole {
  /// - Returns: nil.
  /// - Throws: ``Finding`` if the error is that of a bug.
  static func refused<Answer>(_ error: any Error) throws(Finding) -> Answer? {
    guard let error = error as? IAPError, error.code != .iapctl(.bug) else {
      throw Finding("a bug: \(error)")
    }
    return nil
  }
}
