/// Hands results on as they come, or holds them until those before them are there.
struct ReorderBuffer {
  private let isKept: Bool
  private var waiting: [Int: ConsumeResult] = [:]
  private var next = 0
  private var ready: [ConsumeResult] = []

  /// - Parameter isKept: whether results leave in the order in which their payments came.
  init(isKept: Bool) { self.isKept = isKept }

  /// How many may leave now.
  var count: Int { ready.count }

  /// How many wait for one before them.
  var held: Int { waiting.count }

  /// - Parameter place: the payment's, counted from 0.
  mutating func add(_ result: ConsumeResult, at place: Int) {
    guard isKept else {
      ready.append(result)
      return
    }
    waiting[place] = result
    while let result = waiting.removeValue(forKey: next) {
      ready.append(result)
      next += 1
    }
  }

  /// What may leave now.
  mutating func take() -> [ConsumeResult] {
    defer { ready.removeAll(keepingCapacity: true) }
    return ready
  }
}
