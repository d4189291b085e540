package import IAPBatch
import IAPCore

extension TemporaryFolder {
  /// A journal in this folder. Its clock stands still.
  package func journal(_ name: String = "journal.db") -> SQLiteJournal {
    SQLiteJournal(
      at: self[name], patience: .seconds(30), realTime: { Instant(1_767_225_600_000) },
      words: { "what happened: \($0.name)" })
  }

  /// Fills a journal with one payment for each state. Payment 1 was refused and then consumed; 2 is
  /// unknown; 3 was delivered and not sent; 4 has no outcome, because its run did not finish.
  package func fillJournal(_ name: String = "journal.db") async throws {
    var facts = RunFacts(
      server: ServerName(origin: "https://iap.test"), appKeyFingerprint: "ba7816bf8f01cfea",
      user: "alice",
      host: "desk", profile: "live", ticket: "T-1")
    let first = try await journal(name).begin(facts)
    let numbers: [Identifier] = ["1", "2", "3", "4"]
    _ = try await first.claim(numbers.map(Self.payment), ClaimRules())
    try await first.write(Self.refusal + Self.timeOut + Self.brokenDelivery + [Self.opening])
    await first.end()
    (facts.user, facts.profile, facts.ticket) = ("bob", nil, nil)
    let second = try await journal(name).begin(facts)
    _ = try await second.claim([Self.payment("1")], ClaimRules())
    try await second.write(Self.success)
    await second.end()
  }

  private static func payment(_ number: Identifier) -> Payment {
    var payment = Payment(number)
    (payment.purchase.userID, payment.isConfirmed) = ("carol", true)
    payment.purchase.storeCode = "GG"
    return payment
  }

  private static func step(
    _ payment: Identifier, _ kind: JournalStep.Kind, _ second: Int64
  ) -> JournalStep {
    JournalStep(payment, kind, at: Instant(1_767_225_600_000 + second * 1000))
  }

  private static func result(
    _ payment: Identifier, _ result: Result<ConsumeReceipt, IAPError>, priorUnknown: Bool = false
  ) -> ConsumeResult {
    ConsumeResult(payment, CallResult(result, priorUnknown: priorUnknown))
  }

  private static var refusal: [JournalStep] {
    let error = IAPError(
      .iap(.changePurchaseStatusFailed), .serverSaid(code: 5000, message: nil), serverCode: 5000,
      httpStatus: 200)
    return [
      step("1", .deliveryBegins(Purchase(paymentSeq: "1")), 0), step("1", .deliveryEnds(nil), 1),
      step("1", .consumeBegins, 1), step("1", .consumeEnds(result("1", .failure(error))), 2),
      step("1", .undoBegins, 2), step("1", .undoEnds(nil), 3), step("1", .released, 3),
    ]
  }

  private static var timeOut: [JournalStep] {
    let error = IAPError(.http(.requestTimeout), .server("a", .noAnswerInTime), outcome: .unknown)
    return [
      step("2", .consumeBegins, 4), step("2", .consumeEnds(result("2", .failure(error))), 34),
    ]
  }

  private static var brokenDelivery: [JournalStep] {
    let error = IAPError.iapctl(.bug, .bug("no delivery"))
    return [
      step("3", .deliveryBegins(Purchase(paymentSeq: "3")), 35),
      step("3", .deliveryEnds(error), 36),
    ]
  }

  private static var opening: JournalStep { step("4", .consumeBegins, 37) }

  private static var success: [JournalStep] {
    let receipt = ConsumeReceipt(price: Price("1500"), currency: "KRW", productSeq: 1001)
    return [
      step("1", .consumeBegins, 3600),
      step("1", .consumeEnds(result("1", .success(receipt))), 3601), step("1", .released, 3601),
    ]
  }
}
