import IAPCore
import IAPWire
import JSON
import TestSupport
import Testing

/// The sample results of Gamebase's guide, read as a client reads them and written as a server writes
/// them: the same bytes, but for the spaces.
struct GamebaseBodiesTests {
  private func expectSame<Request, Response>(
    _ name: String, _ operation: WireOperation<Request, Response>
  ) throws {
    let text = try Project.text("Tests/IAPRemoteTests/Bodies/gamebase-\(name).json")
    let result = try #require(try JSONValue(parsing: Array(text.utf8))["result"])
    #expect(operation.response.write(try operation.accepted.read(result)).line == result.line)
    var bytes: [UInt8] = []
    operation.response.append(try operation.accepted.read(result), &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == result.line)
  }

  @Test
  func `The results of the guide are written as they are read`() throws {
    try expectSame("consumable-ok", GamebaseAPI.unconsumed)
    try expectSame("consume-ok", GamebaseAPI.consume)
    try expectSame("transaction-ok", GamebaseAPI.transaction)
    try expectSame("subscriptions-ok", GamebaseAPI.subscriptions)
    try expectSame("status-ok", GamebaseAPI.subscriptionsOfPayments)
  }

  @Test(arguments: [
    ("PURCHASED", "ACTIVE"), ("REPURCHASED", "ACTIVE"), ("RESTARTED", "ACTIVE"),
    ("RENEWED", "ACTIVE"), ("RECOVERED", "ACTIVE"), ("PAUSE_SCHEDULED", "ACTIVE"),
    ("CANCELED_SUBSCRIPTION", "CANCELED"), ("IN_GRACE", "IN_GRACE_PERIOD"),
    ("ON_HOLD", "ON_HOLD"), ("PAUSED", "PAUSED"), ("REVOKED", "REVOKED"), ("EXPIRED", "EXPIRED"),
    ("PENDING", "UNKNOWN"), ("CANCELED_PRODUCT", "UNKNOWN"), ("NOT_APPOINTED", "UNKNOWN"),
    ("NEW_ONE", "UNKNOWN"),
  ])
  func `Each word of Google Play has a status, and is kept`(_ word: String, _ status: String) throws
  {
    let row = #"[{"paymentSeq": "1", "referenceStatus": "\#(word)"}]"#
    let found = try GamebaseAPI.subscriptionsOfPayments.accepted
      .read(try JSONValue(parsing: Array(row.utf8)))
    #expect(found.map(\.status) == [SubscriptionStatus(status)])
    #expect(found.map(\.referenceStatus) == [word])
  }

  @Test
  func `A request takes the deprecated market, and refuses what is not documented`() throws {
    func read(_ more: String) throws -> GamebaseAPI.ListRequest {
      try GamebaseAPI.unconsumed.request.read(
        try JSONValue(parsing: Array(#"{"appId": "a", "userId": "u"\#(more)}"#.utf8))
      ).request
    }
    for none in ["", #", "marketIds": null"#, #", "marketIds": []"#] {
      #expect(try read(none).markets == [])
    }
    #expect(try read(#", "marketId": "GG""#).markets == ["GG"])
    #expect(try read(#", "marketIds": ["AS", "GG"]"#).markets == ["AS", "GG"])
    #expect(throws: JSONProblem.self) { try read(#", "markets": []"#) }
  }
}
