import IAPBatch
import IAPCore
import Testing

@Suite("Grouped batch")
struct GroupedBatchTests {
  private let receipt = ConsumeReceipt(price: Price("1500"), currency: "KRW", productSeq: 1)

  private func run(
    _ service: ScriptedService, _ groups: [ConsumeRequest]..., stopped: IAPError? = nil
  ) async throws -> [ConsumeResult] {
    let batch = GroupedBatch(service: service, stop: BatchStop { stopped })
    var rest = groups[...]
    var results: [ConsumeResult] = []
    try await batch.consume(
      from: { most in
        #expect(most == GroupedBatch.groupSize)
        return rest.popFirst()?.map { BatchItem(request: $0) }
      }, emit: { results += $0 })
    return results
  }

  private func requests(_ payments: Identifier...) -> [ConsumeRequest] {
    payments.map { ConsumeRequest(paymentSeq: $0, user: "alice", accessToken: Secret("tok")) }
  }

  @Test("Each payment has its own result, in order")
  func eachPaymentHasItsOwnResultInOrder() async throws {
    let receipt = receipt
    let service = ScriptedService { request in
      switch request.paymentSeq {
      case "2": .failure(.alreadyConsumed("2"))
      case "3": .failure(.iap(.changePurchaseStatusFailed, .payment("3", .tokenWrong)))
      case "4":
        .failure(
          IAPError(
            .http(.requestTimeout), .answerLost(operation: "consume"), outcome: .unknown))
      default: .success(receipt)
      }
    }
    let results = try await run(service, requests("1", "2", "3", "4", "5"))

    #expect(results.map(\.paymentSeq) == ["1", "2", "3", "4", "5"])
    let outcomes: [ConsumeResult.Outcome] = [
      .consumed, .alreadyConsumed, .refused, .unknown, .consumed,
    ]
    #expect(results.map(\.outcome) == outcomes)
  }

  @Test("The service receives each request once and unchanged")
  func theServiceReceivesEachRequestOnceAndUnchanged() async throws {
    let receipt = receipt
    let service = ScriptedService { _ in .success(receipt) }
    let requests = requests("3", "1", "2")

    _ = try await run(service, requests)

    #expect(service.requests == requests)
  }

  @Test("A stopped batch sends nothing and reports why")
  func aStoppedBatchSendsNothingAndReportsWhy() async throws {
    let service = ScriptedService(nil)
    let reason = IAPError.iapctl(.interrupted, .stopped(signal: 2))
    let results = try await run(service, requests("1", "2"), stopped: reason)

    #expect(service.requests.isEmpty)
    #expect(results.map(\.paymentSeq) == ["1", "2"])
    #expect(results.allSatisfy { $0.outcome == .notSent && $0.attempts == 0 })
    #expect(results.allSatisfy { $0.error == reason && $0.receipt == nil })
  }

  @Test("An error that would fail every payment ends the batch")
  func anErrorThatWouldFailEveryPaymentEndsTheBatch() async throws {
    let refusal = IAPError(.http(.requestFailed), .statusNotOK(401), httpStatus: 401)
    let service = ScriptedService({ _ in .failure(refusal) }, stopsBatch: true)
    let results = try await run(service, requests("1"), requests("2", "3"))

    #expect(service.requests == requests("1"))
    #expect(results.map(\.outcome) == [.refused, .notSent, .notSent])
    #expect(results.dropFirst().allSatisfy { $0.error == refusal && $0.attempts == 0 })
  }

  @Test("A batch without payments has no results")
  func aBatchWithoutPaymentsHasNoResults() async throws {
    let service = ScriptedService { _ in .failure(.iap(.unknown, .notConfirmed)) }
    #expect(try await run(service).isEmpty)
  }
}
