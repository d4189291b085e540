import JSON
import Testing

@testable import IAPServer

struct RouteTests {
  @Test
  func `Only a request with lists may be longer than 64 KiB`() {
    let long = RouteTable.routes.filter { $0.longestBody > 64 << 10 }.map(\.path.description)
    #expect(
      long
        == ["consumable", "active-subscriptions", "subscriptions/status"].map {
          "/tcgb-inapp/v1.3/apps/{appId}/\($0)"
        }
        + [
          "products", "deferred", "unconsumed", "payments", "subscriptions", "restore", "reprocess",
          "seed", "faults", "faults",
        ].map { "/fixture/v1/\($0)" })
  }

  /// A reset needs a server, which keeps the first state.
  private static let described = RouteTable.routes.filter {
    $0.method == .post && !$0.path.description.hasSuffix("/reset")
  }

  @Test(arguments: described)
  func `A request has an example, which works on the sample game`(_ route: Route) async throws {
    let example = try #require(route.example)
    let fixture = try RoutesFixture()
    // What is approved or declined was pending before.
    _ = try await fixture.post(
      "/fixture/v1/purchase",
      #"{"userID": "erin", "productIdentifier": "gem.550", "simulation": "pending"}"#)
    let path = route.path.description
      .replacing("{paymentSeq}", with: RouteTable.example.paymentSeq.text)
      .replacing("{itemSeq}", with: RouteTable.example.productSeq?.description ?? "")
      .replacing("{appId}", with: "fixture-app")
    let reply = await fixture.reply("POST", path, example.line, secretKey: "fixture-secret-key")
    guard case .answer(let answer) = reply else { throw Envelope.HungUp() }
    let text = String(decoding: answer.body, as: UTF8.self)
    #expect(answer.resultCode == 0, "\(example.line): \(text)")
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
