/// An error in a JSON document, and its place.
package struct JSONProblem: Error, Equatable, Sendable {
  /// A line and a column, counted from 1. A column is one UTF-8 character.
  package struct Position: Equatable, Sendable {
    package let line: Int
    package let column: Int?
  }

  /// A path or a position: `purchases[3].price`, `line 1, column 14`. Empty for the document
  /// itself.
  package let place: String
  package let kind: Kind
  /// Set only if the text is not JSON. Other problems have a path.
  package let position: Position?

  package init(place: String, _ kind: Kind) {
    (self.place, self.kind, position) = (place, kind, nil)
  }

  package init(_ kind: Kind) { self.init(place: "", kind) }

  init(at position: Position, _ kind: Kind) {
    place = "line \(position.line)" + (position.column.map { ", column \($0)" } ?? "")
    (self.kind, self.position) = (kind, position)
  }

  /// A problem that only its user knows, in English.
  package init(place: String = "", problem: String) { self.init(place: place, .other(problem)) }

  package static func not(_ expected: Expected) -> JSONProblem { JSONProblem(.not(expected)) }

  /// - Parameter kind: the expected kind, to be read after "not": `an amount of money`.
  package static func not(_ kind: String) -> JSONProblem { .not(.other(kind)) }

  /// What is wrong, in English.
  package var problem: String { kind.description }

  /// The same problem with the path of the enclosing value in front: `price` below `purchases[3]`
  /// is `purchases[3].price`.
  package func below(_ outer: String) -> JSONProblem {
    position == nil ? JSONProblem(place: Self.place(outer, place), kind) : self
  }

  static func place(_ outer: String, _ inner: String) -> String {
    let isDirect = outer.isEmpty || inner.isEmpty || inner.utf8.first == UInt8(ascii: "[")
    return isDirect ? outer + inner : outer + "." + inner
  }
}
