import CommandLine
import IAPBatch
import IAPCore
import JSON
import Text

/// Finds out what a consume would do, while the source is read.
final class ConsumePreview {
  private let source: ConsumeSource
  private let preview: BatchPreview
  private let environment: Environment
  /// The totals of the payments that would be sent.
  private(set) var totals = PaymentTotals()
  /// The results of the payments that would not be sent.
  private(set) var tally: ConsumeTally
  /// The first payments that would be sent.
  private(set) var first: [Purchase] = []
  /// How many of the first payments are kept.
  private static let mostFirst = 3
  /// All payments of the source so far, if they are remembered.
  private(set) var met: Set<Identifier> = []
  private let remembers: Bool
  /// What the person who confirms must know of the input.
  var notes: [String] { source.notes }

  /// - Parameter remembers: whether to keep the numbers of all payments, in ``met``.
  init(
    _ source: ConsumeSource, _ session: ConsumeSession, in context: Context,
    remembers: Bool = false
  ) throws {
    self.source = source
    self.remembers = remembers
    preview = try session.preview()
    environment = context.environment
    tally = session.tally
  }

  /// The next payments that would be sent; nil at the end.
  func next() async throws -> [BatchItem]? {
    if let stopped = environment.stopped { throw stopped }
    guard let items = try await source.next(GroupedBatch.groupSize) else { return nil }
    if remembers { met.formUnion(items.map(\.request.paymentSeq)) }
    var sent: [BatchItem] = []
    for step in try await preview.steps(for: items) {
      switch step {
      case .result(let result): tally.count(result)
      case .send(let item):
        totals.add(item)
        if first.count < Self.mostFirst { first.append(item.known) }
        sent.append(item)
      }
    }
    if let stopped = environment.stopped { throw stopped }
    return sent
  }

  /// `would consume 2 payments of user alice (fixture store game.db): KRW 3,000 (2 payments)`.
  func words(in context: Context) -> String {
    let rest = tally.wordsOfUnsent.map { "; \($0)" } ?? ""
    guard totals.count > 0 else {
      return "nothing would be consumed\(context.placeInBrackets)" + rest
    }
    return "would consume \(totals.payments)\(totals.users.words)"
      + "\(context.settings.markets.words)\(context.placeInBrackets): "
      + totals.sums.joined(separator: ", ") + rest
  }
}
