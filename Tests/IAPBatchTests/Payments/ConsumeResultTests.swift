import IAPBatch
import IAPCore
import TestSupport
import Testing

struct ConsumeResultTests {
  private func result(_ failure: IAPError) -> ConsumeResult {
    ConsumeResult("1", CallResult(.failure(failure)))
  }

  @Test
  func `A receipt means consumed`() {
    let receipt = ConsumeReceipt(price: Price("2.29"), currency: "USD", productSeq: 1_000_292)
    let result = ConsumeResult("2026010110000001", CallResult(.success(receipt)))
    #expect(result.paymentSeq == "2026010110000001")
    #expect(result.outcome == .consumed)
    #expect(result.receipt == receipt)
    #expect(result.attempts == 1)
    #expect(!result.priorUnknown)
    #expect(result.error == nil)
  }

  @Test
  func `Result code 5018 means already consumed`() {
    let error = IAPError.alreadyConsumed("1")
    let result = result(error)
    #expect(result.outcome == .alreadyConsumed)
    #expect(result.attempts == 1)
    #expect(result.error == error)
    #expect(result.receipt?.price == nil)
  }

  @Test(arguments: IAPCode.allCases)
  func `An IAP code means refused`(code: IAPCode) {
    let result = result(.iap(code, .payment("1", .tokenWrong)))
    #expect(result.outcome == .refused)
    #expect(result.attempts == 1)
    #expect(result.error?.code == .iap(code))
    #expect(result.receipt?.price == nil)
  }

  @Test
  func `A server that says "try again later" has refused nothing`() {
    let result = result(
      IAPError(.http(.requestFailed), .fault(operation: "consume"), httpStatus: 429))
    #expect(result.outcome == .notSent)
    #expect(result.attempts == 1)
  }

  @Test(arguments: [401, 403, 404])
  func `A final HTTP status means refused`(status: Int) {
    let result = result(
      IAPError(.http(.requestFailed), .fault(operation: "consume"), httpStatus: status))
    #expect(result.outcome == .refused)
    #expect(result.attempts == 1)
  }

  @Test(arguments: [
    IAPError.Code.http(.requestTimeout), .http(.networkNotAvailable), .http(.requestFailed),
    .http(.responseInvalid), .iap(.unknown), .iap(.changePurchaseStatusFailed),
    .iapctl(.storeNotWritten), .iapctl(.interrupted),
  ])
  func `A lost response means unknown, with any code`(code: IAPError.Code) {
    let result = result(
      IAPError(code, .answerLost(operation: "consume"), outcome: .unknown))
    #expect(result.outcome == .unknown)
    #expect(result.attempts == 1)
    #expect(result.error?.outcome == .unknown)
  }

  @Test(arguments: ConsoleCode.allCases)
  func `A local failure means not sent`(code: ConsoleCode) {
    let result = result(.iapctl(code, .stopped(signal: 2)))
    #expect(result.outcome == .notSent)
    #expect(result.attempts == 0)
    #expect(result.error?.code == .iapctl(code))
  }

  @Test(
    arguments: [
      (CallResult<ConsumeReceipt>(.failure(.alreadyConsumed("1"))), .alreadyConsumed),
      (
        CallResult(.failure(.iap(.changePurchaseStatusFailed, .payment("1", .tokenWrong)))),
        .unknown
      ),
      (.notSent(.iapctl(.interrupted, .stopped(signal: 2))), .unknown),
    ] as [(CallResult<ConsumeReceipt>, ConsumeResult.Outcome)])
  func `After an unknown only 'already consumed' says what became of a payment`(
    _ call: CallResult<ConsumeReceipt>, _ outcome: ConsumeResult.Outcome
  ) {
    let result = ConsumeResult("1", call, priorUnknown: true)
    #expect(result.outcome == outcome)
    #expect(result.priorUnknown)
    #expect(result.attempts == call.attempts)
    #expect(result.error?.outcome == (outcome == .unknown ? .unknown : .notApplied))
  }

  @Test
  func `A payment in no list stays unknown, and needs the console`() {
    let missing = IAPError.iapctl(.paymentNotFound, .payment("1", .notListed(user: "u")))
    let result = ConsumeResult("1", .notSent(missing), priorUnknown: true)
    #expect(result.error?.reason == .payment("1", .unlisted))
    #expect(ConsumeResult("1", .notSent(missing)).error == missing)
  }

  @Test
  func `Outcomes have their documented names`() {
    let names = ["consumed", "already-consumed", "refused", "not-sent", "unknown", "skipped"]
    #expect(ConsumeResult.Outcome.allCases.map(\.rawValue) == names)
  }

  @Test
  func `A summary counts each outcome under its name`() {
    var summary = ConsumeSummary()
    #expect(summary.total == 0)
    #expect(ConsumeResult.Outcome.allCases.allSatisfy { summary[$0] == 0 })

    let receipt = ConsumeReceipt(price: nil, currency: nil, productSeq: nil)
    for _ in 0..<3 { summary.count(ConsumeResult("1", CallResult(.success(receipt)))) }
    for _ in 0..<2 { summary.count(result(.iap(.expired, .notConfirmed))) }
    summary.count(result(.alreadyConsumed("1")))
    summary.count(result(.iapctl(.interrupted, .stopped(signal: 2))))

    #expect(summary[.consumed] == 3)
    #expect(summary[.refused] == 2)
    #expect(summary[.alreadyConsumed] == 1)
    #expect(summary[.notSent] == 1)
    #expect(summary[.unknown] == 0)
    #expect(summary[.skipped] == 0)
    #expect(summary.total == 7)
  }
}
