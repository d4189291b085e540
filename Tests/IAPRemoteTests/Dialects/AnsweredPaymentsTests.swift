import IAPCore
import IAPRemote
import IAPWire
import Testing

/// Lists are read as strictly as the answer of a consume: a key that stands twice, and two rows of one
/// payment that differ, make them invalid.
struct AnsweredPaymentsTests {
  /// A row of each list, with a key for `more` members.
  private static func row(_ more: String = "", number: String = "1", price: Int = 1) -> String {
    #"{"paymentSeq": "\#(number)", "productSeq": 1, "itemSeq": 1, "currency": "KRW", "price": \#(price), "#
      + #""accessToken": "t", "purchaseToken": "t"\#(more)}"#
  }

  private static func unconsumed(_ rows: [String], from api: WireDialect, cursor: String? = nil)
    -> String
  {
    let list = "[\(rows.joined(separator: ", "))]"
    guard api == .fixture else { return list }
    let end = cursor.map { #", "cursor": "\#($0)""# } ?? ""
    return #"{"purchases": \#(list), "failures": [], "isAnswered": true\#(end)}"#
  }

  /// The purchases of an unconsumed list, or its failure.
  private func list(
    _ api: WireDialect, in markets: [StoreCode] = ["AS"], _ answers: [String]
  ) async -> Result<[Purchase], IAPError> {
    let service = RemoteService.test(
      api, ScriptedTransport(answers.map { .result($0) }),
      access: api == .legacy ? .test : .withoutAppSeq)
    var query = UnconsumedQuery(owner: .user("u"))
    query.markets = api == .legacy ? [] : markets
    do throws(IAPError) {
      let list = try await service.unconsumed(query).whole()
      return list.failures.first.map { .failure($0.error) } ?? .success(list.elements)
    } catch {
      return .failure(error)
    }
  }

  private func expect(
    _ result: Result<some Any, IAPError>, _ problem: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard case .failure(let error) = result else {
      Issue.record("accepted", sourceLocation: sourceLocation)
      return
    }
    #expect(error.code == .http(.responseInvalid), sourceLocation: sourceLocation)
    #expect(error.outcome == .notApplied, sourceLocation: sourceLocation)
    #expect(error.reason == .answerNotDocumented(problem), sourceLocation: sourceLocation)
  }

  // MARK: Keys

  @Test(arguments: WireDialect.allCases, ["price", "\\u0070rice"])
  func `A key that stands twice in a row makes a list invalid`(
    _ api: WireDialect, _ key: String
  ) async {
    let rows = [Self.row(number: "2"), Self.row(#", "\#(key)": 1"#)]
    let place = api == .fixture ? "result.purchases[1]" : "result[1]"
    expect(
      await list(api, [Self.unconsumed(rows, from: api)]), "a key appears twice in \(place)")
  }

  @Test
  func `A key that stands twice makes subscriptions and the payment of a token invalid`() async {
    var query = SubscriptionQuery(user: "u")
    query.markets = ["AS"]
    for (api, place) in [(WireDialect.service, "result[0]"), (.gamebase, "result[0]")] {
      let transport = ScriptedTransport([.result("[\(Self.row(#", "price": 1"#))]")])
      let service = RemoteService.test(api, transport, access: .withoutAppSeq)
      let error = await refusal {
        try await service.subscriptions(query).failures.first.map { throw $0.error }
      }
      #expect(error?.reason == .answerNotDocumented("a key appears twice in \(place)"))
    }
    let token = ScriptedTransport([
      .result(Self.row(#", "isConsumable": false, "isConsumable": true"#))
    ])
    let error = await refusal {
      try await RemoteService.test(.gamebase, token).transaction(of: Secret("t"))
    }
    #expect(error?.reason == .answerNotDocumented("a key appears twice in result"))
  }

  // MARK: Rows

  private static let differ = "payment 1 is listed twice, with different values"

  @Test(arguments: WireDialect.allCases)
  func `Two rows of one payment that differ make a list invalid`(_ api: WireDialect) async {
    for number in ["1", "01"] {
      let rows = [Self.row(), Self.row(number: "2"), Self.row(number: number, price: 2)]
      expect(await list(api, [Self.unconsumed(rows, from: api)]), Self.differ)
    }
  }

  @Test(arguments: WireDialect.allCases)
  func `Two rows of one payment that are equal are accepted`(_ api: WireDialect) async {
    let rows = [Self.row(), Self.row(number: "2"), Self.row()]
    guard case .success(let list) = await list(api, [Self.unconsumed(rows, from: api)]) else {
      Issue.record("refused")
      return
    }
    #expect(list.map(\.paymentSeq) == ["1", "2", "1"])
  }

  @Test
  func `Rows of two markets are compared, apart from the market that was asked`() async {
    let equal = await list(.service, in: ["AS", "GG"], ["[\(Self.row())]", "[\(Self.row())]"])
    #expect(throws: Never.self) { try equal.get() }
    expect(
      await list(.service, in: ["AS", "GG"], ["[\(Self.row())]", "[\(Self.row(price: 2))]"]),
      Self.differ)
  }

  @Test
  func `A payment in two markets of one list of Gamebase is a contradiction`() async {
    let rows = ["AS", "GG"].map { Self.row(#", "marketId": "\#($0)""#) }
    expect(await list(.gamebase, in: [], ["[\(rows.joined(separator: ","))]"]), Self.differ)
  }

  @Test
  func `Rows of two pages are compared`() async {
    let first = Self.unconsumed([Self.row()], from: .fixture, cursor: "next")
    let same = await list(.fixture, [first, Self.unconsumed([Self.row()], from: .fixture)])
    #expect(throws: Never.self) { try same.get() }
    let other = Self.unconsumed([Self.row(price: 2)], from: .fixture)
    expect(await list(.fixture, [first, other]), Self.differ)
  }

  @Test
  func `Two rows of one payment that differ make a list of subscriptions invalid`() async {
    var query = SubscriptionQuery(user: "u")
    query.markets = ["AS"]
    for api in [WireDialect.service, .gamebase] {
      let rows = "[\(Self.row()), \(Self.row(price: 2))]"
      let service = RemoteService.test(
        api, ScriptedTransport([.result(rows)]), access: .withoutAppSeq)
      let error = await refusal {
        try await service.subscriptions(query).failures.first.map { throw $0.error }
      }
      #expect(error?.reason == .answerNotDocumented(Self.differ), "\(api)")
    }
  }
}
