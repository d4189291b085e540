import IAPBatch
import IAPCore
import Testing

/// Undos that earlier runs left.
extension JournaledBatchTests {
  /// What the journal has of payment 1.
  private static var recorded: Payment {
    var payment = Payment("1")
    (payment.purchase.userID, payment.isConfirmed) = ("alice", true)
    (payment.purchase.storeCode, payment.purchase.productSeq) = ("AS", 7)
    return payment
  }

  private static let interrupted: [Identifier: Claim] = ["1": .undoLeft(of: recorded)]

  @Test
  func `A resumed run ends the undo of a payment that another client has consumed`() async throws {
    let (journal, courier) = (ScriptedRun(Self.interrupted), Courier())
    let outcome = await run(ScriptedService(nil), journal, [Payment("1")]) {
      ($0.deliverer, $0.resumes) = (courier, true)
    }
    #expect(courier.log == ["undo 1"])
    #expect(journal.kinds(of: "1") == [.undoBegins, .undoEnds(nil), .released])
    let result = try #require(outcome.results.first)
    #expect(
      (result.outcome, result.undoError, result.userID, result.priorUnknown)
        == (.alreadyConsumed, nil, "alice", false))
    #expect(courier.undone.first?.productSeq == 7)
  }

  @Test
  func `An undo that fails again is reported and recorded`() async throws {
    let (journal, courier) = (ScriptedRun(Self.interrupted), Courier(fails: true))
    let outcome = await run(ScriptedService(nil), journal, [Payment("1")]) {
      ($0.deliverer, $0.resumes) = (courier, true)
    }
    #expect(outcome.results.map(\.undoError) == [Courier.failure])
    #expect(journal.kinds(of: "1") == [.undoBegins, .undoEnds(Courier.failure), .released])
  }

  static let unfinished = IAPError.iapctl(.undoFailed, .payment("1", .undoInterrupted))

  @Test(arguments: [(false, true, 0), (true, false, 1)])
  func `A run that cannot end the undo says that it is left`(
    _ resumes: Bool, _ canUndo: Bool, _ steps: Int
  ) async throws {
    let journal = ScriptedRun(Self.interrupted)
    let courier = Courier(canUndo: canUndo)
    let outcome = await run(ScriptedService(nil), journal, [Payment("1")]) {
      ($0.deliverer, $0.resumes) = (courier, resumes)
    }
    #expect(courier.log.isEmpty)
    #expect(outcome.results.map(\.outcome) == [.alreadyConsumed])
    #expect(outcome.results.map(\.undoError) == [Self.unfinished])
    // A claim is released.
    #expect(journal.kinds(of: "1") == Array([.released].prefix(steps)))
  }

  @Test
  func `A stop before the undo leaves it to the next run`() async throws {
    let reason = IAPError.iapctl(.interrupted, .stopped(signal: 2))
    let stop = stopAfterClaim(reason)
    let (journal, courier) = (ScriptedRun(Self.interrupted), Courier())
    let outcome = await run(ScriptedService(nil), journal, [Payment("1")], stop: stop) {
      ($0.deliverer, $0.resumes) = (courier, true)
    }
    #expect(courier.log.isEmpty && !journal.kinds(of: "1").contains(.undoBegins))
    #expect(outcome.results.map(\.undoError) == [Self.unfinished])
  }

  @Test
  func `The input does not say what is taken back`() async throws {
    let (journal, courier) = (ScriptedRun(Self.interrupted), Courier())
    var payment = Payment("1", accessToken: Secret("t"), productSeq: 8)
    payment.purchase.storeCode = "GG"
    _ = await run(ScriptedService(nil), journal, [payment]) {
      ($0.deliverer, $0.resumes) = (courier, true)
    }
    let undone = try #require(courier.undone.first)
    #expect((undone.productSeq, undone.storeCode, undone.anyUser) == (7, "AS", "alice"))
  }

  /// The worker that ends payment 1 would begin payment 2 with the same write.
  @Test
  func `No consume begins for a payment whose undo is left`() async throws {
    let claims: [Identifier: Claim] = ["2": .undoLeft(of: Payment("2"))]
    let journal = ScriptedRun(claims)
    let outcome = await run(consuming(), journal, items("1", "2", "3")) { $0.resumes = true }
    #expect(journal.kinds(of: "2") == [.released])
    let outcomes = outcome.results.map { "\($0.paymentSeq) \($0.outcome.rawValue)" }
    #expect(outcomes.sorted() == ["1 consumed", "2 already-consumed", "3 consumed"])
  }
}
