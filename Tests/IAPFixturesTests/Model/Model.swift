import IAPCore

/// The rules of IAP as plain values: what a fixture store must do, written from the guides and
/// without any code of the store.
///
/// A result is a text, such as `bought 2026010110000001` or the refusal `iap 6`.
struct Model {
  struct Product {
    let name: String
    var market = "AS"
    var type = ProductType.consumable
    var price: Int? = 100
    var currency = "USD"
    var period: ModelPeriod?
    var grace: ModelPeriod?
    var hold: ModelPeriod?
    /// The subscription group.
    var group: String?
    /// Whether it is in use, and whether the store knows it.
    var isActive = true
    var isInStore = true
  }

  struct User {
    let name: String
    var mayPay = true
    var isAccountReadable = true
    /// Of purchases in dollars in a calendar month.
    var limit: Int?
    var isBillingFailing: Bool?
  }

  struct Payment {
    let number: String
    let user: String
    let product: Product
    var state: PaymentState
    var isConsumed = false
    var isPending = false
    var status: SubscriptionStatus?
    var time: Int64
    var expiry: Int64?
    var transaction: String
    /// The transaction of the first payment of the subscription; nil if it is none.
    var original: String?

    var isIncomplete: Bool { (state == .reserved || state == .charged) && !isPending }
    /// A payment that has the status of its subscription, or had it.
    var isPaidSubscription: Bool {
      product.type.isSubscription && (state == .success || state == .refund)
    }
  }

  /// What the store account of a user owns.
  struct Receipt {
    let user: String
    let product: Product
    let transaction: String
    let original: String?
    let time: Int64
    var expiry: Int64?
    /// The user that the receipt names as its buyer.
    let name: String?
  }

  /// What a fault lets a server answer.
  enum Answer: Equatable {
    case status(Int)
    case resultCode(Int)
    case cut
  }

  struct Fault {
    let operation: String
    /// An error of the SDK. If there is an answer, it is not used.
    let code: Int
    var answer: Answer?
    var isAfter = false
    var skip = 0
    var times = 1
    var used = 0
    var product: String?
    var user: String?
    var payment: String?

    var isQuery: Bool { ["products", "unconsumed", "subscriptions"].contains(operation) }
    var executes: Bool { isAfter || answer == .cut }

    /// What a client would report of a call to which it applies: `iap 12`, or `http 102 unknown`.
    func text(of payment: String?) -> String {
      let unclear = isQuery ? "" : " unknown"
      return switch answer {
      case nil: (code < 100 ? "iap " : "http ") + "\(code)" + (isAfter ? " unknown" : "")
      case .cut: "http 100" + unclear
      case .status(let status):
        "http 101" + ([301, 400, 404, 429].contains(status) ? "" : unclear)
      case .resultCode(1100): "http 103"
      case .resultCode(5000): "iap 12"
      case .resultCode(5018): "iap 12 alreadyConsumed"
      case .resultCode: "iap 0" + unclear
      }
    }
  }

  struct Kept: Equatable {
    let user: String
    let product: String
  }

  /// An operation that was refused and changed nothing.
  struct Refusal: Error {
    let text: String
    init(_ text: String) { self.text = text }
  }

  /// Milliseconds since 1970.
  var clock: Int64
  var products: [Product] = []
  var users: [User] = []
  /// The markets that are switched off.
  var switchedOff: [String] = []
  /// How the App Store verifies purchases; nil if that was never set.
  var verification: String?
  /// In the order in which they were written.
  var payments: [Payment] = []
  var receipts: [Receipt] = []
  var kept: [Kept] = []
  var faults: [Fault] = []
  /// The log: time, kind, payment or user, before and after.
  var log: [String] = []

  // MARK: Look-ups

  func product(_ name: String) -> Product? { products.first { $0.name == name } }
  func user(_ name: String) -> User { users.first { $0.name == name } ?? User(name: name) }
  func payment(_ number: String) -> Int? { payments.firstIndex { $0.number == number } }
  func payment(transaction: String) -> Int? {
    payments.firstIndex { $0.transaction == transaction }
  }
  func receipt(_ transaction: String) -> Receipt? {
    receipts.first { $0.transaction == transaction }
  }

  /// What all payments of a subscription have in common.
  func key(_ payment: Payment) -> String { payment.original ?? payment.transaction }

  /// The payment that has the status of a subscription.
  func current(_ key: String) -> Int? {
    payments.firstIndex { $0.status != nil && self.key($0) == key }
  }

  // MARK: Numbers

  /// The day and a count.
  func nextNumber(at time: Int64) -> String {
    let day = ModelDate(of: time).digits
    let count = payments.map(\.number).filter { $0.hasPrefix(day) }
      .compactMap { Int($0.dropFirst(8)) }.max()
    return "\(day)\((count ?? 10_000_000) + 1)"
  }

