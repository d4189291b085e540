import IAPBatch
import IAPCore
import Testing

/// Items that are taken back, because the consume was refused.
extension BatchTests {
  static let refusal = IAPError(
    .iap(.changePurchaseStatusFailed), .payment("1", .tokenWrong), serverCode: 5000)

  static let lost = IAPError(
    .http(.requestTimeout), .server("test", .noAnswerInTime), outcome: .unknown)

  /// "Already consumed" does not say by whom: a delivery that found the item there looks like one that
  /// granted it.
  @Test(
    arguments: [
      (refusal, .takenBack), (IAPError.alreadyConsumed("1"), .delivered), (lost, .delivered),
    ] as [(IAPError, Delivery)])
  func `Only a refusal undoes a delivery`(_ error: IAPError, _ delivery: Delivery)
    async throws
  {
    let (journal, courier) = (ScriptedRun(), Courier())
    let service = ScriptedService { _ in .failure(error) }
    let outcome = await run(service, journal, items("1")) { $0.deliverer = courier }
    let isUndone = delivery == .takenBack
    #expect(courier.log == ["deliver 1"] + (isUndone ? ["undo 1"] : []))
    #expect(outcome.results.map(\.delivery) == [delivery])
    let ending: [JournalStep.Kind] =
      isUndone ? [.undoBegins, .undoEnds(nil), .released] : [.released]
    #expect(Array(journal.kinds(of: "1").dropFirst(4)) == ending)
  }

  @Test
  func `A failed undo is reported and recorded`() async throws {
    let (journal, courier) = (
      ScriptedRun(), Courier(failsToUndo: true)
    )
    let service = ScriptedService { _ in .failure(Self.refusal) }
    let outcome = await run(service, journal, items("1")) { $0.deliverer = courier }
    #expect(courier.log == ["deliver 1", "undo 1"])
    #expect(outcome.results.map(\.undoError) == [Courier.failure])
    #expect(outcome.results.map(\.delivery) == [.undoFailed])
    #expect(
      Array(journal.kinds(of: "1").dropFirst(4))
        == [.undoBegins, .undoEnds(Courier.failure), .released])
  }

  @Test
  func `An undo that may still be at work gets no end in the journal`() async throws {
    let (journal, courier) = (ScriptedRun(), Courier(outcome: .unknown, failsToUndo: true))
    let service = ScriptedService { _ in .failure(Self.refusal) }
    let outcome = await run(service, journal, items("1")) { $0.deliverer = courier }
    #expect(outcome.results.map(\.undoError) == [Courier.failure])
    #expect(outcome.results.map(\.delivery) == [.undoFailed])
    #expect(journal.kinds(of: "1").last == .undoBegins)
  }

  /// What another row or list says of the payment does not matter.
  @Test
  func `An undo gets what its delivery got, and a row that contradicts it sends nothing`()
    async throws
  {
    var delivered = Purchase(paymentSeq: "1")
    (delivered.userID, delivered.productIdentifier) = ("alice", "gem.100")
    let claims: [Identifier: Claim] = [
      "1": .granted(Claim.Grant(delivery: delivered))
    ]
    let courier = Courier()
    let service = ScriptedService { _ in .failure(Self.refusal) }
    let token = Payment("1", accessToken: Secret("t"))
    _ = await run(service, ScriptedRun(claims), [token]) { $0.deliverer = courier }
    delivered.accessToken = Secret("t")
    #expect(courier.undone.map(\.purchase) == [delivered])

    let journal = ScriptedRun(claims)
    let other = Payment("1", user: "bob", accessToken: Secret("t"))
    let refused = await run(ScriptedService(nil), journal, [other]) { $0.deliverer = Courier() }
    #expect(refused.results.map(\.outcome) == [.notSent])
    #expect(refused.results.map(\.error?.code) == [.iapctl(.inputInvalid)])
    #expect(journal.kinds(of: "1") == [.released])
  }

  @Test
  func `"Already consumed" after an unknown outcome does not undo the delivery`() async throws {
    let courier = Courier()
    let journal = ScriptedRun(["1": .granted(Claim.Grant(priorUnknown: true))])
    let service = ScriptedService { _ in .failure(.alreadyConsumed("1")) }
    let outcome = await run(service, journal, items("1")) {
      $0.deliverer = courier
      $0.resumes = true
    }
    #expect(outcome.results.map(\.outcome) == [.alreadyConsumed])
    #expect(outcome.results.map(\.priorUnknown) == [true])
    #expect(courier.log == ["deliver 1"])
  }
}
