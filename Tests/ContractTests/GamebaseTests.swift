import IAPCore
import IAPFixtures
import Testing

/// The parts of the contract that the API of Gamebase has.
@Suite(.server)
struct GamebaseTests {
  @Test
  func `Gamebase lists the same unconsumed payments as the store, with times and order numbers`()
    async throws
  {
    try await Backend.gamebase.play(on: try Seeds.sample()) { game in
      for user in ["alice", "bob", "nobody"] as [Identifier] {
        let query = UnconsumedQuery(owner: .user(user))
        let known = try await game.store.unconsumed(query).whole().elements
        let told = known.map { purchase in
          var told = purchase
          told.gamebaseProductID = purchase.productIdentifier
          (told.productIdentifier, told.productType, told.isStorePayment) = (nil, nil, nil)
          (told.originalTransactionIdentifier, told.expiryTime) = (nil, nil)
          // Gamebase has whole seconds.
          told.purchaseTime = purchase.purchaseTime.map {
            Instant($0.milliseconds / 1000 * 1000)
          }
          return told
        }
        #expect(try await game.service.unconsumed(query).whole().elements == told)
      }
      #expect(game.log.hits == 3, "one call for all markets")
    }
  }

  @Test
  func `Payments are selected by age, order number, product and market, and the oldest first`()
    async throws
  {
    try await Backend.gamebase.play(on: try Seeds.sample()) { game in
      func numbers(_ change: (inout UnconsumedQuery) -> Void) async throws -> [Identifier] {
        var query = UnconsumedQuery(owner: .user("alice"))
        change(&query)
        return try await game.service.unconsumed(query).whole().elements.map(\.paymentSeq)
      }
      let all = try await numbers { _ in }
      #expect(all.count > 1)
      #expect(try await numbers { $0.limit = 1 } == [all[0]])
      // The clock of the client is before that of the store.
      #expect(try await numbers { $0.age = CalendarPeriod("1s") } == [])
      let first = try #require(
        try await game.store.unconsumed(UnconsumedQuery(owner: .user("alice"))).whole().elements
          .first)
      #expect(try await numbers { $0.transaction = first.transactionIdentifier } == [all[0]])
      #expect(try await numbers { $0.markets = [first.storeCode ?? ""] }.first == all[0])
    }
  }

  @Test
  func `A consume takes its token from the request, and a second one is refused`() async throws {
    try await Backend.gamebase.play(on: try Seeds.sample()) { game in
      let player = Player(service: game.service)
      let said = [
        await player.consume("2026011210000001", user: "alice"),
        await player.consume("2026011210000001", token: "sample-token-alice-1"),
        await player.consume("2026011410000001", token: "wrong"),
        await player.consume("9", token: "t"), await player.consume("2026011110000001"),
      ]
      #expect(
        said.map(\.description) == [
          "1500 KRW 1000292", "iap 12 already", "iap 12", "iap 12", "iapctl usage",
        ])
    }
  }

  @Test
  func `The payment of a token can be consumed until it is consumed`() async throws {
    try await Backend.gamebase.play(on: try Seeds.sample()) { game in
      let token = Secret("sample-token-alice-1")
      let before = try await game.service.transaction(of: token)
      #expect(before.provesUnconsumed(Payment("2026011210000001")))
      #expect(before.purchase.userID == "alice")
      _ = await game.service.consume([Payment("2026011210000001", accessToken: token)])
      let after = try await game.service.transaction(of: token)
      #expect(!after.isConsumable && after.purchase.paymentSeq == "2026011210000001")
    }
  }

  @Test
  func `Subscriptions have their status in Google Play, and those on hold if they are wanted`()
    async throws
  {
    try await Backend.gamebase.play(on: try Seeds.subscriptions(["ON_HOLD", "ACTIVE"])) { game in
      var query = SubscriptionQuery(user: "u0")
      let active = try await game.service.subscriptions(query).elements
      #expect(active.isEmpty)
      query.includesOnHold = true
      let held = try await game.service.subscriptions(query).elements
      #expect(held.map(\.status) == [.onHold] && held.map(\.referenceStatus) == ["ON_HOLD"])
      let payments = held.map { Payment($0.purchase) }
      let again = try await game.service.subscriptions(of: payments)
      #expect(again.map(\.purchase.paymentSeq) == held.map(\.purchase.paymentSeq))
      #expect(again.map(\.status) == [.onHold])
    }
  }
}
