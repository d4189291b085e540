/// An invalid line of an input.
package struct BadLine: Hashable, Sendable {
  /// The line number, from 1.
  package let number: Int
  /// The text after "line 3:". It does not quote the line, which may contain an access token.
  package let problem: String
  /// Whether the problem follows the line number without a colon, as in "line 3 has user alice".
  package let isPredicate: Bool

  package init(number: Int, problem: String, isPredicate: Bool = false) {
    self.number = number
    self.problem = problem
    self.isPredicate = isPredicate
  }
}
