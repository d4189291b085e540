import IAPCore
import IAPFixtures
import Testing

/// Consume requests for payments whose outcome in an earlier run is unknown.
@Suite(.server)
struct PriorUnknownTests {
  private func consume(
    _ payment: Identifier, token: String?, user: Identifier? = nil, _ service: any IAPService
  ) async -> String? {
    let request = Payment(
      payment, user: user, accessToken: token.map { Secret($0) }, productSeq: 7)
    return await service.consume([request]).first.map { Said.consumed($0.afterUnknown).description }
  }

  @Test(arguments: Backend.allCases)
  func `Only a consumed payment settles an earlier unknown outcome`(_ backend: Backend) async throws
  {
    try await backend.play(on: try Seeds.fault("products", 0)) { game in
      let refused = await consume("1", token: "wrong", game.service)
      #expect(refused == "iap 12 unknown, prior unknown")
      let applied = await consume("1", token: "t1", game.service)
      #expect(applied == "1500 KRW 7, prior unknown")
      let again = await consume("1", token: "t1", game.service)
      #expect(again == "iap 12 already, prior unknown")
    }
  }

  /// If a payment cannot be sent now, this says nothing about the earlier attempt.
  @Test(arguments: Backend.allCases)
  func `A payment that cannot be sent keeps its unknown outcome`(_ backend: Backend) async throws {
    try await backend.play(on: try Seeds.fault("products", 0)) { game in
      let unlisted = await consume("9", token: nil, user: "u", game.service)
      #expect(unlisted?.hasSuffix(" unknown, prior unknown") == true, "\(unlisted ?? "")")
    }
  }

  @Test
  func `A store that fails leaves an earlier unknown outcome unknown`() async throws {
    try await Backend.store.play(on: try Seeds.fault("consume", 12)) { game in
      let struck = await consume("1", token: "t1", game.service)
      #expect(struck == "iap 12 unknown, prior unknown")
    }
  }
}
