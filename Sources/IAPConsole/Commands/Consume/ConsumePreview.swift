import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import Languages

/// Finds out what a consume would do, while the source is read.
final class ConsumePreview {
  private let source: any ConsumeSource
  private let preview: BatchPreview
  private let environment: Environment
  /// The totals of the payments that would be sent.
  private(set) var totals = PaymentTotals()
  /// The results of the payments that would not be sent.
  private(set) var tally: ConsumeTally
  /// The first payments that would be sent.
  private(set) var first: [Purchase] = []
  /// The markets in which the payments are looked for.
  private var markets: Set<StoreCode> = []
  /// How many of the first payments are kept.
  private static let mostFirst = 3
  /// All payments of the source so far, if they are kept.
  private(set) var previewed: Set<Identifier> = []
  private let keepsNumbers: Bool
  /// What the person who confirms must know of the input.
  var notes: [Sentence] { source.notes + [timesApart].compactMap(\.self) }
  /// If the purchases are far apart, when they were made: one of another year stands in a sheet by mistake.
  var timesApart: Sentence? {
    guard let times = totals.times,
      times.upperBound.milliseconds - times.lowerBound.milliseconds > Self.usuallyApart
    else { return nil }
    return InputMessages.bought(
      from: times.lowerBound.day(in: zone), to: times.upperBound.day(in: zone))
  }
  private let zone: TimeZone
  /// Ninety days.
  private static let usuallyApart: Int64 = 90 * 86_400_000

  /// - Parameter keepsNumbers: whether to keep the numbers of all payments, in ``previewed``.
  init(
    _ source: any ConsumeSource, _ session: ConsumeSession, in context: Context,
    keepsNumbers: Bool = false
  ) throws {
    self.source = source
    self.keepsNumbers = keepsNumbers
    preview = try session.preview()
    environment = context.environment
    zone = context.settings.timeZone
    tally = session.tally
  }

  /// The next payments that would be sent; nil at the end.
  func next() async throws -> [Payment]? {
    if let stopped = environment.stopped { throw stopped }
    guard let payments = try await source.next(Intake.groupSize) else { return nil }
    if keepsNumbers { previewed.formUnion(payments.map(\.paymentSeq)) }
    var sent: [Payment] = []
    for outcome in try await preview.outcomes(of: payments) {
      switch outcome {
      case .result(let result, _): tally.count(result)
      case .send(let claimed, _):
        totals.add(claimed.payment)
        markets.formUnion(claimed.payment.markets)
        if first.count < Self.mostFirst { first.append(claimed.payment.known) }
        sent.append(claimed.payment)
      }
    }
    if let stopped = environment.stopped { throw stopped }
    return sent
  }

  /// Which payments would be consumed, and where.
  func scope(in context: Context, namesPayment: Bool = true) -> ConsumeMessages.Scope {
    // A row that names its market is asked for there.
    let given = context.settings.markets
    let asked = given.isEmpty || markets.isEmpty ? given : markets.sorted { $0.text < $1.text }
    return ConsumeMessages.Scope(
      count: totals.count,
      payment: namesPayment && totals.count == 1 ? first.first?.paymentSeq : nil,
      users: totals.users, markets: asked, place: context.place.name)
  }

  /// `would consume 2 payments of user alice (fixture store game.db): KRW 3,000 (2 payments)`.
  func summary(in context: Context) -> Sentence {
    let scope = scope(in: context, namesPayment: false)
    return totals.count > 0
      ? ConsumeMessages.wouldConsume(scope, totals.byCurrency.sums, unsent: tally.summary)
      : ConsumeMessages.nothingWouldBeConsumed(context.place.name, unsent: tally.summary)
  }
}
