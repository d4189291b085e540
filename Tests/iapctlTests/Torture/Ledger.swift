import Synchronization
import System
import TestSupport

/// The server's own record of the payments that it consumed. It also simulates failures: responses
/// that are lost before or after the consume, errors, and requests to wait.
final class Ledger: Sendable {
  /// The steps of handling a request.
  enum Moment: CaseIterable { case arrived, applied, answered }

  /// A request that arrived.
  struct Request: Sendable {
    let payment: String
    /// The time of arrival, on the monotonic clock.
    let time: Duration
  }

  /// A response instead of consuming. Without a status, the connection is closed without a
  /// response.
  struct Answer: Sendable {
    var status: String?
    var headers: [String] = []
    var body = ""

    static func refusal(_ code: Int, _ words: String) -> Answer {
      Answer(
        status: "200 OK",
        body:
          #"{"header":{"isSuccessful":false,"resultCode":\#(code),"resultMessage":"\#(words)"}}"#)
    }
  }

  private struct State {
    var consumed: [String: Int] = [:]
    /// Requests for payments that had not been delivered.
    var undelivered: [String] = []
    var requests: [Request] = []
    var random: SeededGenerator
    /// Called at each step of each request.
    var watch: (@Sendable (Moment, String) -> Void)?
    var isKind = false
  }

  private enum Mischief { case none, lostBefore, lostAfter, errorBefore, errorAfter, busy, later }

  private let state: Mutex<State>
  private let isDelivered: @Sendable (String) -> Bool
  private let script: @Sendable (_ number: Int, _ payment: String) -> Answer?

  init(seed: UInt64, isDelivered: @escaping @Sendable (String) -> Bool) {
    state = Mutex(State(random: SeededGenerator(seed: seed)))
    self.isDelivered = isDelivered
    script = { _, _ in nil }
  }

  /// A ledger without random failures.
  ///
  /// - Parameter script: the response to a request, counted from 1; nil to consume the payment.
  init(script: @escaping @Sendable (_ number: Int, _ payment: String) -> Answer? = { _, _ in nil })
  {
    state = Mutex(State(random: SeededGenerator(seed: 0), isKind: true))
    isDelivered = { _ in true }
    self.script = script
  }

  /// The consumed payments.
  var consumed: Set<String> { state.withLock { Set($0.consumed.keys) } }
  var undelivered: [String] { state.withLock { $0.undelivered } }
  /// In order of arrival.
  var requests: [Request] { state.withLock { $0.requests } }

  /// Turns the simulated failures off.
  func beKind() { state.withLock { $0.isKind = true } }

  func watch(_ watch: (@Sendable (Moment, String) -> Void)?) { state.withLock { $0.watch = watch } }

  /// A server with this ledger, in the dialect `service`.
  func server() throws -> HostileServer {
    try HostileServer(
      .init { connection in
        while true {
          let hit = try connection.request()
          let payment = String(hit.body.split(separator: "\"")[3])
          guard try self.answer(payment, on: connection) else { return }
          self.tell(.answered, payment)
        }
      })
  }

  private func tell(_ moment: Moment, _ payment: String) {
    state.withLock { $0.watch }?(moment, payment)
  }

  /// - Returns: false if the connection must be closed.
  private func answer(_ payment: String, on connection: HostileConnection) throws -> Bool {
    let isDelivered = isDelivered(payment)
    let time = Duration.nanoseconds(Clocks.monotonicNanoseconds())
    let (number, mischief) = state.withLock { state in
      state.requests.append(Request(payment: payment, time: time))
      if !isDelivered { state.undelivered.append(payment) }
      return (state.requests.count, Self.mischief(&state))
    }
    tell(.arrived, payment)
    if let answer = script(number, payment) {
      guard let status = answer.status else { return false }
      try connection.answer(status, headers: answer.headers, answer.body)
      return true
    }
    switch mischief {
    case .lostBefore: return false
    case .errorBefore: try connection.answer("500 Oops")
    case .busy: try connection.answer("429 Slow", headers: ["Retry-After: 0"])
    case .later: try connection.answer("503 Later", headers: ["Retry-After: 0"])
    case .none, .lostAfter, .errorAfter:
      let body = consume(payment)
      tell(.applied, payment)
      if mischief == .lostAfter { return false }
      try connection.answer(mischief == .errorAfter ? "502 Oops" : "200 OK", body)
    }
    return true
  }

  private static func mischief(_ state: inout State) -> Mischief {
    guard !state.isKind else { return .none }
    return switch Int.random(in: 0..<100, using: &state.random) {
    case 0..<3: .lostBefore
    case 3..<7: .lostAfter
    case 7..<8: .errorBefore
    case 8..<10: .errorAfter
    case 10..<11: .busy
    case 11..<12: .later
    default: .none
    }
  }

  private func consume(_ payment: String) -> String {
    let times = state.withLock { state in
      state.consumed[payment, default: 0] += 1
      return state.consumed[payment, default: 0]
    }
    guard times == 1 else { return Answer.refusal(5018, "ALREADY_CONSUMED").body }
    return """
      {"header":{"isSuccessful":true,"resultCode":0,"resultMessage":"SUCCESS"},
       "result":{"price":1500,"currency":"KRW","productSeq":1}}
      """
  }
}

/// What `make torture` sets.
enum TortureSetting {
  static func number<Number: FixedWidthInteger>(_ variable: String) -> Number? {
    ((try? CurrentProcess.variable(variable)) ?? nil).flatMap { Number($0) }
  }
}

extension Program {
  /// The outcome of each payment in a journal.
  func outcomes(inJournal journal: String) throws -> [String: String] {
    let run = try run(
      "journal", "list", "--journal", journal, "--fields", "paymentSeq,outcome", "-o", "csv",
      "--no-header")
    var outcomes: [String: String] = [:]
    for line in run.output.split(separator: "\r\n") {
      let cells = line.split(separator: ",").map(String.init)
      outcomes[cells[0]] = cells[1]
    }
    return outcomes
  }
}
