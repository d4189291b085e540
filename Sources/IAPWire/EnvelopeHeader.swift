import IAPCore
package import JSON

/// The header of every response. Unknown members are ignored. A known member with a wrong type makes
/// the response invalid.
package struct EnvelopeHeader: Sendable {
  package private(set) var isSuccessful = false
  package private(set) var resultCode = 0
  package private(set) var resultMessage: String?
  /// The SDK's error as ``FixtureError`` writes it (``WireTraits/hasExactErrors``).
  package private(set) var error: JSONValue?

  /// The client's number of the call (``WireTraits/callNumberHeader``). It proves nothing.
  private var callNumber: String?

  private init() {}

  package init(
    isSuccessful: Bool, code: Int, message: String, error: JSONValue?, callNumber: String?
  ) {
    (self.isSuccessful, resultCode, resultMessage) = (isSuccessful, code, message)
    (self.error, self.callNumber) = (error, callNumber)
  }

  /// Whether `isSuccessful` and `resultCode` contradict each other.
  package var isContradiction: Bool {
    isSuccessful != (resultCode == ServerCode.success.rawValue)
  }

  /// The header of a dialect without exact errors.
  package static let fields = JSONFields(EnvelopeHeader(), named: "Header", members)

  package static let fieldsWithError = JSONFields(
    EnvelopeHeader(), named: "FixtureHeader", members + [.optional("error", \.error, error)])

  package static let fieldsWithCallNumber = JSONFields(
    EnvelopeHeader(), named: "GamebaseHeader",
    [.optional("transactionId", \.callNumber, .text, "the client's number of the call")]
      + members)

  private static let members: [JSONField<EnvelopeHeader>] = [
    .required("isSuccessful", \.isSuccessful, .flag),
    .required(
      "resultCode", \.resultCode, plainInteger,
      ServerCode.allCases.map { "\($0.rawValue) \($0.name)" }.joined(separator: ", ")),
    .nullable("resultMessage", \.resultMessage, .text, "for people").described(as: .text),
  ]

  /// A result code must be written as a plain integer: `5018.0` and `50.18e2` are invalid.
  private static let plainInteger = JSONCodec(.number, write: { .integer($0) }) {
    value throws(JSONProblem) in
    guard let code = value.digits.flatMap({ Int($0) }) else { throw .not(.wholeNumber) }
    return code
  }

  /// Kept as it is: an invalid error is ignored.
  private static let error = JSONCodec<JSONValue>(
    .object(FixtureError.fields.schema), write: { $0 }, read: { $0 })
}
