import JSON
import Testing

@testable import IAPServer

/// The document describes exactly the routes that are served.
struct OpenAPITests {
  private let document: JSONValue

  init() throws { document = try JSONValue(parsing: Array(OpenAPI.document.line.utf8)) }

  @Test
  func `Every route is described`() throws {
    let paths = try #require(document["paths"]?.members)
    #expect(
      Set(paths.map(\.name))
        == Set(RouteTable.routes.map(\.path.description) + [RouteTable.description]))
    for member in paths {
      let path = member.name
      let methods = Set(try #require(member.value.members).map(\.name))
      let routes = RouteTable.routes.filter { $0.path.description == path }
      #expect(
        methods
          == (path == RouteTable.description
            ? ["get"] : Set(routes.map { $0.method.rawValue.lowercased() })))
    }
  }

  @Test(arguments: RouteTable.routes)
  func `The description of a route matches the route`(_ route: Route) throws {
    let operation = try #require(
      document["paths"]?[route.path.description]?[route.method.rawValue.lowercased()])
    #expect(operation["summary"] == .string(route.summary))
    #expect(operation["tags"]?[0] == .string(route.dialect?.rawValue ?? "health"))
    #expect(operation["security"]?.count == (route.credential == nil ? 0 : 1))
    let isPost = route.method.hasBody
    let names = operation["parameters"]?.all("name") ?? []
    let arguments = route.method == .get ? route.request.members : []
    #expect(names == (route.path.parameters + arguments.map(\.name)).map { .string($0) })
    let schema = operation["requestBody"]?["content"]?["application/json"]?["schema"]
    #expect((schema != nil) == isPost)
    if let schema, case .list = route.request {
      #expect(schema["type"] == "array" && schema["items"] != nil)
    } else if let schema {
      let members = route.request.members
      #expect(schema["properties"]?.members?.map(\.name) == members.map(\.name))
      #expect(
        schema["required"]?.elements
          == members.filter(\.isRequired).map { JSONValue.string($0.name) })
      #expect(schema["additionalProperties"] == (route.isClosed ? .flag(false) : nil))
      #expect(members.allSatisfy { !$0.summary.isEmpty && !$0.summary.hasSuffix(".") })
    }
    #expect(operation["responses"]?["200"] != nil)
    #expect((operation["responses"]?["401"] != nil) == (route.credential == .appKey))
  }

  /// What `HeadCheck` and the library refuse, whatever the path is.
  @Test
  func `Each path says how requests are refused`() throws {
    let statuses = Set(["403"] + MalformedRequestsTests.refused.map { String($0.status) })
    for path in try #require(document["paths"]?.members) {
      for operation in try #require(path.value.members) {
        let responses = try #require(operation.value["responses"]?.members)
        #expect(statuses.subtracting(responses.map(\.name)).isEmpty, "\(path.name)")
      }
    }
  }

  @Test
  func `Every reference has a schema, and every schema is referenced`() throws {
    let references = document.references
    var names: Set<String> = []
    for kind in ["schemas", "responses"] {
      let members = try #require(document["components"]?[kind]?.members)
      names.formUnion(members.map { "#/components/\(kind)/\($0.name)" })
    }
    #expect(Set(references) == names)
  }

  @Test
  func `Each operation has a name of its own, for the functions of generated clients`() throws {
    let operations = try #require(document["paths"]?.members).flatMap { path in
      path.value.members?.map(\.value) ?? []
    }
    let names = operations.compactMap { $0["operationId"]?.text }
    #expect(names.count == operations.count && Set(names).count == names.count)
    #expect(names.contains("postV1ServiceConsume"))
    #expect(names.allSatisfy { $0.allSatisfy { $0.isLetter || $0.isNumber } })
  }

  /// Each schema has its own name, each route its own address, and no path matches two routes.
  @Test
  func `Schema names and routes are unique`() {
    let names = OpenAPI.schemas.map(\.name)
    #expect(Set(names).count == names.count)
    let addresses = RouteTable.routes.map { "\($0.method.rawValue) \($0.path)" }
    #expect(Set(addresses).count == addresses.count)
    for route in RouteTable.routes {
      let path = route.path.description.split(separator: "/").map {
        $0.hasPrefix("{") ? "1" : String($0)
      }
      let found = RouteTable.find("/" + path.joined(separator: "/"))
      #expect(found.allSatisfy { $0.route.path == route.path })
      #expect(found.count { $0.route.method == route.method } == 1)
      #expect(Set(found.first?.pathParameters.keys.map { $0 } ?? []) == Set(route.path.parameters))
    }
  }

  @Test
  func `The OpenAPI document is served at /openapi.json`() async throws {
    let reply = await (try RoutesFixture()).reply("GET", "/openapi.json", key: nil, type: nil)
    #expect(reply.text == OpenAPI.document.line)
    #expect(document["openapi"] == "3.1.0")
  }
}

extension Route: CustomTestStringConvertible {
  /// The method and the path.
  public var testDescription: String { "\(method.rawValue) \(path)" }
}

extension JSONValue {
  /// All values of `$ref`.
  fileprivate var references: Set<String> {
    switch self {
    case .array(let elements): elements.reduce(into: []) { $0.formUnion($1.references) }
    case .object(let members):
      members.reduce(into: []) { found, member in
        if member.name == "$ref", let text = member.value.text { found.insert(text) }
        found.formUnion(member.value.references)
      }
    default: []
    }
  }
}

extension Route {
  /// Whether unknown members of a request are refused.
  fileprivate var isClosed: Bool { dialect == .fixture || dialect == .gamebase }
}
