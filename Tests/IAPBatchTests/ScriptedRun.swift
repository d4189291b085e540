import IAPBatch
import IAPCore
import Synchronization
import System

/// A run of a journal that records its steps, and fails at the steps that the test names.
final class ScriptedRun: JournalRun {
  private struct State {
    var steps: [JournalStep] = []
    var claimed: [Identifier] = []
    var isEnded = false
  }

  /// The error of a run whose lease is over.
  static let leaseOver = JournalErrors(of: "db").cutOff(why: "no answer")

  static let failure = IAPError.iapctl(
    .journalNotWritten, .file("journal.db", .cannotWrite(why: "no space left")))

  private let claims: [Identifier: Claim]
  private let fails: @Sendable (JournalStep) -> Bool
  private let lastIntent: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - claims: the results of claims; a payment that is not in it can be claimed.
  ///   - lastIntent: how many intents can be written before the lease is over.
  ///   - fails: returns true for the steps that fail.
  init(
    _ claims: [Identifier: Claim] = [:], leaseLasting lastIntent: Int = .max,
    failingWith fails: @escaping @Sendable (JournalStep) -> Bool = { _ in false }
  ) {
    self.claims = claims
    self.lastIntent = lastIntent
    self.fails = fails
  }

  let lock: FileLock? = nil
  var steps: [JournalStep] { state.withLock { $0.steps } }
  var claimed: [Identifier] { state.withLock { $0.claimed } }
  var isEnded: Bool { state.withLock { $0.isEnded } }

  /// The steps of a payment, in order.
  func kinds(of payment: Identifier) -> [JournalStep.Kind] {
    steps.filter { $0.paymentSeq == payment }.map(\.kind)
  }

  var otherNames: Set<ServerName> { [] }

  func claim(_ payments: [Payment], _ rules: ClaimRules) async throws(IAPError) -> [Claim] {
    state.withLock { $0.claimed += payments.map(\.paymentSeq) }
    return payments.map { payment in
      let claim = claims[payment.paymentSeq]
      if claim == .unknown(), rules.settles {
        return .granted(Claim.Grant(priorUnknown: true))
      }
      return claim ?? .new
    }
  }

  func write(_ steps: [JournalStep]) async throws(IAPError) {
    guard !steps.contains(where: fails) else { throw Self.failure }
    state.withLock { $0.steps += steps }
  }

  /// Long enough for anything, until as many intents are written as the lease lasts.
  var lease: Lease? {
    let intents = steps.count { $0.kind == .consumeBegins }
    return Lease(
      rest: intents > lastIntent ? .zero : .seconds(1_000_000), margin: .seconds(1),
      problem: Self.leaseOver)
  }

  func end() async { state.withLock { $0.isEnded = true } }
}
