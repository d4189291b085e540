package import Languages
import Text

/// Converts a word to a value.
package struct ValueParser<Value: Sendable>: Sendable {
  package let label: String
  /// Which words are valid. It completes the sentence "'x' is not …": `a duration, such as 15m`.
  package let expectation: Sentence
  package let kind: ValueKind
  /// What an invalid word is instead, if that is known. The second argument is the name of the option
  /// or operand.
  package let mistake: @Sendable (String, String) -> (any UsageProblem)?
  /// Converts a word, or returns nil if the word is invalid.
  package let read: @Sendable (String) -> Value?

  package init(
    _ label: String, expectation: Sentence, kind: ValueKind = .text,
    mistake: @escaping @Sendable (String, String) -> (any UsageProblem)? = { _, _ in nil },
    read: @escaping @Sendable (String) -> Value?
  ) {
    self.label = label
    self.expectation = expectation
    self.kind = kind
    self.mistake = mistake
    self.read = read
  }

  package var specification: ValueSpecification {
    ValueSpecification(label: label, kind: kind, expectation: expectation)
  }

  /// The same words as other values.
  package func map<Other>(
    _ transform: @escaping @Sendable (Value) -> Other
  ) -> ValueParser<Other> {
    ValueParser<Other>(label, expectation: expectation, kind: kind, mistake: mistake) { [read] in
      read($0).map(transform)
    }
  }
}

extension ValueParser where Value == String {
  /// Any text, also an empty one.
  package static func text(_ label: String) -> Self {
    ValueParser(label, expectation: "a text") { $0 }
  }

  /// A text of at least one character.
  package static func name(_ label: String, kind: ValueKind = .text) -> Self {
    ValueParser(label, expectation: "a name; it must not be empty", kind: kind) {
      $0.isEmpty ? nil : $0
    }
  }

  /// One of a few words.
  package static func choice(_ label: String, of words: [String]) -> Self {
    ValueParser(
      label, expectation: "one of \(words.joined(separator: ", "))", kind: .choices(words)
    ) { words.contains($0) ? $0 : nil }
  }

  /// The path of a file.
  package static func file(_ label: String) -> Self { name(label, kind: .file) }
}

extension ValueParser where Value == Int {
  package static func number(_ label: String, in range: ClosedRange<Int>) -> Self {
    let expectation =
      range.upperBound == .max
      ? "a whole number of at least \(range.lowerBound)" as Sentence
      : "a whole number from \(range.lowerBound) to \(range.upperBound)" as Sentence
    return ValueParser(label, expectation: expectation, kind: .number) { word in
      guard let number = Int(word), range.contains(number), word.utf8.first != UInt8(ascii: "+")
      else { return nil }
      return number
    }
  }
}

extension ValueParser where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of the values of an enumeration.
  package static func choice(_ label: String) -> Self {
    let words = ValueParser<String>.choice(label, of: Value.allCases.map(\.rawValue))
    return ValueParser(label, expectation: words.expectation, kind: words.kind) {
      Value(rawValue: $0)
    }
  }
}

/// A flag, or an option with one value or several.
package protocol DeclaredOption: Sendable {
  /// What the parser and the help need of it.
  var specification: OptionSpecification { get }
}

extension [OptionSpecification] {
  /// The specifications of options, in the given order.
  package static func of(_ options: any DeclaredOption...) -> [OptionSpecification] {
    options.map { $0.specification }
  }
}

/// An option without a value. A command reads it with this handle, never by a string.
package struct Flag: DeclaredOption {
  package let specification: OptionSpecification

  package init(_ name: String, short: Character? = nil, _ summary: String) {
    specification = OptionSpecification(
      name: name, short: short, value: nil, isList: false, sources: .none, fallback: nil,
      summary: summary)
  }
}

package struct Option<Value: Sendable>: DeclaredOption {
  package let specification: OptionSpecification
  package let syntax: ValueParser<Value>

  package init(
    _ name: String, short: Character? = nil, _ syntax: ValueParser<Value>,
    from sources: ValueSources = .none, fallback: String? = nil, _ summary: String
  ) {
    self.syntax = syntax
    specification = OptionSpecification(
      name: name, short: short, value: syntax.specification, isList: false, sources: sources,
      fallback: fallback, summary: summary)
  }
}

/// An option with several values. It may be repeated: `--market AS --market GG`.
package struct ListOption<Value: Sendable>: DeclaredOption {
  package let specification: OptionSpecification
  package let syntax: ValueParser<Value>
  /// Whether a word may contain several values: `--market AS,GG`.
  package let hasCommas: Bool

  package init(
    _ name: String, short: Character? = nil, _ syntax: ValueParser<Value>,
    from sources: ValueSources = .none, fallback: String? = nil, hasCommas: Bool = false,
    _ summary: String
  ) {
    self.syntax = syntax
    self.hasCommas = hasCommas
    specification = OptionSpecification(
      name: name, short: short, value: syntax.specification, isList: true, sources: sources,
      fallback: fallback, summary: summary)
  }
}

extension ListOption {
  /// The values of the option: each argument, or the parts of it between commas. A part in double quotes
  /// may contain commas, as in CSV.
  package func values(in arguments: [String]) -> [String] {
    hasCommas ? arguments.flatMap(ListValues.parts) : arguments
  }
}

/// One or more arguments that are not options.
package struct Operand<Value: Sendable>: Sendable {
  package let specification: OperandSpecification
  package let syntax: ValueParser<Value>

  package init(
    _ count: OperandSpecification.Count, at position: Int = 0, _ syntax: ValueParser<Value>,
    _ summary: String
  ) {
    self.syntax = syntax
    specification = OperandSpecification(
      value: syntax.specification, count: count, position: position, summary: summary)
  }
}

extension ParsedArguments {
  package subscript(flag: Flag) -> Bool { values[flag.specification.name] != nil }

  package func value<Value>(of option: Option<Value>) throws(UsageError) -> Value? {
    guard let word = values[option.specification.name]?.last else { return nil }
    return try read(word, option.syntax, as: "--" + option.specification.name)
  }

  /// The values of a list option, in order.
  package func values<Value>(of option: ListOption<Value>) throws(UsageError) -> [Value] {
    let texts = option.values(in: values[option.specification.name] ?? [])
    return try texts.map { word throws(UsageError) in
      try read(word, option.syntax, as: "--" + option.specification.name)
    }
  }

  /// The value of a required operand.
  package func value<Value>(of operand: Operand<Value>) throws(UsageError) -> Value {
    guard let value = try values(of: operand).first else {
      throw .argument(
        .missingOperand(operand.syntax.label, help: path.joined(separator: " ") + " --help"))
    }
    return value
  }

  /// The values of an operand, in order.
  package func values<Value>(of operand: Operand<Value>) throws(UsageError) -> [Value] {
    let rest = operands.dropFirst(operand.specification.position)
    let texts = operand.specification.isSingle ? rest.prefix(1) : rest
    return try texts.map { word throws(UsageError) in
      try read(word, operand.syntax, as: operand.syntax.label)
    }
  }

  private func read<Value>(
    _ word: String, _ syntax: ValueParser<Value>, as name: String
  ) throws(UsageError) -> Value {
    guard let value = syntax.read(word) else {
      if let mistake = syntax.mistake(word, name) { throw UsageError(mistake) }
      throw .argument(
        .invalid(
          word, of: name, expectation: syntax.expectation,
          suggestion: Suggestions.closest(to: word, among: syntax.kind.choices)))
    }
    return value
  }
}
