package import IAPBatch
package import IAPCore

/// Runs a ``BatchMachine`` without a journal, one payment and one action at a time, by a clock of the test:
/// what a service sees of a batch, and what comes of each call.
package struct StepwiseBatch {
  private let service: any IAPService
  private let clock: Clock
  private let stopped: @Sendable () -> IAPError?
  private var machine: BatchMachine
  private var calls: [CallResult<ConsumeReceipt>] = []
  private var last: AttemptResult<ConsumeReceipt>?

  package init(
    _ service: any IAPService, _ policy: RetryPolicy, rate: Double? = nil, clock: Clock,
    stopped: @escaping @Sendable () -> IAPError? = { nil }
  ) {
    (self.service, self.clock, self.stopped) = (service, clock, stopped)
    var rules = BatchRules()
    (rules.concurrency, rules.policy, rules.rate) = (1, policy, rate)
    (rules.isJournaled, rules.isOrdered) = (false, true)
    // What the requests lack is not looked up.
    var traits = service.traits
    traits.needsToken = false
    machine = BatchMachine(
      rules, lists: PurchaseLists(for: traits), expecting: nil,
      at: Present(clock.monotonicTime(), clock.realTime()), seed: 1)
  }

  /// The results of the calls, in the order of the payments.
  package mutating func consume(_ payments: [Payment]) async -> [CallResult<ConsumeReceipt>] {
    var (events, rest, wake) = ([BatchEvent](), [payments, []][...], Duration.zero)
    while true {
      if let reason = stopped() { events.append(.stopped(reason)) }
      let actions = machine.handle(
        events, at: Present(clock.monotonicTime(), clock.realTime()))
      events = []
      for action in actions {
        switch action {
        case .read: events.append(.read(rest.popFirst() ?? []))
        case .send(let slot, let attempt):
          let result = await service.attempt(attempt)
          last = result
          events.append(.answered(slot: slot, result))
        case .report(let results):
          for result in results { calls.append(call(result)) }
          events.append(.reported)
        case .wake(let time): wake = time
        case .end: return calls
        default: break
        }
      }
      guard events.isEmpty else { continue }
      await clock.sleep(wake - clock.monotonicTime())
      events = [.woken]
    }
  }

  private mutating func call(_ result: ConsumeResult) -> CallResult<ConsumeReceipt> {
    let isSuccess = result.error == nil
    var call = CallResult(
      isSuccess
        ? .success(result.receipt ?? ConsumeReceipt(price: nil, currency: nil, productSeq: nil))
        : .failure(result.error ?? .bugOfTest),
      attempts: result.attempts, priorUnknown: result.priorUnknown)
    (call.stopsBatch, call.callNumber) = (last?.stopsBatch ?? false, last?.callNumber)
    last = nil
    return call
  }
}

extension IAPService {
  /// Sends the request of a consume once.
  package func attempt(_ consume: ConsumeAttempt) async -> AttemptResult<ConsumeReceipt> {
    await withCheckedContinuation { waiting in
      attempt([consume]) { waiting.resume(returning: $1) }
    }
  }
}

extension IAPError {
  fileprivate static var bugOfTest: IAPError { .iapctl(.bug, .bug("a result without an error")) }
}

extension BatchWorld {
  /// A world in which no time passes.
  package static var still: BatchWorld {
    BatchWorld(
      clock: Clock(realTime: { Instant(1_000) }, monotonicTime: { .zero }, sleep: { _ in }),
      asked: { nil })
  }
}
