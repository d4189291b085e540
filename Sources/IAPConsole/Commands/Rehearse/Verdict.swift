import IAPCore
import IAPFixtures

/// What became of a payment, or of the worst payment of a case.
enum Verdict: String, Sendable, CaseIterable {
  // From good to bad.
  case once, stuck, refunded, given, doubled, lost

  /// - Parameters:
  ///   - standing: what the store says; nil if the store has no such payment.
  ///   - granted: how often the program granted it, without what it took back.
  init(_ standing: PaymentStanding?, granted: Int) {
    switch (standing, granted) {
    case (_, 2...): self = .doubled
    case (.consumed, 1), (.permanent, 1): self = .once
    case (.consumed, _): self = .lost
    case (.refunded, 1): self = .refunded
    case (.refunded, _): self = .once
    case (.unconsumed, 1), (.unpaid, 1), (nil, 1): self = .given
    case (.unconsumed, _), (.permanent, _), (.unpaid, _), (nil, _): self = .stuck
    }
  }

  private var badness: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  static func worst(of verdicts: some Sequence<Verdict>) -> Verdict {
    verdicts.max { $0.badness < $1.badness } ?? .once
  }
}
