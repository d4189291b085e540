import IAPCore
import IAPFixtures
import IAPWire
import JSON

/// What the list of requests shows of the headers and the body of a request: neither a key nor a token.
struct ShownRequest: Sendable {
  var headers: [JSONValue.Member] = []
  /// Nil if it is no JSON, or was not kept.
  var body: JSONValue?

  init() {}

  /// - Parameter keys: the keys of the store.
  init(
    _ entry: RequestLog.Entry, keys: [String], _ store: isolated FixtureStore
  ) throws(IAPError) {
    for header in entry.headers {
      let name = header.name.lowercased()
      let value =
        Self.isSecret(header: name)
        ? Self.mark : try Self.shown(text: header.value, keys, store)
      headers.append(.init(name, value))
    }
    guard let value = try? JSONValue(parsing: entry.body, deepest: 16) else { return }
    body = try Self.shown(value, keys, store)
  }

  private static let mark = JSONValue.string("\(Secret(""))")

  private static let secretHeaders = Set(
    [Credential.appKey.header, Credential.secretKey.header, "authorization", "cookie"].map {
      $0.lowercased()
    })

  private static func isSecret(header name: String) -> Bool {
    secretHeaders.contains(name) || isSecret(member: name)
  }

  /// Whether a member has a token or a key by its name, whatever it is.
  private static func isSecret(member name: String) -> Bool {
    let name = name.lowercased()
    return ["token", "secret", "receipt", "appkey"].contains { word in
      name.utf8.indices.contains { name.utf8[$0...].starts(with: word.utf8) }
    }
  }

  private static func shown(
    _ value: JSONValue, _ keys: [String], _ store: isolated FixtureStore
  ) throws(IAPError) -> JSONValue {
    switch value {
    case .null, .flag, .number: return value
    case .string(let text): return try shown(text: text, keys, store)
    case .array(let elements):
      var shown: [JSONValue] = []
      for element in elements { shown.append(try self.shown(element, keys, store)) }
      return .array(shown)
    case .object(let members):
      var shown: [JSONValue.Member] = []
      for member in members {
        let isText = if case .string = member.value { true } else { false }
        shown.append(
          .init(
            member.name,
            isText && isSecret(member: member.name)
              ? mark : try self.shown(member.value, keys, store)))
      }
      return .object(shown)
    }
  }

  private static func shown(
    text: String, _ keys: [String], _ store: isolated FixtureStore
  ) throws(IAPError) -> JSONValue {
    let hasKey = keys.contains { key in
      !key.isEmpty && text.utf8.indices.contains { text.utf8[$0...].starts(with: key.utf8) }
    }
    if hasKey { return mark }
    if text.isEmpty { return .string(text) }
    return try store.transaction(ofToken: Secret(text)) == nil ? .string(text) : mark
  }
}
