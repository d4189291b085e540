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
    var place: PlaceName?
  }

  /// The payments of one currency.
  struct Sum: Hashable, Sendable {
    /// Empty if the payments have none.
    var currency: String
    /// Digits; nil if a price is unknown.
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
  case notSent(ConsumeSummary)

  case noPayments
  /// The journal has the number for another API of the service.
  case knownElsewhere(Identifier, ServerName)

  // The dry run
  /// - Parameter unsent: the results of the payments that would not be sent.
  case wouldConsume(Scope, [Sum], unsent: ConsumeSummary)
  case nothingWouldBeConsumed(PlaceName?, unsent: ConsumeSummary)

  // Before the run
  case fewerAtATime(Int, insteadOf: Int)

  // After the run
  case outcomes(ConsumeSummary, PlaceName?)
  case alreadyConsumedByOwnAttempt(Int)
  case deliveredOnly([Identifier])
  /// The payments are consumed, and an earlier run took their items back.
  case consumedAfterUndo([Identifier])
  /// The items were delivered, and another client has consumed the payments.
  case deliveredAndConsumedElsewhere([Identifier])
  /// The journal has payments of the batch under other names of the server.
  case otherNames([ServerName])
  case consumedForAnotherUser(Identifier, owner: Identifier)
  /// - Parameter only: the payment, if there is only one.
  case unknownAndUnlisted(Int, only: Identifier?, command: String)
  case marketNotAsked(StoreCode, isAnyDone: Bool, command: String)

  // Unknown outcomes
  case mayHaveBeenConsumed(Identifier)
  /// - Parameter command: settles the payment.
  case settle(Identifier, command: String)
  /// The error says what to do.
  case settleOtherwise(Identifier, IAPError)
  /// - Parameters:
  ///   - consumed: the command if the payment was consumed.
  ///   - notConsumed: the command if it was not.
  case lookUp(Identifier, consumed: String, notConsumed: String)
  case settleAll(isMore: Bool, isStandardInput: Bool, command: String)
  /// - Parameter command: records that the payment was consumed.
  case ifItStaysUnknown(command: String)

  // Hints for errors
  /// - Parameter command: lists what can be consumed.
  case checkPayment(command: String)
  /// - Parameter command: shows the entries of the payment in the journal.
  case consumedEarlier(command: String)
  case waitForRun(command: String)
}
