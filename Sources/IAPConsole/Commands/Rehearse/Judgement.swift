import IAPCore
import IAPFixtures

/// What a rehearsal knows before its cases run.
struct Expectation: Equatable, Sendable {
  /// The payments that were consumed or refunded in the seed. The program may not grant them.
  var settledBefore: Set<Identifier>
  /// The payments that the first run left alone. They may be left alone again.
  var leftAlone: Set<Identifier> = []
  /// Verdicts that do not fail the rehearsal.
  private let allowed: Set<Verdict>

  init(seed standings: [Identifier: PaymentStanding], allowed: Set<Verdict>) {
    let settled = standings.filter { $0.value == .consumed || $0.value == .refunded }
    settledBefore = Set(settled.keys)
    self.allowed = allowed
  }

  func allows(_ verdict: Verdict) -> Bool { allowed.contains(verdict) }
}

struct PaymentVerdict: Equatable, Sendable {
  let payment: Identifier
  let verdict: Verdict
  /// How often the program granted it.
  var granted = 0
  /// Whether another client has consumed it.
  var isElsewhere = false
}

/// The verdicts on the payments of one case.
struct Judgement: Equatable, Sendable {
  /// The worst one.
  var verdict = Verdict.once
  /// The payments that are not right, in the order of their numbers.
  var wrong: [PaymentVerdict] = []
  /// The payments that were granted once.
  var granted = 0
  /// The payments with this verdict or a better one that the program left alone.
  var leftAlone: Set<Identifier> = []
  /// The only payment; nil if there are several.
  var payment: Identifier?

  var isRight: Bool { wrong.isEmpty }

  /// The verdict on the case: the worst of those that are not right, if there are any.
  var worst: Verdict { isRight ? verdict : .worst(of: wrong.map(\.verdict)) }

  /// - Parameters:
  ///   - standings: what the store says at the end.
  ///   - granted: what the program granted.
  ///   - elsewhere: the payments that another client has consumed.
  ///   - isCutShort: whether the last run was disrupted, so that the program had no chance after it.
  ///   - isFirst: whether nothing was disrupted. Then a payment may be left alone.
  init(
    _ standings: [Identifier: PaymentStanding], granted: GrantedPayments,
    elsewhere: Set<Identifier> = [], isCutShort: Bool = false, _ expectation: Expectation,
    isFirst: Bool = false
  ) {
    let numbers = Set(standings.keys).union(granted.counts.filter { $0.value != 0 }.keys)
      .union(granted.held)
    var verdicts: [PaymentVerdict] = []
    for number in numbers {
      let count = granted.counts[number] ?? 0
      let verdict =
        expectation.settledBefore.contains(number)
        ? Verdict(ofSettledBefore: count)
        : Verdict(
          standings[number], isElsewhere: elsewhere.contains(number), granted: count,
          isHeld: granted.held.contains(number))
      guard let verdict else { continue }
      if count == 1 { self.granted += 1 }
      let mayBeLeft = isFirst || [nil, .unpaid].contains(standings[number])
      if verdict == .stuck, mayBeLeft || expectation.leftAlone.contains(number) {
        leftAlone.insert(number)
        continue
      }
      verdicts.append(
        PaymentVerdict(
          payment: number, verdict: verdict, granted: count,
          isElsewhere: elsewhere.contains(number)))
    }
    verdicts.sort { $0.payment.text < $1.payment.text }
    verdict = .worst(of: verdicts.map(\.verdict))
    wrong = verdicts.filter { one in
      switch one.verdict {
      case .once, .left: false
      case .stuck: !isCutShort && !expectation.allows(.stuck)
      case .given, .held, .refunded: !expectation.allows(one.verdict)
      case .lost, .doubled: true
      }
    }
    payment = verdicts.count == 1 ? verdicts[0].payment : nil
  }
}
