import IAPCore
import IAPWire
import JSON
import Records

/// What the body of a response with status 200 proves.
enum DecodedResponse<Body: Sendable>: Sendable {
  case success(Body)
  /// A complete envelope with a failure code.
  case refusal(EnvelopeHeader)
  /// The response differs from the documented format, and proves nothing.
  case invalid(String)
}

/// The body of a response with status 200: a header, and the result if the call succeeded.
struct Envelope<Body: Sendable> {
  private var header: Result<EnvelopeHeader, JSONProblem>?
  /// Nil if it is missing.
  private var result: Result<Body, JSONProblem>?

  /// - Parameter redactor: removes secrets from the texts of the response.
  static func read(
    _ body: JSONCodec<Body>, from bytes: [UInt8], _ redactor: Redactor
  ) -> DecodedResponse<Body> {
    do {
      let envelope = try Envelope(body, from: bytes, redactor)
      let header = try envelope.decodedHeader()
      guard !header.isContradiction else {
        return .invalid(
          "isSuccessful is \(header.isSuccessful) and resultCode \(header.resultCode)")
      }
      guard header.isSuccessful else { return .refusal(header) }
      return .success(try envelope.decodedResult())
    } catch let problem as JSONProblem {
      return .invalid(words(for: problem))
    } catch {
      return .invalid("a part of it cannot be read")
    }
  }

  /// Rejects duplicate keys, because readers differ in which one they use.
  private init(_ body: JSONCodec<Body>, from bytes: [UInt8], _ redactor: Redactor) throws {
    guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
      throw JSONProblem(problem: "it has a byte-order mark")
    }
    var reader = JSONReader(bytes, rules: .response)
    reader.clean = redactor.cleaned
    try reader.beginObject()
    while let name = try reader.nextKey() {
      switch name {
      case "header":
        guard header == nil else { throw Self.repeated(in: "it") }
        header = try Self.result { try EnvelopeHeader.fieldsWithError.pull(&reader) }
      case "result":
        guard result == nil else { throw Self.repeated(in: "it") }
        result = try Self.result { try body.read(from: &reader) }
      default: try reader.skip()
      }
    }
    try reader.finish()
    if let place = reader.repeatedKey { throw Self.repeated(in: place) }
  }

  @inline(never)
  private static func result<Item>(_ read: () throws -> Item) throws -> Result<Item, JSONProblem> {
    do {
      return .success(try read())
    } catch let mismatch as JSONMismatch {
      return .failure(mismatch.problem)
    }
  }

  private func decodedHeader() throws(JSONProblem) -> EnvelopeHeader {
    guard let header else { throw JSONProblem(place: "header", .missing) }
    do throws(JSONProblem) {
      return try header.get()
    } catch {
      throw error.below("header")
    }
  }

  private func decodedResult() throws(JSONProblem) -> Body {
    do throws(JSONProblem) {
      guard let result else { throw JSONProblem(.missing) }
      return try result.get()
    } catch {
      throw error.below("result")
    }
  }

  /// The message does not quote the key, which may be any text of the server.
  private static func repeated(in place: String) -> JSONProblem {
    JSONProblem(problem: "a key appears twice in \(place)")
  }

  /// How the response differs from the documented format. The message contains no value, which may
  /// be secret.
  private static func words(for problem: JSONProblem) -> String {
    if problem.position != nil { return "not JSON" }
    return problem.place.isEmpty ? problem.problem : "\(problem.place) is \(problem.problem)"
  }
}

extension DecodedResponse {
  /// - Parameter transform: owns the body, so that it can change a long list in its place.
  consuming func map<Other>(_ transform: (consuming Body) -> Other) -> DecodedResponse<Other> {
    switch consume self {
    case .success(let body): .success(transform(body))
    case .refusal(let header): .refusal(header)
    case .invalid(let problem): .invalid(problem)
    }
  }

  func flatMap<Other>(_ transform: (Body) -> DecodedResponse<Other>) -> DecodedResponse<Other> {
    switch self {
    case .success(let body): transform(body)
    case .refusal(let header): .refusal(header)
    case .invalid(let problem): .invalid(problem)
    }
  }
}
