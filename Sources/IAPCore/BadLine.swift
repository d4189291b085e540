/// A line of an input that cannot be used.
package struct BadLine: Hashable, Sendable {
  /// Counted from 1.
  package let number: Int
  /// To be read after "line 3:". The contents of the line are not quoted: they may be a token.
  package let problem: String
  /// Whether the problem is to be read after "line 3" without a colon: "line 3 names alice, …".
  package let isPredicate: Bool

  package init(number: Int, problem: String, isPredicate: Bool = false) {
    self.number = number
    self.problem = problem
    self.isPredicate = isPredicate
  }
}
