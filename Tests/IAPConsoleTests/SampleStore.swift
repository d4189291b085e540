import IAPCore
import IAPFixtures
import IAPMessages
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
