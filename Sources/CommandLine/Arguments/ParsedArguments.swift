/// A command line that was taken apart: which command, which options with which words, which
/// arguments. Nothing has been read from it yet.
package struct ParsedArguments: Equatable, Sendable {
  /// The names from below the program down to the command.
  package var path: [String] = []
  /// The words of each option that was given, by its name; for a flag, none.
  package var values: [String: [String]] = [:]
  package var operands: [String] = []

  package init(
    path: [String] = [], values: [String: [String]] = [:], operands: [String] = []
  ) {
    self.path = path
    self.values = values
    self.operands = operands
  }

  /// Two command lines are the same only if their bytes are.
  package static func == (left: Self, right: Self) -> Bool {
    func same(_ left: [String], _ right: [String]) -> Bool {
      left.elementsEqual(right) { $0.utf8.elementsEqual($1.utf8) }
    }
    return left.path == right.path && same(left.operands, right.operands)
      && left.values.keys == right.values.keys
      && left.values.allSatisfy { same($1, right.values[$0] ?? []) }
  }
}

/// What came of taking a command line apart.
package struct ParseResult: Equatable, Sendable {
  /// As much as could be taken apart, also where there is a problem: it tells in which format to
  /// report it.
  package var arguments = ParsedArguments()
  package var problem: UsageError?
  package var wantsHelp = false
  package var wantsVersion = false
}
