import IAPCore
import Testing

/// Both complete backends return the same results. The tests compare them in short with the
/// expected text, and in full with the result of the store.
@Suite(.server)
struct OperationsTests {
  @Test(
    arguments: Scene.queries + Scene.consuming + Scene.buying + Scene.completing,
    Backend.complete)
  func `Every backend returns the expected results, the same as the store's`(
    _ scene: Scene, _ backend: Backend
  ) async throws {
    let said = try await backend.play(on: try scene.seed()) { game in
      await scene.play(Player(service: game.service))
    }
    #expect(said.map(\.description) == scene.expected)
    let reference = try await Backend.store.play(on: try scene.seed()) { game in
      await scene.play(Player(service: game.store))
    }
    #expect(said == reference)
  }

  @Test(arguments: Backend.complete)
  func `A list of many pages is complete and in order`(_ backend: Backend) async throws {
    let said = try await backend.play(on: try Seeds.crowd(1300)) { game in
      let player = Player(service: game.service)
      let said = [
        await player.unconsumed(.everyone), await player.unconsumed("u") { $0.limit = 1100 },
        await player.unconsumed("u") { $0.limit = 512 },
      ]
      if backend == .fixture { #expect(game.log.hits("unconsumed") == 3 + 3 + 1) }
      return said
    }
    let reference = try await Backend.store.play(on: try Seeds.crowd(1300)) { game in
      await Player(service: game.store).unconsumed(.everyone)
    }
    guard case .purchases(let purchases, [], isAnswered: true) = reference else {
      Issue.record("\(reference)")
      return
    }
    #expect(purchases.count == 1300)
    #expect(
      said
        == [1300, 1100, 512].map {
          .purchases(Array(purchases.prefix($0)), [], isAnswered: true)
        })
  }

  /// A payment that is consumed while the list is being read is not in the pages that follow.
  @Test(arguments: Backend.complete)
  func `A list continues correctly if its payments are consumed between pages`(_ backend: Backend)
    async throws
  {
    let count = try await backend.play(on: try Seeds.crowd(1300)) { game in
      var seen: Set<Identifier> = []
      for try await page in try await game.service.unconsumed(UnconsumedQuery(owner: .everyone)) {
        let purchases = page.elements
        #expect(seen.isDisjoint(with: purchases.map(\.paymentSeq)))
        seen.formUnion(purchases.map(\.paymentSeq))
        _ = await game.store.consume(
          purchases.map { Payment($0.paymentSeq) })
      }
      return seen.count
    }
    #expect(count == 1300)
  }

  @Test(arguments: Backend.complete)
  func `Each payment of a batch has its own result`(_ backend: Backend) async throws {
    let answers = try await backend.play(on: try Seeds.crowd(3)) { game in
      await game.service.consume(
        ["1", "9", "2", "1"].map { Payment($0) })
    }
    #expect(
      answers.map { Said.consumed($0).description }
        == ["1500 KRW 7", "iapctl paymentNotFound", "1500 KRW 7", "iap 12 already"])
  }
}
