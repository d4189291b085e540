import CommandLine
import IAPCore
import JSON

/// An error in JSON: as a document, and as the members of an object.
enum ErrorRecord {
  static func document(
    of error: IAPError, in language: Language, exit: ExitStatus, hint: String?
  ) -> JSONValue {
    .object([.init("error", .object(members(of: error, in: language, exit: exit, hint: hint)))])
  }

  static func members(
    of error: IAPError, in language: Language, exit: ExitStatus, hint: String?
  ) -> [JSONValue.Member] {
    let subject = error.subject
    return [
      .init("name", .string(error.name)), .init("domain", .string(error.domain)),
      .init("code", error.number.map(JSONValue.integer) ?? .null),
      .init("serverCode", error.serverCode.map(JSONValue.integer) ?? .null),
      .init("httpStatus", error.httpStatus.map(JSONValue.integer) ?? .null),
      .init("paymentSeq", .text(subject.paymentSeq?.text)),
      .init("storeCode", .text(subject.storeCode?.text)),
      .init("productIdentifier", .text(subject.productIdentifier?.text)),
      .init("message", .string(ErrorMessages.message(of: error, in: language))),
      .init("hint", .text(hint)),
      .init("outcome", .string(error.outcome.rawValue)),
      .init("retryable", .flag(error.isRetryable)),
      .init("exitCode", .integer(exit.code)),
    ]
  }
}
