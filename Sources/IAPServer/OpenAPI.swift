import IAPCore
import IAPWire
import JSON

/// The OpenAPI 3.1 description of all routes.
enum OpenAPI {
  static let document: JSONValue = [
    "openapi": "3.1.0",
    "info": [
      "title": "iapctl serve: a fixture store over HTTP",
      "version": "1",
      "description": """
      The IAP service in four dialects: service, the documented server API; legacy, the \
      API of the old SDK; gamebase, the server API of Gamebase; fixture, every operation \
      with all fields, and the routes by which a test steers the store. A failed call \
      also has the HTTP status 200: only resultCode 0 is success. A simulated fault \
      may answer 500 or close the connection.
      """,
    ],
    "tags": .array(
      (WireDialect.allCases.map(\.rawValue) + [withoutDialect]).map { ["name": .string($0)] }),
    "paths": .object(paths),
    "components": [
      "schemas": .object(schemas + [.init(refused, failure)]),
      "responses": .object(failures),
      "securitySchemes": .object(keys),
    ],
  ]

  /// The tag of a route that is no part of a dialect.
  private static let withoutDialect = "health"

  private static let keys = Credential.allCases.map { credential in
    JSONValue.Member(
      "\(credential)", ["type": "apiKey", "in": "header", "name": .string(credential.header)])
  }

  private static var paths: [JSONValue.Member] {
    var names: [String] = []
    for route in RouteTable.routes where !names.contains(route.path.description) {
      names.append(route.path.description)
    }
    let described = names.map { name in
      JSONValue.Member(
        name,
        .object(
          RouteTable.routes.filter { $0.path.description == name }.map {
            .init($0.method.rawValue.lowercased(), operation($0))
          }))
    }
    let itself: JSONValue = [
      "operationId": operationID(.get, RouteTable.description),
      "summary": "this description", "security": [],
      "responses": .object(
        [.init("200", response("the description", ["type": "object"]))] + refusals),
    ]
    return described + [.init(RouteTable.description, ["get": itself])]
  }

  /// `postV1ServiceConsume`: generators name the functions of clients so.
  private static func operationID(_ method: Method, _ path: String) -> JSONValue {
    let words = path.split { !$0.isLetter && !$0.isNumber }
    return .string(
      method.rawValue.lowercased()
        + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined())
  }

  private static func operation(_ route: Route) -> JSONValue {
    let parameters =
      route.parameters.members.map { parameter($0, in: "path", .text, isRequired: true) }
      + (route.method == .get ? route.request.members : []).map {
        parameter($0, in: "query", $0.schema.unwrapped, isRequired: $0.isRequired)
      }
    var members: [JSONValue.Member] = [
      .init("operationId", operationID(route.method, route.path.description)),
      .init("summary", .string(route.summary)),
      .init("tags", [.string(route.dialect?.rawValue ?? withoutDialect)]),
      .init("security", .array(route.credential.map { [.object([.init("\($0)", [])])] } ?? [])),
    ]
    if !parameters.isEmpty { members.append(.init("parameters", .array(parameters))) }
    if route.method.hasBody {
      let content = content(body(of: route), example: route.example)
      members.append(
        .init("requestBody", ["required": .flag(!route.isBodyOptional), "content": content]))
    }
    return .object(members + [.init("responses", .object(responses(of: route)))])
  }

  /// The body of a request is described where it is sent, not by a reference.
  private static func body(of route: Route) -> JSONValue {
    if case .object(let request) = route.request {
      object(request)
    } else {
      schema(of: route.request)
    }
  }

  private static func responses(of route: Route) -> [JSONValue.Member] {
    let header = route.dialect?.traits.header ?? EnvelopeHeader.fields
    let answer: JSONValue = [
      "type": "object", "required": ["header"],
      "properties": [
        "header": schema(of: .object(header.schema)), "result": schema(of: route.response),
      ],
    ]
    var responses = [
      JSONValue.Member("200", response("a result, or a result code that is not 0", answer))
    ]
    // Gamebase says so by a result code.
    if route.credential == .appKey {
      responses.append(refusal("401"))
    }
    if route.isSteering { responses += [refusal("404"), refusal("409")] }
    responses.append(refusal(route.dialect == nil ? "503" : "500"))
    return responses + refusals
  }

  /// The responses to a request that is not carried out, on every path.
  private static let refusals = ["400", "403", "413", "414", "431", "505"].map(refusal)

  private static func refusal(_ status: String) -> JSONValue.Member {
    .init(status, ["$ref": .string("#/components/responses/Refused\(status)")])
  }

  /// The responses of error statuses, each once.
  private static let failures = [
    ("400", "malformed, invalid, or of no certain length"),
    ("401", "the app key is missing or wrong"), ("403", "sent by a web page"),
    ("404", "no such payment, product or user"), ("409", "it contradicts the store"),
    ("413", "the body is too large"), ("414", "the URL is too long"),
    ("431", "the headers are too large"), ("500", "a simulated fault"),
    ("503", "the store does not answer"), ("505", "another version of HTTP"),
  ].map { status, meaning in
    JSONValue.Member("Refused\(status)", response(meaning, reference(to: refused)))
  }

  /// The name of the schema of a failed call.
  private static let refused = "Refused"

  private static let failure: JSONValue = [
    "type": "object", "required": ["header"],
    "properties": ["header": schema(of: .object(EnvelopeHeader.fields.schema))],
  ]

  private static func response(_ description: String, _ schema: JSONValue) -> JSONValue {
    ["description": .string(description), "content": content(schema)]
  }

  private static func content(_ schema: JSONValue, example: JSONValue? = nil) -> JSONValue {
    let members =
      [JSONValue.Member("schema", schema)] + (example.map { [.init("example", $0)] } ?? [])
    return ["application/json": .object(members)]
  }

  private static func parameter(
    _ member: JSONSchema.Member, in location: String, _ schema: JSONSchema, isRequired: Bool
  ) -> JSONValue {
    [
      "name": .string(member.name), "in": .string(location), "required": .flag(isRequired),
      "description": .string(member.summary), "schema": Self.schema(of: schema),
    ]
  }
}
