import IAPCore
import IAPMessages
import JSON
import Languages

/// An error in JSON: as a document, and as the members of an object. It is English in each language,
/// because programs read it.
enum ErrorRecord {
  static let language = Language.english

  static func document(
    of error: IAPError, at place: PlaceName?, exit: ExitStatus, hint: String?
  ) -> JSONValue {
    .object([.init("error", .object(members(of: error, at: place, exit: exit, hint: hint)))])
  }

  /// - Parameter place: where the request was sent, if the message is to name it.
  static func members(
    of error: IAPError, at place: PlaceName? = nil, exit: ExitStatus, hint: String?
  ) -> [JSONValue.Member] {
    let subject = error.subject
    let message =
      language.text(ErrorMessages.message(of: error))
      + (place.map { " (\(language.text(PlaceMessages.name($0))))" } ?? "")
    return [
      .init("name", .string(error.name)), .init("domain", .string(error.domain)),
      .init("code", error.number.map(JSONValue.integer) ?? .null),
      .init("serverCode", error.serverCode.map(JSONValue.integer) ?? .null),
      .init("httpStatus", error.httpStatus.map(JSONValue.integer) ?? .null),
      .init("paymentSeq", .text(subject.paymentSeq?.text)),
      .init("storeCode", .text(subject.storeCode?.text)),
      .init("productIdentifier", .text(subject.productIdentifier?.text)),
      .init("message", .string(message)), .init("hint", .text(hint)),
      .init("outcome", .string(error.outcome.rawValue)),
      .init("retryable", .flag(exit != .unknown && ExitStatus(of: error).isRetryable)),
      .init("exitCode", .integer(exit.code)),
    ]
  }
}
