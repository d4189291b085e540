extension IAPError {
  /// The same failure of any payment: what is equal then differs in nothing but the payment.
  package func masking(_ payment: Identifier) -> IAPError {
    var error = IAPError(
      code, reason.masking(payment), serverCode: serverCode, httpStatus: httpStatus,
      outcome: outcome)
    error.context = context
    error.context.paymentSeq = nil
    error.missingMarket = missingMarket
    return error
  }
}

extension IAPError.Reason {
  /// What stands in place of a payment's number.
  private static let anyPayment: Identifier = "…"

  fileprivate func masking(_ payment: Identifier) -> Self {
    let any = Self.anyPayment
    return switch self {
    case .paymentUnknown: .paymentUnknown(any)
    case .notListed(_, let user): .notListed(any, user: user)
    case .paymentInAnotherMarket(_, let market): .paymentInAnotherMarket(any, market)
    case .paymentOfAnotherUser: .paymentOfAnotherUser(payment: any)
    case .tokenWrong: .tokenWrong(payment: any)
    case .consumedBefore: .consumedBefore(payment: any)
    case .consumedByRun: .consumedByRun(payment: any)
    case .consumedAfterUnknown: .consumedAfterUnknown(payment: any)
    case .leftUnknown: .leftUnknown(payment: any)
    case .listedNoMore: .listedNoMore(payment: any)
    case .outcomeUnrecorded(_, let outcome): .outcomeUnrecorded(payment: any, outcome: outcome)
    case .heldByRun(_, let user, let host, let process, let since):
      .heldByRun(payment: any, user: user, host: host, process: process, since: since)
    case .notConsumable(_, let type): .notConsumable(payment: any, type)
    case .notPaid(_, let state): .notPaid(payment: any, state)
    case .subscriptionRevoked: .subscriptionRevoked(payment: any)
    case .deliveryFailed(_, let failure, let said):
      .deliveryFailed(payment: any, failure, said: masked(said, payment))
    case .undoFailed(_, let failure, let said):
      .undoFailed(payment: any, failure, said: masked(said, payment))
    case .serverSaid(let code, let message):
      .serverSaid(code: code, message: masked(message, payment))
    case .usage(let message, let hint):
      .usage(masked(message, payment) ?? message, hint: hint)
    default: self
    }
  }

  /// A server, or a command, may name the payment in its own words.
  private func masked(_ text: String?, _ payment: Identifier) -> String? {
    text?.replacing(payment.text, with: Self.anyPayment.text)
  }
}
