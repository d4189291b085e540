package import IAPCore

/// How long the claims of a run last, unless it extends them.
package struct Lease: Hashable, Sendable {
  package var rest: Duration
  /// The longest time of a request.
  package var margin: Duration
  /// The error if there is not enough left.
  package var problem: IAPError
  /// The time of day by the clock of the journal, which all machines share. Theirs can be wrong.
  package var realTime: Instant?

  package init(
    rest: Duration, margin: Duration, problem: IAPError, realTime: Instant? = nil
  ) {
    (self.rest, self.margin, self.problem, self.realTime) = (rest, margin, problem, realTime)
  }
}
