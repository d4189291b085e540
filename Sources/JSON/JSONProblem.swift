/// Something in a JSON document that is not as it should be, and where it stands.
package struct JSONProblem: Error, Equatable, Sendable {
  /// `purchases[3].price`, or empty for the document itself.
  package let place: String
  package let problem: String

  package init(place: String, problem: String) {
    self.place = place
    self.problem = problem
  }

  /// The place of a coding path.
  package static func place(of path: [any CodingKey]) -> String {
    path.reduce("") { place, key in
      if let index = key.intValue { return place + "[\(index)]" }
      return place.isEmpty ? key.stringValue : place + "." + key.stringValue
    }
  }
}
