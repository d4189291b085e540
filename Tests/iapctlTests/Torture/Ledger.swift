import Platform
import Synchronization
import TestSupport

/// What a server itself knows of the payments that it was asked to consume, and the mischief that
/// it does on the way: answers that are lost before and after the deed, errors, requests to wait.
final class Ledger: Sendable {
  /// How far a request has come.
  enum Moment: CaseIterable { case arrived, applied, answered }

  private struct State {
    var consumed: [String: Int] = [:]
    /// Requests for payments that nobody had delivered.
    var undelivered: [String] = []
    var hits = 0
    var random: SeededGenerator
    /// Called at each moment of each request.
    var watch: (@Sendable () -> Void)?
    var isKind = false
  }

  private enum Mischief { case none, lostBefore, lostAfter, errorBefore, errorAfter, busy, later }

  private let state: Mutex<State>
  private let isDelivered: @Sendable (String) -> Bool

  init(seed: UInt64, isDelivered: @escaping @Sendable (String) -> Bool) {
    state = Mutex(State(random: SeededGenerator(seed: seed)))
    self.isDelivered = isDelivered
  }

  /// The payments that are consumed.
  var consumed: Set<String> { state.withLock { Set($0.consumed.keys) } }
  var undelivered: [String] { state.withLock { $0.undelivered } }
  var hits: Int { state.withLock { $0.hits } }

  /// From now on every answer arrives.
  func beKind() { state.withLock { $0.isKind = true } }

  func watch(_ watch: (@Sendable () -> Void)?) { state.withLock { $0.watch = watch } }

  /// A server that keeps the ledger, in the dialect of the current API.
  func server() throws -> HostileServer {
    try HostileServer(
      .init { connection in
        while true {
          let hit = try connection.request()
          guard try self.answer(hit, on: connection) else { return }
          self.tell()
        }
      })
  }

  private func tell() { state.withLock { $0.watch }?() }

  /// - Returns: whether the connection goes on.
  private func answer(
    _ hit: HostileServer.Hit, on connection: HostileConnection
  ) throws -> Bool {
    let payment = String(hit.body.split(separator: "\"")[3])
    let isDelivered = isDelivered(payment)
    let mischief = state.withLock { state in
      state.hits += 1
      if !isDelivered { state.undelivered.append(payment) }
      return Self.mischief(&state)
    }
    tell()
    switch mischief {
    case .lostBefore: return false
    case .errorBefore: try connection.answer("500 Oops")
    case .busy: try connection.answer("429 Slow", headers: ["Retry-After: 0"])
    case .later: try connection.answer("503 Later", headers: ["Retry-After: 0"])
    case .none, .lostAfter, .errorAfter:
      let body = consume(payment)
      tell()
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
    guard times == 1 else {
      return
        #"{"header":{"isSuccessful":false,"resultCode":5018,"resultMessage":"ALREADY_CONSUMED"}}"#
    }
    return """
      {"header":{"isSuccessful":true,"resultCode":0,"resultMessage":"SUCCESS"},
       "result":{"price":1500,"currency":"KRW","productSeq":1}}
      """
  }
}

/// Chance that repeats itself (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
