/// An option without a value. A command reads it with this handle, never by a string.
package struct Flag: Sendable {
  package let specification: OptionSpecification

  package init(_ name: String, short: Character? = nil, _ summary: String) {
    specification = OptionSpecification(
      name: name, short: short, value: nil, isList: false, sources: .none, fallback: nil,
      summary: summary)
  }
}

/// An option with one value.
package struct Option<Value: Sendable>: Sendable {
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
package struct ListOption<Value: Sendable>: Sendable {
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
  /// The words with one value each.
  package func words(in words: [String]) -> [String] {
    guard hasCommas else { return words }
    return words.flatMap {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }
}

/// One or more arguments that are not options.
package struct Operand<Value: Sendable>: Sendable {
  package let specification: OperandSpecification
  package let syntax: ValueParser<Value>

  package init(
    _ count: OperandSpecification.Count, at place: Int = 0, _ syntax: ValueParser<Value>,
    _ summary: String
  ) {
    self.syntax = syntax
    specification = OperandSpecification(
      value: syntax.specification, count: count, place: place, summary: summary)
  }
}

extension ParsedArguments {
  package subscript(flag: Flag) -> Bool { values[flag.specification.name] != nil }

  /// The value of an option, or nil if it was not given.
  package func value<Value>(of option: Option<Value>) throws(UsageError) -> Value? {
    guard let word = values[option.specification.name]?.last else { return nil }
    return try read(word, option.syntax, as: "--" + option.specification.name)
  }

  /// The values of a list option, in order.
  package func values<Value>(of option: ListOption<Value>) throws(UsageError) -> [Value] {
    var list: [Value] = []
    for word in option.words(in: values[option.specification.name] ?? []) {
      list.append(try read(word, option.syntax, as: "--" + option.specification.name))
    }
    return list
  }

  /// The value of a required operand.
  package func value<Value>(of operand: Operand<Value>) throws(UsageError) -> Value {
    guard let value = try values(of: operand).first else {
      throw .missingOperand(operand.syntax.label, help: path.joined(separator: " ") + " --help")
    }
    return value
  }

  /// The values of an operand, in order.
  package func values<Value>(of operand: Operand<Value>) throws(UsageError) -> [Value] {
    var list: [Value] = []
    let rest = operands.dropFirst(operand.specification.place)
    let words = operand.specification.isSingle ? rest.prefix(1) : rest
    for word in words { list.append(try read(word, operand.syntax, as: operand.syntax.label)) }
    return list
  }

  private func read<Value>(
    _ word: String, _ syntax: ValueParser<Value>, as name: String
  ) throws(UsageError) -> Value {
    guard let value = syntax.read(word) else {
      throw UsageError.value(
        word, of: name, expectation: syntax.expectation,
        suggestion: Suggestions.closest(to: word, among: syntax.kind.choices))
    }
    return value
  }
}
