import IAPCore
import IAPFixtures
import Testing

@testable import IAPConsole

struct JudgementTests {
  private static let seed: [Identifier: PaymentStanding] = [
    "1": .unconsumed, "2": .unconsumed, "3": .consumed, "4": .refunded, "5": .unpaid,
  ]

  private func judge(
    _ changes: [Identifier: PaymentStanding], _ granted: [Identifier: Int],
    leftAlone: Set<Identifier> = ["5"], elsewhere: Set<Identifier> = [],
    held: Set<Identifier> = [], isCutShort: Bool = false, allowed: Set<Verdict> = [],
    isFirst: Bool = false
  ) -> Judgement {
    var expectation = Expectation(seed: Self.seed, allowed: allowed)
    expectation.leftAlone = leftAlone
    var payments = GrantedPayments()
    (payments.counts, payments.held) = (granted, held)
    return Judgement(
      Self.seed.merging(changes) { $1 }, granted: payments, elsewhere: elsewhere,
      isCutShort: isCutShort, expectation, isFirst: isFirst)
  }

  private func wrong(_ judgement: Judgement) -> [String] {
    judgement.wrong.map { "\($0.payment) \($0.verdict)" }
  }

  @Test
  func `A case in which each payment was consumed and granted once is right`() {
    let judgement = judge(["1": .consumed, "2": .consumed], ["1": 1, "2": 1])
    #expect(judgement.isRight)
    #expect(judgement.worst == .once)
    #expect(judgement.granted == 2)
    #expect(judgement.payment == nil)
  }

  @Test
  func `A case has the worst verdict of its payments, and each that is wrong`() {
    let judgement = judge(["1": .consumed], ["2": 2, "9": 1])
    #expect(wrong(judgement) == ["1 lost", "2 doubled", "9 given"])
    #expect(judgement.worst == .lost)
    #expect(judge(["1": .consumed, "2": .consumed], ["1": 1, "2": 2]).worst == .doubled)
  }

  @Test
  func `What the seed has as consumed or refunded may not be granted, in the first run too`() {
    let granted: [Identifier: Int] = ["1": 1, "2": 1, "3": 1, "4": 2]
    let changes: [Identifier: PaymentStanding] = ["1": .consumed, "2": .consumed]
    #expect(wrong(judge(changes, granted)) == ["3 given", "4 doubled"])
    #expect(wrong(judge(changes, granted, isFirst: true)) == ["3 given", "4 doubled"])
    #expect(judge(changes, ["1": 1, "2": 1], held: ["3"]).isRight)
  }

  @Test
  func `A payment that the first run left alone may be left alone, and not be granted twice`() {
    let left: Set<Identifier> = ["2", "5"]
    let right = judge(["1": .consumed], ["1": 1], leftAlone: left)
    #expect(right.isRight)
    #expect(right.verdict == .once)
    #expect(right.payment == "1")
    #expect(wrong(judge(["1": .consumed], ["1": 1, "2": 1], leftAlone: left)) == ["2 given"])
    #expect(
      wrong(judge(["1": .consumed, "2": .consumed], ["1": 1], leftAlone: left)) == ["2 lost"])
  }

  @Test
  func `The first run may leave payments alone, but may not be wrong otherwise`() {
    let first = judge(["1": .consumed], ["1": 1], leftAlone: [], isFirst: true)
    #expect(first.isRight)
    #expect(first.leftAlone == ["2", "5"])
    #expect(first.granted == 1)
    let wrongly = judge(["1": .consumed], [:], leftAlone: [], isFirst: true)
    #expect(wrong(wrongly) == ["1 lost"])
    #expect(judge([:], [:], leftAlone: [], isFirst: true).granted == 0)
  }

  @Test
  func `Stuck is wrong, unless it is allowed`() {
    #expect(wrong(judge(["1": .consumed], ["1": 1])) == ["2 stuck"])
    #expect(judge(["1": .consumed], ["1": 1], allowed: [.stuck]).isRight)
  }

  @Test
  func `What another client has consumed may be left, and not be granted`() {
    let changes: [Identifier: PaymentStanding] = ["1": .consumed, "2": .consumed]
    let left = judge(changes, ["1": 1], elsewhere: ["2"])
    #expect(left.isRight)
    #expect(left.worst == .left)
    let given = judge(changes, ["1": 1, "2": 1], elsewhere: ["2"])
    #expect(wrong(given) == ["2 given"])
    #expect(given.wrong.map(\.isElsewhere) == [true])
    #expect(judge(changes, ["1": 1, "2": 1], elsewhere: ["2"], allowed: [.given]).isRight)
  }

  @Test
  func `What is held for a person fails unless that is allowed, and may not be granted twice`() {
    let changes: [Identifier: PaymentStanding] = ["1": .consumed, "2": .consumed]
    #expect(wrong(judge(changes, ["1": 1], held: ["2"])) == ["2 held"])
    #expect(judge(changes, ["1": 1], held: ["2"], allowed: [.held]).isRight)
    #expect(
      wrong(judge(changes, ["1": 1, "2": 2], held: ["2"], allowed: [.held])) == ["2 doubled"])
  }

  @Test
  func `A program that had no run without a disruption may leave a payment stuck`() {
    let stuck = judge(["1": .consumed], ["1": 1], isCutShort: true)
    #expect(stuck.isRight)
    #expect(stuck.worst == .stuck)
    #expect(wrong(judge(["1": .consumed], ["2": 1], isCutShort: true)) == ["1 lost", "2 given"])
  }

  @Test
  func `Given and refunded can be allowed, lost and doubled cannot`() {
    let changes: [Identifier: PaymentStanding] = ["1": .refunded]
    let granted: [Identifier: Int] = ["1": 1, "2": 1]
    #expect(wrong(judge(changes, granted)) == ["1 refunded", "2 given"])
    #expect(wrong(judge(changes, granted, allowed: [.given])) == ["1 refunded"])
    #expect(wrong(judge(changes, granted, allowed: [.refunded])) == ["2 given"])
    #expect(judge(changes, granted, allowed: [.given, .refunded]).isRight)
    let worst = judge(["1": .consumed], ["2": 2], allowed: [.lost, .doubled])
    #expect(wrong(worst) == ["1 lost", "2 doubled"])
  }

  @Test
  func `A payment that was bought in the case counts as well`() {
    let changes: [Identifier: PaymentStanding] = ["1": .consumed, "2": .consumed, "7": .unconsumed]
    #expect(wrong(judge(changes, ["1": 1, "2": 1])) == ["7 stuck"])
    #expect(judge(["1": .consumed, "2": .consumed, "7": .unpaid], ["1": 1, "2": 1]).isRight)
  }
}
