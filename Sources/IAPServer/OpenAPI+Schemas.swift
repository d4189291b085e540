import IAPCore
import JSON

/// Shapes as JSON Schema.
extension OpenAPI {
  /// The head of every answer.
  static let header = ObjectShape("Header", headerMembers)

  /// Under `fixture`, an answer that is no result carries what exactly happened.
  static let fixtureHeader = ObjectShape(
    "FixtureHeader", headerMembers + [.optional("error", .object(ErrorShape.shape))])

  private static let headerMembers: [ObjectShape.Member] = [
    .required("isSuccessful", .flag),
    .required(
      "resultCode", .number,
      ServerCode.allCases.map { "\($0.rawValue) \($0.name)" }.joined(separator: ", ")),
    .required("resultMessage", .text, "for people"),
  ]

  /// Every shape that has a name, once.
  static var schemas: [JSONValue.Member] {
    var found: [ObjectShape] = []
    let results = RouteTable.routes.map(\.result)
    for shape in [.object(header), .object(fixtureHeader)] + results {
      shape.collectNamed(into: &found)
    }
    return found.map { shape in
      JSONValue.Member(shape.name ?? "", object(shape, isStrict: false))
    }
  }

  static func reference(to name: String) -> JSONValue {
    .object([.init("$ref", .string("#/components/schemas/\(name)"))])
  }

  /// - Parameter isStrict: whether members that are not listed are refused.
  static func schema(of shape: JSONSchema, isStrict: Bool = false) -> JSONValue {
    switch shape {
    case .text: type("string")
    case .flag: type("boolean")
    case .integer(let lowest):
      type("integer", lowest == .min ? [] : [.init("minimum", .integer(lowest))])
    case .digits:
      .object([
        .init(
          "anyOf",
          .array([
            type("integer", [.init("minimum", .integer(0))]),
            type("string", [.init("pattern", .string("^[0-9]+$"))]),
          ]))
      ])
    case .decimal: type("number")
    case .instant: type("string", [.init("format", .string("date-time"))])
    case .choice(let words): type("string", [.init("enum", .array(words.map { .string($0) }))])
    case .list(let element): type("array", [.init("items", schema(of: element))])
    case .nullable(let shape):
      .object([.init("anyOf", .array([schema(of: shape), type("null")]))])
    case .object(let shape):
      shape.name.map(reference) ?? object(shape, isStrict: isStrict)
    }
  }

  private static func object(_ shape: ObjectShape, isStrict: Bool) -> JSONValue {
    let required = shape.members.filter(\.isRequired).map { JSONValue.string($0.name) }
    let properties = shape.members.map { member in
      JSONValue.Member(member.name, described(schema(of: member.shape), member.summary))
    }
    return type(
      "object",
      [.init("required", .array(required)), .init("properties", .object(properties))]
        + (isStrict ? [.init("additionalProperties", .flag(false))] : []))
  }

  private static func described(_ schema: JSONValue, _ summary: String) -> JSONValue {
    guard !summary.isEmpty, case .object(let members) = schema else { return schema }
    return .object(members + [.init("description", .string(summary))])
  }

  private static func type(_ name: String, _ more: [JSONValue.Member] = []) -> JSONValue {
    .object([.init("type", .string(name))] + more)
  }
}

extension Route {
  /// Whether a body may have nothing in it that nobody knows.
  var isStrict: Bool { dialect == .fixture }
}

extension JSONSchema {
  /// The same without null.
  var unwrapped: JSONSchema { if case .nullable(let shape) = self { shape } else { self } }

  /// Adds the objects with a name that stand in it, each once.
  func collectNamed(into found: inout [ObjectShape]) {
    switch self {
    case .list(let shape), .nullable(let shape): shape.collectNamed(into: &found)
    case .object(let shape):
      if shape.name != nil {
        guard !found.contains(shape) else { return }
        found.append(shape)
      }
      for member in shape.members { member.shape.collectNamed(into: &found) }
    default: break
    }
  }
}
