import IAPBatch
import IAPCore
import TestSupport

/// A journal in a temporary folder, with the operations that the tests need.
struct Desk {
  let folder: TemporaryFolder
  let journal: SQLiteJournal

  static let now = Instant(1_767_225_600_000)

  init(_ name: String = "state/journal.db", patience: Duration = .seconds(30)) throws {
    folder = try TemporaryFolder()
    journal = Self.journal(at: folder[name], patience: patience)
  }

  static func journal(at path: String, patience: Duration = .seconds(30)) -> SQLiteJournal {
    SQLiteJournal(at: path, patience: patience, realTime: { now }, words: { "words: \($0.name)" })
  }

  var path: String { folder["state/journal.db"] }

  func run(
    user: String = "alice", origin: String = "https://iap.test", key: String = "0011223344556677"
  ) async throws -> any JournalRun {
    try await journal.begin(
      RunFacts(
        server: ServerName(origin: origin), appKeyFingerprint: key, user: user, host: "desk",
        profile: "live",
        ticket: "T-1"))
  }

  func entries(_ selection: JournalQuery.Selection) async throws -> [JournalEntry] {
    try await entries(JournalQuery(selection))
  }

  func entries(_ query: JournalQuery) async throws -> [JournalEntry] {
    try await journal.entries(query).reduce(into: []) { $0 += $1 }
  }
}

extension JournalRun {
  func claim(_ payment: Identifier, settles: Bool = false) async throws -> Claim? {
    try await claim([JournalPayment(payment)], settles: settles).first
  }

  func write(_ payment: Identifier, _ kinds: JournalStep.Kind...) async throws {
    try await write(kinds.map { JournalStep(payment, $0, at: Desk.now) })
  }
}

extension ConsumeResult {
  static func consumed(_ payment: Identifier) -> ConsumeResult {
    let receipt = ConsumeReceipt(price: Price("1500"), currency: "KRW", productSeq: 7)
    return ConsumeResult(payment, CallResult(.success(receipt)))
  }

  static func alreadyConsumed(_ payment: Identifier) -> ConsumeResult {
    ConsumeResult(payment, CallResult(.failure(.alreadyConsumed(payment))))
  }

  static func refused(_ payment: Identifier, priorUnknown: Bool = false) -> ConsumeResult {
    let error = IAPError(
      .iap(.changePurchaseStatusFailed), .serverSaid(code: 5000, message: nil), serverCode: 5000,
      httpStatus: 200)
    return ConsumeResult(payment, CallResult(.failure(error), priorUnknown: priorUnknown))
  }

  static func notSent(_ payment: Identifier) -> ConsumeResult {
    let error = IAPError.http(.networkNotAvailable, .server("a", .unreachable(why: "b")))
    return ConsumeResult(payment, CallResult(.failure(error), attempts: 0))
  }

  static func unknown(_ payment: Identifier) -> ConsumeResult {
    let error = IAPError(
      .http(.requestTimeout), .server("a", .noAnswerInTime), outcome: .unknown)
    return ConsumeResult(payment, CallResult(.failure(error), attempts: 2))
  }
}
