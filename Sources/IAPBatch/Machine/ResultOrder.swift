/// Gives results in the order of completion, or in the order of the input.
struct ResultOrder: Hashable, Sendable {
  private let isKept: Bool
  private var waiting: [Int: ConsumeResult] = [:]
  private var next = 0
  private var ready: [ConsumeResult] = []

  /// - Parameter isKept: whether results are given in the order of the input.
  init(isKept: Bool) { self.isKept = isKept }

  /// The number of results that wait for the result of an earlier payment.
  var held: Int { waiting.count }

  mutating func add(_ result: consuming ConsumeResult) {
    guard isKept, result.claimed.index != next else {
      if isKept { next += 1 }
      ready.append(result)
      return
    }
    waiting[result.claimed.index] = result
  }

  /// Removes and returns the results that can be reported now.
  mutating func take() -> [ConsumeResult] {
    while !waiting.isEmpty, let result = waiting.removeValue(forKey: next) {
      ready.append(result)
      next += 1
    }
    defer { ready = [] }
    return ready
  }
}
