import IAPCore
import Testing

@testable import IAPBatch

/// When unknown payments are consumed again, and for how long.
extension BatchMachineTests {
  private static let lost = AttemptResult<ConsumeReceipt>(
    .failure(
      IAPError(.http(.requestTimeout), .server("test", .noAnswerInTime), outcome: .unknown)),
    isSent: true)

  @Test
  mutating func `An unknown payment is settled after the first answers of all`() {
    machine = Self.machine { $0.settleLimit = .seconds(30) }
    sendFirst()
    // The next payment has the only room.
    #expect(handle(.answered(slot: 0, Self.lost)).contains("commit intent 2"))
    #expect(handle(.committed(nil)) == ["send 2 in 1"])
    now = .seconds(100)
    #expect(handle(.answered(slot: 1, Self.consumed)).contains("commit outcome 2, released 2"))
    #expect(handle(.committed(nil)).contains("report consumed 2"))
    #expect(handle(.reported).isEmpty)
    #expect(handle(.read([])) == ["wake at 101.0 seconds"])
    now = .seconds(101)
    #expect(handle(.woken).contains("commit outcome 1, intent 1"))
    #expect(handle(.committed(nil)) == ["send 1 in 0"])
    #expect(handle(.answered(slot: 0, Self.lost)) == ["wake at 103.0 seconds"])
    #expect(
      handle(.stopped(.iapctl(.interrupted, .stopped(signal: 2))))
        == ["commit outcome 1, released 1"])
  }

  @Test(arguments: [28, 29])
  mutating func `A look-up that is told to wait until after the limit ends the settling`(
    _ seconds: Int
  ) {
    machine = Self.machine {
      ($0.settleLimit, $0.readsTokens) = (.seconds(30), true)
    }
    _ = handle()
    _ = handle(payments("1"))
    _ = handle(claimed(1))
    _ = handle(.committed(nil))
    _ = handle(.answered(slot: 0, Self.lost))
    _ = handle(.read([]))
    now = .seconds(1)
    #expect(handle(.woken).contains("commit outcome 1, intent 1"))
    now = .milliseconds(1500)
    #expect(handle(.committed(nil)) == ["look up"])
    let pause = ServerPause(.seconds(seconds), .status(429, isChange: false), endsCall: false)
    let held = handle(.paused(pause, at: now), .probed(slot: 0, nil))
    #expect(held.contains("commit withdrawn 1, released 1") == (seconds == 29), "\(held)")
  }

  @Test
  mutating func `At the end of the limit, what has had no room to be settled is unknown`() {
    machine = Self.machine { $0.settleLimit = .seconds(30) }
    sendFirst()
    _ = handle(.answered(slot: 0, Self.lost))
    _ = handle(.committed(nil))
    _ = handle(.answered(slot: 1, Self.lost))
    _ = handle(.read([]))
    now = .seconds(1)
    #expect(handle(.woken).contains("commit outcome 1, intent 1"))
    #expect(handle(.committed(nil)) == ["send 1 in 0"])
    now = .milliseconds(30_001)
    #expect(handle(.woken).contains("commit outcome 2, released 2"))
  }

  // MARK: Whole runs

  /// The answer to a payment, by how often it was sent.
  private typealias Answer = (Identifier, Int) -> AttemptResult<ConsumeReceipt>

  /// Runs a batch to its end. Each answer takes some time, and everything else takes none.
  ///
  /// - Returns: the results, and when the last one was reported.
  private func results(
    of count: Int, each time: Duration, _ change: (inout BatchRules) -> Void, _ answer: Answer
  ) -> (results: [ConsumeResult], end: Duration) {
    var machine = Self.machine(change)
    var payments = (1...count).map { Payment(Identifier("\($0)"), accessToken: Secret("t")) }[...]
    var (results, end, now) = ([ConsumeResult](), Duration.zero, Duration.zero)
    var (due, answers): ([BatchEvent], [(Duration, BatchEvent)]) = ([], [])
    var (sends, wake): ([Identifier: Int], Duration?) = ([:], nil)
    while true {
      let actions = machine.handle(due, at: Present(now, Instant(0)))
      due = []
      for action in actions {
        switch action {
        case .read(let most):
          due.append(.read(Array(payments.prefix(most))))
          payments = payments.dropFirst(most)
        case .claim(let claimed, _): due.append(self.claimed(claimed.count))
        case .commit: due.append(.committed(nil))
        case .send(let slot, let attempt):
          let number = attempt.payment.paymentSeq
          sends[number, default: 0] += 1
          answers.append((now + time, .answered(slot: slot, answer(number, sends[number] ?? 0))))
        case .report(let done):
          results += done
          end = now
          due.append(.reported)
        case .wake(let moment): wake = moment
        case .end: return (results, end)
        case .list, .find, .probe, .deliver, .undo: Issue.record("unexpected")
        }
      }
      guard due.isEmpty else { continue }
      guard let next = (answers.map(\.0) + [wake].compactMap(\.self)).min() else {
        Issue.record("the batch waits for nothing")
        return (results, end)
      }
      now = max(now, next)
      due = answers.filter { $0.0 <= now }.map(\.1)
      answers.removeAll { $0.0 <= now }
      if let moment = wake, moment <= now {
        wake = nil
        due.append(.woken)
      }
    }
  }

  /// Nine lost answers in a row are no outage.
  @Test(arguments: [1, 8])
  func `The time limit of settling is for the whole run`(_ concurrency: Int) {
    let (results, end) = results(
      of: 9, each: .milliseconds(100),
      { ($0.settleLimit, $0.concurrency) = (.seconds(30), concurrency) }, { _, _ in Self.lost })
    #expect(results.map(\.outcome) == Array(repeating: .unknown, count: 9))
    #expect(end <= .seconds(32), "\(end)")
    #expect(results.allSatisfy { $0.attempts > 3 }, "\(results.map(\.attempts))")
  }

  @Test
  func `Lost first answers stop a batch, and only what was sent is settled`() {
    let (results, end) = results(
      of: 300, each: .seconds(1),
      { ($0.settleLimit, $0.concurrency) = (.seconds(30), 1) }, { _, _ in Self.lost })
    let counts = Dictionary(results.map { ($0.outcome, 1) }, uniquingKeysWith: +)
    #expect(counts == [.unknown: 10, .notSent: 290])
    // Ten first answers, the limit, and the answer to the last request.
    #expect(end <= .seconds(42), "\(end)")
  }

  @Test
  func `Three hundred payments, of which every other answer is lost, end with the limit`() {
    let (results, end) = results(
      of: 300, each: .seconds(1),
      { ($0.settleLimit, $0.concurrency) = (.seconds(30), 1) },
      { number, _ in number.text.hasSuffix("1") ? Self.consumed : Self.lost })
    #expect(results.count == 300)
    #expect(end <= .seconds(332), "\(end)")
  }

  /// The first one uses up the limit while the others wait for its result.
  @Test
  func `The limit does not begin again when all that was unknown is settled`() {
    let unclear: Set<Identifier> = ["1", "8999"]
    let (results, end) = results(
      of: 9_000, each: .milliseconds(1), { ($0.settleLimit, $0.isOrdered) = (.seconds(30), true) },
      { number, _ in unclear.contains(number) ? Self.lost : Self.consumed })
    let unknown = results.filter { $0.outcome == .unknown }
    #expect(unknown.map(\.paymentSeq) == ["1", "8999"])
    #expect(unknown.last?.attempts == 1)
    #expect(end <= .seconds(42), "\(end)")
  }

  /// More results than may wait for an earlier one, and a limit that is not used up by the first ones.
  @Test
  func `An unknown payment does not hold up ordered results for ever`() {
    let already = AttemptResult<ConsumeReceipt>(.failure(.alreadyConsumed("1")), isSent: true)
    let unclear: Set<Identifier> = ["1", "8999"]
    let (results, _) = results(
      of: 9_000, each: .milliseconds(1),
      { ($0.settleLimit, $0.isOrdered) = (.seconds(30), true) },
      { number, count in
        unclear.contains(number) ? (count < 4 ? Self.lost : already) : Self.consumed
      })
    #expect(results.map(\.paymentSeq) == (1...9_000).map { Identifier("\($0)") })
    let settled = results.filter { $0.outcome == .alreadyConsumed }
    #expect(settled.map(\.paymentSeq) == ["1", "8999"])
  }
}
