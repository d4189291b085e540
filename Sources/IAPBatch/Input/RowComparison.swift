package import IAPCore

/// Compares what the rows of an input say with their payments, and with what was delivered for them,
/// before the first one is sent.
///
/// Over an API that needs tokens, the payments are those of the users' lists that are asked anyway. A
/// store is asked about each payment.
package struct RowComparison {
  private let preview: BatchPreview
  private let source: LineProblem.Reference

  /// - Parameter source: where the payments are found.
  package init(_ preview: BatchPreview, source: LineProblem.Reference) {
    (self.preview, self.source) = (preview, source)
  }

  /// Refuses the rows that differ from their payments, and starts the input again.
  ///
  /// - Parameters:
  ///   - asks: whether the payments are looked up; otherwise only the journal is asked.
  ///   - comparesTokens: whether rows with a token are looked up in the lists of their users, too. Their
  ///     tokens count for nothing then, except to settle an unknown outcome: what is not in the list is
  ///     not sent.
  ///   - advance: is called with the number of rows that were compared.
  /// - Throws: `inputInvalid` with the rows that differ, unless bad lines are skipped. If no list can be
  ///   asked for, also the reason: a row with a token could be sent without one.
  package func check(
    _ input: BatchInput, asks: Bool, comparesTokens: Bool,
    advance: (_ done: Int) throws(IAPError) -> Void
  ) async throws(IAPError) -> Findings {
    var (done, known) = (0, Int?.none)
    var (findings, names) = (Findings(), ProductNames())
    func compare(_ rows: [ClaimedPayment]) async throws(IAPError) {
      known = known ?? preview.lookup.asked
      for (row, payment) in zip(rows, await actual(rows, asks)) {
        try look(at: row, payment, of: input, comparesTokens, &findings)
        names.learn(row.payment, payment)
      }
      done += rows.count
      try advance(min(done, input.count))
    }
    try await each(input, asks, comparesTokens, compare)
    // The list of one user can contain the payment that a row gives to another: what was compared before
    // the last list was there is compared again.
    if let known, known < preview.lookup.asked {
      (findings, names) = (Findings(), ProductNames())
      try await each(input, asks, comparesTokens, compare)
    }
    if names.hasOther {
      try await each(input, asks, comparesTokens) { rows throws(IAPError) in
        for (row, payment) in zip(rows, await actual(rows, asks)) {
          guard let problem = names.problem(of: row.payment, payment) else { continue }
          try input.refuse(row.payment.paymentSeq, problem)
        }
      }
    }
    findings.comparesNames = names.isComparable
    if comparesTokens, input.hasTokens, let reason = preview.lookup.stopReason { throw reason }
    if !asks, preview.lookup.lists.areNeeded {
      findings.uncompared = try input.staged.tokensWithFacts(
        haveUser: input.defaults.userWithToken != nil)
    }
    try input.endRefusals()
    return findings
  }

  /// The payments of rows; nil where none is known.
  private func actual(_ rows: [ClaimedPayment], _ asks: Bool) async -> [Purchase?] {
    asks ? await preview.lookup.actual(rows.map(\.payment)) : rows.map { _ in nil }
  }

  private func look(
    at row: ClaimedPayment, _ payment: Purchase?, of input: BatchInput, _ comparesTokens: Bool,
    _ findings: inout Findings
  ) throws(IAPError) {
    if let problem = problem(row, payment, of: input) {
      try input.refuse(row.payment.paymentSeq, problem)
    }
    findings.compareTimes(row.payment, payment, in: input.names.timeZone)
    guard preview.lookup.lists.areNeeded, row.payment.accessToken != nil, !row.priorUnknown
    else { return }
    // A list that failed proves nothing: its error is the payment's.
    if comparesTokens, row.payment.user != nil {
      try input.staged.forgetToken(of: row.payment.paymentSeq)
    } else if payment == nil, row.payment.saysMore {
      findings.uncompared += 1
    }
  }

  private func problem(
    _ row: ClaimedPayment, _ payment: Purchase?, of input: BatchInput
  ) -> LineProblem? {
    let said = row.payment.purchase
    if let payment,
      let difference = RowDifference(
        row: said, payment: payment,
        token: row.priorUnknown ? nil : preview.lookup.lists.otherToken(row.payment))
    {
      return difference.problem(source)
    }
    let times = payment.flatMap { TimeDifference(row.payment, $0, in: input.names.timeZone) }
    if let times, times.isOtherDay, input.hasTimeOfPurchase {
      return times.problem(source, in: input.names.timeZone)
    }
    return row.difference(of: payment.map(said.filled) ?? said, isConfirmed: payment != nil)
  }

  /// Asks for the lists of all rows that would be sent, group by group.
  private func each(
    _ input: BatchInput, _ asks: Bool, _ comparesTokens: Bool,
    _ body: ([ClaimedPayment]) async throws(IAPError) -> Void
  ) async throws(IAPError) {
    input.rewind()
    while preview.lookup.stopReason == nil {
      // Then nothing but what was delivered is compared.
      if !asks, try await input.skip(Intake.groupSize, unless: preview.knows) {
        try await body([])
        continue
      }
      let rows = try input.next(Intake.groupSize)
      // If the service refuses everything, the run says so of each payment.
      guard !rows.isEmpty else { return }
      let sent = try await preview.sendable(rows)
      if asks {
        await preview.lookup.ask(for: sent.map(\.payment), withTokens: comparesTokens)
        if preview.lookup.stopReason != nil { return }
      }
      try await body(sent)
    }
  }
}

