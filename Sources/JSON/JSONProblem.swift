/// Something in a JSON document that is not as it should be, and where it stands.
package struct JSONProblem: Error, Equatable, Sendable {
  /// A line and a column of a text, counted from 1; a column is a character of UTF-8.
  package struct Position: Equatable, Sendable {
    package let line: Int
    package let column: Int?
  }

  /// `purchases[3].price`, `line 1, column 14`, or empty for the document itself.
  package let place: String
  package let problem: String
  /// Only where the text is no JSON; anything else has a path.
  package let position: Position?

  package init(place: String, problem: String) {
    self.place = place
    self.problem = problem
    position = nil
  }

  init(at position: Position, problem: String) {
    place = "line \(position.line)" + (position.column.map { ", column \($0)" } ?? "")
    self.problem = problem
    self.position = position
  }

  /// The same problem of a value that stands at `outer`: `price` at `purchases[3]` is
  /// `purchases[3].price`.
  package func below(_ outer: String) -> JSONProblem {
    position == nil
      ? JSONProblem(place: Self.place(outer, place), problem: problem) : self
  }

  static func place(_ outer: String, _ inner: String) -> String {
    let isDirect = outer.isEmpty || inner.isEmpty || inner.utf8.first == UInt8(ascii: "[")
    return isDirect ? outer + inner : outer + "." + inner
  }
}
