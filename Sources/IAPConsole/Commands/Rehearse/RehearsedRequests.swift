import IAPCore
import IAPFixtures
import IAPServer
import JSON
import Synchronization
import System

/// The requests of a rehearsed program: they are counted and, if the case says so, disrupted.
final class RehearsedRequests: Sendable {
  struct Entry: Sendable {
    let run: Int
    let name: RequestName
    let payment: Identifier?
    var disruption: Disruption?
    /// Nil if there was no answer.
    var status: Int?
    var code: Int?
  }

  private struct State {
    /// The run at work and its processes; nil between the runs.
    var run: (number: Int, processes: [ProcessGroup])?
    var counts: [IAPOperation: Int] = [:]
    var entries: [Entry] = []
    var hasChanged = false
    /// The payments that another client has consumed.
    var elsewhere: Set<Identifier> = []
  }

  private let state = Mutex(State())
  /// Nil for a run without disruptions.
  private let scenario: RehearsalCase?
  private let lateness: Duration
  /// Where two programs meet before they consume this payment.
  private let twinPayment: Identifier?
  private let meeting = Meeting()
  private let sleep: @Sendable (Duration) async throws -> Void

  /// - Parameters:
  ///   - twinPayment: the payment that two programs consume at the same time, if the case says so.
  ///   - lateness: how late an answer is that comes after the time-out of the program.
  init(
    disruptedBy scenario: RehearsalCase?, twinPayment: Identifier? = nil, lateness: Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    (self.scenario, self.twinPayment, self.lateness) = (scenario, twinPayment, lateness)
    self.sleep = sleep
  }

  // MARK: Runs

  /// Requests belong to this run from now on.
  func begin(run: Int, _ processes: [ProcessGroup]) {
    state.withLock { state in
      (state.run, state.hasChanged) = ((run, processes), false)
    }
  }

  /// Other requests, such as those of the command that prints the grants, are not those of the program.
  ///
  /// - Returns: whether the program had something to do: it asked for a change, or was disrupted.
  func end() -> Bool {
    state.withLock { state in
      state.run = nil
      return state.hasChanged
    }
  }

  /// One of two programs has ended: the other one waits for it no longer.
  func twinEnded() { meeting.open() }

  var entries: [Entry] { state.withLock { $0.entries } }
  /// The payments that another client has consumed.
  var elsewhere: Set<Identifier> { state.withLock { $0.elsewhere } }

  // MARK: On the thread of the server

  /// Registers a request that has arrived, and decides what happens to it.
  func register(_ operation: IAPOperation, _ payment: Identifier?) -> Interception {
    state.withLock { state in
      guard let (run, processes) = state.run else { return Interception(.executed) { _, _ in } }
      state.counts[operation, default: 0] += 1
      let name = RequestName(operation, state.counts[operation] ?? 1)
      let disruption = disruption(of: name, payment, in: run)
      let index = state.entries.count
      state.entries.append(
        Entry(run: run, name: name, payment: payment, disruption: disruption))
      if disruption != nil || !operation.isQuery { state.hasChanged = true }
      if disruption == .killedBefore { processes.forEach { $0.end() } }
      var interception = Interception(fate(after: disruption)) { [self] status, code in
        if disruption == .killedAfter { processes.forEach { $0.end() } }
        answered(index, status, code)
      }
      interception.preparation = preparation(disruption, payment, index)
      if disruption == .twin { interception.waiting = { [self] in await meet() } }
      return interception
    }
  }

  private func disruption(
    of name: RequestName, _ payment: Identifier?, in run: Int
  ) -> Disruption? {
    if run == 1, name.operation == .consume, payment != nil, payment == twinPayment { return .twin }
    let disruption = scenario?.disruption(of: name)
    return disruption == .twin ? nil : disruption
  }

  /// Waits until both programs are there, one of them has ended, or ``lateness`` is over.
  private func meet() async {
    await withTaskGroup { group in
      group.addTask { await self.meeting.arrive() }
      group.addTask {
        try? await self.sleep(self.lateness)
        self.meeting.open()
      }
      await group.next()
      group.cancelAll()
    }
  }

  /// What happens to the payment just before its consume.
  private func preparation(
    _ disruption: Disruption?, _ payment: Identifier?, _ index: Int
  ) -> (@Sendable (isolated FixtureStore) -> Void)? {
    guard let payment, disruption == .elsewhere || disruption == .refunded else { return nil }
    return { [self] store in
      let hasHappened: Bool
      if disruption == .elsewhere {
        let result = store.consume([Payment(payment)]).first?.result
        hasHappened = if case .success = result { true } else { false }
      } else {
        hasHappened = (try? store.apply(Refund(payment))) != nil
      }
      state.withLock { state in
        if !hasHappened { state.entries[index].disruption = nil }
        if hasHappened, disruption == .elsewhere { state.elsewhere.insert(payment) }
      }
    }
  }

  private func answered(_ index: Int, _ status: Int?, _ code: Int?) {
    state.withLock { ($0.entries[index].status, $0.entries[index].code) = (status, code) }
  }

  private func fate(after disruption: Disruption?) -> Interception.Fate {
    switch disruption {
    case nil, .elsewhere, .refunded, .twin: .executed
    case .refused, .killedBefore: .refused
    case .lost, .killedAfter: .lost
    case .late: .late(lateness)
    // In the middle of the header that each answer begins with.
    case .cut: .failing(.cut(after: 20))
    case .tooManyRequests: .failing(.status(429))
    case .tooManyRequestsAfter: .failing(.status(429, retryAfter: "1"))
    case .serverError: .failing(.status(500))
    case .unavailable: .failing(.status(503))
    case .unknownError: .failing(.serverCode(Int64(ServerCode.unknown.rawValue)))
    }
  }
}

extension [RehearsedRequests.Entry] {
  /// The requests as JSON, one a line.
  var lines: [UInt8] {
    var bytes: [UInt8] = []
    for entry in self {
      let line = JSONValue.object([
        .init("run", .integer(entry.run)), .init("request", .string(entry.name.description)),
        .init("paymentSeq", .text(entry.payment?.text)),
        .init("disruption", .text(entry.disruption?.rawValue)),
        .init("status", entry.status.map { .integer($0) } ?? .null),
        .init("code", entry.code.map { .integer($0) } ?? .null),
      ])
      bytes += line.line.utf8
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }
}

/// Where two programs wait for each other, so that both are at work at the same time.
final class Meeting: Sendable {
  /// Ends when both are there.
  private let (waiting, door) = AsyncStream.makeStream(of: Never.self)
  private let isExpected = Mutex(false)

  /// Waits until the other program arrives, or ``open()`` is called.
  func arrive() async {
    let isFirst = isExpected.withLock { isExpected in
      defer { isExpected = true }
      return !isExpected
    }
    if isFirst { for await _ in waiting {} } else { open() }
  }

  /// Ends all waits, also later ones.
  func open() { door.finish() }
}
