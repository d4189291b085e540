import IAPCore
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
    let names = value?.members?.map { Array($0.name.utf8) } ?? []
    // The message does not quote the key, which may be any text of the server.
    if Set(names).count < names.count { throw JSONProblem("a key appears twice in \(place)") }
  }

  /// How the response differs from the documented format. The message contains no value, which may
  /// be secret.
  private static func words(for problem: JSONProblem) -> String {
    if problem.position != nil { return "not JSON" }
    return problem.place.isEmpty ? problem.problem : "\(problem.place) is \(problem.problem)"
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
