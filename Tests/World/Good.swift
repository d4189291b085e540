import IAPCore

/// What a player has paid for, and the truth about it.
struct Good {
  enum Consumer: Equatable {
    /// A request of a run, by its number in the world.
    case run(Int)
    /// The game's server, which grants the item too.
    case rival
  }

  let index: Int
  let number: Identifier
  let user: Identifier
  let listed: Purchase
  /// Whether the game's server may consume it. Then the service refuses it to nobody without a reason.
  let hasRival: Bool
  var isRefunded = false
  var consumer: Consumer?
  /// Whether the player has the item.
  var hasItem = false
  /// When an undo of iapctl last took the item back.
  var takenBackAt: Moment?
  /// When a run last said that it is not consumed.
  var toldUnconsumedAt: Moment?
  /// The facts that the last delivery got.
  var delivered: Purchase?
  /// Why nothing can be promised of it any more: what a person or a disk did.
  var excuse: String?
  /// The age of the journal in which a person settled it as not consumed, and it was.
  var mistakeAge: Int?
  /// Whether a run without deliveries has sent it.
  var isSentAlone = false
  /// The requests that the service may still work on.
  var requestsAtWork = 0
  var requestsInFlight: [Int: (run: Int, end: Moment)] = [:]
  /// The commands at work.
  var commandsAtWork = 0

  var isConsumed: Bool { consumer != nil }

  init(_ index: Int, in plan: WorldPlan, _ seed: UInt64) {
    self.index = index
    var dice = Dice(seed, 10_000 + UInt64(index))
    hasRival = dice.chance(0.25) && plan.weight(of: .rival) > 0
    number = Identifier("\(2_026_000_000_000_001 + index)")
    user = Identifier("user\(index % 5)")
    var purchase = Purchase(paymentSeq: number)
    (purchase.userID, purchase.storeCode) = (user, StoreCode("GG"))
    (purchase.productSeq, purchase.price) = (Int64(700 + index), Price("\(1000 + 100 * index)"))
    (purchase.currency, purchase.accessToken) = ("KRW", Secret("token-\(index)"))
    listed = purchase
  }

  /// As an input has it.
  func payment(withToken: Bool) -> Payment {
    var payment = Payment(number, user: user)
    guard withToken else { return payment }
    payment.accessToken = listed.accessToken
    (payment.productSeq, payment.purchase.storeCode) = (listed.productSeq, listed.storeCode)
    return payment
  }
}
