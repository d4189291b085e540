import Testing

@testable import IAPBatch

/// What the columns of a row say of its payment, also if another program has changed them.
struct LedgerStateTests {
  @Test(
    arguments: [
      ("consumed", nil, nil, .consumed), ("unknown", "consume", "refused", .unknown),
      ("a word of another program", nil, nil, .unknown),
      (nil, "consume", "consumed", .consumed), (nil, "consume", "refused", nil),
      (nil, "deliver", "consumed", nil), (nil, nil, nil, nil),
    ] as [(String?, String?, String?, ConsumeResult.Outcome?)])
  func `What is no outcome never lets a payment be sent again`(
    _ text: String?, _ last: String?, _ lastOutcome: String?, _ expected: ConsumeResult.Outcome?
  ) {
    #expect(LedgerState.outcome(text, last: last, lastOutcome) == expected)
  }

  @Test
  func `A consume whose attempt is lost has begun`() {
    #expect(LedgerState.isOpen(7, nil) && LedgerState.isOpen(7, "consume"))
    #expect(!LedgerState.isOpen(7, "deliver") && !LedgerState.isOpen(nil, "consume"))
  }
}
