import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import IAPRemote
import System

/// Delivers payments with commands of the user. A command receives the purchase on standard input
/// and in its environment, but no secret.
struct ShellDeliverer: Deliverer {
  let delivery: String
  /// The command of `--undo`; nil if there is none.
  let undoing: String?
  let commandLimit: Duration
  /// What is removed from the output, beside the token of the payment: a command can find the key by
  /// itself, and print it.
  var secrets: [Secret] = []
  /// The time of day, from which a command's deadline is counted.
  let now: @Sendable () -> Instant
  let run: @Sendable (ShellCommand) async -> ShellCommand.Ending

  var canUndo: Bool { undoing != nil }

  var limit: Duration { Self.limit(of: commandLimit) }

  /// The time after which a command with a time limit has certainly ended.
  static func limit(of command: Duration) -> Duration {
    command + ShellCommand.usualGrace + .seconds(1)
  }

  func deliver(
    _ payment: Payment, keeping lock: FileLock?
  ) async throws(IAPError) {
    try await perform(delivery, payment, lock, failing: .deliveryFailed) {
      .deliveryFailed($0, said: $1)
    }
  }

  func undo(_ payment: Payment, keeping lock: FileLock?) async throws(IAPError) {
    guard let undoing else { return }
    try await perform(undoing, payment, lock, failing: .undoFailed) { .undoFailed($0, said: $1) }
  }

  private func perform(
    _ command: String, _ payment: Payment, _ lock: FileLock?, failing code: ConsoleCode,
    _ problem: (CommandFailure, _ lastLine: String?) -> IAPError.PaymentProblem
  ) async throws(IAPError) {
    var request = request(command, payment)
    request.lock = lock
    let ending = await run(request)
    guard let failure = ending.failure(after: commandLimit) else { return }
    let redactor = Redactor(secrets + [payment.known.accessToken].compactMap(\.self))
    throw IAPError(
      .iapctl(code),
      .payment(payment.paymentSeq, problem(failure, redactor.redacted(ending.lastLine))),
      outcome: ending.mayBeAtWork ? .unknown : .notApplied)
  }

  private func request(_ command: String, _ payment: Payment) -> ShellCommand {
    let purchase = payment.known
    let (seconds, attoseconds) = commandLimit.components
    let deadline = Instant.nearest(
      to: now().milliseconds + seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    var renderer = JSONLinesRenderer(settings: OutputSettings())
    var request = ShellCommand(command, limit: commandLimit)
    request.input = renderer.single(
      key: nil, PurchaseRecord.schema, PurchaseRecord.batch([purchase]))
    request.removing = Variables.secret
    request.variables = [
      Variables.paymentSeq: purchase.paymentSeq.text,
      Variables.user: purchase.userID?.text ?? "",
      Variables.product: purchase.productIdentifier?.text ?? "",
      Variables.productSeq: purchase.productSeq.map(String.init) ?? "",
      Variables.deadline: deadline.description,
    ]
    return request
  }
}

extension ShellCommand.Ending {
  /// How the command failed; nil if it exited 0.
  ///
  /// - Parameter limit: its time limit.
  func failure(after limit: Duration) -> CommandFailure? {
    switch end {
    case .exited(status: 0): nil
    case .exited(let status): .exit(status: status)
    case .killed(let signal): .signal(signal)
    case .timedOut: .timeOut(after: limit)
    case .notStarted(let error): .notStarted(why: error.text)
    }
  }

  /// The last line of its output that is not blank, cut to 200 characters.
  var lastLine: String? {
    let lines = output.split(whereSeparator: \.isNewline).map { String($0).withoutOuterSpaces }
    guard let line = lines.last(where: { !$0.isEmpty }) else { return nil }
    let maximumLength = 200
    return line.prefix(maximumLength) + (line.count > maximumLength ? "…" : "")
  }
}
