package import Languages

/// The description of an option. The parser, the help, the manual pages and the completions are
/// made from it.
package struct OptionSpecification: Hashable, Sendable {
  /// Without the dashes.
  package let name: String
  package let short: Character?
  /// Nil for a flag.
  package let value: ValueSpecification?
  package let isList: Bool
  /// Where the value comes from if the command line does not contain the option.
  package let sources: ValueSources
  /// The default, as text. Nil if there is none.
  package let fallback: String?
  /// One line, without a full stop. It does not repeat the choices, the default or the variable:
  /// the help adds them.
  package let summary: String

  package var takesValue: Bool { value != nil }
}

/// The name of a value in the help, and which values are allowed.
package struct ValueSpecification: Hashable, Sendable {
  /// In capitals: `PATH`.
  package let label: String
  package let kind: ValueKind
  /// Which words are valid: `a duration, such as 15m`.
  package let expectation: Sentence
}

/// The kind of a value. It decides what a shell completes.
package enum ValueKind: Hashable, Sendable {
  case text
  /// The word may begin with a dash and a digit: `-5`.
  case number
  /// Only these values are allowed.
  case choices([String])
  /// These values are suggested. Any other is allowed.
  case suggestions([String])
  case file
  case command
  /// A value from the user's data, of a kind that the program knows, such as `products`.
  case data(String)

  /// All allowed values, or none if they cannot be listed.
  package var choices: [String] { if case .choices(let values) = self { values } else { [] } }
}

/// Where the value of an option comes from if the command line does not give it.
package struct ValueSources: Hashable, Sendable {
  package let variable: String?
  /// The key in a profile.
  package let key: String?

  package init(variable: String? = nil, key: String? = nil) {
    self.variable = variable
    self.key = key
  }

  /// The value comes only from the command line.
  package static let none = ValueSources()
}

/// An argument that is not an option.
package struct OperandSpecification: Hashable, Sendable {
  package enum Count: Sendable {
    case one, optional, some, any
    /// All words after `--`, which are the command line of another program.
    case commandLine
  }

  package let value: ValueSpecification
  package let count: Count
  /// The number of operands before this one. Each of those takes one argument.
  package let position: Int
  package let summary: String

  package var label: String { value.label }

  /// Whether it takes at most one argument.
  package var isSingle: Bool { count == .one || count == .optional }
}

/// An example for the help. It works on the sample store.
package struct Example: Hashable, Sendable {
  package let line: String
  package let summary: String
  /// The exit status, for the tests that run the examples. No page shows it.
  package let status: Int32

  package init(_ line: String, _ summary: String, status: Int32 = 0) {
    self.line = line
    self.summary = summary
    self.status = status
  }
}

/// A field of the records that a command prints.
package struct FieldSpecification: Hashable, Sendable {
  package let name: String
  /// One line, without a full stop.
  package let summary: String

  package init(_ name: String, _ summary: String) {
    self.name = name
    self.summary = summary
  }
}
