import IAPCore
import Languages
import TestSupport
import Testing

@testable import IAPMessages

struct FailureTallyTests {
  private func refusal(_ message: String?) -> IAPError {
    IAPError(
      .iap(.changePurchaseStatusFailed), .serverSaid(code: 5000, message: message),
      serverCode: 5000)
  }

  private func told(_ tally: FailureTally) -> [String] {
    tally.groups.map { Language.english.text(ErrorMessages.message(of: $0)) }
  }

  @Test
  func `Equal failures are one group that names its first three payments`() {
    var tally: FailureTally = []
    for number in 1...498 {
      tally.add(refusal("CONSUME_FAILED"), of: Identifier("\(number)"))
    }
    #expect(told(tally) == ["498 × 5000 CONSUME_FAILED, for example 1, 2, 3"])
  }

  @Test
  func `Failures that differ only in the payment number are equal`() {
    var tally: FailureTally = []
    for payment in ["1", "2"] as [Identifier] {
      tally.add(refusal("no \(payment) here"), of: payment)
      tally.add(refusal("closed"), of: payment)
      tally.add(
        .iapctl(.paymentNotFound, .payment(payment, .notListed(user: "alice"))), of: payment)
    }
    tally.add(.iapctl(.paymentNotFound, .payment("3", .notListed(user: "bob"))), of: "3")
    #expect(
      told(tally) == [
        "2 × 5000 CONSUME_FAILED (no … here): 1, 2", "2 × 5000 CONSUME_FAILED (closed): 1, 2",
        "2 payments are not in the unconsumed list of alice: 1, 2",
        "payment 3 is not in the unconsumed list of bob",
      ])
  }

  @Test
  func `A reason that names a payment is equal for every payment`() {
    func reasons(_ payment: Identifier) -> [IAPError.Reason] {
      [
        .payment(payment, .notFound), .payment(payment, .notListed(user: "u")),
        .payment(payment, .inAnotherMarket("GG")), .payment(payment, .ofAnotherUser),
        .payment(payment, .tokenWrong), .payment(payment, .consumedBefore),
        .payment(payment, .consumedByRun()), .payment(payment, .consumedAfterUnknown),
        .payment(payment, .leftUnknown), .payment(payment, .unlisted),
        .payment(
          payment, .heldByRun(user: "u", host: "h", process: 1, since: Instant(0), commands: [])),
        .payment(payment, .outcomeUnrecorded(outcome: "consumed")),
        .payment(payment, .notConsumable(.autoRenewable)), .payment(payment, .notPaid(.refund)),
        .payment(payment, .subscriptionRevoked),
        .payment(payment, .deliveryFailed(.exit(status: 1), said: "no \(payment)")),
        .payment(payment, .undoFailed(.exit(status: 1), said: nil)),
        .payment(payment, .ownerMissing),
      ]
    }
    for (one, other) in zip(reasons("1"), reasons("2")) {
      var tally: FailureTally = []
      tally.add(.iapctl(.bug, one), of: "1")
      tally.add(.iapctl(.bug, other), of: "2")
      #expect(tally.groups.map(\.count) == [2], "\(one)")
    }
  }

  @Test
  func `Groups beyond the limit are counted, and decide the status`() {
    var tally: FailureTally = []
    for number in 1...25 { tally.add(refusal("kind \(number)"), of: "x") }
    tally.add(.iapctl(.paymentNotFound, .payment("9", .notFound)), of: "9")
    #expect(tally.groups.count == FailureTally.maximumGroups)
    #expect(tally.suppressed == 6)
    #expect(Set(tally.statuses.map(\.code)) == [3, 4])
  }

  @Test
  func `A failure without a payment is reported once`() {
    let failure = IAPError.iap(.storeNotAvailable, .marketSwitchedOff("GG"))
    #expect(FailureTally([failure, failure]).groups.map(\.count) == [1])
  }

  @Test
  func `Two tallies can be added`() {
    var (first, second): (FailureTally, FailureTally) = ([], [])
    for payment in ["1", "2"] as [Identifier] { first.add(refusal(nil), of: payment) }
    for payment in ["3", "4"] as [Identifier] { second.add(refusal(nil), of: payment) }
    first.add(second)
    #expect(told(first) == ["4 × 5000 CONSUME_FAILED, for example 1, 2, 3"])
    for number in 1...25 { second.add(refusal("kind \(number)"), of: "x") }
    let suppressed = second.suppressed
    #expect(suppressed > 0)
    first.add(second)
    #expect(first.suppressed == suppressed)
  }
}
