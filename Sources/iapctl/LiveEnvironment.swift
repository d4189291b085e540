import CommandLine
import IAPBatch
import IAPConsole
import IAPCore
import IAPFixtures
import IAPRemote
import System

/// Makes the environment of the real process. Tests make theirs by hand.
enum LiveEnvironment {
  static func make() -> Environment {
    let variables = readableVariables()
    let problem = variablesProblem
    Variables.secret.forEach(CurrentProcess.conceal)
    var environment = Environment(
      variables: variables, variablesProblem: problem,
      input: Environment.Input(
        isTerminal: FileDescriptor.standardInput.isTerminal, bytes: InputFile.standardInput,
        showTyping: { FileDescriptor.standardInput.showTyping($0) }),
      output: output(.standardOutput), errors: output(.standardError), files: LiveFiles(),
      clock: clock, host: LiveHost(), backends: LiveBackends())
    environment.terminal = terminal
    return environment
  }

  /// The terminal of the process, through which a person answers if standard input is something else.
  @Sendable private static func terminal() -> Environment.Input? {
    guard let file = try? InputFile.open("/dev/tty") else { return nil }
    return Environment.Input(isTerminal: true, bytes: file) { _ in true }
  }

  static let clock = Clock(
    realTime: { .nearest(to: Clocks.realMilliseconds()) },
    monotonicTime: { .nanoseconds(Clocks.monotonicNanoseconds()) },
    sleep: { try? await Task.sleep(for: $0) })

  /// The arguments of the process, without the program's name.
  static func words() throws(UsageError) -> [String] {
    guard !CurrentProcess.hasNoArguments else {
      throw .argument(.noArguments)
    }
    do {
      return try CurrentProcess.arguments()
    } catch {
      throw .argument(.argumentNotText(position: error.place, repaired: error.repaired))
    }
  }

  /// The variables that are set and valid UTF-8.
  private static func readableVariables() -> [String: String] {
    var values: [String: String] = [:]
    for name in Variables.own + Variables.common {
      values[name] = try? CurrentProcess.variable(name)
    }
    return values
  }

  /// The error if one of iapctl's own variables is not UTF-8. The value of a secret is not shown.
  private static var variablesProblem: UsageError? {
    for name in Variables.own {
      do {
        _ = try CurrentProcess.variable(name)
      } catch {
        let repaired = Variables.secret.contains(name) ? nil : error.repaired
        return UsageError(
          ArgumentProblem.variableNotText(error.place, repaired: repaired), origin: .variable(name))
      }
    }
    return nil
  }

  private static func output(_ descriptor: FileDescriptor) -> Environment.Output {
    Environment.Output(
      isTerminal: descriptor.isTerminal, columns: descriptor.columns, rows: descriptor.rows
    ) {
      (bytes) throws(Environment.Output.Problem) in
      do throws(SystemError) {
        try descriptor.writeUnlessStopped(bytes)
      } catch {
        throw error.isClosedPipe ? .closedPipe : .failed(error.text)
      }
    } isClosed: {
      descriptor.isClosedByReader
    }
  }
}
