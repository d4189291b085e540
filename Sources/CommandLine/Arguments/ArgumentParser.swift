/// Parses a command line by the specifications alone. It opens no file and reads no environment
/// variable.
///
/// If several things are wrong, the order is: the command, then unknown options, then values.
package struct ArgumentParser: Sendable {
  private let root: CommandSpecification

  /// - Parameter root: the program. Every command accepts its options.
  package init(root: CommandSpecification) { self.root = root }

  package func parse(_ arguments: [String]) -> ParseResult {
    var scan = ArgumentScan(arguments, root: root)
    return scan.finish()
  }
}

/// A parsed command line: the command, the words of each option, and the operands. The words have
/// not been converted to values yet.
package struct ParsedArguments: Equatable, Sendable {
  /// The names of the groups and the command, such as `["store", "init"]`.
  package var path: [String] = []
  /// The words of each option that was given, by its name. For a flag the list is empty.
  package var values: [String: [String]] = [:]
  package var operands: [String] = []
  /// The words after `--`, for a command that runs another program; nil without `--`.
  package var commandLine: [String]?

  package init(
    path: [String] = [], values: [String: [String]] = [:], operands: [String] = [],
    commandLine: [String]? = nil
  ) {
    self.commandLine = commandLine
    self.path = path
    self.values = values
    self.operands = operands
  }

  /// Compares bytes: to Swift, two strings with different bytes can be equal.
  package static func == (left: Self, right: Self) -> Bool {
    func same(_ left: [String], _ right: [String]) -> Bool {
      left.elementsEqual(right) { $0.utf8.elementsEqual($1.utf8) }
    }
    return left.path == right.path && same(left.operands, right.operands)
      && same(left.commandLine ?? [], right.commandLine ?? [])
      && (left.commandLine == nil) == (right.commandLine == nil)
      && left.values.keys == right.values.keys
      && left.values.allSatisfy { same($1, right.values[$0] ?? []) }
  }
}

/// The result of parsing a command line.
package struct ParseResult: Equatable, Sendable {
  /// What could be parsed, also if there is a problem: `--output json` decides the format of the
  /// error.
  package var arguments = ParsedArguments()
  package var problem: UsageError?
  package var wantsHelp = false
  /// Whether the help is to be short: `-h`.
  package var wantsShortHelp = false
  package var wantsVersion = false
}
