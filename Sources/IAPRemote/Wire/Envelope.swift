import IAPCore
import JSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What every answer of the IAP server begins with. Fields that are not known are passed over; a
/// known one of another type makes the answer none.
struct EnvelopeHeader: Decodable, Sendable {
  let isSuccessful: Bool
  let resultCode: Int
  let resultMessage: String?
  /// The SDK's error, where the server gives it (dialect `fixture`). To the other dialects it is a
  /// field like any that is not known: whatever stands there makes no answer invalid.
  let error: WireError?

  private enum Key: CodingKey { case isSuccessful, resultCode, resultMessage, error }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    isSuccessful = try members.decode(Bool.self, forKey: .isSuccessful)
    resultCode = Int(try members.decode(WireInteger.self, forKey: .resultCode).value)
    resultMessage = try members.decodeIfPresent(String.self, forKey: .resultMessage)
    error = try? members.decodeIfPresent(WireError.self, forKey: .error)
  }

  private init(
    isSuccessful: Bool, resultCode: Int, resultMessage: String?, error: WireError?
  ) {
    (self.isSuccessful, self.resultCode) = (isSuccessful, resultCode)
    (self.resultMessage, self.error) = (resultMessage, error)
  }

  /// The header without what its words have in them of a request's secrets.
  func redacted(by redactor: Redactor) -> EnvelopeHeader {
    EnvelopeHeader(
      isSuccessful: isSuccessful, resultCode: resultCode,
      resultMessage: redactor.redacted(resultMessage), error: error)
  }

  /// Whether it says yes and no at once.
  var isContradiction: Bool { isSuccessful != (resultCode == ServerCode.success.rawValue) }
}

/// What the body of an answer with status 200 proves.
enum DecodedResponse<Body: Sendable>: Sendable {
  case success(Body)
  /// A whole envelope that says no.
  case refusal(EnvelopeHeader)
  /// It is not the documented answer, and proves nothing.
  case invalid(String)
}

/// Reads the body of an answer with status 200.
enum Envelope {
  private struct HeaderOnly: Decodable { let header: EnvelopeHeader }
  private struct WithResult<Body: Decodable>: Decodable { let result: Body }

  /// - Parameter isChange: whether the answer is to a call that changes something: then its result
  ///   is looked at as closely as what is around it.
  static func read<Body: Decodable & Sendable>(
    _ type: Body.Type, from bytes: [UInt8], isChange: Bool = false
  ) -> DecodedResponse<Body> {
    do {
      try check(bytes, isChange: isChange)
      let (decoder, data) = (JSONDecoder(), Data(bytes))
      let header = try decoder.decode(HeaderOnly.self, from: data).header
      guard !header.isContradiction else {
        return .invalid(
          "isSuccessful is \(header.isSuccessful) and resultCode \(header.resultCode)")
      }
      guard header.isSuccessful else { return .refusal(header) }
      return .success(try decoder.decode(WithResult<Body>.self, from: data).result)
    } catch {
      return .invalid(problem(error))
    }
  }

  private static let header: JSONSyntax.Place = ["header"]

  /// Refuses what the decoder lets pass: a comma too many, an integer that is written as another
  /// number, and equal keys, of which it would take one. Rows of lists are not looked at: the guide's
  /// own sample has a key twice there.
  private static func check(_ bytes: [UInt8], isChange: Bool) throws {
    guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { throw flaw("it has a byte-order mark") }
    guard String(validating: bytes, as: UTF8.self) != nil else { throw flaw("not UTF-8") }
    let places: Set = [[], header, header + ["error"]]
    let found = try JSONSyntax.members(
      in: bytes, at: isChange ? places.union([["result"]]) : places)
    for (place, members) in found.sorted(by: { $0.key.count < $1.key.count }) {
      guard Set(members.map(\.name)).count == members.count else {
        // The key itself is the server's word, and may be anything.
        throw flaw("a key appears twice in \(place.isEmpty ? "it" : place.joined(separator: "."))")
      }
    }
    let code = found[header]?.first { $0.name == "resultCode" }
    guard code.map({ bytes[$0.value].contains(where: ".eE".utf8.contains) }) != true else {
      throw flaw("header.resultCode is not a whole number")
    }
  }

  private static func flaw(_ words: String) -> JSONProblem {
    JSONProblem(place: "", problem: words)
  }

  /// Where the answer departs from the documented one. No value of it is told: it may be secret.
  private static func problem(_ error: any Error) -> String {
    func place(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
      JSONProblem.place(of: context.codingPath + (key.map { [$0] } ?? []))
    }
    switch error {
    case let problem as JSONProblem where problem.place.isEmpty: return problem.problem
    case let problem as JSONProblem: return "\(problem.place) is \(problem.problem)"
    case is JSONSyntax.Fault: return "not JSON"
    case DecodingError.keyNotFound(let key, let context):
      return "\(place(context, key)) is missing"
    case DecodingError.valueNotFound(_, let context): return "\(place(context)) is null"
    case DecodingError.typeMismatch(_, let context):
      return "\(place(context)) has the wrong type"
    case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
      return "\(place(context)) is invalid"
    // The syntax is sound: it is about half a character, or a number beyond all bounds.
    default: return "a part of it cannot be read"
    }
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
