package import IAPCore

/// Which payments a run claims that earlier runs left.
package struct ClaimRules: Hashable, Sendable {
  /// Whether to claim payments whose outcome is unknown, too.
  package var settles: Bool
  /// Whether to claim payments of which a command of another machine has no recorded end, too, because a
  /// person says that nothing of it runs any more.
  package var takesOver: Bool

  package init(settles: Bool = false, takesOver: Bool = false) {
    (self.settles, self.takesOver) = (settles, takesOver)
  }
}

/// The journal's response to a run that claims a payment.
package indirect enum Claim: Hashable, Sendable {
  /// The run has claimed the payment.
  ///
  /// - Parameters:
  ///   - priorUnknown: whether an earlier run left the outcome unknown.
  ///   - isTakenBack: whether the last command of the payment was an undo. How the undo ended, and
  ///     what a person settled after it, do not matter.
  ///   - isSettledByHand: whether a person settled an unknown outcome of the payment before. If it
  ///     turns out to be consumed after all, that attempt may have been the one that consumed it.
  ///   - delivery: what the delivery that began last got; nil after an undo that succeeded, and after a
  ///     person's settlement.
  ///   - lastCutOff: see ``ClaimedPayment/lastCutOff``.
  ///   - ticket: that of the attempt whose outcome is unknown.
  ///   - recorded: what a list has confirmed of a payment whose outcome is unknown.
  case granted(
    priorUnknown: Bool, isTakenBack: Bool = false, isSettledByHand: Bool = false,
    delivery: Purchase? = nil, lastCutOff: Instant? = nil, ticket: String? = nil,
    recorded: Purchase? = nil)
  case consumed(ConsumeResult.Outcome, isTakenBack: Bool = false)
  /// An earlier run left the outcome unknown, and this run does not settle payments.
  ///
  /// - Parameter ticket: that of the attempt.
  case unknown(ticket: String? = nil)
  /// Another run has claimed the payment.
  case held(RunHolder)
  /// A run of another machine is over, and a command of it may still be at work for the payment: its end
  /// is not recorded.
  case commandOpen(RunHolder)
}

extension Claim {
  /// Whether the last command of the payment was an undo, and the payment can be claimed.
  package var isTakenBack: Bool {
    if case .granted(_, isTakenBack: let isTakenBack, _, _, _, _, _) = self {
      isTakenBack
    } else {
      false
    }
  }

  /// What a list has confirmed of a payment whose outcome is unknown.
  var recorded: Purchase? {
    if case .granted(_, _, _, _, _, _, recorded: let recorded) = self { recorded } else { nil }
  }

  /// Whether an earlier run left the outcome unknown, and the run that asks does not settle it.
  package var isUnknown: Bool { if case .unknown = self { true } else { false } }

  /// The ticket of the attempt whose outcome is unknown; nil if there is no such attempt, or no ticket.
  var ticket: String? {
    switch self {
    case .granted(_, _, _, _, _, let ticket, _), .unknown(let ticket): ticket
    case .consumed, .held, .commandOpen: nil
    }
  }
}

/// The run that has claimed a payment which another run needs.
package struct RunHolder: Hashable, Sendable {
  package let user: String
  package let host: String
  package let process: Int32
  package let since: Instant
  /// The processes of the run's commands that are still at work after the run itself has ended; empty
  /// while the run exists, and where they are not known.
  package var commands: [Int32] = []

  package init(user: String, host: String, process: Int32, since: Instant) {
    self.user = user
    self.host = host
    self.process = process
    self.since = since
  }
}
