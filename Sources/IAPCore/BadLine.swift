/// A line of an input that cannot be used.
package struct BadLine: Hashable, Sendable {
  /// Counted from 1.
  package let number: Int
  /// To be read after "line 3:". What stands in the line is never quoted: it may be a token.
  package let problem: String

  package init(number: Int, problem: String) {
    self.number = number
    self.problem = problem
  }
}
