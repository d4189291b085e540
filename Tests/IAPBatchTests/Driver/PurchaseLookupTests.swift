import IAPCore
import TestSupport
import Testing

@testable import IAPBatch

/// Payments given by number only. Their tokens are looked up in the lists of their users.
struct PurchaseLookupTests {
  private static let refusal = IAPError(
    .http(.requestFailed), .statusNotOK(403), httpStatus: 403)

  private static func purchases(_ numbers: Identifier...) -> MarketResults<[Purchase]> {
    .elements(
      numbers.map { number in
        var purchase = Purchase(paymentSeq: number)
        purchase.accessToken = Secret("token-\(number)")
        purchase.productSeq = 77
        return purchase
      })
  }

  /// Alice has payments 1 and 2. Bob has payment 3 in one market, and the other market fails.
  private let service = ScriptedService(
    nil,
    lists: [
      "alice": [purchases("1"), purchases("2")],
      "bob": [.failure(MarketFailure(.googlePlay, refusal)), purchases("3")],
    ])

  private func item(
    _ payment: Identifier, _ user: Identifier?, token: Secret? = nil, in markets: [StoreCode] = []
  ) -> Payment {
    Payment(payment, user: user, markets: markets, accessToken: token)
  }

  private func completed(
    _ payments: [Payment], by lookup: PurchaseLookup
  ) async -> [Result<Payment, IAPError>] {
    await lookup.ask(for: payments)
    return payments.map { lookup.lists.completed($0, orElse: nil) }
  }

  private func tokens(_ answers: [Result<Payment, IAPError>]) -> [String?] {
    answers.map { (try? $0.get())?.accessToken?.revealed }
  }

  private func error(_ answer: Result<Payment, IAPError>) -> IAPError? {
    if case .failure(let error) = answer { error } else { nil }
  }

  @Test
  func `Each user's list is requested once`() async throws {
    let lookup = PurchaseLookup(service, concurrency: 1, in: .still)
    let answers = await completed(
      [item("1", "alice"), item("2", "alice"), item("3", "bob", in: ["AS"])], by: lookup)
    #expect(tokens(answers) == ["token-1", "token-2", "token-3"])
    #expect(answers.map { (try? $0.get())?.productSeq } == [77, 77, 77])
    let more = await completed([item("1", "alice")], by: lookup)
    #expect(tokens(more) == ["token-1"])
    #expect(service.listed.map(\.owner) == [.user("alice"), .user("bob")])
    #expect(service.listed.map(\.markets) == [[], ["AS"]])
  }

  @Test
  func `A number with leading zeros is found in a list, and is sent as it was given`() async throws
  {
    let lookup = PurchaseLookup(service, concurrency: 1, in: .still)
    let answers = await completed([item("001", "alice")], by: lookup)
    #expect(tokens(answers) == ["token-1"])
    #expect(try answers.first?.get().paymentSeq == "001")
  }

  @Test
  func `A payment with a token is not looked up`() async throws {
    let answers = await completed(
      [item("1", "alice", token: Secret("mine"))], by: PurchaseLookup(service, in: .still))
    #expect(tokens(answers) == ["mine"])
    #expect(service.listed.isEmpty)
  }

  @Test
  func `A payment that is in no list is reported as not found`() async throws {
    let answers = await completed([item("9", "alice")], by: PurchaseLookup(service, in: .still))
    #expect(
      answers.map(error) == [.iapctl(.paymentNotFound, .payment("9", .notListed(user: "alice")))])
  }

  @Test
  func `A row that names its market gets no advice to ask others`() async throws {
    var payment = item("9", "alice")
    (payment.markets, payment.purchase.storeCode) = (["AS"], "AS")
    let answers = await completed([payment], by: PurchaseLookup(service, in: .still))
    let problem = IAPError.PaymentProblem.notListed(
      user: "alice", markets: ["AS"], isMarketOfRow: true)
    #expect(answers.map(error) == [.iapctl(.paymentNotFound, .payment("9", problem))])
  }

  /// The payment may be in the market that failed.
  @Test
  func `A payment that was not found has the error of the market that failed`() async throws {
    let answers = await completed(
      [item("3", "bob"), item("9", "bob")], by: PurchaseLookup(service, in: .still))
    #expect(answers.map(error) == [nil, Self.refusal.about(storeCode: .googlePlay)])
  }

  @Test
  func `A payment with neither a token nor a user is refused`() async throws {
    let answers = await completed([item("1", nil)], by: PurchaseLookup(service, in: .still))
    #expect(answers.map { error($0)?.code } == [.iapctl(.usage)])
    #expect(service.listed.isEmpty)
  }

  // MARK: A service that finds payments by number

  private let store = ScriptedService(
    nil, needsToken: false, lists: ["alice": [purchases("1")]])

  @Test
  func `If the backend needs no token, no list is asked for`() async throws {
    let answers = await completed([item("1", "alice")], by: PurchaseLookup(store, in: .still))
    #expect(answers.count == 1)
    #expect(store.listed.isEmpty)
  }

  @Test
  func `A store finds purchases by payment number`() async throws {
    let outcomes = try await BatchPreview(
      PurchaseLookup(store, in: .still), issuer: Issuer(store.server), journal: nil, BatchRules()
    ).outcomes(of: [item("1", nil), item("9", nil)])
    guard case .send(let found, _) = outcomes[0], case .result(let missing, _) = outcomes[1] else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(found.payment.purchase.productSeq == 77)
    #expect(missing.error == .iapctl(.paymentNotFound, .payment("9", .notFound)))
    #expect(store.listed.map(\.payments) == [["1", "9"]])
  }
}
