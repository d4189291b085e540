import IAPCore
import Testing

@testable import IAPBatch

/// What the machine does next, event by event.
struct BatchMachineTests {
  var machine: BatchMachine
  var now = Duration.zero

  init() { machine = Self.machine { _ in } }

  static func machine(_ change: (inout BatchRules) -> Void) -> BatchMachine {
    var rules = BatchRules()
    rules.concurrency = 1
    change(&rules)
    return BatchMachine(
      rules, lists: PurchaseLists(for: ServiceTraits(origin: "test", needsToken: true)),
      expecting: nil, at: Present(.zero, Instant(0)), seed: 1)
  }

  mutating func handle(_ events: BatchEvent...) -> [String] {
    machine.handle(events, at: Present(now, Instant(0))).map(Self.text)
  }

  private static func text(_ action: BatchAction) -> String {
    switch action {
    case .read: "read"
    case .claim(let payments, _): "claim \(payments.map(\.paymentSeq.text).joined(separator: " "))"
    case .commit(let steps):
      "commit " + steps.map { "\(text($0.kind)) \($0.paymentSeq)" }.joined(separator: ", ")
    case .send(let slot, let attempt):
      "send \(attempt.payment.paymentSeq) in \(slot)" + (attempt.number > 1 ? " again" : "")
    case .report(let results):
      "report "
        + results.map { "\($0.outcome.rawValue) \($0.paymentSeq)" }.joined(separator: ", ")
    case .wake(let time): "wake at \(time)"
    case .deliver(_, let payment): "deliver \(payment.paymentSeq)"
    case .undo(_, let payment): "undo \(payment.paymentSeq)"
    case .end: "end"
    case .list, .find, .probe: "look up"
    }
  }

  private static func text(_ kind: JournalStep.Kind) -> String {
    switch kind {
    case .described: "described"
    case .deliveryBegins: "delivery"
    case .deliveryEnds: "delivered"
    case .consumeBegins: "intent"
    case .consumeWithdrawn: "withdrawn"
    case .consumeEnds: "outcome"
    case .undoBegins: "undo"
    case .undoEnds: "undone"
    case .released: "released"
    }
  }

  func payments(_ numbers: Identifier...) -> BatchEvent {
    .read(numbers.map { Payment($0, accessToken: Secret("t")) })
  }

  func claimed(_ count: Int) -> BatchEvent {
    .claimed(.success(Array(repeating: .new, count: count)))
  }

  private static let receipt = ConsumeReceipt(price: nil, currency: nil, productSeq: nil)
  static let consumed = AttemptResult<ConsumeReceipt>(.success(receipt), isSent: true)
  private static let refused = IAPError(
    .iap(.changePurchaseStatusFailed), .serverSaid(code: 5000, message: nil), serverCode: 5000)

  /// Payments 1 and 2 are claimed, and 1 is sent.
  mutating func sendFirst() {
    _ = handle()
    #expect(handle(payments("1", "2")) == ["claim 1 2"])
    #expect(handle(claimed(2)).contains("commit intent 1"))
    #expect(handle(.committed(nil)) == ["send 1 in 0"])
  }

