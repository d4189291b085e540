import IAPBatch
import IAPCore

/// What `consume` asks, notes and sums up, by its id and its values.
enum ConsumeMessage: Hashable, Sendable {
  /// Which payments a consume concerns, and where.
  struct Scope: Hashable, Sendable {
    var count: Int
    /// The payment, if it is the only one.
    var payment: Identifier?
    var users: PaymentTotals.Users
    /// Empty for all markets.
    var markets: [StoreCode]
    /// Where the command acts: `fixture store game.db`.
    var place: String?
  }

  /// The payments of one currency.
  struct Sum: Hashable, Sendable {
    /// Empty if the payments have none.
    var currency: String
    /// Grouped digits; nil if a price is unknown.
    var amount: String?
    var count: Int
  }

  // The question
  case question(Scope)
  case confirmation
  case confirmationByNumber
  /// The product and the price of the payment in question.
  case product(Purchase)
  case payment(Purchase, namesUser: Bool)
  case morePayments(Int)
  case sum(Sum)
  /// - Parameter counts: `2 already-consumed`.
  case notSent(counts: String)

  // The dry run
  case wouldConsume(Scope, [Sum])
  case nothingWouldBeConsumed(place: String?)
  /// - Parameter counts: nil if no payment would be sent for the same reason.
  case wouldNotBeSent(Int, counts: String?)

  // After the run
  case alreadyConsumedByOwnAttempt(Int)
  case deliveredOnly([Identifier])
  case consumedForAnotherUser(Identifier, owner: Identifier)
  /// - Parameter only: the payment, if there is only one.
  case unknownAndUnlisted(Int, only: Identifier?, command: String)
  case marketNotAsked(StoreCode, isAnyDone: Bool, command: String)

  // Unknown outcomes
  case mayHaveBeenConsumed(Identifier)
  /// - Parameter command: settles the payment.
  case settle(Identifier, command: String)
  /// - Parameter remedy: what to do, as the error says it.
  case settleOtherwise(Identifier, remedy: String)
  /// - Parameters:
  ///   - consumed: the command if the payment was consumed.
  ///   - notConsumed: the command if it was not.
  case lookUp(Identifier, consumed: String, notConsumed: String)
  case settleAll(isMore: Bool, isStandardInput: Bool, command: String)
  /// - Parameter command: records that the payment was consumed.
  case ifItStaysUnknown(command: String)
}
