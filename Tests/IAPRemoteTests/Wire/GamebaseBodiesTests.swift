import IAPCore
import IAPRemote
import IAPWire
import TestSupport
import Testing

/// The sample responses of Gamebase's guide in `Bodies/`.
struct GamebaseBodiesTests {
  private func service(_ name: String) throws -> RemoteService {
    let body = try Project.text("Tests/IAPRemoteTests/Bodies/gamebase-\(name).json")
    return RemoteService.test(.gamebase, ScriptedTransport([.answer(200, body)]), retries: 0)
  }

  @Test
  func `The unconsumed payments are read`() async throws {
    let list = try await service("consumable-ok")
      .unconsumed(UnconsumedQuery(owner: .user("alice"))).whole().elements
    var first = Purchase(paymentSeq: "2020060210364966")
    (first.userID, first.storeCode, first.productSeq) = ("alice", "AS", 1_000_312)
    (first.price, first.currency) = (Price(canonical: "2500"), "KRW")
    first.accessToken = Secret("sample-token-1")
    first.transactionIdentifier = "Store Reference Key"
    first.gamebaseProductID = "gamebase_prod_001"
    first.purchaseTime = Instant("2020-06-02T04:38:56Z")
    (first.payload, first.isSandboxPayment) = ("additional info", false)
    #expect(list.last == first)
    #expect(list.map(\.paymentSeq) == ["2016122110023125", "2020060210364966"])
    #expect(list.first?.payload == nil)
  }

  @Test
  func `The result of a consume is read`() async throws {
    let payment = Payment("1", accessToken: Secret("t"), productSeq: 1_000_292)
    let answer = try #require(await service("consume-ok").consume([payment]).first)
    var receipt = ConsumeReceipt(
      price: Price(canonical: "1500"), currency: "KRW", productSeq: 1_000_292)
    receipt.storeCode = "GG"
    #expect(answer.result == .success(receipt))
  }

  @Test
  func `The payment of a token is read`() async throws {
    let found = try await service("transaction-ok").transaction(of: Secret("t"))
    #expect(found.purchase.paymentSeq == "2022041110385239")
    #expect(found.purchase.userID == "AS@QW4M1GM7W97YJDCN")
    #expect(found.purchase.productType == .consumable)
    #expect(found.purchase.price?.digits == "2.29")
    #expect(!found.isConsumable && !found.provesUnconsumed(Payment("2022041110385239")))
  }

  @Test
  func `The active subscriptions are read`() async throws {
    let query = SubscriptionQuery(user: "alice")
    let found = try #require(
      try await service("subscriptions-ok").subscriptions(query).elements.first)
    #expect(found.status == .active && found.referenceStatus == "PURCHASED")
    #expect(found.renewTime == Instant("2020-06-02T04:50:56Z"))
    #expect(found.purchase.expiryTime == Instant("2020-06-02T04:48:56Z"))
    #expect(found.purchase.productIdentifier == "money_100")
    #expect(found.purchase.gamebaseProductID == "gamebase_renewal_001")
    #expect(found.purchase.userID == "QXG774PMRZMWR3BR")
  }

  @Test
  func `The subscriptions of payments are read as they come`() async throws {
    let found = try await service("status-ok")
      .subscriptions(of: [Payment("1", accessToken: Secret("t"))])
    #expect(found.map(\.purchase.paymentSeq) == ["2023082410408389", "2023082410408381"])
    #expect(found.map(\.status) == [.active, .expired])
    #expect(found.map(\.referenceStatus) == ["REPURCHASED", "EXPIRED"])
  }

  @Test
  func `A refusal of the credentials is read`() async throws {
    let error = await refusal {
      try await service("error-4010002").unconsumed(UnconsumedQuery(owner: .user("u"))).whole()
    }
    #expect(error?.serverCode == -4_010_002)
    #expect(error?.gamebase?.kind == .appKey && error?.row.exit == 77)
  }
}