  @Test
  mutating func
    `The intent of the next payment is written with the outcome, and sent after the report`()
  {
    sendFirst()
    #expect(
      handle(.answered(slot: 0, Self.consumed))
        .contains("commit outcome 1, released 1, intent 2"))
    let reported = handle(.committed(nil))
    #expect(reported.contains("report consumed 1") && !reported.contains("send 2 in 1"))
    #expect(handle(.reported) == ["send 2 in 1"])
  }

  @Test
  mutating func `If the batch stops before the next payment is sent, its intent is taken back`() {
    sendFirst()
    _ = handle(.answered(slot: 0, Self.consumed))
    _ = handle(.committed(nil))
    #expect(
      handle(.halted(.iapctl(.outputNotWritten, .resultsUnread)), .reported)
        == ["commit withdrawn 2, released 2"])
    #expect(handle(.committed(nil)).contains("report not-sent 2"))
  }

  @Test
  mutating func `With a rate, an intent is not written before its turn`() {
    machine = Self.machine { $0.rate = 0.1 }
    sendFirst()
    #expect(handle(.answered(slot: 0, Self.consumed)) == ["commit outcome 1, released 1"])
    _ = handle(.committed(nil))
    #expect(!handle(.reported).contains("commit intent 2"))
    now = .seconds(9)
    #expect(!handle(.woken).contains("commit intent 2"))
    now = .seconds(10)
    #expect(handle(.woken).contains("commit intent 2"))
  }

  @Test
  mutating func `A rate does not slow the lists, and a server that asks to wait does`() {
    machine = Self.machine { ($0.rate, $0.concurrency) = (0.1, 8) }
    _ = handle()
    _ = handle(.read(["u", "v", "w"].map { Payment("1", user: $0) }))
    #expect(handle(claimed(3)) == ["look up", "look up", "look up"])

    machine = Self.machine { ($0.rate, $0.concurrency) = (0.1, 8) }
    _ = handle()
    _ = handle(.read(["u", "v", "w"].map { Payment("1", user: $0) }))
    let pause = ServerPause(.seconds(9), .status(429, isChange: false), endsCall: false)
    #expect(!handle(.paused(pause, at: now), claimed(3)).contains("look up"))
  }

  @Test
  mutating func `If the server asks to wait, no intent is open meanwhile`() {
    sendFirst()
    _ = handle(.answered(slot: 0, Self.consumed))
    _ = handle(.committed(nil))
    let pause = ServerPause(.seconds(9), .status(429, isChange: true), endsCall: false)
    #expect(
      handle(.paused(pause, at: now), .reported).contains("commit withdrawn 2"))
    #expect(handle(.committed(nil)).contains("wake at 9.0 seconds"))
    now = .seconds(9)
    #expect(handle(.woken).contains("commit intent 2"))
    #expect(handle(.committed(nil)) == ["send 2 in 1"])
  }

  /// The answer about a token of a payment that may be consumed asks to wait.
  @Test(arguments: [false, true])
  mutating func `No consume is sent before the time that the answer about its token asked for`(
    _ isTooLate: Bool
  ) {
    machine = Self.machine { $0.readsTokens = true }
    _ = handle()
    _ = handle(payments("1"))
    _ = handle(.claimed(.success([.granted(Claim.Grant(priorUnknown: true))])))
    #expect(handle(.committed(nil)) == ["look up"])
    let pause = ServerPause(.seconds(9), .status(429, isChange: false), endsCall: isTooLate)
    let held = handle(.paused(pause, at: now), .probed(slot: 0, nil))
    if isTooLate {
      #expect(held.contains("commit withdrawn 1, released 1"), "\(held)")
      #expect(handle(.committed(nil)).contains("report unknown 1"))
      return
    }
    #expect(held == ["wake at 9.0 seconds"])
    now = .seconds(9)
    #expect(handle(.woken).contains("look up"))
    #expect(handle(.probed(slot: 0, nil)) == ["send 1 in 0"])
  }

  @Test
  mutating func `What has gathered while a transaction runs is written together`() {
    machine = Self.machine { $0.concurrency = 3 }
    _ = handle()
    _ = handle(payments("1", "2", "3"))
    #expect(handle(claimed(3)).contains("commit intent 1, intent 2, intent 3"))
    #expect(handle(.committed(nil)).contains("send 3 in 2"))
    #expect(handle(.answered(slot: 0, Self.consumed)) == ["commit outcome 1, released 1"])
    #expect(handle(.answered(slot: 1, Self.consumed)).isEmpty)
    #expect(handle(.answered(slot: 2, Self.consumed)).isEmpty)
    #expect(
      handle(.committed(nil)).contains("commit outcome 2, released 2, outcome 3, released 3"))
  }

  @Test
  mutating func `An item is delivered before the consume, and taken back after a refusal`() {
    machine = Self.machine {
      $0.commands = BatchRules.Commands(limit: .seconds(1), canUndo: true)
    }
    _ = handle()
    _ = handle(payments("1"))
    #expect(handle(claimed(1)).contains("commit delivery 1"))
    #expect(handle(.committed(nil)).contains("deliver 1"))
    #expect(handle(.commandEnded(slot: 0, nil)) == ["commit delivered 1"])
    #expect(handle(.committed(nil)) == ["commit intent 1"])
    #expect(handle(.committed(nil)) == ["send 1 in 0"])
    #expect(
      handle(.answered(slot: 0, AttemptResult(.failure(Self.refused), isSent: true)))
        == ["commit outcome 1, undo 1"])
    #expect(handle(.committed(nil)) == ["undo 1"])
    #expect(handle(.commandEnded(slot: 0, nil)) == ["commit undone 1, released 1"])
    #expect(handle(.committed(nil)) == ["report refused 1"])
  }

  @Test
  mutating func `At the end of the input the batch ends as soon as everything is reported`() {
    sendFirst()
    _ = handle(.answered(slot: 0, Self.consumed))
    _ = handle(.committed(nil))
    #expect(handle(.read([])).isEmpty)
    _ = handle(.reported)
    _ = handle(.answered(slot: 1, Self.consumed))
    #expect(handle(.committed(nil)) == ["report consumed 2"])
    #expect(handle(.reported) == ["end"])
  }
}
