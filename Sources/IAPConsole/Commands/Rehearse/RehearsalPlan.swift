import IAPCore

/// The cases of a rehearsal, from the requests of its first run.
struct RehearsalPlan: Sendable {
  /// In their order.
  private let requests: [RequestName]
  /// The same, and one more of each operation: a program that is disrupted repeats a request.
  private let withRepetitions: [RequestName]

  let payments: [RequestName: Identifier]

  init(of requests: [RequestName], payments: [RequestName: Identifier] = [:]) {
    (self.requests, self.payments) = (requests, payments)
    var counts: [(operation: IAPOperation, count: Int)] = []
    for request in requests {
      if let index = counts.firstIndex(where: { $0.operation == request.operation }) {
        counts[index].count += 1
      } else {
        counts.append((request.operation, 1))
      }
    }
    self.counts = counts
    withRepetitions = requests + counts.map { RequestName($0.operation, $0.count + 1) }
  }

  /// How many requests each operation has, in the order of their first ones.
  let counts: [(operation: IAPOperation, count: Int)]

  /// A case for each request and each disruption.
  var cases: [RehearsalCase] {
    requests.flatMap { request in
      Disruption.allCases.filter { $0.concerns(request.operation) }.map {
        RehearsalCase(RehearsalCase.Part(request: request, disruption: $0))
      }
    }
  }

  /// Cases of two disruptions each, the same for the same seed. There are fewer if there are not so
  /// many.
  func pairs(_ count: Int, seed: UInt64) -> [RehearsalCase] {
    var generator = SplitMix(state: seed)
    var pairs: [RehearsalCase] = []
    var generated: Set<RehearsalCase> = []
    // Most tries succeed, unless almost all pairs have been generated.
    var tries = 100 * count
    while pairs.count < count, tries > 0, !requests.isEmpty {
      tries -= 1
      let first = Int.random(in: requests.indices, using: &generator)
      let second = Int.random(in: withRepetitions.indices, using: &generator)
      let disruptions = (0..<2).map { _ in
        Disruption.allCases.randomElement(using: &generator) ?? .lost
      }
      guard first != second,
        disruptions[0].concerns(withRepetitions[min(first, second)].operation),
        disruptions[1].concerns(withRepetitions[max(first, second)].operation)
      else { continue }
      let pair = RehearsalCase(
        .init(request: withRepetitions[min(first, second)], disruption: disruptions[0]),
        .init(request: withRepetitions[max(first, second)], disruption: disruptions[1]))
      if generated.insert(pair).inserted { pairs.append(pair) }
    }
    return pairs
  }

  /// Whether the requests of a case can happen: a single one is made in the first run, and of two the
  /// other one may be a repetition.
  func contains(_ scenario: RehearsalCase) -> Bool {
    scenario.parts.contains { requests.contains($0.request) }
      && scenario.parts.allSatisfy {
        (scenario.parts.count > 1 ? withRepetitions : requests).contains($0.request)
      }
  }
}

/// A random number generator with a seed (SplitMix64).
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
