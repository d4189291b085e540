import IAPCore
import StrictJSON

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
    resultCode = try members.decode(Int.self, forKey: .resultCode)
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
enum Answered<Body: Sendable>: Sendable {
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

  static func read<Body: Decodable & Sendable>(
    _ type: Body.Type, from bytes: [UInt8]
  ) -> Answered<Body> {
    let decoder = JSONDecoder()
    let data = Data(bytes)
    guard String(validating: bytes, as: UTF8.self) != nil else { return .invalid("not UTF-8") }
    // The decoder lets a comma too many pass; what is not JSON proves nothing.
    guard JSONSyntax.fault(in: bytes) == nil else { return .invalid("not JSON") }
    do {
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

  /// Where the answer departs from the documented one. No value of it is told: it may be secret.
  private static func problem(_ error: any Error) -> String {
    func place(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
      (context.codingPath + (key.map { [$0] } ?? [])).reduce("") { place, key in
        if let index = key.intValue { return "\(place)[\(index)]" }
        return place.isEmpty ? key.stringValue : "\(place).\(key.stringValue)"
      }
    }
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      return "\(place(context, key)) is missing"
    case DecodingError.valueNotFound(_, let context): return "\(place(context)) is null"
    case DecodingError.typeMismatch(_, let context):
      return "\(place(context)) is of another type"
    case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
      return "\(place(context)) is not what it should be"
    default: return "not JSON"
    }
  }
}

extension Answered {
  func map<Other>(_ transform: (Body) -> Other) -> Answered<Other> {
    flatMap { .success(transform($0)) }
  }

  func flatMap<Other>(_ transform: (Body) -> Answered<Other>) -> Answered<Other> {
    switch self {
    case .success(let body): transform(body)
    case .refusal(let header): .refusal(header)
    case .invalid(let problem): .invalid(problem)
    }
  }
}
