import IAPBatch
import IAPCore

/// The result of an operation, as a value that can be compared.
enum Said: Equatable, Sendable {
  case products([Product], [MarketFailure], isAnswered: Bool)
  case purchases([Purchase], [MarketFailure], isAnswered: Bool)
  case subscriptions([Subscription], [MarketFailure], isAnswered: Bool)
  case outcome(PurchaseOutcome)
  case consumed(CallResult<ConsumeReceipt>)
  case report(CompletionReport)
  case refused(IAPError)
}

/// Calls a service and returns each result as ``Said``.
struct Player: Sendable {
  let service: any IAPService

  func products(_ markets: StoreCode...) async -> Said {
    do throws(IAPError) {
      let answer = try await service.products(in: markets)
      return .products(answer.elements, answer.failures, isAnswered: answer.isAnswered)
    } catch {
      return .refused(error)
    }
  }

  func deferred(_ user: Identifier, _ markets: StoreCode...) async -> Said {
    do throws(IAPError) {
      let answer = try await service.deferredProducts(of: user, in: markets)
      return .products(answer.elements, answer.failures, isAnswered: answer.isAnswered)
    } catch {
      return .refused(error)
    }
  }

  func unconsumed(
    _ owner: UnconsumedQuery.Owner, _ change: (inout UnconsumedQuery) -> Void = { _ in }
  ) async -> Said {
    var query = UnconsumedQuery(owner: owner)
    change(&query)
    do throws(IAPError) {
      let whole = try await service.unconsumed(query).whole()
      return .purchases(whole.elements, whole.failures, isAnswered: whole.isAnswered)
    } catch {
      return .refused(error)
    }
  }

  func unconsumed(
    _ user: Identifier, _ change: (inout UnconsumedQuery) -> Void = { _ in }
  ) async -> Said {
    await unconsumed(.user(user), change)
  }

  func subscriptions(
    _ user: Identifier, _ selection: SubscriptionQuery.Selection = .active,
    _ markets: StoreCode...
  ) async -> Said {
    var query = SubscriptionQuery(user: user)
    (query.selection, query.markets) = (selection, markets)
    do throws(IAPError) {
      let answer = try await service.subscriptions(query)
      return .subscriptions(answer.elements, answer.failures, isAnswered: answer.isAnswered)
    } catch {
      return .refused(error)
    }
  }

  func purchase(
    _ product: Identifier, _ user: Identifier, _ market: StoreCode = .appStore,
    _ change: (inout PurchaseRequest) -> Void = { _ in }
  ) async -> Said {
    var request = PurchaseRequest(product: product, user: user, market: market)
    change(&request)
    do throws(IAPError) {
      return .outcome(try await service.purchase(request))
    } catch {
      return .refused(error)
    }
  }

  func consume(
    _ payment: Identifier, user: Identifier? = nil, token: String? = nil,
    markets: [StoreCode] = [], productSeq: Int64? = nil
  ) async -> Said {
    let request = Payment(
      payment, user: user, markets: markets, accessToken: token.map { Secret($0) },
      productSeq: productSeq)
    let answers: [CallResult<ConsumeReceipt>]
    let lookup = PurchaseLookup(service, in: .still)
    await lookup.ask(for: [request])
    switch lookup.lists.completed(request, orElse: nil) {
    case .success(let item): answers = await service.consume([item])
    case .failure(let error): return .refused(error)
    }
    guard answers.count == 1, let answer = answers.first else {
      return .refused(.iapctl(.bug, .bug("\(answers.count) answers")))
    }
    return .consumed(answer)
  }

  func restore(_ user: Identifier, _ markets: StoreCode...) async -> Said {
    do throws(IAPError) {
      return .report(try await service.restore(user, in: markets))
    } catch {
      return .refused(error)
    }
  }

  func reprocess(
    _ user: Identifier, _ markets: StoreCode..., sdk: SDKVersion? = nil
  ) async -> Said {
    do throws(IAPError) {
      return .report(try await service.reprocess(user, in: markets, sdk: sdk))
    } catch {
      return .refused(error)
    }
  }
}

// MARK: Short form

extension Said: CustomStringConvertible {
  /// The names in a result; for an error its domain, number and outcome.
  var description: String {
    switch self {
    case .products(let products, let failures, let isAnswered):
      Self.list(products.map(\.productIdentifier.text), failures, isAnswered)
    case .purchases(let purchases, let failures, let isAnswered):
      Self.list(purchases.map(\.paymentSeq.text), failures, isAnswered)
    case .subscriptions(let subscriptions, let failures, let isAnswered):
      Self.list(
        subscriptions.map { "\($0.purchase.paymentSeq) \($0.status?.name ?? "-")" }, failures,
        isAnswered)
    case .outcome(.completed(let purchase)): "completed \(purchase.paymentSeq)"
    case .outcome(.reserved(let payment)): "reserved \(payment)"
    case .outcome(.pending(let payment)): "pending \(payment)"
    case .outcome(.interrupted(let payment)): "interrupted \(payment)"
    case .outcome(.deferred(let product)): "deferred \(product.productIdentifier)"
    case .consumed(let answer): Self.text(answer)
    case .report(let report):
      "purchases \(report.purchases.map(\.paymentSeq)), closed \(report.closed)"
        + report.failures.map { "; \(Self.text($0))" }.joined()
    case .refused(let error): Self.text(error)
    }
  }

  private static func list(
    _ names: [String], _ failures: [MarketFailure], _ isAnswered: Bool
  ) -> String {
    (isAnswered ? names.joined(separator: ", ") : "nobody")
      + failures.map { "; \($0.market): \(text($0.error))" }.joined()
  }

  private static func text(_ answer: CallResult<ConsumeReceipt>) -> String {
    let text =
      switch answer.result {
      case .success(let receipt):
        "\(receipt.price?.digits ?? "-") \(receipt.currency ?? "-") "
          + "\(receipt.productSeq.map { String($0) } ?? "-")"
      case .failure(let error): text(error)
      }
    return text + (answer.priorUnknown ? ", prior unknown" : "")
      + (answer.stopsBatch ? ", stops" : "")
  }

  private static func text(_ error: IAPError) -> String {
    let domain = error.domain.split(separator: ".").last ?? ""
    return "\(domain) \(error.number.map { String($0) } ?? error.name)"
      + (error.isAlreadyConsumed ? " already" : "")
      + (error.outcome == .notApplied ? "" : " \(error.outcome.rawValue)")
  }
}
