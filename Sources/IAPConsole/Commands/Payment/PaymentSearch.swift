import IAPBatch
import IAPCore

/// Asks every source for a payment: the store, or else the unconsumed lists of users, and the journal.
struct PaymentSearch {
  let inputs: PaymentShowCommand
  let context: Context

  func findings() async throws -> PaymentFindings {
    let service = try context.service()
    var findings = PaymentFindings(operand: inputs.number, server: service.server)
    findings.askedMarkets = context.askedMarkets
    if service.traits.findsPayments {
      try await ask(service, &findings)
      try await askJournal(&findings)
      return findings
    }
    if let path = inputs.tokenFile { try await ask(service, forTokenIn: path, &findings) }
    for user in inputs.users { try await ask(service, forListOf: user, &findings) }
    try await askJournal(&findings)
    guard inputs.users.isEmpty, inputs.tokenFile == nil else { return findings }
    // No --user was given, but the journal may know the user of the payment.
    if let user = findings.purchase.userID ?? findings.claimedUser {
      try await ask(service, forListOf: user, &findings)
    } else {
      findings.sources.append(AskedSource(.unconsumed, .notAsked))
    }
    return findings
  }

  private func ask(_ service: any IAPService, _ findings: inout PaymentFindings) async throws {
    do throws(IAPError) {
      let found = try await service.histories(of: inputs.number)
      findings.history = found.first
      findings.namesake = found.dropFirst().first?.payment.purchase.paymentSeq
      findings.sources.append(AskedSource(.store, found.isEmpty ? .absent : .found))
    } catch {
      findings.sources.append(AskedSource(.store, .failed(try error.ofSource())))
    }
  }

  private func ask(
    _ service: any IAPService, forTokenIn path: String, _ findings: inout PaymentFindings
  ) async throws {
    let token = try context.readToken(from: path)
    do throws(IAPError) {
      findings.transaction = try await transaction(of: token, service)
      findings.sources.append(AskedSource(.transaction, .found))
    } catch {
      findings.sources.append(AskedSource(.transaction, .failed(try error.ofSource())))
    }
  }

  private func transaction(
    of token: Secret, _ service: any IAPService
  ) async throws(IAPError) -> PaymentTransaction {
    let found = try await service.transaction(of: token)
    guard hasWantedNumber(found.purchase) else {
      throw .iapctl(.inputInvalid, .payment(inputs.number, .tokenWrong))
    }
    return found
  }

  private func ask(
    _ service: any IAPService, forListOf user: Identifier, _ findings: inout PaymentFindings
  ) async throws {
    var query = UnconsumedQuery(owner: .user(user))
    query.markets = inputs.markets
    var (isAnswered, isFound) = (false, false)
    do throws(IAPError) {
      for try await page in try await service.unconsumed(query) {
        for failure in page.failures {
          findings.sources.append(
            AskedSource(
              .unconsumed, of: user, in: failure.market, .failed(try failure.error.ofSource())))
        }
        isAnswered = isAnswered || page.isAnswered
        guard let purchase = page.elements.first(where: hasWantedNumber) else { continue }
        (findings.listed, isFound) = (purchase, true)
      }
    } catch {
      findings.sources.append(
        AskedSource(.unconsumed, of: user, .failed(try error.ofSource())))
    }
    if isAnswered {
      findings.sources.append(AskedSource(.unconsumed, of: user, isFound ? .found : .absent))
    }
  }

  /// Whether the number that was typed is that of the payment or of its transaction.
  private func hasWantedNumber(_ purchase: Purchase) -> Bool {
    purchase.paymentSeq.withoutLeadingZeros == inputs.number.withoutLeadingZeros
      || purchase.transactionIdentifier?.isOrder(inputs.number) == true
  }

  private func askJournal(_ findings: inout PaymentFindings) async throws {
    let (journal, path) = try context.journal()
    do throws(IAPError) {
      try context.requireTypedJournal(path)
      let number = findings.number.withoutLeadingZeros
      let issuer = Issuer(findings.server, fingerprint: context.place.fingerprint)
      var others: [ServerName] = []
      var query = JournalQuery(.payment(number))
      for try await entries in try await journal.entries(query) {
        others += entries.map(\.run.server)
      }
      query.issuer = issuer
      for try await entries in try await journal.entries(query) { findings.entries += entries }
      let own = Set(findings.entries.map(\.run.server))
      findings.claim = try await journal.claims(
        of: [number], at: issuer, ClaimRules())[number]
      findings.sources.append(
        AskedSource(
          .journal, at: findings.server, findings.entries.isEmpty ? .absent : .found))
      for other in others where !own.contains(other) && !findings.otherServers.contains(other) {
        findings.sources.append(AskedSource(.journal, at: other, .found))
      }
    } catch {
      findings.sources.append(
        AskedSource(.journal, at: findings.server, .failed(try error.ofSource())))
    }
  }
}

extension IAPError {
  /// The error, if it is of the source alone.
  ///
  /// - Throws: the error if it ends the command: it is of the command line, or a stop.
  fileprivate func ofSource() throws(IAPError) -> IAPError {
    switch code {
    case .iapctl(.usage), .iapctl(.unsupported), .iapctl(.configuration), .iapctl(.interrupted):
      throw self
    default: self
    }
  }
}
