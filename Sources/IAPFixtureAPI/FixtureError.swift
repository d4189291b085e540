package import IAPCore
package import JSON

/// An error under the dialect `fixture`: the code, and what exactly happened, so that whoever reads
/// it can tell it in its own words.
///
/// `{"domain": "com.nhncloud.iap", "code": 3, "name": "productNotAvailable", "serverCode": null,`
/// `"outcome": "not-applied", "reason": {"name": "noSuchProduct", "product": "gem", "market": "AS",`
/// `"soldIn": ["GG"]}}`
///
/// The domain of iapctl's own errors is `iapctl`, and their code null. `reason` is null if the
/// trouble is the server's own, which is not told to the client.
package struct FixtureError: Sendable {
  private var domain = ""
  private var code: Int?
  private var name = ""
  private var serverCode: Int?
  private var outcome = ""
  private var reason: IAPError.Reason?

  private init() {}

  private init(_ error: IAPError) {
    (domain, code, name) = (error.domain, error.number, error.name)
    (serverCode, outcome) = (error.serverCode, error.outcome.rawValue)
    reason = error.reason
  }

  package static let fields = JSONFields(
    FixtureError(), named: "Error",
    [
      .required(
        "domain", \.domain, .text, "com.nhncloud.iap, com.nhncloud.http or iapctl"),
      .nullable("code", \.code, .integer, "the number in its domain; null in iapctl"),
      .required("name", \.name, .text),
      .nullable("serverCode", \.serverCode, .integer, "what the IAP server would say"),
      .required("outcome", \.outcome, outcome),
      .required("reason", \.reason, FixtureReason.codec, "what exactly happened"),
    ])

  /// An outcome that is not known is the error's own affair, not that of the text around it.
  private static let outcome = JSONCodec<String>.text.map(
    as: .choice(["not-applied", "applied", "unknown"]), write: { $0 }, read: { $0 })

  /// The error of one payment or one market among others.
  package static let codec = fields.codec.map(write: FixtureError.init) { fields in
    let fallback = IAPError.Reason.serverSaid(
      code: fields.serverCode ?? ServerCode.unknown.rawValue, message: fields.name)
    return fields.error(otherwise: fallback)
      ?? IAPError(.iap(.unknown), fallback, serverCode: fields.serverCode, outcome: .unknown)
  }

  /// The error itself.
  ///
  /// - Parameter fallback: what happened, if it is not told.
  /// - Returns: nil for a code or an outcome that is not known.
  package func error(otherwise fallback: IAPError.Reason) -> IAPError? {
    guard let code = knownCode, let outcome = IAPError.Outcome(rawValue: outcome) else {
      return nil
    }
    return IAPError(code, reason ?? fallback, serverCode: serverCode, outcome: outcome)
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

  /// What can be wrong with a payment or a store that another process opened. The rest of iapctl's
  /// own codes is about a command line.
  private static let ofStores: Set<ConsoleCode> = [
    .paymentNotFound, .storeMissing, .storeIsDirectory, .storeUnreadable, .storeDamaged,
    .storeTooNew, .storeReadOnly, .storeBusy, .storeNotWritten,
  ]
}
