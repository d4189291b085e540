import IAPCore
import IAPFixtureAPI
import JSON

/// The header of every response of the IAP server. Unknown fields are ignored. A known field with a
/// wrong type makes the response invalid.
struct EnvelopeHeader: Sendable {
  private(set) var isSuccessful = false
  private(set) var resultCode = 0
  private(set) var resultMessage: String?
  /// The SDK's error, which only the dialect `fixture` sends.
  private(set) var error: JSONValue?

  static let fields = JSONFields(
    EnvelopeHeader(),
    [
      .required("isSuccessful", \.isSuccessful, .flag),
      .required("resultCode", \.resultCode, plainInteger),
      .nullable("resultMessage", \.resultMessage, .text), .nullable("error", \.error, .any),
    ])

  /// A result code must be written as a plain integer: `5018.0` and `50.18e2` are invalid.
  private static let plainInteger = JSONCodec(.number, write: { .integer($0) }) {
    value throws(JSONProblem) in
    guard let code = value.digits.flatMap({ Int($0) }) else { throw .not("a whole number") }
    return code
  }

  /// The header with the request's secrets removed from its texts.
  func redacted(by redactor: Redactor) -> EnvelopeHeader {
    var header = self
    header.resultMessage = redactor.redacted(resultMessage)
    header.error = error.map { redactor.redacted($0) }
    return header
  }

  /// Whether `isSuccessful` and `resultCode` contradict each other.
  var isContradiction: Bool { isSuccessful != (resultCode == ServerCode.success.rawValue) }
}

/// What the body of a response with status 200 proves.
enum DecodedResponse<Body: Sendable>: Sendable {
  case success(Body)
  /// A complete envelope with a failure code.
  case refusal(EnvelopeHeader)
  /// The response differs from the documented format, and proves nothing.
  case invalid(String)
}

/// The body of a response with status 200: a header, and the result if the call succeeded.
struct Envelope {
  let header: EnvelopeHeader
  /// Nil if it is missing.
  private let result: JSONValue?

  /// - Parameter isChange: whether the call changes something. Then its result is checked as
  ///   strictly as the header.
  static func read<Body: Sendable>(
    _ body: JSONCodec<Body>, from bytes: [UInt8], isChange: Bool = false
  ) -> DecodedResponse<Body> {
    do {
      let envelope = try Envelope(bytes, isChange: isChange)
      let header = envelope.header
      guard !header.isContradiction else {
        return .invalid(
          "isSuccessful is \(header.isSuccessful) and resultCode \(header.resultCode)")
      }
      guard header.isSuccessful else { return .refusal(header) }
      return .success(try envelope.result(as: body))
    } catch let problem as JSONProblem {
      return .invalid(words(for: problem))
    } catch {
      return .invalid("a part of it cannot be read")
    }
  }

  /// Rejects duplicate keys, because readers differ in which one they use. Rows of lists are not
  /// checked: a sample in the guide has a duplicate key there.
  private init(_ bytes: [UInt8], isChange: Bool) throws {
    guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
      throw JSONProblem("it has a byte-order mark")
    }
    var reader = JSONReader(bytes, rules: .response)
    var members: [JSONValue.Member] = []
    try reader.beginObject()
    while let name = try reader.nextKey() {
      let isRead = name == "header" || name == "result"
      members.append(.init(name, isRead ? try reader.value() : .null))
      if !isRead { try reader.skip() }
    }
    try reader.finish()
    let envelope = JSONValue.object(members)
    let header = envelope["header"]
    try Self.refuseRepeatedKeys(in: envelope, "it")
    try Self.refuseRepeatedKeys(in: header, "header")
    try Self.refuseRepeatedKeys(in: header?["error"], "header.error")
    result = envelope["result"]
    if isChange { try Self.refuseRepeatedKeys(in: result, "result") }
    guard let header else { throw JSONProblem(place: "header", problem: "missing") }
    do throws(JSONProblem) {
      self.header = try EnvelopeHeader.fields.read(header)
    } catch {
      throw error.below("header")
    }
  }

  private func result<Body: Sendable>(as body: JSONCodec<Body>) throws(JSONProblem) -> Body {
    do throws(JSONProblem) {
      guard let result else { throw JSONProblem("missing") }
      return try body.read(result)
    } catch {
      throw error.below("result")
    }
  }

  private static func refuseRepeatedKeys(
    in value: JSONValue?, _ place: String
  ) throws(JSONProblem) {
    guard let members = value?.members, members.count > 1 else { return }
    // A few names are compared faster than they are put into a set.
    let isRepeated =
      members.count <= 8
      ? members.indices.contains { index in
        members[..<index].contains { $0.name.isSame(as: members[index].name) }
      } : Set(members.map { Array($0.name.utf8) }).count < members.count
    // The message does not quote the key, which may be any text of the server.
    if isRepeated { throw JSONProblem("a key appears twice in \(place)") }
  }

  /// How the response differs from the documented format. The message contains no value, which may
  /// be secret.
  private static func words(for problem: JSONProblem) -> String {
    if problem.position != nil { return "not JSON" }
    return problem.place.isEmpty ? problem.problem : "\(problem.place) is \(problem.problem)"
  }
}

