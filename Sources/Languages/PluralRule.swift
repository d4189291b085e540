/// Which form of a sentence a number has: the header `Plural-Forms` of a catalogue, an expression of C
/// with the variable `n`, such as `nplurals=2; plural=n != 1;`.
struct PluralRule {
  private let expression: Substring

  /// - Parameter header: the header of a catalogue. Without a rule, each number has the first form.
  init(in header: String) {
    let line = header.split(separator: "\n").first { $0.hasPrefix("Plural-Forms:") }
    let rule = line?.dropFirst("Plural-Forms:".count).split(separator: ";").first {
      $0.drop { $0 == " " }.hasPrefix("plural=")
    }
    expression = rule?.drop { $0 != "=" }.dropFirst() ?? "0"
  }

  /// The number of the form; 0 if the expression is not valid.
  func form(of count: Int) -> Int {
    var parser = Parser(rest: expression.filter { $0 != " " }[...], n: count)
    guard let form = parser.choice(), parser.rest.isEmpty, form >= 0 else { return 0 }
    return form
  }

  /// Evaluates while it reads: each level knows the operators that bind as strongly.
  private struct Parser {
    var rest: Substring
    let n: Int

    mutating func take(_ word: String) -> Bool {
      guard rest.hasPrefix(word) else { return false }
      rest = rest.dropFirst(word.count)
      return true
    }

    mutating func choice() -> Int? {
      guard let condition = binary(0) else { return nil }
      guard take("?") else { return condition }
      guard let yes = choice(), take(":"), let no = choice() else { return nil }
      return condition != 0 ? yes : no
    }

    private typealias Operator = (word: String, apply: @Sendable (Int, Int) -> Int?)

    /// From the weakest to the strongest. A longer operator stands before its beginning.
    private static let levels: [[Operator]] = [
      [("||", { $0 != 0 || $1 != 0 ? 1 : 0 })],
      [("&&", { $0 != 0 && $1 != 0 ? 1 : 0 })],
      [("==", { $0 == $1 ? 1 : 0 }), ("!=", { $0 != $1 ? 1 : 0 })],
      [
        ("<=", { $0 <= $1 ? 1 : 0 }), (">=", { $0 >= $1 ? 1 : 0 }), ("<", { $0 < $1 ? 1 : 0 }),
        (">", { $0 > $1 ? 1 : 0 }),
      ],
      [
        ("+", { $0.addingReportingOverflow($1).partialValue }),
        ("-", { $0.subtractingReportingOverflow($1).partialValue }),
      ],
      [
        ("*", { $0.multipliedReportingOverflow(by: $1).partialValue }),
        ("/", { $1 == 0 ? nil : $0.dividedReportingOverflow(by: $1).partialValue }),
        ("%", { $1 == 0 ? nil : $0.remainderReportingOverflow(dividingBy: $1).partialValue }),
      ],
    ]

    private mutating func binary(_ level: Int) -> Int? {
      guard level < Self.levels.count else { return single() }
      var left = binary(level + 1)
      while let first = left, let found = Self.levels[level].first(where: { take($0.word) }) {
        left = binary(level + 1).flatMap { found.apply(first, $0) }
      }
      return left
    }

    private mutating func single() -> Int? {
      if take("!") { return single().map { $0 == 0 ? 1 : 0 } }
      if take("n") { return n }
      if take("(") {
        let value = choice()
        return take(")") ? value : nil
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      return Int(digits)
    }
  }
}
