import IAPCore
import JSON

struct SeedPurchase: SeedElement {
  static let format = SeedFormat.purchases
  private static let states = PaymentState.allCases.map(\.rawValue)
  private static let statuses = SubscriptionStatus.known.map(\.name)

  let paymentSeq: Presence<Identifier>
  let userID: Identifier
  let productIdentifier: Identifier
  let storeCode: Presence<Identifier>
  let state: Presence<String>
  let consumed: Presence<Bool>
  let price: Presence<Price>
  let currency: Presence<Identifier>
  let accessToken: Presence<Identifier>
  let transactionIdentifier: Presence<Identifier>
  let originalTransactionIdentifier: Presence<Identifier>
  let purchaseTime: Presence<Instant>
  let expiryTime: Presence<Instant>
  let status: Presence<String>
  let storePayment: Presence<Bool>
  let sandboxPayment: Presence<Bool>
  let payload: Presence<String>
  let pending: Presence<Bool>

  init(_ object: JSONObject) throws(JSONProblem) {
    paymentSeq = try object.identifier("paymentSeq").orDefault
    if let number = paymentSeq.value, !number.isDigits {
      throw object.problem("paymentSeq", "not a payment number: only digits are allowed")
    }
    userID = try object.required("userID", object.identifier("userID"))
    productIdentifier = try object.required(
      "productIdentifier", object.identifier("productIdentifier"))
    storeCode = try object.identifier("storeCode")
    state = try object.choice("state", of: Self.states).orDefault
    consumed = try object.flag("consumed").orDefault
    price = try object.price("price")
    currency = try object.identifier("currency")
    accessToken = try object.identifier("accessToken").orDefault
    transactionIdentifier = try object.identifier("transactionIdentifier").orDefault
    originalTransactionIdentifier = try object.identifier("originalTransactionIdentifier")
    purchaseTime = try object.instant("purchaseTime").orDefault
    expiryTime = try object.instant("expiryTime").orDefault
    status = try object.choice("status", of: Self.statuses)
    storePayment = try object.flag("storePayment").orDefault
    sandboxPayment = try object.flag("sandboxPayment").orDefault
    payload = try object.text("payload")
    pending = try object.flag("pending").orDefault
  }
}
