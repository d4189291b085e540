import JSON
import Testing

@testable import IAPServer

struct RouteTests {
  @Test
  func `Only a request with lists may be longer than 64 KiB`() {
    let long = RouteTable.routes.filter { $0.longestBody > 64 << 10 }.map(\.path.description)
    #expect(
      long
        == [
          "products", "deferred", "unconsumed", "payments", "subscriptions", "restore", "reprocess",
          "seed",
          "faults",
        ].map { "/fixture/v1/\($0)" })
  }

  /// The client's redactor knows a token by that.
  @Test
  func `Every token in a message is a secret`() {
    for route in RouteTable.routes {
      for member in route.request.allMembers + route.response.allMembers
      where member.name.hasSuffix("Token") {
        #expect(member.schema.unwrapped == .secret, "\(member.name) of \(route.path)")
      }
    }
  }
}

extension JSONSchema {
  /// The members of all objects in it.
  fileprivate var allMembers: [Member] {
    switch self {
    case .list(let schema), .nullable(let schema): schema.allMembers
    default: members + members.flatMap(\.schema.allMembers)
    }
  }
}
