package import JSON

/// An operation of a dialect: its path, its request and its response. The client writes what the
/// server reads, and the other way round.
///
/// A class, because each payment would copy all the closures of a struct.
package final class WireOperation<Request: Sendable, Response: Sendable>: Sendable {
  /// Nil for an operation that is no part of a dialect.
  package let dialect: WireDialect?
  package let path: WirePath
  /// One line, without a full stop.
  package let summary: String
  package let effect: WireEffect
  /// Every member of a request: the parameters of the path, and ``body``.
  package let request: JSONFields<Request>
  package let parameters: JSONFields<Request>
  /// The members of the body. Those of a lookup are in the query of its URL.
  package let body: JSONFields<Request>
  package let appendBody: @Sendable (Request, inout [UInt8]) -> Void
  /// The response as the server writes it.
  package let response: JSONCodec<Response>
  /// The response as the client reads it.
  package let accepted: JSONCodec<Response>

  /// - Parameter accepted: nil if the codec of the server reads everything that other servers write.
  package init(
    _ dialect: WireDialect?, _ path: String, _ summary: String, _ effect: WireEffect,
    _ request: JSONFields<Request>, _ response: JSONCodec<Response>,
    accepted: JSONCodec<Response>? = nil
  ) {
    let path = WirePath(path)
    (self.dialect, self.path, self.summary, self.effect) = (dialect, path, summary, effect)
    self.request = request
    parameters = request.filter(path.parameters.contains)
    body = request.filter { !path.parameters.contains($0) }
    appendBody = body.codec.append
    (self.response, self.accepted) = (response, accepted ?? response)
  }

  package func path(of request: Request) -> String {
    path.parameters.isEmpty
      ? path.description : path.filled(with: parameters.write(request))
  }

  /// Whether a request may have a long list.
  package var takesLists: Bool {
    !effect.isShort && body.schema.members.contains(where: \.schema.isList)
  }
}

package enum WireEffect: Sendable {
  /// A query by GET, with lists of texts in the query of the URL.
  case lookup
  case query
  case change
  case changeOfOne
  /// A change by which a test steers the store. It is made by itself, not together with others.
  case steering
  /// The same by DELETE.
  case removal
  /// The same by PUT.
  case replacement

  package var isChange: Bool {
    switch self {
    case .lookup, .query: false
    case .change, .changeOfOne, .steering, .removal, .replacement: true
    }
  }

  /// Whether requests and responses are short.
  package var isShort: Bool {
    switch self {
    case .lookup, .query, .change: false
    case .changeOfOne, .steering, .removal, .replacement: true
    }
  }
}

extension JSONSchema {
  fileprivate var isList: Bool {
    switch self {
    case .list: true
    case .nullable(let schema): schema.isList
    default: false
    }
  }
}
