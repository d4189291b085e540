package import Languages

extension JSONProblem {
  /// What is wrong. A server writes it in English.
  package enum Kind: Hashable, Sendable, CustomStringConvertible {
    /// The text is not JSON.
    case syntax(expected: Token)
    case notUTF8
    case empty
    case halfCharacter
    /// The number has more digits than a decimal can keep.
    case tooManyDigits
    case givenTwice
    case not(Expected)
    case missing
    case null
    case tooManyElements(limit: Int)
    case less(than: Int64)
    /// A key that an object cannot have. `known` are the keys that it can have.
    case unknownKey(known: [String])
    /// A rule that only the user of the document knows, in English.
    case other(String)

    package var sentence: Sentence {
      switch self {
      case .syntax(let token): "not JSON: \(token.sentence) was expected"
      case .notUTF8: "not UTF-8"
      case .empty: Sentence("empty", context: "JSON")
      case .halfCharacter: "a string has half a character"
      case .tooManyDigits: "a number has more digits than can be kept exactly"
      case .givenTwice: "given twice"
      case .not(let expected): "not \(expected.sentence)"
      case .missing: Sentence("missing", context: "JSON")
      case .null: Sentence("null", context: "JSON")
      case .tooManyElements(let limit): "more than \(limit) elements"
      case .less(let lowest): "less than \(lowest)"
      case .unknownKey([]): "unknown key: none can be given"
      case .unknownKey(let known): "unknown key; known are \(list: known)"
      case .other(let text): Sentence(verbatim: text)
      }
    }

    package var description: String { Language.english.text(sentence) }
  }

  /// What stands in valid JSON where the text has something else.
  package enum Token: Sendable {
    case value, key, colon, commaOrBracket, commaOrBrace, end, digit, hexadecimalDigits, escape
    case endOfString, lessNesting

    fileprivate var sentence: Sentence {
      switch self {
      case .value: "a value"
      case .key: "a key in quotes"
      case .colon: "':'"
      case .commaOrBracket: "',' or ']'"
      case .commaOrBrace: "',' or '}'"
      case .end: "the end"
      case .digit: "a digit"
      case .hexadecimalDigits: "four hexadecimal digits"
      case .escape: "one of \" \\ / b f n r t u behind a backslash"
      case .endOfString: "the end of a string in quotes"
      case .lessNesting: "less nesting"
      }
    }
  }

  /// The kind of a value.
  package enum Expected: Hashable, Sendable {
    case array, object, string, flag
    case wholeNumber
    /// A whole number that its type can keep.
    case wholeNumberInRange
    case choice([String])
    /// A kind that only the user of the document knows, in English: `an amount of money`.
    case other(String)

    fileprivate var sentence: Sentence {
      switch self {
      case .array: "an array"
      case .object: "an object"
      case .string: "a string"
      case .flag: "true or false"
      case .wholeNumber: "a whole number"
      case .wholeNumberInRange: "a whole number, or too large a one"
      case .choice(let words): "one of \(list: words)"
      case .other(let kind): Sentence(verbatim: kind)
      }
    }
  }
}
