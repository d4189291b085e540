import CommandLine
import IAPCore

/// `iapctl explain`. It needs no backend.
enum ExplainCommand: Command {
  static let code = Operand(.one, .errorCode, "the error code")
  static let domain = Option(
    "domain", ValueParser<ErrorDomain>.choice("DOMAIN"),
    fallback: "all domains that have the code", "only this domain")

  static let specification = CommandSpecification(
    "explain an error code",
    discussion: [
      "Explains when an error occurs and what to do about it. A code belongs to a domain: "
        + "com.nhncloud.iap (iap), com.nhncloud.http (http), or the result codes of the IAP "
        + "server (server). The same number means something else in each domain, and in other "
        + "SDKs. The domains of the old SDK, com.toast.iap and com.toast.http, have the numbers "
        + "of com.nhncloud.iap and com.nhncloud.http.",
      "The field retryable says whether another attempt may succeed. It applies only if nothing "
        + "was applied.",
    ],
    heading: "Tools", options: [domain.specification], operands: [code.specification],
    examples: [
      Example("iapctl explain 14", "explain code 14"),
      Example("iapctl explain 5018 --lang ko", "explain a result code of the server in Korean"),
      Example("iapctl explain 0 --domain server -o json", "explain code 0 of the server only"),
    ],
    fields: ExplanationRecord.schema.documented)

  static let needs = SettingsNeed.environment

  struct Inputs: Equatable, Sendable {
    /// Digits. The number may be larger than an `Int`.
    var code: String
    /// Nil means all domains.
    var domain: ErrorDomain?
    var language: Language
  }

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    Inputs(
      code: try arguments.value(of: code), domain: try arguments.value(of: domain),
      language: settings.language)
  }

  static func schema(for inputs: Inputs) -> RecordSchema? { ExplanationRecord.schema }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    let found =
      Int(inputs.code).map { ErrorCatalogue.explanations(of: $0, in: inputs.domain) } ?? []
    guard !found.isEmpty else {
      throw IAPError.iapctl(.codeNotFound, .codeNotListed(inputs.code, in: inputs.domain))
    }
    let records = found.map { ExplanationRecord.make($0, in: inputs.language) }
    return Report(.lists([RecordSection("codes", ExplanationRecord.schema, records: records)]))
  }
}

extension ValueParser where Value == String {
  /// An error code. Its number may be larger than any listed code.
  fileprivate static let errorCode = ValueParser(
    "CODE", expectation: "a whole number", kind: .suggestions(codes)
  ) { word in
    !word.isEmpty && word.utf8.allSatisfy { (0x30...0x39).contains($0) } ? word : nil
  }

  // Uses only the raw values, which is fast: this runs at every start of iapctl.
  private static let codes = Set(
    IAPCode.allCases.map(\.rawValue) + HTTPCode.allCases.map(\.rawValue)
      + ServerCode.allCases.map(\.rawValue)
  ).sorted().map { String($0) }
}
