import IAPCore
import IAPFixtures
import Testing

/// The parts of the contract that the two documented APIs have, and the parts that they lack.
@Suite(.server)
struct NarrowDialectsTests {
  /// The fields of an unconsumed purchase that this API returns.
  private func told(_ purchase: Purchase, by backend: Backend) -> Purchase {
    var told = Purchase(paymentSeq: purchase.paymentSeq)
    (told.userID, told.productSeq) = (purchase.userID, purchase.productSeq)
    // These fields come from the item list, because the app sequence is known.
    told.productIdentifier = purchase.productIdentifier
    (told.price, told.currency) = (purchase.price, purchase.currency)
    told.accessToken = purchase.accessToken
    told.storeCode = backend == .service ? purchase.storeCode : nil
    return told
  }

  @Test(arguments: [Backend.service, .legacy])
  func `The REST APIs list the same unconsumed payments as the store`(_ backend: Backend)
    async throws
  {
    try await backend.play(on: try Seeds.sample()) { game in
      for user in ["alice", "bob", "nobody"] {
        let user = Identifier(user)
        let list = await Player(service: game.store).unconsumed(user)
        guard case .purchases(let known, [], _) = list else {
          Issue.record("\(list)")
          continue
        }
        let said = await Player(service: game.service).unconsumed(user)
        #expect(said == .purchases(known.map { told($0, by: backend) }, [], isAnswered: true))
      }
    }
  }

  @Test
  func `What Google Play withholds is in no list, and a consume of it is refused`() async throws {
    for backend in [Backend.service, .legacy] {
      try await backend.play(on: try Seeds.subscriptions(["ON_HOLD"])) { game in
        let player = Player(service: game.service)
        let listed = await player.unconsumed("u0")
        #expect(listed.description == "20")
        let refused = await player.consume("10", user: "u0", token: "t", productSeq: 1_000_001)
        #expect(refused.description == "iap 12", "\(backend)")
        let done = await player.consume("20", user: "u0", token: "t", productSeq: 1_000_002)
        #expect(done.description.hasPrefix("2.29 EUR"), "\(backend)")
      }
    }
  }

  @Test
  func `The list of one market takes two requests: the list and the item list`() async throws {
    try await Backend.service.play(on: try Seeds.sample()) { game in
      let player = Player(service: game.service)
      let said = await player.unconsumed("alice") { $0.markets = ["GG"] }
      #expect(said.description == "2026011410000001")
      #expect(game.log.hits == 2, "the list, and the item list")
    }
  }

  @Test
  func `A market that is switched off fails alone (service API) or fails the list (legacy)`()
    async throws
  {
    try await Backend.service.play(on: try Seeds.switchedOff()) { game in
      let said = await Player(service: game.service).unconsumed("u")
      #expect(said.description == "2; AS: iap 0")
    }
    try await Backend.legacy.play(on: try Seeds.switchedOff()) { game in
      let said = await Player(service: game.service).unconsumed("u")
      #expect(said.description == "iap 0")
    }
  }

  @Test(arguments: [Backend.service, .legacy])
  func `A consume over REST takes its token from the request or from the user's list`(
    _ backend: Backend
  ) async throws {
    try await backend.play(on: try Seeds.sample()) { game in
      let player = Player(service: game.service)
      let said = [
        // The token is in the user's list.
        await player.consume("2026011210000001", user: "alice"),
        await player.consume(
          "2026011410000001", token: "sample-token-alice-2", productSeq: 1_000_296),
        await player.consume(
          "2026011410000001", token: "sample-token-alice-2", productSeq: 1_000_296),
        await player.consume("2026011210000001", token: "wrong", productSeq: 1_000_292),
        await player.consume("9", token: "t", productSeq: 1_000_001),
        await player.consume("9", user: "alice"),
        await player.consume("2026011110000001"),
      ]
      #expect(
        said.map(\.description) == [
          "1500 KRW 1000292", "600 JPY 1000296", "iap 12 already", "iap 12", "iap 12",
          "iapctl paymentNotFound", "iapctl usage",
        ])
    }
  }

  @Test(arguments: [Backend.service, .legacy])
  func `The REST APIs list the same products as the store`(_ backend: Backend) async throws {
    try await backend.play(on: try Seeds.sample()) { game in
      let known = try await game.store.products(in: []).elements.map { product in
        Product(
          productIdentifier: product.productIdentifier, productSeq: product.productSeq,
          productName: product.productName, productType: nil, isActive: product.isActive,
          storeCode: product.storeCode, isValid: nil)
      }
      let player = Player(service: game.service)
      #expect(await player.products() == .products(known, [], isAnswered: true))
      #expect(await player.products("ONESTORE").description == "starter.pack")
    }
  }

  @Test
  func `The service API lists the same active subscriptions as the store`() async throws {
    try await Backend.service.play(on: try Seeds.sample()) { game in
      let known = try await game.store.subscriptions(SubscriptionQuery(user: "bob")).elements
      let told = known.map { subscription in
        var told = subscription
        (told.status, told.purchase.accessToken, told.purchase.payload) = (nil, nil, nil)
        (told.purchase.isStorePayment, told.purchase.isSandboxPayment) = (nil, nil)
        return told
      }
      let said = await Player(service: game.service).subscriptions("bob")
      #expect(said == .subscriptions(told, [], isAnswered: true))
      #expect(told.count == 2)
    }
  }

  @Test(arguments: [Backend.service, .legacy])
  func `Operations that an API lacks are refused as unsupported, and nothing is sent`(
    _ backend: Backend
  ) async throws {
    try await backend.play(on: try Seeds.sample()) { game in
      let player = Player(service: game.service)
      var said = [
        await player.purchase("gem.100", "bob"), await player.deferred("bob"),
        await player.restore("carol"), await player.reprocess("frank"),
        await player.unconsumed(.everyone),
      ]
      if backend == .legacy { said.append(await player.subscriptions("bob")) }
      #expect(said.map(\.description) == Array(repeating: "iapctl unsupported", count: said.count))
      #expect(game.log.hits == 0)
    }
  }
}
