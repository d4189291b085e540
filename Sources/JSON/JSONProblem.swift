/// An error in a JSON document, and its place.
@usableFromInline
package struct JSONProblem: Error, Equatable, Sendable {
  /// A line and a column, counted from 1. A column is one UTF-8 character.
  package struct Position: Equatable, Sendable {
    package let line: Int
    package let column: Int?
  }

  /// A path or a position: `purchases[3].price`, `line 1, column 14`. Empty for the document
  /// itself.
  package let place: String
  package let problem: String
  /// Set only if the text is not JSON. Other problems have a path.
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

  /// The same problem with the path of the enclosing value in front: `price` below `purchases[3]`
  /// is `purchases[3].price`.
  @usableFromInline package func below(_ outer: String) -> JSONProblem {
    position == nil
      ? JSONProblem(place: Self.place(outer, place), problem: problem) : self
  }

  static func place(_ outer: String, _ inner: String) -> String {
    let isDirect = outer.isEmpty || inner.isEmpty || inner.utf8.first == UInt8(ascii: "[")
    return isDirect ? outer + inner : outer + "." + inner
  }
}

extension JSONProblem {
  @usableFromInline package init(_ problem: String) { self.init(place: "", problem: problem) }

  /// - Parameter kind: the expected kind, to be read after "not": `a whole number`.
  package static func not(_ kind: String) -> JSONProblem { JSONProblem("not \(kind)") }
}
