package import IAPCore
package import JSON

/// An error in the dialect `fixture`, with its exact reason, so that the client can write its own
/// message.
///
/// `{"domain": "com.nhncloud.iap", "code": 3, "name": "productNotAvailable", "serverCode": null,`
/// `"outcome": "not-applied", "reason": {"name": "noSuchProduct", "product": "gem",`
/// `"market": "AS", "soldIn": ["GG"]}}`
///
/// The domain of iapctl's own errors is `iapctl`, with the code null. `reason` is null if the cause
/// is inside the server, which the client is not told.
package struct FixtureError: Sendable {
  private var domain = ""
  private var code: Int?
  private var name = ""
  private var serverCode: Int?
  private var outcome = ""
  private var reason: IAPError.Reason?
  private var payment: Identifier?

  private init() {}

  private init(_ error: IAPError) {
    (domain, code, name) = (error.domain, error.number, error.name)
    (serverCode, outcome) = (error.serverCode, error.outcome.rawValue)
    reason = error.reason
    if case .receipt = error.reason { payment = error.subject.paymentSeq }
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
      .optional("paymentSeq", \.payment, .identifier, "the payment of the receipt"),
    ])

  /// Read as any text: an unknown outcome makes ``error(otherwise:)`` return nil, but the response
  /// around it stays readable.
  private static let outcome = JSONCodec<String>.text.map(
    as: .choice(["not-applied", "applied", "unknown"]), write: { $0 }, read: { $0 })

  /// The error of one payment or one market inside a result.
  package static let codec = fields.codec.map(write: FixtureError.init) { fields in
    let fallback = IAPError.Reason.serverSaid(
      code: fields.serverCode ?? ServerCode.unknown.rawValue, message: fields.name)
    return fields.error(otherwise: fallback)
      ?? IAPError(.iap(.unknown), fallback, serverCode: fields.serverCode, outcome: .unknown)
  }

  /// The error for the client.
  ///
  /// - Parameter fallback: the reason if the server sent none.
  /// - Returns: nil if the code or the outcome is unknown.
  package func error(otherwise fallback: IAPError.Reason) -> IAPError? {
    guard let code = knownCode, let outcome = IAPError.Outcome(rawValue: outcome) else {
      return nil
    }
    return IAPError(code, reason ?? fallback, serverCode: serverCode, outcome: outcome)
      .about(paymentSeq: payment)
  }

  private var knownCode: IAPError.Code? {
    switch domain {
    case ErrorDomain.iap.text: code.flatMap(IAPCode.init).map { .iap($0) }
    case ErrorDomain.http.text: code.flatMap(HTTPCode.init).map { .http($0) }
    case "iapctl":
      Self.ofStores.first { $0.name == name }.map { .iapctl($0) }
    default: nil
    }
  }

  /// The codes of iapctl that a server can send: errors of a payment or of the server's store. All
  /// other codes are about the client's own command line.
  private static let ofStores: [ConsoleCode] = [
    .paymentNotFound, .storeMissing, .storeIsDirectory, .storeUnreadable, .storeDamaged,
    .storeTooNew, .storeReadOnly, .storeBusy, .storeNotWritten, .storeReplaced,
  ]
}

/// The reason of an error: the name of a case of ``IAPError/Reason``, and its associated values by
/// name.
///
/// Reasons that are not in the table are internal errors of the server, and are not sent.
enum FixtureReason {
  /// An unknown reason, or one without a required member, is read as nil.
  static let codec = JSONCodec<IAPError.Reason?>(
    .nullable(.object(schema)),
    write: { reason in
      guard let reason else { return .null }
      return cases.lazy.compactMap { $0.write(reason) }.first ?? .null
    },
    read: { value throws(JSONProblem) in
      if value == .null { return nil }
      guard case .object(let members) = value else { throw .not(.object) }
      guard case .string(let name)? = members.first(where: { $0.name == "name" })?.value else {
        return nil
      }
      return cases.first { $0.name == name }?.read(value)
    })

  private static let schema: JSONSchema.Object = {
    var members = [JSONSchema.Member("name", .text, isRequired: true)]
    for part in cases.flatMap(\.members) where !members.contains(where: { $0.name == part.name }) {
      members.append(part)
    }
    return JSONSchema.Object("Reason", members)
  }()

  private static let cases = ReasonCase.all
}