extension String {
  /// Whether the bytes are the same; `==` also compares other spellings of one character.
  fileprivate func isSame(as other: String) -> Bool {
    self == other && utf8.elementsEqual(other.utf8)
  }
}

extension DecodedResponse {
  func map<Other>(_ transform: (Body) -> Other) -> DecodedResponse<Other> {
    flatMap { .success(transform($0)) }
  }

  func flatMap<Other>(_ transform: (Body) -> DecodedResponse<Other>) -> DecodedResponse<Other> {
    switch self {
    case .success(let body): transform(body)
    case .refusal(let header): .refusal(header)
    case .invalid(let problem): .invalid(problem)
    }
  }
}

/// Removes secrets from texts of the server or of libcurl: a server may echo the request.
struct Redactor: Sendable {
  private let secrets: [Secret]

  private static let mark = Array(Secret("").description.utf8)

  init(_ secrets: [Secret]) { self.secrets = secrets }

  /// Each secret as plain text, in JSON and in a URL; the longest first. Made only if there is a
  /// text to redact, because most responses have none.
  private var forms: [[UInt8]] {
    let forms = Set(secrets.flatMap { Self.forms(of: $0.revealed) })
    return forms.filter { !$0.isEmpty }.sorted { $0.count > $1.count }
  }

  private static func forms(of text: String) -> [[UInt8]] {
    let json = Array(JSONValue.string(text).line.utf8.dropFirst().dropLast())
    return [
      Array(text.utf8), json, json.replacing("/".utf8, with: "\\/".utf8),
      Array(RequestMaker.pathComponent(text).utf8),
    ]
  }

  /// The text with `(secret)` in place of each secret. It compares bytes, because a combining
  /// character after a secret would hide it from a comparison of characters.
  func redacted(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let clean = forms.reduce(bytes, Self.hide)
    return clean == bytes ? text : String(decoding: clean, as: UTF8.self)
  }

  /// A secret shorter than this is replaced only as a whole word, because a few letters occur in
  /// many words.
  private static let shortest = 4

  private static func hide(_ bytes: [UInt8], _ form: [UInt8]) -> [UInt8] {
    guard form.count < shortest else { return bytes.replacing(form, with: mark) }
    return bytes.ranges(of: form).reversed().reduce(into: bytes) { clean, range in
      let before = bytes[..<range.lowerBound].last, after = bytes[range.upperBound...].first
      if !isOfWord(before), !isOfWord(after) { clean.replaceSubrange(range, with: mark) }
    }
  }

  private static func isOfWord(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
  }

  func redacted(_ text: String?) -> String? {
    text.map { text -> String in redacted(text) }
  }

  /// The value with its texts redacted, except the codes in `domain` and `outcome`.
  func redacted(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(redacted(text))
    case .array(let elements): .array(elements.map { redacted($0) })
    case .object(let members):
      .object(
        members.map { member in
          let isCode = member.name == "domain" || member.name == "outcome"
          return isCode ? member : .init(member.name, redacted(member.value))
        })
    default: value
    }
  }

  func redacted(_ failure: TransportFailure) -> TransportFailure {
    TransportFailure(
      failure.kind, isSent: failure.isSent, response: failure.response,
      detail: redacted(failure.detail))
  }
}

/// Maps result codes of the IAP server to errors of the SDK.
enum ServerCodeMapping {
  /// - Parameters:
  ///   - payment: the payment of a consume; nil for other calls.
  ///   - isMutating: whether an unclear code leaves the outcome unknown.
  static func error(
    of header: EnvelopeHeader, payment: Identifier?, isMutating: Bool
  ) -> IAPError {
    let reason = IAPError.Reason.serverSaid(
      code: header.resultCode, message: header.resultMessage)
    func error(_ code: IAPError.Code, _ outcome: IAPError.Outcome = .notApplied) -> IAPError {
      IAPError(
        code, reason, serverCode: header.resultCode, httpStatus: 200,
        outcome: isMutating ? outcome : .notApplied)
    }
    switch ServerCode(rawValue: header.resultCode) {
    case .invalidParameters, .contentTypeNotSupported, .methodNotSupported:
      return error(.http(.requestInvalid))
    case .consumeFailed: return error(.iap(.changePurchaseStatusFailed))
    case .alreadyConsumed:
      return payment.map(IAPError.alreadyConsumed) ?? error(.iap(.changePurchaseStatusFailed))
    case .unknown, .success, nil: return error(.iap(.unknown), .unknown)
    }
  }

  /// The SDK's error from the header (dialect `fixture`). An error that is unknown, or that
  /// contradicts the result code, is ignored.
  static func exactError(
    of header: EnvelopeHeader, payment: Identifier?, isMutating: Bool
  ) -> IAPError {
    let meaning = error(of: header, payment: payment, isMutating: isMutating)
    let said = IAPError.Reason.serverSaid(
      code: header.resultCode, message: header.resultMessage)
    guard let named = header.error.flatMap({ try? FixtureError.fields.read($0) }),
      let exact = named.error(otherwise: said),
      exact.serverCode ?? header.resultCode == header.resultCode,
      exact.isAlreadyConsumed == meaning.isAlreadyConsumed
    else { return meaning }
    return isMutating
      ? exact : IAPError(exact.code, exact.reason, serverCode: exact.serverCode)
  }
}
