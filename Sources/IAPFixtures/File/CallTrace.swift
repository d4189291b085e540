import IAPCore

/// Is told of each call of a store: the request, its outcome and its duration, and no token.
package struct CallTrace: Sendable {
  let clock: @Sendable () -> Duration
  private let tell: @Sendable (String) -> Void

  package init(
    clock: @escaping @Sendable () -> Duration, tell: @escaping @Sendable (String) -> Void
  ) {
    (self.clock, self.tell) = (clock, tell)
  }

  /// - Parameter markets: empty for all; nil if the line does not name them.
  func end<Answer>(
    _ call: String, in markets: [StoreCode]? = nil, _ result: Result<Answer, IAPError>,
    since start: Duration, _ text: (Answer) -> String
  ) {
    let names = markets.map { $0.isEmpty ? "all markets" : $0.map(\.text).joined(separator: ", ") }
    let outcome =
      switch result {
      case .success(let answer): text(answer)
      case .failure(let error): "\(error.name), \(error.outcome.rawValue)"
      }
    let time = (clock() - start).inMilliseconds
    tell("\(call)\(names.map { " in \($0)" } ?? ""): \(outcome), \(time)")
  }
}
