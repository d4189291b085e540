import IAPCore
import IAPFixtures

/// What became of a payment, or of the worst payment of a case.
enum Verdict: String, Sendable, CaseIterable {
  // From good to bad.
  case once, left, stuck, held, refunded, given, doubled, lost

  /// - Parameters:
  ///   - standing: what the store says; nil if the store has no such payment.
  ///   - isElsewhere: whether another client has consumed it.
  ///   - granted: how often the program granted it, without what it took back.
  ///   - isHeld: whether the program holds it for a person.
  init(_ standing: PaymentStanding?, isElsewhere: Bool = false, granted: Int, isHeld: Bool = false)
  {
    switch (standing, granted) {
    case (_, 2...): self = .doubled
    case (.refunded, 1): self = .refunded
    case (.refunded, _): self = .left
    case _ where isHeld: self = .held
    case (.consumed, 1), (.permanent, 1): self = isElsewhere ? .given : .once
    case (.consumed, _): self = isElsewhere ? .left : .lost
    case (_, 1): self = .given
    default: self = .stuck
    }
  }

  /// The verdict on a payment that was consumed or refunded in the seed; nil if it was not granted.
  init?(ofSettledBefore granted: Int) {
    guard granted > 0 else { return nil }
    self = granted > 1 ? .doubled : .given
  }

  private var badness: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  static func worst(of verdicts: some Sequence<Verdict>) -> Verdict {
    verdicts.max { $0.badness < $1.badness } ?? .once
  }
}
