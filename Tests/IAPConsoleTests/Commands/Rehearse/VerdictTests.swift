import IAPCore
import IAPFixtures
import Testing

@testable import IAPConsole

struct VerdictTests {
  /// The verdict for each standing, if the payment was taken back, not granted, granted once, twice
  /// and three times.
  private static let table: [(PaymentStanding?, [Verdict])] = [
    (.consumed, [.lost, .lost, .once, .doubled, .doubled]),
    (.refunded, [.once, .once, .refunded, .doubled, .doubled]),
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
  func `The worst verdict is lost, then doubled, given, refunded, stuck and once`() {
    let order: [Verdict] = [.once, .stuck, .refunded, .given, .doubled, .lost]
    for (place, verdict) in order.enumerated() {
      #expect(Verdict.worst(of: order.prefix(place + 1).reversed()) == verdict)
      #expect(Verdict.worst(of: order.prefix(place + 1)) == verdict)
    }
    #expect(Verdict.worst(of: [Verdict]()) == .once)
  }
}
