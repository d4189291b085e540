import Testing

@testable import IAPBatch

@Suite("Claimed payments")
struct ClaimedPaymentsTests {
  @Test("A failed transaction takes back all that it changed since the last commit")
  func aFailedTransactionTakesBackAllThatItChanged() {
    var claimed = ClaimedPayments()
    claimed["changed"] = Self.claimed(1)
    claimed["removed"] = Self.claimed(2)
    claimed.commit()

    claimed["changed"]?.open = 7
    claimed["changed"]?.open = 8
    claimed["removed"] = nil
    claimed["added"] = Self.claimed(3)
    #expect(claimed["changed"]?.open == 8)
    claimed.revert()

    #expect(claimed["changed"]?.open == nil)
    #expect(claimed["changed"]?.row == 1)
    #expect(claimed["removed"]?.row == 2)
    #expect(claimed["added"] == nil)
  }

  @Test("What is committed is not taken back")
  func whatIsCommittedIsNotTakenBack() {
    var claimed = ClaimedPayments()
    claimed["one"] = Self.claimed(1)
    claimed.commit()
    claimed.revert()
    #expect(claimed["one"]?.row == 1)
  }

  private static func claimed(_ row: Int64) -> SQLiteJournalRun.Claimed {
    SQLiteJournalRun.Claimed(row: row, ticket: nil, isUnknown: false)
  }
}
