import IAPBatch
import IAPCore
import IAPFixtures
import IAPMessages
import Synchronization
import TestSupport

@testable import CommandLine
@testable import IAPConsole

/// The console with a store of the sample game.
struct SampleStore {
  let folder: TemporaryFolder
  var console = TestConsole()

  init() throws {
    folder = try TemporaryFolder()
    try FixtureStore.create(at: folder["game.db"], from: try Sample.seed(), options: .test)
    console.variables[Variables.store] = folder["game.db"]
  }

  var path: String { folder["game.db"] }

  @discardableResult
  func run(_ line: String) async -> TestConsole.Run { await console.run(line) }
}

extension TestConsole {
  /// A console with files as its journals, the usual one in the state of a folder.
  init(stateIn folder: TemporaryFolder) {
    self.init()
    variables[Variables.stateHome] = folder.path
    backends.journal = { path in
      SQLiteJournal(at: path, patience: .seconds(30), realTime: { Instant(0) }, words: { $0.name })
    }
  }

  /// What is written to standard error of a terminal if each look at the clock takes two seconds. Standard
  /// output is a pipe.
  func progress(of line: String) async -> String {
    var terminal = self
    terminal.columns = 100
    let errors = Transcript()
    var environment = terminal.environment(Transcript(), errors)
    environment.output = self.environment(Transcript(), Transcript()).output
    let now = Mutex(Duration.zero)
    environment.clock = Clock(
      realTime: environment.clock.realTime,
      monotonicTime: {
        now.withLock { now in
          now += .seconds(2)
          return now
        }
      }, sleep: environment.clock.sleep)
    _ = await Console.run(words(line), in: environment)
    return errors.text
  }

  /// The console with a fake service.
  static func with(_ service: FakeService) -> TestConsole {
    var console = TestConsole()
    console.variables[Variables.store] = "any.db"
    console.backends.service = service
    return console
  }

  /// The console at a terminal, where the user types an answer.
  func typing(_ answer: String) -> TestConsole {
    var console = self
    console.input = answer
    console.isInputTerminal = true
    console.columns = 80
    console.variables["NO_COLOR"] = "1"
    return console
  }
}

/// The words of a command line without quotes.
func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

/// Reads a command line.
func resolved<Definition: Command>(
  _ command: Definition.Type, _ line: String,
  _ variables: [String: String] = ["IAPCTL_STORE": "game.db"]
) throws(UsageError) -> Definition {
  let parsed = ArgumentParser(root: CommandTree.root.specification).parse(words(line))
  if let problem = parsed.problem { throw problem }
  return try Definition.read(parsed.arguments, try Settings(parsed.arguments, variables))
}

/// The error of a command line.
func problem<Definition: Command>(
  _ command: Definition.Type, _ line: String,
  _ variables: [String: String] = ["IAPCTL_STORE": "game.db"]
) -> UsageText? {
  do {
    _ = try resolved(command, line, variables)
    return nil
  } catch {
    return UsageText(error)
  }
}
