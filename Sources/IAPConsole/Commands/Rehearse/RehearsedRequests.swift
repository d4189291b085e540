import IAPCore
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
    let disruption: Disruption?
    /// Nil if there was no answer.
    var status: Int?
    var code: Int?
  }

  private struct State {
    /// The run at work and its processes; nil between the runs.
    var run: (number: Int, processes: ProcessGroup)?
    var counts: [IAPOperation: Int] = [:]
    var entries: [Entry] = []
    var hasChanged = false
  }

  private let state = Mutex(State())
  /// Nil for a run without disruptions.
  private let scenario: RehearsalCase?
  private let lateness: Duration

  /// - Parameter lateness: how late an answer is that comes after the time-out of the program.
  init(disruptedBy scenario: RehearsalCase?, lateness: Duration) {
    (self.scenario, self.lateness) = (scenario, lateness)
  }

  // MARK: Runs

  /// Requests belong to this run from now on.
  func begin(run: Int, _ processes: ProcessGroup) {
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

  var entries: [Entry] { state.withLock { $0.entries } }

  // MARK: On the thread of the server

  /// Registers a request that has arrived, and decides what happens to it.
  func register(_ operation: IAPOperation, _ payment: Identifier?) -> Interception {
    state.withLock { state in
      guard let (run, processes) = state.run else { return Interception(.executed) { _, _ in } }
      state.counts[operation, default: 0] += 1
      let name = RequestName(operation, state.counts[operation] ?? 1)
      let disruption = scenario?.disruption(of: name)
      let index = state.entries.count
      state.entries.append(
        Entry(run: run, name: name, payment: payment, disruption: disruption))
      if disruption != nil || !operation.isQuery { state.hasChanged = true }
      if disruption == .killedBefore { processes.end() }
      return Interception(fate(after: disruption)) { [self] status, code in
        if disruption == .killedAfter { processes.end() }
        answered(index, status, code)
      }
    }
  }

  private func answered(_ index: Int, _ status: Int?, _ code: Int?) {
    state.withLock { ($0.entries[index].status, $0.entries[index].code) = (status, code) }
  }

  private func fate(after disruption: Disruption?) -> Interception.Fate {
    switch disruption {
    case nil: .executed
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
    case .alreadyConsumed: .failing(.serverCode(Int64(ServerCode.alreadyConsumed.rawValue)))
    }
  }
}

extension [RehearsedRequests.Entry] {
  /// The payments of which the service said without reason that they are consumed already; true if an
  /// earlier consume of the program may have been the one, as far as the program can know.
  var calledConsumed: [Identifier: Bool] {
    var called: [Identifier: Bool] = [:]
    var unknown: Set<Identifier> = []
    for entry in self where entry.name.operation == .consume {
      guard let payment = entry.payment, let disruption = entry.disruption else { continue }
      if disruption == .alreadyConsumed { called[payment] = unknown.contains(payment) }
      if disruption.leavesUnknown { unknown.insert(payment) }
    }
    return called
  }

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
