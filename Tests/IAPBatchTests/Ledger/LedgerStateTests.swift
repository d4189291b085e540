import IAPCore
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

  @Test(
    arguments: [
      (nil, false, false), (.alreadyConsumed, false, true), (.consumed, false, false),
      (.unknown, false, false), (nil, true, false),
    ] as [(ConsumeResult.Outcome?, Bool, Bool)])
  func `An undo is left unless iapctl may have consumed the payment`(
    _ outcome: ConsumeResult.Outcome?, _ isOpen: Bool, _ isLeft: Bool
  ) throws {
    for hasBegun in [true, false] {
      let state = LedgerState(
        outcome: outcome, isOpen: isOpen, isTried: true, endsSettledByHand: false,
        hasUndoBegun: hasBegun, holder: nil)
      #expect(state.isUndoLeft == (isLeft && hasBegun))
      // A person has taken the item back.
      guard state.isUndoLeft else { continue }
      #expect(try state.isToBeSettled("1", as: .consumed))
    }
  }
}
