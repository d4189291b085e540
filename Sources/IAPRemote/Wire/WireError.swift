import IAPCore

/// An error as a server of the dialect `fixture` writes it: the code, and what exactly happened.
struct WireError: Decodable, Sendable {
  let domain: String
  /// The number in its domain; nil for an error of iapctl's own, which has a name.
  let code: Int?
  let name: String
  let serverCode: Int?
  let outcome: String
  let reason: WireReason?

  /// The error itself.
  ///
  /// - Parameter fallback: what to say where it is not told what exactly happened.
  /// - Returns: nil for a code or an outcome that nobody knows.
  func error(_ redactor: Redactor, fallback: IAPError.Reason) -> IAPError? {
    guard let code = knownCode, let outcome = IAPError.Outcome(rawValue: outcome) else {
      return nil
    }
    return IAPError(
      code, reason?.reason(redactor) ?? fallback, serverCode: serverCode, outcome: outcome)
  }

  /// The error of one payment or one market among others.
  func error(_ redactor: Redactor) -> IAPError {
    let fallback = IAPError.Reason.serverSaid(
      code: serverCode ?? ServerCode.unknown.rawValue, message: redactor.redacted(name))
    return error(redactor, fallback: fallback)
      ?? IAPError(.iap(.unknown), fallback, serverCode: serverCode, outcome: .unknown)
  }

  private var knownCode: IAPError.Code? {
    switch domain {
    case ErrorDomain.iap.text: code.flatMap(IAPCode.init).map { .iap($0) }
    case ErrorDomain.http.text: code.flatMap(HTTPCode.init).map { .http($0) }
    case "iapctl":
      ConsoleCode(rawValue: name).flatMap { Self.ofStores.contains($0) ? $0 : nil }
        .map { .iapctl($0) }
    default: nil
    }
  }

  /// What can be wrong with a payment or a store that somebody else opened. The rest of iapctl's
  /// own codes is about a command line, and nobody else's to say.
  private static let ofStores: Set<ConsoleCode> = [
    .paymentNotFound, .storeMissing, .storeIsDirectory, .storeUnreadable, .storeDamaged,
    .storeTooNew, .storeReadOnly, .storeBusy, .storeNotWritten,
  ]
}

/// What exactly happened: the name of a case of `IAPError.Reason`, and its parts by their names.
struct WireReason: Decodable, Sendable {
  private enum Part: Decodable, Sendable {
    case text(String)
    case list([String])
    /// Null, or what no part is.
    case nothing

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let list = try? container.decode([String].self) {
        self = .list(list)
      } else {
        self = .nothing
      }
    }
  }

  private let parts: [String: Part]

  init(from decoder: any Decoder) throws {
    parts = try decoder.singleValueContainer().decode([String: Part].self)
  }

  /// - Returns: nil where the name is not known, or a part of it is not there.
  func reason(_ redactor: Redactor) -> IAPError.Reason? {
    ReasonReader(
      texts: parts.compactMapValues {
        if case .text(let text) = $0 { redactor.redacted(text) } else { nil }
      },
      lists: parts.compactMapValues {
        if case .list(let list) = $0 { list.map { redactor.redacted($0) } } else { nil }
      }
    ).reason
  }
}
