import IAPCore
import IAPWire
import JSON
import Text

/// What the list of requests shows of the headers and the body of a request: neither a key nor a token.
struct ShownRequest: Sendable {
  var headers: [JSONValue.Member] = []
  /// Nil if it is no JSON, or was not kept.
  var body: JSONValue?

  init() {}

  /// Hides what is a key or a token by its name.
  init(_ entry: RequestLog.Entry) {
    let texts = entry.headers.split(separator: 0, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    for start in stride(from: 0, to: texts.count - 1, by: 2) {
      let name = texts[start].lowercased()
      let isSecret = Self.secretHeaders.contains(name) || Self.isSecret(name)
      headers.append(.init(name, .string(isSecret ? Self.mark : texts[start + 1])))
    }
    body = try? JSONValue(parsing: entry.body, deepest: 16)
    body = body?.mapStrings { name, text in Self.isSecret(name) ? Self.mark : text }
  }

  var texts: Set<String> {
    var texts: Set<String> = []
    for value in headers.map(\.value) + [body].compactMap(\.self) {
      _ = value.mapStrings { _, text in
        texts.insert(text)
        return text
      }
    }
    return texts
  }

  /// Hides texts wherever they stand.
  mutating func hide(_ isSecret: (String) -> Bool) {
    func shown(_: String, text: String) -> String { isSecret(text) ? Self.mark : text }
    headers = headers.map { .init($0.name, $0.value.mapStrings(shown)) }
    body = body?.mapStrings(shown)
  }

  private static let mark = "\(Secret(""))"

  private static let secretHeaders = Set(
    [Credential.appKey.header, Credential.secretKey.header, "authorization", "cookie"].map {
      $0.lowercased()
    })

  private static func isSecret(_ name: String) -> Bool {
    ["token", "secret", "receipt", "appkey"].contains { name.lowercased().contains($0) }
  }
}

extension JSONValue {
  /// The same with other strings in place of its own.
  ///
  /// - Parameters:
  ///   - name: of the nearest member around this value.
  ///   - change: gets a string with that name.
  fileprivate func mapStrings(
    of name: String = "", _ change: (_ name: String, _ text: String) -> String
  ) -> JSONValue {
    switch self {
    case .null, .flag, .number: self
    case .string(let text): .string(change(name, text))
    case .array(let elements): .array(elements.map { $0.mapStrings(of: name, change) })
    case .object(let members):
      .object(members.map { .init($0.name, $0.value.mapStrings(of: $0.name, change)) })
    }
  }
}
