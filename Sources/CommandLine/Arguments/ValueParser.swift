/// Converts a word to a value.
package struct ValueParser<Value: Sendable>: Sendable {
  package let label: String
  /// Which words are valid. It completes the sentence "'x' is not …": `a duration, such as 15m or
  /// P1M`.
  package let expectation: String
  package let kind: ValueKind
  /// Converts a word, or returns nil if the word is invalid.
  package let read: @Sendable (String) -> Value?

  package init(
    _ label: String, expectation: String, kind: ValueKind = .text,
    read: @escaping @Sendable (String) -> Value?
  ) {
    self.label = label
    self.expectation = expectation
    self.kind = kind
    self.read = read
  }

  package var specification: ValueSpecification { ValueSpecification(label: label, kind: kind) }
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

  /// The path of a file.
  package static func file(_ label: String) -> Self { name(label, kind: .file) }
}

extension ValueParser where Value == Int {
  package static func number(_ label: String, in range: ClosedRange<Int>) -> Self {
    let expectation =
      range.upperBound == .max
      ? "a whole number of at least \(range.lowerBound)"
      : "a whole number from \(range.lowerBound) to \(range.upperBound)"
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
    let choices = Value.allCases.map(\.rawValue)
    return ValueParser(
      label, expectation: "one of \(choices.joined(separator: ", "))", kind: .choices(choices)
    ) { Value(rawValue: $0) }
  }
}
