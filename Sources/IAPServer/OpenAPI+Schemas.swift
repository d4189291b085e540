import IAPCore
import IAPWire
import JSON

/// Writes ``JSONSchema`` as the JSON Schema of OpenAPI.
extension OpenAPI {
  /// Every named object, once.
  static var schemas: [JSONValue.Member] {
    var found: [JSONSchema.Object] = []
    let results: [JSONSchema] = RouteTable.routes.map(\.response)
    let inRequests = RouteTable.routes.flatMap(\.request.parts)
    let headers = WireDialect.allCases.map { JSONSchema.object($0.traits.header.schema) }
    for schema in headers + results + inRequests {
      schema.collectNamed(into: &found)
    }
    return found.map { JSONValue.Member($0.name ?? "", object($0)) }
  }

  static func reference(to name: String) -> JSONValue {
    ["$ref": .string("#/components/schemas/\(name)")]
  }

  static func schema(of schema: JSONSchema) -> JSONValue {
    switch schema {
    case .text, .secret, .period, .duration: ["type": "string"]
    case .flag: ["type": "boolean"]
    case .integer(.min): ["type": "integer"]
    case .integer(let lowest): ["type": "integer", "minimum": .integer(lowest)]
    case .digits:
      [
        "anyOf": [
          ["type": "integer", "minimum": 0], ["type": "string", "pattern": "^[0-9]+$"],
        ]
      ]
    case .decimal: ["type": "number"]
    case .instant: ["type": "string", "format": "date-time"]
    case .choice(let choices): ["type": "string", "enum": .array(choices.map(JSONValue.string))]
    case .list(let element): ["type": "array", "items": Self.schema(of: element)]
    case .map(let value): ["type": "object", "additionalProperties": Self.schema(of: value)]
    case .nullable(let schema): ["anyOf": [Self.schema(of: schema), ["type": "null"]]]
    // Any value: the body of a request that was sent can be a list, too.
    case .anything: [:]
    case .object(let object): object.name.map(reference) ?? Self.object(object)
    }
  }

  static func object(_ object: JSONSchema.Object) -> JSONValue {
    let required = object.members.filter(\.isRequired).map { JSONValue.string($0.name) }
    let properties = object.members.map { member in
      JSONValue.Member(member.name, described(schema(of: member.schema), member.summary))
    }
    return .object(
      [
        .init("type", "object"), .init("required", .array(required)),
        .init("properties", .object(properties)),
      ] + (object.isClosed ? [.init("additionalProperties", false)] : []))
  }

  private static func described(_ schema: JSONValue, _ summary: String) -> JSONValue {
    guard !summary.isEmpty, case .object(let members) = schema else { return schema }
    return .object(members + [.init("description", .string(summary))])
  }
}

extension JSONSchema {
  /// The schema without null.
  var unwrapped: JSONSchema { if case .nullable(let schema) = self { schema } else { self } }

  /// The members of an object; none for another schema.
  var members: [JSONSchema.Member] {
    if case .object(let object) = self { object.members } else { [] }
  }

  /// The schemas directly inside of it.
  fileprivate var parts: [JSONSchema] {
    switch self {
    case .list(let schema), .map(let schema), .nullable(let schema): [schema]
    default: members.map(\.schema)
    }
  }

  /// Adds the named objects inside the schema, each once.
  fileprivate func collectNamed(into found: inout [JSONSchema.Object]) {
    if case .object(let object) = self, object.name != nil {
      guard !found.contains(object) else { return }
      found.append(object)
    }
    for part in parts { part.collectNamed(into: &found) }
  }
}
