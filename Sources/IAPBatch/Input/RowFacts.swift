import IAPCore

/// What a row of iapctl's own output says of its payment's outcome and state, and which service a journal entry
/// is of.
struct RowFacts {
  /// The names of the facts in the input.
  static let keys = ownKeys + ["state", "consumed"]
  /// Those that only iapctl writes. What people call 'State' may be something else than a payment's state.
  private static let ownKeys = ["outcome", "server", "appKeyFingerprint"]

  /// Why the payment is not to be consumed; nil if the row does not say so.
  private let end: String?
  /// Whether the row says that an attempt may have consumed the payment.
  let isUnknown: Bool
  /// Nil if the row is no journal entry, and names no address: people have columns of this name, too.
  private let issuer: Issuer?

  static let none = RowFacts(keys.map { _ in nil }, isEntry: false)

  /// - Parameter values: one for each of the keys.
  init(_ values: [String?], isEntry: Bool) {
    let outcome = values[0].map { $0.lowercased().replacing("_", with: "-") }
    let isEnded = outcome.map { isEntry ? Self.ended.contains($0) : !Self.open.contains($0) }
    end =
      (isEnded == true ? values[0] : nil)
      ?? values[3].flatMap { Self.unpaid.contains($0.uppercased()) || Warning.isIn($0) ? $0 : nil }
      ?? values[4].flatMap {
        ColumnQuestion.isEnded.warns($0) || Warning.isIn($0) ? "consumed" : nil
      }
    isUnknown = outcome == ConsumeResult.Outcome.unknown.rawValue
    issuer = values[1].flatMap { isEntry && !$0.isEmpty || Self.isAddress($0) ? $0 : nil }.map {
      Issuer(ServerName(text: $0), fingerprint: values[2])
    }
  }

  /// The index of the fact that a header names, in ``keys``.
  static func index(of header: String) -> Int? {
    keys.firstIndex(of: header)
      ?? keys.firstIndex { InputColumn.folded($0) == InputColumn.folded(header) }
  }

  /// Whether iapctl alone has columns of a fact.
  static func isOwn(_ index: Int) -> Bool { index < ownKeys.count }

  /// Whether a text looks like the name of a server in a journal. The servers of a game have others.
  private static func isAddress(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":") }
  }

  /// The outcomes of the entries of a journal after which a payment is not to be consumed again.
  private static let ended: Set = ["consumed", "already-consumed", "refused", "skipped"]
  /// What a column of outcomes says of a payment that is still to be consumed.
  private static let open: Set = [
    "", ConsumeResult.Outcome.unknown.rawValue, ConsumeResult.Outcome.notSent.rawValue,
  ]
  /// The states in which a payment cannot be consumed.
  private static let unpaid = Set(
    PaymentState.allCases.filter { $0 != .success }.map(\.rawValue))

  /// Throws if the row is not of a payment of this service that is still to be consumed.
  func check(_ service: Issuer?) throws(LineProblem) {
    if let end { throw .ended(end) }
    guard let issuer, let service, issuer.server != service.server,
      issuer.fingerprint == nil || issuer.fingerprint != service.fingerprint
    else { return }
    throw .otherServer(issuer.server.text, than: service.server.text)
  }
}