extension RowComparison {
  /// What stops no run and has to be said.
  package struct Findings {
    /// The number of rows that say what was not compared.
    package fileprivate(set) var uncompared = 0
    /// Whether enough rows have the same name of a product.
    package fileprivate(set) var comparesNames = false
    /// The rows with another time or day than their payments. People write times without their zones.
    package private(set) var otherTimes = FirstLines()

    fileprivate mutating func compareTimes(
      _ row: Payment, _ payment: Purchase?, in zone: TimeZone
    ) {
      guard let payment, TimeDifference(row, payment, in: zone) != nil else { return }
      otherTimes.add(row.line)
    }
  }

  /// Which rows with a token are compared with the list of the user that they name.
  package enum Tokens: String, CaseIterable, Sendable {
    case auto, all, none

    /// The most users whose lists are asked without being told.
    private static let mostUsers = 1000

    package func areCompared(_ input: BatchInput) throws(IAPError) -> Bool {
      switch self {
      case .auto: try input.staged.usersWithTokens() <= Self.mostUsers
      case .all: true
      case .none: false
      }
    }
  }
}

extension BatchPreview {
  /// Leaves only the payments in the input that earlier runs left unknown, and those that another run holds.
  ///
  /// - Returns: the number of the others; nil if the journal knows no payment of the input.
  package func keepUnknown(_ input: BatchInput) async throws(IAPError) -> Int? {
    var (isKnown, others) = (input.count == 0, 0)
    while case let payments = try input.next(Intake.groupSize), !payments.isEmpty {
      if !isKnown { isKnown = try await knows(payments.map(\.number)) }
      for row in try await claimed(payments) where !row.isLeftUnknown {
        others += 1
        _ = try input.staged.refuse(row.payment.paymentSeq)
      }
    }
    try input.endRefusals()
    return isKnown ? others : nil
  }

  /// Refuses the rows that say that their payments are unknown, if the journal does not have these, or if the
  /// run does not settle them: an attempt that this journal does not know may still be at work, so nothing that
  /// a service answers would prove that the payment was refused.
  package func refuseUnrecorded(_ input: BatchInput) async throws(IAPError) {
    let numbers = try input.staged.numbersSaidUnknown()
    for number in numbers {
      if try await !knows([number.withoutLeadingZeros]) {
        try input.refuse(number, .unrecorded)
      } else if !rules.resumes, try await isUnsettling(Payment(number)) != nil {
        try input.refuse(number, .ended(ConsumeResult.Outcome.unknown.rawValue))
      }
    }
    if !numbers.isEmpty { try input.endRefusals() }
  }

  /// Whether a payment would be sent that is not unknown; nil if it would not. Else whether the journal knows
  /// it.
  package func isUnsettling(_ payment: Payment) async throws(IAPError) -> Bool? {
    guard try await sendable([payment]).contains(where: { !$0.priorUnknown }) else { return nil }
    return try await knows([payment.number])
  }

  /// Whether an earlier run left the payment unknown, and this one settles it.
  package func settles(_ payment: Payment) async throws(IAPError) -> Bool {
    try await sendable([payment]).contains(where: \.priorUnknown)
  }
}

extension Payment {
  /// Whether it says more of its purchase than its number and its token.
  fileprivate var saysMore: Bool {
    var bare = Purchase(paymentSeq: purchase.paymentSeq)
    bare.accessToken = accessToken
    return purchase != bare || user != nil || purchaseDay != nil
  }
}
