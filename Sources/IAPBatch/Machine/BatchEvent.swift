package import IAPCore

/// What happens to a batch. Payments in flight are known by the number of their slot, which is free again
/// after the result was reported.
package enum BatchEvent: Sendable {
  /// The answer to ``BatchAction/read(_:)``; empty at the end of the input, and after an error of it.
  case read([Payment])
  case claimed(Result<[Claim], IAPError>)
  case listed(PurchaseLists.Place, UnconsumedList)
  /// In the order of ``BatchAction/find(_:)``.
  case found([Result<Purchase, IAPError>])
  /// The steps of ``BatchAction/commit(_:)`` are durable, or none of them is, for this reason.
  case committed(IAPError?)
  /// A command has ended; nil if it has done its work. The error has an unknown outcome if something of
  /// it may still be at work.
  case commandEnded(slot: Int, IAPError?)
  /// Nil if the answer was not clear.
  case probed(slot: Int, PaymentTransaction?)
  indirect case answered(slot: Int, AttemptResult<ConsumeReceipt>)
  /// The answer to a query asked to wait, at this time.
  case paused(ServerPause, at: Duration)
  /// The results of the oldest ``BatchAction/report(_:)`` have reached their reader.
  case reported
  /// Nothing more may be sent: the results cannot be reported or kept.
  case halted(IAPError)
  /// A person or the system asked to stop.
  case stopped(IAPError)
  /// The moment of ``BatchAction/wake(at:)``.
  case woken
}

/// What a batch does next.
package enum BatchAction: Sendable {
  /// Read at most this many payments of the input. One at a time.
  case read(Int)
  /// Claim payments in the journal. Never at the same time as a commit.
  case claim([Payment], ClaimRules)
  /// Ask for the unconsumed list of a user.
  case list(PurchaseLists.Place)
  /// Look payments up by their numbers.
  case find([Payment])
  /// Write these steps in one transaction. One at a time.
  case commit([JournalStep])
  case deliver(slot: Int, Payment)
  case undo(slot: Int, Payment)
  /// Ask what became of the payment of a token.
  case probe(slot: Int, Secret)
  case send(slot: Int, ConsumeAttempt)
  case report([ConsumeResult])
  /// Replaces the moment before.
  case wake(at: Duration)
  /// Nothing is left to do.
  case end
}
