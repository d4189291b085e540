import IAPCore
import JSON
import TestSupport
import Testing

@testable import IAPServer

/// What a test changes of one payment, user or market over HTTP, and what it reads about it.
@Suite(.server)
struct SteeringChangesTests {
  private let fixture: RoutesFixture

  init() throws { fixture = try RoutesFixture() }

  private func call(_ name: String, _ body: String) async throws -> Envelope {
    try await fixture.post("/fixture/v1/\(name)", body)
  }

  /// The kinds of the events that a change answers.
  private func kinds(_ name: String, _ body: String) async throws -> [JSONValue?]? {
    let answer = try await call(name, body)
    #expect(answer.code == 0, "\(answer.message)")
    let events = answer.result?["events"]
    #expect(answer.result?["count"]?.integer.map(Int.init) == events?.count)
    return events?.all("kind")
  }

  /// The payment of a purchase that waits for an approval.
  private func pending() async throws -> String {
    let purchase = try await call(
      "purchase", #"{"userID": "bob", "productIdentifier": "gem.550", "simulation": "pending"}"#)
    return try #require(purchase.result?["paymentSeq"]?.text)
  }

  @Test
  func `A refund answers its event, and the payment can no longer be consumed`() async throws {
    let payment = #"{"paymentSeq": "2026011210000001"}"#
    let refund = try await call("refund", payment)
    #expect(
      refund.result?.line == """
        {"count":1,"events":[{"time":"2026-01-15T09:00:00.000Z","kind":"refunded",\
        "paymentSeq":"2026011210000001","userID":"alice","before":"SUCCESS","after":"REFUND"}]}
        """)
    #expect(try await call("consume", payment).error?["code"] == 13)
    let again = try await call("refund", payment)
    #expect((again.code, again.error?["code"]) == (5000, 13))
  }

