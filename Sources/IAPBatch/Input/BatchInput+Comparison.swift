package import IAPCore

/// What the comparison with the payments asks of the input, and changes in it.
extension BatchInput {
  /// Whether a row says of its payment what can be compared with it.
  ///
  /// - Parameter needsList: whether only payments without a token are looked up.
  package func isComparable(_ needsList: Bool) throws(IAPError) -> Bool {
    try Self.staging { try staged.isComparable(needsList: needsList) }
  }

  /// The number of users that payments with a token name.
  func usersWithTokens() throws(IAPError) -> Int {
    try Self.staging { try staged.usersWithTokens() }
  }

  /// The columns that people compare and that have values.
  package var comparedColumns: [InputColumn] {
    get throws(IAPError) {
      try Self.staging { try staged.filled(isOwn ? [] : [.purchaseTime]) }
    }
  }

  /// Leaves a payment out.
  func leaveOut(_ payment: Identifier) throws(IAPError) {
    try Self.staging { _ = try staged.refuse(payment) }
  }

  /// The payment is looked up.
  func forgetToken(of payment: Identifier) throws(IAPError) {
    try Self.staging { try staged.forgetToken(of: payment) }
  }

  /// Refuses the line of a payment.
  func refuse(_ payment: Identifier, _ problem: LineProblem) throws(IAPError) {
    let place = try Self.staging { try staged.refuse(payment) }
    guard let place else { return }
    reject(place.row, line: place.line, problem, at: location(ofRow: place.row, in: list))
  }
}
