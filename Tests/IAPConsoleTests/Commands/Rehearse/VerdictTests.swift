import IAPCore
import IAPFixtures
import Testing

@testable import IAPConsole

struct VerdictTests {
  /// The verdict for each standing, if the payment was taken back, not granted, granted once, twice
  /// and three times.
  private static let table: [(PaymentStanding?, [Verdict])] = [
    (.consumed, [.lost, .lost, .once, .doubled, .doubled]),
    (.refunded, [.left, .left, .refunded, .doubled, .doubled]),
    (.unconsumed, [.stuck, .stuck, .given, .doubled, .doubled]),
    (.permanent, [.stuck, .stuck, .once, .doubled, .doubled]),
    (.unpaid, [.stuck, .stuck, .given, .doubled, .doubled]),
    (nil, [.stuck, .stuck, .given, .doubled, .doubled]),
  ]

  @Test
  func `A verdict compares what was granted with what the store says`() {
    #expect(Self.table.count == PaymentStanding.allCases.count + 1)
    for (standing, verdicts) in Self.table {
      #expect((-1...3).map { Verdict(standing, granted: $0) } == verdicts, "\(standing as Any)")
    }
  }

  @Test
  func `What another client has consumed, or a person decides, is no verdict on a grant`() {
    #expect(
      (0...2).map { Verdict(.consumed, isElsewhere: true, granted: $0) } == [
        .left, .given, .doubled,
      ])
    for standing in [.consumed, .unconsumed, .permanent, .unpaid, nil] as [PaymentStanding?] {
      #expect(
        (0...2).map { Verdict(standing, granted: $0, isHeld: true) } == [.held, .held, .doubled])
    }
    #expect(
      (0...2).map { Verdict(.refunded, granted: $0, isHeld: true) } == [.left, .refunded, .doubled])
  }

  @Test
  func `The worst verdict is lost, then doubled, given, refunded, held, stuck, left and once`() {
    let order: [Verdict] = [.once, .left, .stuck, .held, .refunded, .given, .doubled, .lost]
    for (place, verdict) in order.enumerated() {
      #expect(Verdict.worst(of: order.prefix(place + 1).reversed()) == verdict)
      #expect(Verdict.worst(of: order.prefix(place + 1)) == verdict)
    }
    #expect(Verdict.worst(of: [Verdict]()) == .once)
  }
}
