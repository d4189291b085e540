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
    for (begun, isOpen) in [(nil, true), ("consume", true), ("deliver", false), ("undo", false)] {
      let state = LedgerRow(Cells(open: 7, begun: begun)).state
      #expect(state.isOpen == isOpen && (state.openCommand == nil) == isOpen)
      #expect(!LedgerRow(Cells(open: nil, begun: begun)).state.isOpen)
    }
  }

  /// The columns of the attempt that is open; the others are null.
  private struct Cells: JournalCells {
    let open: Int64?
    let begun: String?

    func text(_ column: String) -> String? { column == "begun" ? begun : nil }
    func integer(_ column: String) -> Int64? { column == "open" ? open : nil }
    func flag(_ column: String) -> Bool { false }
  }

  private static let run = RunHolder(user: "kim", host: "desk", process: 7, since: Instant(0))

  @Test(
    arguments: [(nil, false), (.unknown, false), (nil, true)] as [(ConsumeResult.Outcome?, Bool)])
  func `A payment with an open command of another machine is claimed only if a person says so`(
    _ outcome: ConsumeResult.Outcome?, _ isOpen: Bool
  ) {
    let state = LedgerState(outcome: outcome, isOpen: isOpen, openCommand: Self.run)
    #expect(state.refusal(takesOver: false) == .commandOpen(Self.run))
    #expect(state.refusal(takesOver: true) == nil)
  }

  @Test
  func `What is consumed under one name of the service is consumed under all`() {
    let outcomes: [ConsumeResult.Outcome?] = [nil, .unknown, .alreadyConsumed, .consumed]
    for (rank, one) in outcomes.enumerated() {
      for (otherRank, other) in outcomes.enumerated() {
        var state = LedgerState(outcome: one, isOpen: false)
        state.merge(LedgerState(outcome: other, isOpen: true))
        #expect(state.outcome == outcomes[max(rank, otherRank)])
        #expect(state.isOpen)
      }
    }
  }
}