  /// After the greatest that the store generated, and one that no subscription has.
  func nextTransaction() -> String {
    let own = payments.map(\.transaction) + receipts.map(\.transaction)
    var number = own.compactMap { Int($0) }.max() ?? 1_000_000_000_000_000
    let taken = payments.compactMap(\.original) + receipts.compactMap(\.original)
    repeat { number += 1 } while taken.contains("\(number)")
    return "\(number)"
  }

  /// The order of Google Play has the payment's number in it.
  func nextOrder(for number: String) -> String {
    let digits = "3" + String(repeating: "0", count: max(0, 16 - number.count)) + number
    let parts = [0, 4, 8].map { digits.dropFirst($0).prefix(4) } + [digits.dropFirst(12)]
    return "GPA." + parts.joined(separator: "-")
  }

  /// The renewal of an order.
  func nextRenewal(of order: String, after last: String) -> String {
    var count = 0
    if last.hasPrefix(order + "..") { count = (Int(last.dropFirst(order.count + 2)) ?? -1) + 1 }
    while payment(transaction: "\(order)..\(count)") != nil || receipt("\(order)..\(count)") != nil
    {
      count += 1
    }
    return "\(order)..\(count)"
  }

  // MARK: Writing

  /// Writes a payment and returns its index.
  mutating func write(
    _ product: Product, of user: String, _ state: PaymentState, at time: Int64,
    until expiry: Int64?, transaction: String? = nil, original: String? = nil
  ) -> Int {
    let number = nextNumber(at: time)
    let transaction =
      transaction ?? (product.market == "GG" ? nextOrder(for: number) : nextTransaction())
    payments.append(
      Payment(
        number: number, user: user, product: product, state: state, time: time,
        expiry: expiry, transaction: transaction,
        original: original ?? (product.type.isSubscription ? transaction : nil)))
    return payments.count - 1
  }

  mutating func writeReceipt(of index: Int) {
    let payment = payments[index]
    receipts.append(
      Receipt(
        user: payment.user, product: payment.product, transaction: payment.transaction,
        original: key(payment), time: payment.time, expiry: payment.expiry, name: payment.user))
  }

  mutating func record(
    _ kind: String, _ index: Int, _ before: String?, _ after: String?, at time: Int64? = nil
  ) {
    log.append(
      "\(time ?? clock) \(kind) \(payments[index].number) \(before ?? "-") \(after ?? "-")")
  }

  mutating func record(_ kind: String, _ index: Int, _ before: PaymentState?, _ after: PaymentState)
  {
    record(kind, index, before?.rawValue, after.rawValue)
  }

  /// The status of a subscription stands on its latest payment. A payment that was paid just now
  /// takes it if it is that one: active, expired if it has ended, revoked if it is refunded.
  mutating func takeStatus(_ index: Int) {
    let payment = payments[index]
    guard payment.isPaidSubscription else { return }
    let all = payments.indices.filter {
      payments[$0].isPaidSubscription && key(payments[$0]) == key(payment)
    }
    let latest = all.max { (payments[$0].expiry ?? 0, $0) < (payments[$1].expiry ?? 0, $1) }
    guard latest == index else { return }
    for other in all { payments[other].status = nil }
    payments[index].status =
      payment.state == .refund
      ? .revoked : (payment.expiry ?? 0) <= clock ? .expired : .active
  }

  // MARK: Faults

  /// Counts a use of each fault that matches a call, up to the first that applies to it.
  mutating func takeFault(
    _ operation: String, user: String?, product: String?, payment: String?
  ) -> Fault? {
    for index in faults.indices {
      let fault = faults[index]
      guard fault.operation == operation, fault.used < fault.skip + fault.times,
        fault.user == nil || fault.user == user,
        fault.product == nil || fault.product == product,
        fault.payment == nil || fault.payment == payment
      else { continue }
      faults[index].used += 1
      if fault.used >= fault.skip { return fault }
    }
    return nil
  }

  /// Makes a call, with the fault that applies to it: before it, so that nothing happens, or after
  /// it, so that only the answer is lost. An answer that is cut is lost also if it is a refusal.
  mutating func call(
    _ operation: String, user: String?, product: String? = nil, payment: String? = nil,
    _ body: (inout Model) throws -> String
  ) -> String {
    let fault = takeFault(operation, user: user, product: product, payment: payment)
    if let fault, !fault.executes { return fault.text(of: payment) }
    var (answer, isRefused) = ("", false)
    do {
      answer = try body(&self)
    } catch {
      (answer, isRefused) = ((error as? Refusal)?.text ?? "\(error)", true)
    }
    // A purchase that failed after its reservation is a refusal as well, but has written something.
    isRefused = isRefused || answer.hasPrefix("iap ")
    guard let fault, !isRefused || fault.answer == .cut else { return answer }
    return fault.text(of: payment)
  }
}
