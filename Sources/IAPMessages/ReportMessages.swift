package import Languages

/// What every command says of its course.
package enum ReportMessages {
  package static var succeeded: Sentence { "the command succeeded" }
  /// The speed of work, and the remaining time.
  ///
  /// - Parameters:
  ///   - total: nil if it is not known.
  ///   - rate: how many are done in a second.
  package static func progress(_ done: Int, total: Int?, rate: Int) -> Sentence {
    guard let total else { return "\(done) done, \(rate)/s" }
    let seconds = (total - done) / rate
    return "\(done) of \(total), \(rate)/s, \(seconds) s left"
  }

  /// The failures that are not named.
  package static func moreFailures(_ count: Int) -> Sentence {
    "\(count) more failures; each result contains its error"
  }
  // What stands before an error, a warning and a hint
  package static var error: Sentence { "error:" }
  package static var warning: Sentence { "warning:" }
  package static var hint: Sentence { "hint:" }
}
