import IAPBatch
import IAPCore
import Testing

struct ConsumeBatchTests {
  private let receipt = ConsumeReceipt(price: Price("1500"), currency: "KRW", productSeq: 1)

  private func requests(_ payments: Identifier...) -> [ConsumeRequest] {
    payments.map { ConsumeRequest(paymentSeq: $0, user: "alice", accessToken: Secret("tok")) }
  }

  @Test func `each payment gets its own answer, in order`() async {
    let receipt = receipt
    let service = ScriptedService { request in
      switch request.paymentSeq {
      case "2": .failure(.alreadyConsumed("2"))
      case "3": .failure(.iap(.changePurchaseStatusFailed, .tokenWrong(payment: "3")))
      case "4":
        .failure(
          IAPError(
            .http(.requestTimeout), .answerLost(operation: "consume"), outcome: .unknown))
      default: .success(receipt)
      }
    }
    let batch = ConsumeBatch(service: service, isStopped: { nil })

    let results = await batch.consume(requests("1", "2", "3", "4", "5"))

    #expect(results.map(\.paymentSeq) == ["1", "2", "3", "4", "5"])
    let outcomes: [ConsumeResult.Outcome] = [
      .consumed, .alreadyConsumed, .refused, .unknown, .consumed,
    ]
    #expect(results.map(\.outcome) == outcomes)
  }

  @Test func `the service is given the requests as they are, each once`() async {
    let receipt = receipt
    let service = ScriptedService { _ in .success(receipt) }
    let batch = ConsumeBatch(service: service, isStopped: { nil })
    let requests = requests("3", "1", "2")

    _ = await batch.consume(requests)

    #expect(service.requests == requests)
  }

  @Test func `a stopped batch sends nothing, and says why`() async {
    let service = ScriptedService(nil)
    let reason = IAPError.iapctl(.interrupted, .stopped(signal: 2))
    let batch = ConsumeBatch(service: service, isStopped: { reason })

    let results = await batch.consume(requests("1", "2"))

    #expect(service.requests.isEmpty)
    #expect(results.map(\.paymentSeq) == ["1", "2"])
    #expect(results.allSatisfy { $0.outcome == .notSent && $0.attempts == 0 })
    #expect(results.allSatisfy { $0.error == reason && $0.receipt == nil })
  }

  @Test func `what would fail for every payment ends the batch`() async {
    let refusal = IAPError(.http(.requestFailed), .statusNotOK(401), httpStatus: 401)
    let service = ScriptedService({ _ in .failure(refusal) }, stopsBatch: true)
    let batch = ConsumeBatch(service: service, isStopped: { nil })

    let first = await batch.consume(requests("1"))
    let rest = await batch.consume(requests("2", "3"))

    #expect(first.map(\.outcome) == [.refused])
    #expect(service.requests == requests("1"))
    #expect(rest.map(\.outcome) == [.notSent, .notSent])
    #expect(rest.allSatisfy { $0.error == refusal && $0.attempts == 0 })
  }

  @Test func `nothing to consume gives no results`() async {
    let service = ScriptedService { _ in .failure(.iap(.unknown, .notConfirmed)) }
    let batch = ConsumeBatch(service: service, isStopped: { nil })
    #expect(await batch.consume([]).isEmpty)
  }
}

struct PaymentTotalsTests {
  private func totals(_ payments: (user: Identifier?, price: String?, currency: String?)...)
    -> PaymentTotals
  {
    var totals = PaymentTotals()
    for (user, price, currency) in payments {
      var purchase = Purchase(paymentSeq: "1")
      purchase.userID = user
      purchase.price = price.flatMap { Price($0) }
      purchase.currency = currency
      totals.add(purchase)
    }
    return totals
  }

  @Test func `nothing comes to nothing`() {
    let totals = totals()
    #expect(totals.count == 0)
    #expect(totals.users.isEmpty)
    #expect(totals.byCurrency.isEmpty)
  }

  @Test func `sums are exact, and kept apart by currency`() throws {
    let totals = totals(
      ("alice", "0.1", "USD"), ("alice", "0.2", "USD"), ("bob", "1500", "KRW"),
      ("alice", "1500", "KRW"), ("carol", "2.29", "USD"))
    #expect(totals.count == 5)
    #expect(totals.users == ["alice", "bob", "carol"])
    #expect(totals.byCurrency.keys.sorted() == ["KRW", "USD"])
    let (won, dollars) = (
      try #require(totals.byCurrency["KRW"]), try #require(totals.byCurrency["USD"])
    )
    #expect((won.sum?.digits, won.count) == ("3000", 2))
    #expect((dollars.sum?.digits, dollars.count) == ("2.59", 3))
  }

  @Test func `a payment without a currency is counted by itself`() throws {
    let totals = totals(("alice", "1", nil), ("alice", "2", "USD"))
    #expect(totals.byCurrency.keys.sorted() == ["", "USD"])
    #expect(try #require(totals.byCurrency[""]).count == 1)
    #expect(try #require(totals.byCurrency["USD"]).sum?.digits == "2")
  }

  @Test func `a payment without a price is counted`() throws {
    let totals = totals(("alice", nil, "KRW"), ("alice", "1500", "KRW"), (nil, nil, nil))
    #expect(totals.count == 3)
    #expect(try #require(totals.byCurrency["KRW"]).count == 2)
    #expect(try #require(totals.byCurrency[""]).count == 1)
  }

  @Test func `users whose names only look alike are two, and an unknown one is none`() {
    let totals = totals(
      (Identifier("\u{E9}"), "1", "USD"), (Identifier("e\u{301}"), "1", "USD"), (nil, "1", "USD"))
    #expect(totals.count == 3)
    #expect(totals.users.count == 2)
  }

  @Test func `a sum that grows too long is none`() throws {
    let largest = "999999999999999999"
    let totals = totals(("a", largest, "KRW"), ("a", largest, "KRW"), ("a", "1", "KRW"))
    let won = try #require(totals.byCurrency["KRW"])
    #expect(won.sum == nil)
    #expect(won.count == 3)
  }
}