  @Test
  func `A pending purchase is approved or declined, once`() async throws {
    let approved = try await pending()
    #expect(
      try await kinds("approve", #"{"paymentSeq": "\#(approved)"}"#)
        == ["approved", "charged", "verified"])
    let declined = try await pending()
    #expect(try await kinds("decline", #"{"paymentSeq": "\#(declined)"}"#) == ["declined"])
    for payment in [approved, declined] {
      let again = try await call("approve", #"{"paymentSeq": "\#(payment)"}"#)
      #expect((again.code, again.error?["code"]) == (5000, 13))
    }
    let list = try await call("unconsumed", #"{"userID": "bob"}"#)
    #expect(list.result?["purchases"]?.all("paymentSeq").contains(.string(approved)) == true)
    #expect(list.result?["purchases"]?.all("paymentSeq").contains(.string(declined)) == false)
  }

  @Test
  func `A state is set with what was charged, and a status with its end`() async throws {
    #expect(
      try await kinds(
        "state",
        """
        {"paymentSeq": "2026011510000001", "state": "SUCCESS", "receipt": "777", "price": 1.50,
         "currency": "KRW"}
        """) == ["stateChanged"])
    let paid = try await call("unconsumed", #"{"userID": "frank"}"#).result?["purchases"]?[0]
    #expect(paid?["transactionIdentifier"] == "777" && paid?["price"] == .number("1.5"))
    #expect(
      try await kinds(
        "status", #"{"paymentSeq": "2026010110000001", "status": "CANCELED", "until": "+3d"}"#)
        == ["cancelled"])
    let bob = try await call("subscriptions", #"{"userID": "bob"}"#).result?["subscriptions"]
    #expect(bob?[0]?["expiryTime"] == "2026-01-18T09:00:00.000Z")
  }

  @Test
  func `Billing fails and is mended, and a new user is no error`() async throws {
    let seed = """
      {"format": 1, "products": [{"productIdentifier": "club", "productType": "AUTO_RENEWABLE",
       "period": "P1W", "grace": "P3D"}]}
      """
    #expect(try await call("seed", seed).result?["products"] == 1)
    _ = try await call("purchase", #"{"userID": "zoe", "productIdentifier": "club"}"#)
    #expect(try await kinds("billing", #"{"userID": "zoe", "billing": "failing"}"#) == [])
    let week = try await call("clock", #"{"advance": "P1W"}"#)
    #expect(week.result?["now"] == "2026-01-22T09:00:00.000Z")
    // The other event is that of bob's subscription, which was cancelled.
    #expect(
      week.result?["events"]?.line
        == #"{"renewed":0,"grace":1,"hold":0,"recovered":0,"expired":1}"#)
    #expect(try await kinds("billing", #"{"userID": "zoe", "billing": "ok"}"#) == ["recovered"])
  }

  @Test
  func `The verification is set, of the App Store only`() async throws {
    #expect(
      try await kinds("verification", #"{"storeCode": "AS", "verification": "V2"}"#)
        == ["verificationSet"])
    let old = #"{"userID": "bob", "productIdentifier": "gem.550", "sdk": "1.6.2"}"#
    #expect(try await call("purchase", old).error?["code"] == 11)
  }

  @Test(
    arguments: [
      ("refund", #"{"paymentSeq": "99"}"#, 5000, "words: paymentNotFound"),
      ("refund", #"{"paymentSeq": "x"}"#, 1100, "paymentSeq: not a payment number"),
      ("refund", "{}", 1100, "paymentSeq: missing"),
      ("state", #"{"paymentSeq": "1", "state": "PAID"}"#, 1100, "state: not one of RESERVED, "),
      (
        "state", #"{"paymentSeq": "1", "state": "REFUND", "price": 1}"#, 1100,
        "price: only with the state SUCCESS"
      ),
      (
        "state", #"{"paymentSeq": "1", "state": "SUCCESS", "price": -1}"#, 1100,
        "price: negative"
      ),
      (
        "state", #"{"paymentSeq": "1", "state": "SUCCESS", "currency": "won"}"#, 1100,
        "currency: not a currency code"
      ),
      (
        "state",
        #"{"paymentSeq": "2026011510000001", "state": "SUCCESS", "receipt": "1000000000000001"}"#,
        1100, "receipt: words: usage"
      ),
      (
        "status", #"{"paymentSeq": "2026011210000001", "status": "ACTIVE"}"#, 5000,
        "words: purchaseStatusInvalid"
      ),
      (
        "status", #"{"paymentSeq": "2026010110000001", "status": "GONE"}"#, 1100,
        "status: not one of ACTIVE, "
      ),
      (
        "status",
        #"{"paymentSeq": "2026010110000001", "status": "ACTIVE", "until": "2026-01-02"}"#, 1100,
        "until: words: usage"
      ),
      (
        "status", #"{"paymentSeq": "2026010110000001", "status": "ACTIVE", "until": "+P999Y"}"#,
        0, "SUCCESS"
      ),
      (
        "status", #"{"paymentSeq": "2026010110000001", "status": "ACTIVE", "until": "soon"}"#,
        1100, "until: not an instant"
      ),
      ("billing", #"{"userID": "bob", "billing": "broken"}"#, 1100, "billing: not one of ok, "),
      ("billing", #"{"userID": "", "billing": "ok"}"#, 1100, "userID: empty"),
      (
        "verification", #"{"storeCode": "GG", "verification": "V2"}"#, 1100,
        "storeCode: words: usage"
      ),
      ("clock", #"{"now": "+P9999Y"}"#, 1100, "now: not an instant"),
      ("clock", #"{"now": "+P1000Y"}"#, 0, "SUCCESS"),
    ] as [(String, String, Int64, String)])
  func `A wrong value is refused with the key that has it`(
    _ name: String, _ body: String, _ code: Int64, _ message: String
  ) async throws {
    let answer = try await call(name, body)
    #expect(answer.code == code && answer.message.hasPrefix(message), "\(answer.message)")
  }

  @Test
  func `What is not known of a charge is refused with its key`() async throws {
    let reserved = try await call(
      "purchase", #"{"userID": "bob", "productIdentifier": "gem.550", "simulation": "reserved"}"#)
    let payment = try #require(reserved.result?["paymentSeq"]?.text)
    let refused = try await call("state", #"{"paymentSeq": "\#(payment)", "state": "SUCCESS"}"#)
    #expect((refused.code, refused.message) == (1100, "receipt: words: usage"))
  }

  @Test
  func `A time after the calendar is refused with its key`() async throws {
    #expect(try await call("clock", #"{"now": "9999-12-30"}"#).code == 0)
    for (name, body) in [
      ("clock", #"{"now": "+P1Y"}"#), ("clock", #"{"advance": "P1Y"}"#),
      ("status", #"{"paymentSeq": "2026010110000001", "status": "PAUSED", "until": "+P1Y"}"#),
    ] {
      let refused = try await call(name, body)
      #expect(refused.code == 1100)
      #expect(refused.message.contains(": the new time is later than the last one"))
    }
  }

  @Test
  func `The clock says the time, and whether it was set`() async throws {
    let time = try await fixture.get("/fixture/v1/clock")
    #expect(time.result?.line == #"{"now":"2026-01-15T09:00:00.000Z","isSet":true}"#)
    let real = try RoutesFixture(#"{"format": 1, "appKey": "\#(RoutesFixture.key)"}"#)
    #expect(try await real.get("/fixture/v1/clock").result?["isSet"] == .flag(false))
    let day = try await real.post("/fixture/v1/clock", #"{"now": "+1d"}"#)
    #expect(day.code == 0, "a day after the real time")
    #expect(try await real.get("/fixture/v1/clock").result?["isSet"] == .flag(true))
  }

  @Test
  func `Faults are listed with their uses, and removed`() async throws {
    let faults = #"[{"on": "products", "code": 2}, {"on": "consume", "code": 12, "user": "u"}]"#
    #expect(try await call("faults", faults).result?["count"] == 2)
    #expect(try await fixture.get("/fixture/v1/products").code != 0)
    let list = try await fixture.get("/fixture/v1/faults").result?["faults"]
    #expect(list?.all("used") == [1, 0])
    #expect(list?.all("user") == [.null, "u"])
    #expect(try await fixture.delete("/fixture/v1/faults").result?["count"] == 2)
    #expect(try await fixture.get("/fixture/v1/faults").result?["faults"]?.count == 0)
  }

  @Test
  func `The log is filtered by time, user, payment and kind`() async throws {
    func log(_ arguments: [String: [String]]) async throws -> [JSONValue?]? {
      try await fixture.get("/fixture/v1/log", arguments).result?["events"]?.all("kind")
    }
    _ = try await call("consume", #"{"paymentSeq": "2026011210000001"}"#)
    _ = try await call("clock", #"{"advance": "P1D"}"#)
    _ = try await call("refund", #"{"paymentSeq": "2026011210000001"}"#)
    _ = try await call("refund", #"{"paymentSeq": "2026011410000001"}"#)
    _ = try await call("billing", #"{"userID": "bob", "billing": "ok"}"#)
    #expect(try await log([:]) == ["consumed", "refunded", "refunded"])
    #expect(try await log(["payment": ["2026011210000001"]]) == ["consumed", "refunded"])
    #expect(try await log(["kind": ["refunded"]]) == ["refunded", "refunded"])
    #expect(try await log(["user": ["alice"], "kind": ["consumed"]]) == ["consumed"])
    #expect(try await log(["user": ["bob"]]) == [])
    #expect(try await log(["since": ["2026-01-16T09:00:00Z"]]) == ["refunded", "refunded"])
    #expect(try await log(["since": ["2026-01-16T09:00:00.001Z"]]) == [])
  }

  @Test(arguments: [
    ("kind", ["eaten"], "kind: not one of reserved, "),
    ("since", ["today"], "since: not an instant"),
    ("payment", ["x"], "payment: not a payment number"), ("user", [""], "user: empty"),
    ("user", ["a", "b"], "user: given twice"),
    ("users", ["a"], "users: unknown key; known are kind, payment, since, user"),
  ])
  func `A wrong filter of the log is named`(
    _ name: String, _ values: [String], _ message: String
  ) async throws {
    let refused = try await fixture.get("/fixture/v1/log", [name: values])
    #expect(refused.code == 1100 && refused.message.hasPrefix(message), "\(refused.message)")
  }

  /// A query by GET and a removal by DELETE need no content type.
  @Test
  func `They are served over HTTP`() async throws {
    let served = try ServedStore(Games.faults(#"{"on": "products", "code": 2}"#))
    let key = ["X-NHN-TCIAP-AppKey": Games.key]
    let bodies = try await served.run { port in
      let client = try HTTPConnection(port: port)
      let requests = [
        ("GET", "/fixture/v1/faults"), ("DELETE", "/fixture/v1/faults"),
        ("GET", "/fixture/v1/faults"), ("GET", "/fixture/v1/log?user=u&kind=consumed"),
        ("OPTIONS", "/fixture/v1/faults"),
      ]
      client.send(
        requests.map { HTTPConnection.request($0, $1, headers: key) }.joined()
          + HTTPConnection.request("POST", "/fixture/v1/reset", headers: key))
      return (0...requests.count).map { _ in client.answer() }
    }
    #expect(bodies[0]?.body.contains(#""result":{"faults":[{"on":"products""#) == true)
    #expect(bodies[1]?.body.contains(#""result":{"count":1}"#) == true)
    #expect(bodies[2]?.body.contains(#""result":{"faults":[]}"#) == true)
    #expect(bodies[3]?.body.contains(#""result":{"count":0,"events":[]}"#) == true)
    #expect(bodies[4]?.headers["allow"] == "GET, HEAD, POST, PUT, DELETE, OPTIONS")
    #expect(bodies[5]?.code == 0)
  }
}
