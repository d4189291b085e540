import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import Languages

/// `iapctl explain`. It needs no backend.
struct ExplainCommand: Command {
  static let code = Operand(.one, .errorCode, "the error's code or name")
  static let status = Operand(
    .optional, at: 1, ValueParser<Int>("STATUS", expectation: "an exit status") { Int($0) },
    "after 'exit': an exit status of iapctl")
  static let domain = Option(
    "domain", .errorDomain, fallback: "all domains that have it", "only this domain")

  static let specification = CommandSpecification(
    "explain an error code",
    discussion: [
      "Explains when an error occurs and what to do about it. A code belongs to a domain: "
        + "com.nhncloud.iap (iap), com.nhncloud.http (http), or the result codes of the IAP "
        + "server (server). The same number means something else in each domain, and in other "
        + "SDKs. The domains of the old SDK, com.toast.iap and com.toast.http, have the numbers "
        + "of com.nhncloud.iap and com.nhncloud.http. The errors of iapctl itself (iapctl) have "
        + "no numbers.",
      "Gamebase's server API (gamebase) has those of the IAP server, and codes of its own, most of "
        + "which are negative.",
      "NAME is the member 'name' of a JSON error, such as paymentNotFound; it is compared without "
        + "case.",
      "The field retryable says whether another attempt may succeed. It applies only if nothing "
        + "was applied.",
    ],
    heading: "Tools", options: [domain.specification],
    operands: [code.specification, status.specification],
    examples: [
      Example("iapctl explain 14", "explain code 14"),
      Example("iapctl explain unsettled", "explain the name of an error"),
      Example(
        "iapctl explain 5018 --domain server --lang ko",
        "explain a result code of the server in Korean"),
    ])

  static let needs = SettingsNeed.environment
  static let schema = ExplanationRecord.schema

  /// Digits, or a name. The number may be larger than an `Int`.
  let code: String
  /// Nil means all domains.
  let domain: ErrorDomain?
  /// Whether the codes are those of the old SDK.
  let isOldSDK: Bool
  let status: Int?

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    var words = try arguments.value(of: Self.code).split(separator: " ").map(String.init)
    code = words.removeFirst()
    domain = try arguments.value(of: Self.domain)
    isOldSDK = arguments.values[Self.domain.specification.name]?.last?.contains("toast") == true
    let statuses = try words.compactMap { Int($0) } + arguments.values(of: Self.status)
    guard statuses.count == (code == "exit" ? 1 : 0) else {
      throw .argument(
        statuses.last.map { .extraOperand("\($0)", help: "iapctl explain --help") }
          ?? .missingOperand("STATUS", help: "iapctl explain --help"))
    }
    status = statuses.first ?? (domain == nil ? Int(code) : nil)
  }

  /// The place in ``ProductType/known`` of a type that has the name of the SDKs' enum.
  private var productType: Int? {
    ProductType.ofSDK.firstIndex { name, _ in
      ["NHNCloudProductType", "ToastProductType"].contains {
        ($0 + name).lowercased() == code.lowercased()
      }
    }
  }

  func run(in context: Context) async throws -> Report {
    let found = ErrorCatalogue.explanations(ofCodeOrName: code, in: domain).filter {
      // The old SDK has one code less.
      !isOldSDK || $0.domain != .iap || $0.name != IAPCode.purchaseLimitExceeded.name
    }
    let meaning = status.flatMap(ExitStatus.meaning)
    let outcome = domain == nil ? ConsumeResult.Outcome(rawValue: code) : nil
    let type = domain == nil ? productType : nil
    guard !found.isEmpty || meaning != nil || outcome != nil || type != nil else {
      if isOldSDK, code == "\(IAPCode.purchaseLimitExceeded.rawValue)" {
        throw IAPError.iapctl(.codeNotFound, .codeNotInOldSDK(code))
      }
      throw IAPError.iapctl(
        .codeNotFound,
        code == "exit"
          ? .exitStatusNotListed(status ?? 0) : .codeNotListed(code, in: domain))
    }
    let form = ExplanationRecord(context.settings)
    let records =
      found.map(form.record) + (meaning.map { [form.record(exit: status ?? 0, $0)] } ?? [])
      + (outcome.map { [form.record($0)] } ?? []) + (type.map { [form.record(type: $0)] } ?? [])
    return Report(.lists([RecordSection("codes", ExplanationRecord.schema, records: records)]))
  }
}

extension ValueParser where Value == String {
  /// An error code or a name. The number may be larger than any listed code.
  fileprivate static let errorCode = ValueParser(
    "CODE|NAME", expectation: "a code or a name of an error", kind: .suggestions(codes + ownNames)
  ) { word in
    // A status is quoted with its word, too: 'exit 7'.
    let code = word.hasPrefix("exit ") ? word.dropFirst(5) : word[...]
    return !code.isEmpty && (ErrorCatalogue.isNumber(String(code)) || isName(String(code)))
      ? word : nil
  }

  private static func isName(_ word: String) -> Bool {
    word.utf8.first != UInt8(ascii: "-")
      && word.utf8.allSatisfy { byte in
        (0x41...0x5A).contains(byte & 0xDF) || byte == UInt8(ascii: "_")
          || byte == UInt8(ascii: "-")
      }
  }

  private static let ownNames =
    ConsoleCode.allCases.map(\.name) + ConsumeResult.Outcome.allCases.map(\.rawValue)

  // Uses only the raw values, which is fast: this runs at every start of iapctl.
  private static let codes = Set(
    IAPCode.allCases.map(\.rawValue) + HTTPCode.allCases.map(\.rawValue)
      + ServerCode.allCases.map(\.rawValue) + GamebaseCode.allCases.map(\.rawValue)
  ).sorted().map { String($0) }
}

extension ValueParser where Value == ErrorDomain {
  fileprivate static let errorDomain = ValueParser(
    "DOMAIN", expectation: "one of \(names.joined(separator: ", "))", kind: .choices(names)
  ) { ErrorDomain(named: $0) }

  private static let names = {
    let short = ErrorDomain.allCases.map(\.rawValue)
    return short + ErrorDomain.allCases.flatMap(\.names).filter { !short.contains($0) }
  }()
}
