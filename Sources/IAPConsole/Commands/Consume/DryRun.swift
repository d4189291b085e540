import CommandLine
import IAPBatch
import IAPCore
import JSON
import Synchronization
import Text

/// `iapctl consume --dry-run`: makes every check of a real run and lists what would be sent. It
/// changes nothing.
enum DryRun {
  static func report(
    _ inputs: ConsumeCommand.Inputs, in context: Context
  ) async throws -> Report {
    if let path = inputs.plan.keepUnknown { try KeptUnknowns.check(path, in: context.environment) }
    let session = try ConsumeSession(inputs.plan, in: context)
    let source = try await ConsumeSource.open(inputs, session, in: context)
    let preview = try ConsumePreview(source, session, in: context)
    let schema =
      session.service.traits.listsProductIdentifiers
      ? PurchaseRecord.schema : PurchaseRecord.numberedSchema
    let section = RecordSection("purchases", schema, total: source.total) {
      try await preview.next().map { PurchaseRecord.batch($0.map(\.known)) }
    }
    return Report(.lists([section])) { summary(preview, source, in: context) }
  }

  private static func summary(
    _ preview: ConsumePreview, _ source: ConsumeSource, in context: Context
  ) -> Report.Summary {
    var summary = source.summary()
    let isListPartial = summary.isPartial
    summary.failures.add(preview.tally.failures)
    summary.things = .payments
    summary.hasDocument = true
    let isNothing = preview.totals.count == 0 && preview.tally.summary.total == 0
    summary.isPartial =
      preview.totals.count > 0 || preview.tally.isAnyFine || (isNothing && isListPartial)
    summary.unsettled = preview.tally.unsettled(by: source.settlingInput)
    summary.settlingHint = preview.tally.settlingHint(by: source.settlingInput)
    let text = preview.words(in: context)
    summary.closing = (text, .object([.init("note", .string(text))]))
    return summary
  }
}

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

extension Int {
  /// `1 payment`, `2 payments`.
  fileprivate var payments: String { self == 1 ? "1 payment" : "\(self) payments" }
}

extension PaymentTotals {
  /// `1 payment`, `2 payments`.
  var payments: String { count.payments }

  /// The sum of each currency and the number of its payments: `KRW 750,000 (500 payments)`.
  var sums: [String] {
    byCurrency.sorted { $0.key < $1.key }.map { currency, part in
      guard let sum = part.sum else {
        return "\(currency.isEmpty ? "" : currency + " ")price unknown (\(part.count.payments))"
      }
      let amount = AmountText.grouped(sum)
      return
        "\(currency.isEmpty ? "without currency" : currency) \(amount) (\(part.count.payments))"
    }
  }
}

extension PaymentTotals.Users {
  var words: String {
    switch (count, first) {
    case (0, _): ""
    case (1, let user?): " of user \(user)"
    default: " of \(count) users"
    }
  }
}

extension Context {
  /// Where the command acts, behind a sentence: ` (fixture store game.db)`.
  var placeInBrackets: String { place.words.map { " (\($0))" } ?? "" }
}

/// The file of `--keep-unknown`: the payments whose outcome is unknown, with their tokens, as JSON
/// lines. `--from` reads it.
final class KeptUnknowns: Sendable {
  private let path: String
  private let file: UserFileWriter
  private let state = Mutex((count: 0, isClosed: false))

  /// Makes the file before anything is sent, so that an unwritable file stops the run early. Only
  /// its owner can read it.
  ///
  /// - Throws: `usage` if the file exists: it may contain payments that an earlier run left
  ///   unknown.
  init(_ path: String, in environment: Environment) throws {
    self.path = path
    do throws(IAPError) {
      file = try environment.makeOwnFile(path)
    } catch {
      throw error.reason == .file(path, .existsAlready) ? KeptUnknowns.exists(path) : error
    }
  }

  /// Throws if the file exists. Makes no file.
  static func check(_ path: String, in environment: Environment) throws {
    if environment.fileExists(path) { throw exists(path) }
  }

  static func exists(_ path: String) -> IAPError {
    .iapctl(
      .usage,
      .usage(
        "--keep-unknown: \(path) already exists",
        hint: "give the path of a new file; this one may contain payments that an earlier run left "
          + "unknown"))
  }

  func keep(_ item: BatchItem) throws(IAPError) {
    try file.append(Array((Self.line(item) + "\n").utf8))
    state.withLock { $0.count += 1 }
  }

  /// Removes the file if it is empty.
  ///
  /// - Returns: the file, if it contains payments.
  func close() -> SettlingInput? {
    let (count, wasClosed) = state.withLock { state in
      defer { state.isClosed = true }
      return state
    }
    guard count == 0 else { return .kept(path) }
    if !wasClosed { file.remove() }
    return nil
  }

  deinit { _ = close() }

  static func line(_ item: BatchItem) -> String {
    let purchase = item.known
    let texts: [(String, String?)] = [
      ("paymentSeq", purchase.paymentSeq.text), ("accessToken", purchase.accessToken?.revealed),
      ("userID", purchase.userID?.text), ("storeCode", purchase.storeCode?.text),
      ("ticket", item.ticket),
    ]
    var members = texts.compactMap { name, text in
      text.map { JSONValue.Member(name, .string($0)) }
    }
    if let product = purchase.productSeq {
      members.append(.init("productSeq", .integer(product)))
    }
    return JSONValue.object(members).line
  }
}
