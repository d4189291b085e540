package import IAPCore

/// How a batch consumes its payments.
package struct BatchRules: Hashable, Sendable {
  /// What the machine must know of the commands that grant items and take them back.
  package struct Commands: Hashable, Sendable {
    /// The time after which a command has certainly ended.
    package var limit: Duration
    /// Whether there is a command that takes an item back.
    package var canUndo: Bool

    package init(limit: Duration, canUndo: Bool) { (self.limit, self.canUndo) = (limit, canUndo) }
  }

  /// The maximum number of payments in flight.
  package var concurrency = 8
  /// Requests per second; nil for no limit.
  package var rate: Double?
  package var policy = RetryPolicy(retries: 0, limit: .seconds(60))
  /// Whether payments whose outcome earlier runs left unknown are sent again, to settle them.
  package var resumes = false
  /// Whether payments of which a command of another machine has no recorded end are claimed, too.
  package var takesOver = false
  /// Whether results are reported in the order of the input.
  package var isOrdered = false
  /// Nil if iapctl delivers nothing.
  package var commands: Commands?
  /// For how long payments with an unknown outcome are consumed again, after the first answers of all,
  /// until the server reports their outcomes; nil if they are left unknown. The limit of the whole run.
  package var settleLimit: Duration?
  /// Whether the steps are recorded in a journal. Otherwise the service records the outcomes itself.
  package var isJournaled = true
  /// Whether the service tells of a token what became of its payment.
  package var readsTokens = false

  package init() {}

  var claims: ClaimRules { ClaimRules(settles: resumes, takesOver: takesOver) }
}

/// The present, as a batch sees it.
package struct Present: Hashable, Sendable {
  /// By a clock that never goes back.
  package var time: Duration
  /// The time of day, by the clock of the journal if it has one.
  package var realTime: Instant
  /// What the journal allows the run; nil if its claims end with its process only.
  package var lease: Lease?

  package init(_ time: Duration, _ realTime: Instant, lease: Lease? = nil) {
    (self.time, self.realTime, self.lease) = (time, lease?.realTime ?? realTime, lease)
  }

  /// Why nothing may begin that takes some time: then other machines may have taken over the claims.
  ///
  /// - Parameter duration: the longest time of a command; nil for that of a request.
  func problem(for duration: Duration? = nil) -> IAPError? {
    lease.flatMap { (duration ?? $0.margin) < $0.rest ? nil : $0.problem }
  }
}
