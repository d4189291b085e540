import IAPCore
import IAPMessages
import IAPWire

/// What the queries for the checks of a server showed.
struct ServerChecks: Sendable {
  /// The outcome of the query of each market, by the name of its check.
  var markets: [(name: String, error: IAPError?)] = []
  /// How far the clock of the server is ahead of this machine, in seconds; nil if it is not known.
  var ahead: Int64?

  /// What must succeed before a request is sent, in this order.
  private enum Step: String, CaseIterable {
    case name, connection, tls
  }

  /// A clock that differs by more is reported: times in the journal and in reports would be wrong, and
  /// a certificate may seem to be expired.
  private static let farthest: Int64 = 60

  /// The checks, in their order.
  ///
  /// - Parameters:
  ///   - isPlain: whether the requests were not encrypted.
  ///   - api: the API that was asked.
  func checks(isPlain: Bool, api: WireDialect) -> [ProfileCheck] {
    let isReached = markets.contains { $0.error.map(Self.isAnswer) ?? true }
    let failed = isReached ? nil : markets.lazy.compactMap(\.error).first { Self.step($0) != nil }
    return steps(failed, isReached: isReached, isPlain) + [key(isReached, api)]
      + markets.map { market($0, isReached) } + [clock(isReached)]
  }

  private func steps(_ failed: IAPError?, isReached: Bool, _ isPlain: Bool) -> [ProfileCheck] {
    let last = failed.flatMap(Self.step)
    var isPassed = isReached || last != nil
    return Step.allCases.map { step in
      if let failed, step == last {
        isPassed = false
        return .failed(step.rawValue, failed)
      }
      guard isPassed else { return .skipped(step.rawValue, CheckMessages.notReached) }
      return step == .tls && isPlain
        ? .skipped(step.rawValue, CheckMessages.notEncrypted) : .ok(step.rawValue)
    }
  }

  /// Whether the server, or what stands in its place, gave the error, or gave no answer in time.
  private static func isAnswer(_ error: IAPError) -> Bool {
    if case .iapctl = error.code { return false }
    return step(error) == nil
  }

  /// The step that failed. Nil for all other errors.
  private static func step(_ error: IAPError) -> Step? {
    switch error.reason {
    case .server(_, .unresolved), .libraryMissing: .name
    case .server(_, .unreachable): .connection
    case .server(_, .untrusted): .tls
    default: nil
    }
  }

  // MARK: The app key

  private var refusal: IAPError? { markets.lazy.compactMap(\.error).first { $0.refusesKey } }

  /// Whether the server knows the key: it does if it answers for one market at least.
  private var isKeyRefused: Bool { refusal != nil && !markets.contains { $0.error == nil } }

  private func key(_ isReached: Bool, _ api: WireDialect) -> ProfileCheck {
    let name = "key"
    guard api.traits.credential != nil else {
      return .skipped(name, CheckMessages.noAppKey(api: api.rawValue))
    }
    guard isReached else { return .skipped(name, CheckMessages.notReached) }
    if isKeyRefused, let refusal { return .failed(name, refusal) }
    return markets.contains { $0.error == nil } ? .ok(name) : .skipped(name, CheckMessages.noAnswer)
  }

  private func market(
    _ market: (name: String, error: IAPError?), _ isReached: Bool
  ) -> ProfileCheck {
    guard let error = market.error else { return .ok(market.name) }
    if !isReached, Self.step(error) != nil {
      return .skipped(market.name, CheckMessages.notReached)
    }
    return isKeyRefused && error.refusesKey
      ? .skipped(market.name, CheckMessages.keyRefused) : .failed(market.name, error)
  }

  private func clock(_ isReached: Bool) -> ProfileCheck {
    let name = "clock"
    guard isReached else { return .skipped(name, CheckMessages.notReached) }
    guard let ahead else { return .skipped(name, CheckMessages.noServerTime) }
    guard ahead.magnitude > Self.farthest else {
      return .ok(name, CheckMessages.clock(ahead: ahead))
    }
    return ProfileCheck(
      name: name, result: .failed, detail: CheckMessages.clock(ahead: ahead),
      remedy: CheckMessages.setClock)
  }
}

extension IAPError {
  /// Whether the server refused the credentials.
  var refusesKey: Bool { httpStatus == 401 || httpStatus == 403 }
}
