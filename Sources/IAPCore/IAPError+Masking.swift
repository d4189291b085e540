extension IAPError {
  /// The same error without its payment, to group equal errors of different payments.
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
  /// Replaces the payment number.
  private static let anyPayment: Identifier = "…"

  fileprivate func masking(_ payment: Identifier) -> Self {
    switch self {
    case .payment(_, let problem): .payment(Self.anyPayment, problem.masking(masked(payment)))
    case .serverSaid(let code, let message):
      .serverSaid(code: code, message: message.map(masked(payment)))
    case .usage(let message, let hint): .usage(masked(payment)(message), hint: hint)
    default: self
    }
  }

  /// Messages of a server or a command may contain the payment number.
  private func masked(_ payment: Identifier) -> (String) -> String {
    { $0.replacing(payment.text, with: Self.anyPayment.text) }
  }
}

extension IAPError.PaymentProblem {
  fileprivate func masking(_ masked: (String) -> String) -> Self {
    switch self {
    case .deliveryFailed(let failure, let said): .deliveryFailed(failure, said: said.map(masked))
    case .undoFailed(let failure, let said): .undoFailed(failure, said: said.map(masked))
    default: self
    }
  }
}
