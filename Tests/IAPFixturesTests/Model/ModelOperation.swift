import IAPCore
import IAPFixtures

/// An operation that a random walk does to a store and to the model.
enum ModelOperation {
  case buy(PurchaseRequest)
  case consume(String, user: String?, market: String?, isTokenWrong: Bool?)
  case consumeAll(of: String?)
  case unconsumed(of: String?, market: String?)
  case subscriptions(of: String, market: String?, all: Bool)
  case products(market: String?)
  case kept(of: String)
  case restore(String, market: String?)
  case reprocess(String, market: String?, sdk: String?)
  case advance(by: ModelPeriod)
  case billing(of: String, isFailing: Bool)
  case setState(String, PaymentState, receipt: String?)
  case setStatus(String, SubscriptionStatus, until: Int64?)
  case approve(String)
  case decline(String)
  case addFault(Model.Fault)
  case clearFaults
  case loadReceipt(Model.Receipt)
  case loadBrokenRenewal(Model.Product, of: String, transaction: String, original: String)

  var isQuery: Bool {
    switch self {
    case .unconsumed, .subscriptions, .products, .kept: true
    default: false
    }
  }
}

extension ModelOperation: CustomStringConvertible {
  var description: String {
    switch self {
    case .buy(let request):
      """
      buy \(request.product) for \(request.user) in \(request.market) \
      \(request.simulation?.rawValue ?? "")\(request.isPromotion ? " promotion" : "")\
      \(request.isDeferred ? " deferred" : "") \(request.sdk?.description ?? "")
      """
    case .consume(let payment, let user, let market, let isTokenWrong):
      "consume \(payment), user \(user ?? "-"), market \(market ?? "-"), "
        + "wrong token \(isTokenWrong.map(String.init) ?? "-")"
    case .consumeAll(let user): "consume all of \(user ?? "everyone")"
    case .unconsumed(let user, let market):
      "unconsumed of \(user ?? "everyone"), market \(market ?? "-")"
    case .subscriptions(let user, let market, let all):
      "subscriptions of \(user), market \(market ?? "-"), all \(all)"
    case .products(let market): "products, market \(market ?? "-")"
    case .kept(let user): "kept products of \(user)"
    case .restore(let user, let market): "restore \(user), market \(market ?? "-")"
    case .reprocess(let user, let market, let sdk):
      "reprocess \(user), market \(market ?? "-"), SDK \(sdk ?? "-")"
    case .advance(let period): "advance \(period.text)"
    case .billing(let user, let isFailing): "billing of \(user) \(isFailing ? "fails" : "is ok")"
    case .setState(let payment, let state, let receipt):
      "set state of \(payment) to \(state.rawValue), receipt \(receipt ?? "-")"
    case .setStatus(let payment, let status, let end):
      "set status of \(payment) to \(status), until \(end.map(String.init) ?? "-")"
    case .approve(let payment): "approve \(payment)"
    case .decline(let payment): "decline \(payment)"
    case .addFault(let fault): "add \(fault)"
    case .clearFaults: "clear faults"
    case .loadReceipt(let receipt):
      "load receipt \(receipt.transaction) (original \(receipt.original ?? "-")) of "
        + "\(receipt.user) for \(receipt.product.name), name \(receipt.name ?? "-"), "
        + "\(receipt.time) until \(receipt.expiry.map(String.init) ?? "-")"
    case .loadBrokenRenewal(let product, let user, let transaction, let original):
      "load broken renewal \(transaction) (original \(original)) of \(user) for \(product.name)"
    }
  }
}

extension Model {
  /// Does an operation, and returns its answer or refusal.
  mutating func apply(_ operation: ModelOperation) -> String {
    switch operation {
    case .buy(let request): return buy(request)
    case .consume(let payment, let user, let market, let isTokenWrong):
      return consume(payment, user: user, market: market, isTokenWrong: isTokenWrong)
    case .consumeAll(let user): return consumeAll(of: user)
    case .unconsumed(let user, let market): return listUnconsumed(of: user, in: market)
    case .subscriptions(let user, let market, let all):
      return listSubscriptions(of: user, in: market, all: all)
    case .products(let market): return listProducts(in: market)
    case .kept(let user): return listKept(of: user)
    case .restore(let user, let market): return restore(user, in: market)
    case .reprocess(let user, let market, let sdk):
      return reprocess(user, in: market, sdk: sdk)
    case .advance(let period): return advance(by: period)
    case .billing(let user, let isFailing): return setBilling(of: user, isFailing: isFailing)
    case .setState(let payment, let state, let receipt):
      return setState(payment, state, receipt: receipt)
    case .setStatus(let payment, let status, let end):
      return setStatus(payment, status, until: end)
    case .approve(let payment): return approve(payment)
    case .decline(let payment): return decline(payment)
    case .addFault(let fault):
      faults.append(fault)
      return "done"
    case .clearFaults:
      faults.removeAll()
      return "done"
    case .loadReceipt(let receipt): return load(receipt)
    case .loadBrokenRenewal(let product, let user, let transaction, let original):
      return loadBrokenRenewal(product, of: user, transaction: transaction, original: original)
    }
  }
}
