import IAPCore
import JSON

/// An error under the dialect `fixture`: the code, and what exactly happened, so that who reads it
/// can tell it in its own words.
///
/// `{"domain": "com.nhncloud.iap", "code": 3, "name": "productNotAvailable", "serverCode": null,`
/// `"outcome": "not-applied", "reason": {"name": "noSuchProduct", "product": "gem", "market": "AS",`
/// `"soldIn": ["GG"]}}`
///
/// The domain of iapctl's own errors is `iapctl`, and their code null. `reason` is null where the
/// trouble is the server's and no business of the client. Its `name` is a case of
/// ``IAPError/Reason``; the members beside it are listed at ``reason(_:)``.
enum ErrorShape {
  static let shape = ObjectShape(
    "Error",
    [
      .required("domain", .text, "com.nhncloud.iap, com.nhncloud.http or iapctl"),
      .required("code", .nullable(.number), "the number in its domain; null in iapctl"),
      .required("name", .text),
      .required("serverCode", .nullable(.number), "what the IAP server would say"),
      .required("outcome", .choice(["not-applied", "applied", "unknown"])),
      .required("reason", .nullable(.object(reasonShape)), "what exactly happened"),
    ])

  private static let reasonShape = ObjectShape(
    "Reason",
    [.required("name", .text)]
      + [
        "market", "product", "user", "until", "payment", "limit", "spent", "currency",
        "productType", "state", "bought", "receipt", "transaction", "since", "operation",
      ].map { .optional($0, .text) } + [.optional("soldIn", .list(.text))])

  static func value(of error: IAPError) -> JSONValue {
    .object([
      .init("domain", .string(error.domain)),
      .init("code", error.number.map { .integer($0) } ?? .null),
      .init("name", .string(error.name)),
      .init("serverCode", error.serverCode.map { .integer($0) } ?? .null),
      .init("outcome", .string(error.outcome.rawValue)),
      .init("reason", reason(error.reason).map { .object($0) } ?? .null),
    ])
  }

  /// The name of a reason and its parts; nil where it is no business of the client.
  private static func reason(_ reason: IAPError.Reason) -> [JSONValue.Member]? {
    selling(reason) ?? payment(reason) ?? receipt(reason)
  }

  private static func selling(_ reason: IAPError.Reason) -> [JSONValue.Member]? {
    switch reason {
    case .marketSwitchedOff(let market): named("marketSwitchedOff", ("market", market.text))
    case .product(let product, .notFound(let market, let others)):
      named("noSuchProduct", ("product", product.text), ("market", market.text)) + [
        .init("soldIn", .array(others.map { .string($0.text) }))
      ]
    case .product(let product, .notInUse): named("productNotInUse", ("product", product.text))
    case .product(let product, .unknownToStore):
      named("productUnknownToStore", ("product", product.text))
    case .product(let product, .subscriptionOwned(let user, let until)):
      named(
        "subscriptionOwned", ("product", product.text), ("user", user.text),
        ("until", until?.description))
    case .product(let product, .purchaseUnfinished(let user, let payment)):
      named(
        "purchaseUnfinished", ("product", product.text), ("user", user.text),
        ("payment", payment.text))
    case .product(let product, .paymentSheetClosed):
      named("paymentSheetClosed", ("product", product.text))
    case .product(let product, .chargeRefused): named("chargeRefused", ("product", product.text))
    case .payment(let payment, .receiptRejected):
      named("receiptRejected", ("payment", payment.text))
    case .user(let user, .purchasesSwitchedOff): named("purchasesSwitchedOff", ("user", user.text))
    case .user(let user, .limitPassed(let limit, let spent, let currency)):
      named(
        "limitPassed", ("user", user.text), ("limit", limit.digits), ("spent", spent.digits),
        ("currency", currency))
    default: nil
    }
  }

  private static func payment(_ reason: IAPError.Reason) -> [JSONValue.Member]? {
    switch reason {
    case .payment(let payment, .notFound): named("paymentUnknown", ("payment", payment.text))
    case .payment(let payment, .inAnotherMarket(let market)):
      named("paymentInAnotherMarket", ("payment", payment.text), ("market", market.text))
    case .payment(let payment, .ofAnotherUser):
      named("paymentOfAnotherUser", ("payment", payment.text))
    case .payment(let payment, .tokenWrong): named("tokenWrong", ("payment", payment.text))
    case .payment(let payment, .consumedBefore): named("consumedBefore", ("payment", payment.text))
    case .payment(let payment, .notConsumable(let type)):
      named("notConsumable", ("payment", payment.text), ("productType", type.name))
    case .payment(let payment, .notPaid(let state)):
      named("notPaid", ("payment", payment.text), ("state", state.rawValue))
    case .payment(let payment, .subscriptionRevoked):
      named("subscriptionRevoked", ("payment", payment.text))
    default: nil
    }
  }

  private static func receipt(_ reason: IAPError.Reason) -> [JSONValue.Member]? {
    switch reason {
    case .payment(let payment, .receiptOfAnotherProduct(let bought, let receipt)):
      named(
        "receiptOfAnotherProduct", ("payment", payment.text), ("bought", bought.text),
        ("receipt", receipt.text))
    case .receipt(let transaction, .withoutUser):
      named("receiptWithoutUser", ("transaction", transaction.text))
    case .receipt(let transaction, .ofAnotherUser):
      named("receiptOfAnotherUser", ("transaction", transaction.text))
    case .payment(let payment, .periodOver(let since)):
      named("periodOver", ("payment", payment.text), ("since", since.description))
    case .payment(let payment, .renewalWithoutReceipt):
      named("renewalWithoutReceipt", ("payment", payment.text))
    case .user(let user, .storeAccountUnreadable):
      named("storeAccountUnreadable", ("user", user.text))
    case .fault(let operation): named("fault", ("operation", operation))
    default: nil
    }
  }

  private static func named(
    _ name: String, _ parts: (name: String, value: String?)...
  ) -> [JSONValue.Member] {
    [.init("name", .string(name))] + parts.map { .init($0.name, .text($0.value)) }
  }
}
