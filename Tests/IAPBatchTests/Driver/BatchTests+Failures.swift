import IAPBatch
import IAPCore
import Testing

extension BatchTests {

  @Test
  func `If the journal cannot record an intent, nothing is sent`() async throws {
    let journal = ScriptedRun(failingWith: { $0.kind == .consumeBegins })
    let outcome = await run(ScriptedService(nil), journal, items("1", "2"))
    #expect(outcome.results.map(\.outcome) == [.notSent, .notSent])
    #expect(outcome.results.map(\.error) == [ScriptedRun.failure, ScriptedRun.failure])
  }

  @Test
  func `An outcome that cannot be recorded is unknown and ends the batch`() async throws {
    let journal = ScriptedRun(failingWith: {
      if case .consumeEnds = $0.kind { true } else { false }
    })
    let service = consuming()
    let outcome = await run(service, journal, items("1", "2"))
    #expect(outcome.results.map(\.outcome) == [.unknown, .notSent])
    #expect(service.requests.map(\.paymentSeq) == ["1"])
    #expect(
      outcome.results[0].error?.reason
        == .payment("1", .outcomeUnrecorded(outcome: "consumed")))
    #expect(outcome.results[1].error == ScriptedRun.failure)
  }

  /// This does not depend on the results: the journal must be repaired in any case.
  @Test(arguments: [false, true])
  func `An error of the journal is reported beside the results`(_ isUndo: Bool) async throws {
    let journal = ScriptedRun(failingWith: {
      switch $0.kind {
      case .consumeEnds: !isUndo
      case .undoEnds: isUndo
      default: false
      }
    })
    let service = ScriptedService { _ in .failure(Self.refusal) }
    let outcome = await run(service, journal, items("1")) { $0.deliverer = Courier() }
    #expect(outcome.error as? IAPError == ScriptedRun.failure)
    #expect(outcome.results.map(\.outcome) == [isUndo ? .refused : .unknown])
  }

  // MARK: Lookups

  func untold(_ payment: Identifier, _ user: Identifier) -> Payment {
    Payment(payment, user: user)
  }

  @Test
  func `A payment that is in no list is released`() async throws {
    let journal = ScriptedRun()
    let service = ScriptedService(nil, lists: ["u": []])
    let outcome = await run(service, journal, [untold("1", "u")])
    #expect(
      outcome.results.map(\.error) == [
        .iapctl(.paymentNotFound, .payment("1", .notListed(user: "u")))
      ])
    #expect(journal.kinds(of: "1") == [.released])
  }

  @Test
  func `An unknown payment that is in no list stays unknown`() async throws {
    let service = ScriptedService(nil, lists: ["u": []])
    let outcome = await run(service, ScriptedRun(["1": .unknown()]), [untold("1", "u")]) {
      $0.resumes = true
    }
    #expect(outcome.results.map(\.outcome) == [.unknown])
    #expect(outcome.results.map(\.error?.reason) == [.payment("1", .unlisted)])
  }

  /// Without that, the next run would ask again.
  @Test
  func `A look-up that finds an unknown payment consumed settles it in the journal`() async throws {
    let journal = ScriptedRun(["1": .unknown()])
    let service = ScriptedService(nil, needsToken: false, lookupRefusal: .alreadyConsumed("1"))
    let outcome = await run(service, journal, [untold("1", "u")]) {
      $0.resumes = true
      $0.deliverer = Courier()
    }
    #expect(outcome.results.map(\.outcome) == [.alreadyConsumed])
    let result = try #require(outcome.results.first)
    #expect(journal.kinds(of: "1") == [.consumeBegins, .consumeEnds(result), .released])
  }

  @Test
  func `An error that would fail every list ends the lookups`() async throws {
    let refusal = IAPError(.http(.requestFailed), .statusNotOK(401), httpStatus: 401)
    let failing = [MarketResults<[Purchase]>.failure(MarketFailure(.appStore, refusal))]
    let service = ScriptedService(nil, lists: ["a": failing, "b": failing, "c": failing])
    let outcome = await run(
      service, ScriptedRun(), [untold("1", "a"), untold("2", "b"), untold("3", "c")])
    #expect(outcome.results.map(\.outcome) == [.notSent, .notSent, .notSent])
    #expect(
      outcome.results.map(\.error)
        == Array(repeating: refusal.about(storeCode: .appStore), count: 3))
    #expect(service.listed.count == 1)
  }

  @Test
  func `Data of a payment from a list is recorded in the journal`() async throws {
    var purchase = Purchase(paymentSeq: "1")
    purchase.userID = "u"
    purchase.accessToken = Secret("t")
    purchase.price = Price("2.29")
    let journal = ScriptedRun()
    let service = ScriptedService(
      { _ in .failure(Self.lost) }, lists: ["u": [.elements([purchase])]])
    let outcome = await run(service, journal, [untold("1", "u")])
    #expect(outcome.results.map { $0.receipt?.price?.digits } == ["2.29"])
    guard case .described(let facts) = journal.kinds(of: "1").first else {
      Issue.record("nothing was written of it")
      return
    }
    #expect(facts.purchase.price?.digits == "2.29")
  }
}
