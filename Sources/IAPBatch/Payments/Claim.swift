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
  case granted(Grant)
  case consumed(ConsumeResult.Outcome, after: Delivery? = nil)
  /// An earlier run left the outcome unknown, and this run does not settle payments.
  ///
  /// - Parameters:
  ///   - ticket: that of the attempt.
  ///   - user: the one that the journal has.
  case unknown(ticket: String? = nil, user: Identifier? = nil)
  /// Another run has claimed the payment.
  case held(RunHolder)
  /// A run of another machine is over, and a command of it may still be at work for the payment: its end
  /// is not recorded.
  case commandOpen(RunHolder)
}

extension Claim {
  /// What the journal knows of a payment that a run has claimed.
  package struct Grant: Hashable, Sendable {
    /// Whether an earlier run left the outcome unknown.
    package let priorUnknown: Bool
    /// What the last command of the payment did with the item; nil if there was no command. After a person's
    /// settlement it is not known how the command ended: the person may have seen to the item.
    package let earlierDelivery: Delivery?
    /// Whether a person settled an unknown outcome of the payment before. If it turns out to be consumed
    /// after all, that attempt may have been the one that consumed it.
    package let isSettledByHand: Bool
    /// What the delivery that began last got; nil after an undo that succeeded, and after a person's
    /// settlement.
    package let delivery: Purchase?
    /// See ``ClaimedPayment/lastCutOff``.
    package var lastCutOff: Instant?
    /// The ticket of the attempt whose outcome is unknown.
    package var ticket: String?
    /// What a list has confirmed of a payment whose outcome is unknown.
    package var recorded: Purchase?

    package init(
      priorUnknown: Bool = false, earlierDelivery: Delivery? = nil, isSettledByHand: Bool = false,
      delivery: Purchase? = nil, lastCutOff: Instant? = nil, ticket: String? = nil,
      recorded: Purchase? = nil
    ) {
      (self.priorUnknown, self.earlierDelivery) = (priorUnknown, earlierDelivery)
      (self.isSettledByHand, self.delivery) = (isSettledByHand, delivery)
      (self.lastCutOff, self.ticket, self.recorded) = (lastCutOff, ticket, recorded)
    }
  }

  /// The claim of a payment that was not in the journal.
  package static let new = Claim.granted(Grant())

  package var grant: Grant? { if case .granted(let grant) = self { grant } else { nil } }

  /// See ``Grant/earlierDelivery``.
  package var earlierDelivery: Delivery? {
    if case .consumed(_, let delivery) = self { delivery } else { grant?.earlierDelivery }
  }

  /// Whether an earlier run left the outcome unknown, and the run that asks does not settle it.
  package var isUnknown: Bool { if case .unknown = self { true } else { false } }

  /// The ticket of the attempt whose outcome is unknown; nil if there is no such attempt, or no ticket.
  var ticket: String? {
    if case .unknown(let ticket, _) = self { ticket } else { grant?.ticket }
  }

  /// The user that the journal has for a payment whose outcome is unknown.
  var user: Identifier? {
    if case .unknown(_, let user) = self { user } else { grant?.recorded?.userID }
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
}
