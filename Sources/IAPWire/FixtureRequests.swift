import IAPCore
import JSON

private let longestList = 10_000

func list<Element>(of element: JSONCodec<Element>) -> JSONCodec<[Element]> {
  .list(of: element, upTo: longestList)
}

private let sdkSummary =
  "the version of the app's SDK, such as 1.7.0, which must be able to verify the purchase"

let marketsSummary = "codes of markets; default: all of them"

extension UserRequest {
  static let fields = JSONFields(
    UserRequest(""), reading: .closed,
    [
      .required("userID", \.user, .name, "the user"),
      .defaulted("markets", \.markets, list(of: .market), marketsSummary),
      .optional("sdk", \.sdk, .sdkVersion, sdkSummary),
    ])
}

extension FixtureAPI {
  static let purchaseRequest = JSONFields(
    PurchaseRequest(product: "", user: ""), reading: .closed,
    [
      .required("userID", \.user, .name, "the user"),
      .required("productIdentifier", \.product, .name, "the product"),
      .defaulted("storeCode", \.market, .storeCode, "the market; default: AS"),
      .optional("payload", \.payload, .text, "comes back in every result"),
      .defaulted("sandboxPayment", \.isSandbox, .flag, "default: false"),
      .defaulted(
        "storePayment", \.isPromotion, .flag, "started by the user in the store; default: false"),
      .defaulted(
        "deferred", \.isDeferred, .flag, "defer a promotion instead of buying it; default: false"),
      .optional(
        "simulation", \.simulation, .choice, "the simulated result, if it is not success"),
      .optional("sdk", \.sdk, .sdkVersion, sdkSummary),
    ])

  static let consumeRequest = JSONFields(
    Payment(""), reading: .closed,
    [
      .required("paymentSeq", \.paymentSeq, .paymentSeq, "its number"),
      .optional(
        "userID", \.user, .identifier,
        "if given, must be the user of the payment; default: not checked"),
      .defaulted("markets", \.markets, list(of: .market), marketsSummary),
      .optional(
        "accessToken", \.accessToken, .secret,
        "if given, must be the token of the payment; default: not checked"),
    ])

  static let subscriptionQuery = JSONFields(
    SubscriptionQuery(user: ""), reading: .closed,
    [
      .required("userID", \.user, .name, "the user"),
      .defaulted("markets", \.markets, list(of: .market), marketsSummary),
      .defaulted(
        "selection", \.selectionName, .choice,
        "active: those that give access now; statuses: those that are listed; default: active"),
      .defaulted(
        "statuses", \.statuses, list(of: .status), "names of statuses, such as CANCELED"),
      .defaulted(
        "includeOnHold", \.includesOnHold, .flag,
        "those of Google Play that are on hold too; default: false"),
    ])
}

private enum SelectionName: String, CaseIterable { case active, all, statuses }

extension SubscriptionQuery {
  fileprivate var selectionName: SelectionName {
    get {
      switch selection {
      case .active: .active
      case .all: .all
      case .statuses: .statuses
      }
    }
    set {
      selection =
        switch newValue {
        case .active: .active
        case .all: .all
        case .statuses: .statuses([])
        }
    }
  }

  /// Set only together with the selection `statuses`.
  fileprivate var statuses: [SubscriptionStatus] {
    get { if case .statuses(let statuses) = selection { statuses } else { [] } }
    set { if case .statuses = selection { selection = .statuses(newValue) } }
  }
}
