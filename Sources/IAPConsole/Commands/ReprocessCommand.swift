import CommandLine
import IAPCore
import IAPFixtures
import IAPMessages
import Languages
import Text

struct ReprocessCommand: Command {
  static let legacyLog = Option(
    "legacy-db", .file("FILE"), "also complete the purchases in the old SDK's file")
  static let deleteProcessed = Flag(
    "delete-processed", "with --legacy-db: remove the rows whose purchase is complete")

  static let specification = CommandSpecification(
    "complete interrupted purchases",
    discussion: [
      "Completes the user's interrupted purchases, which are reserved or charged but not "
        + "verified, and prints them. A purchase that was never charged is closed, and a note "
        + "says so. A purchase that cannot be completed becomes FAILURE, and its money is to be "
        + "refunded: a second run does not try it again. If the charge was valid, 'iapctl store "
        + "set-state PAYMENT_SEQ SUCCESS' makes it successful.",
      "Also completes unfinished transactions: receipts of consumables in the user's store "
        + "account that belong to no payment. For subscriptions use 'iapctl restore'.",
      "--legacy-db names a file that the old SDK left behind (PurchaseLogDao.db), with a table "
        + "purchaseLog. The user's payments in it are completed first, by their number. A row with "
        + "a receipt was charged. A row fails if the payment is unknown, is another user's (error "
        + "com.nhncloud.iap 7), is for another product or market (error com.nhncloud.iap 4), is "
        + "refunded or failed (error com.nhncloud.iap 13), or expired (error com.nhncloud.iap 14). "
        + "The file is only read, unless --delete-processed removes the rows whose payment is "
        + "complete, after that is on the disk. Rows that failed stay. Only fixture stores can do "
        + "it.",
      "With --sdk, a purchase in the App Store fails with error com.nhncloud.iap 11 if that "
        + "version cannot verify it in the way that 'store set-verification' chose.",
    ],
    heading: "Purchases",
    options: .of(legacyLog, deleteProcessed, SharedOptions.sdk),
    examples: [
      Example("iapctl reprocess --user frank", "complete frank's interrupted purchases"),
      Example("iapctl reprocess --user bob -o json", "the same for bob, as JSON"),
      Example(
        "iapctl reprocess --user bob --legacy-db PurchaseLogDao.db",
        "also complete what the old SDK left behind", status: 66),
    ], related: ["purchase", "restore", "unconsumed"])

  static func operation(_ arguments: ParsedArguments) -> IAPOperation? {
    arguments.values[legacyLog.specification.name] == nil ? .reprocess : nil
  }

  static let schema = PurchaseRecord.schema
  var hasEffect: Bool { true }

  let user: Identifier
  let markets: [StoreCode]
  /// The path of the old SDK's file.
  let legacyLog: String?
  let deletesProcessed: Bool
  /// The version of the SDK that verifies; nil if that does not matter.
  let sdk: SDKVersion?
  private let isRemote: Bool

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    (user, markets) = (try settings.requiredUser(), settings.markets)
    legacyLog = try arguments.value(of: Self.legacyLog)
    deletesProcessed = arguments[Self.deleteProcessed]
    sdk = try arguments.value(of: SharedOptions.sdk)
    isRemote = (try? settings.isRemote) == true
    if deletesProcessed, legacyLog == nil {
      throw UsageError(
        CommandUsage.optionNeeds(
          option: "--delete-processed", other: "--legacy-db", value: "--legacy-db FILE"))
    }
  }

  func run(in context: Context) async throws -> Report {
    if let path = legacyLog { return try await complete(path, in: context) }
    let service = try context.service()
    try await context.noteUnknownNames(GivenNames(users: [user], markets: markets), to: service)
    let done = try await service.reprocess(UserRequest(user, in: markets, sdk: sdk))
    return .completions(done, ifNone: context.empty(.reprocessable, of: user).sentence)
  }

  private func complete(_ path: String, in context: Context) async throws -> Report {
    let settings = context.settings
    if try settings.isRemote {
      throw IAPError.iapctl(
        .unsupported,
        .optionNotInAPI(
          option: "--\(Self.legacyLog.specification.name)",
          api: settings.dialect.rawValue,
          why: .paymentsByNumber,
          alternative: .startingApp))
    }
    let log = try PurchaseLog(
      openAt: path, removesProcessed: deletesProcessed,
      options: context.storeOptions(clock: nil))
    let store = try context.fixtureStore()
    try await context.noteUnknownNames(GivenNames(users: [user], markets: markets), to: store)
    let done = try await store.reprocess(UserRequest(user, in: markets, sdk: sdk), from: log)
    return .completions(
      done.report, notices: Self.notices(of: done, path),
      ifNone: context.empty(.reprocessable, of: user).sentence)
  }

  private static func notices(of done: PurchaseLogReport, _ path: String) -> [Sentence] {
    var notices: [Sentence] = []
    if done.rows == 0 { notices.append(PurchaseMessages.noRows(path: path)) }
    if done.alreadyComplete > 0 {
      notices.append(PurchaseMessages.completeBefore(rows: done.alreadyComplete, path: path))
    }
    if done.removed > 0 { notices.append(PurchaseMessages.removed(rows: done.removed, path: path)) }
    return notices
  }

  func hint(for error: IAPError, _ typed: TypedOptions) -> Sentence? {
    guard error.outcome == .unknown else { return hint(forFailed: error, typed) }
    let again =
      typed.command("reprocess", of: user) + typed.shellText(of: [Self.legacyLog.specification])
      + typed.flag(Self.deleteProcessed.specification)
      + typed.shellText(of: [SharedOptions.sdk.specification])
    return PurchaseMessages.mayHaveBeenCompleted(
      again: again, unconsumed: typed.command("unconsumed", of: user))
  }

  /// The hint for a payment that became FAILURE. Nil for other errors, and for a payment that a row
  /// of the old SDK's file named: it fails only if it is expired.
  private func hint(forFailed error: IAPError, _ typed: TypedOptions) -> Sentence? {
    guard let payment = error.subject.paymentSeq, case .iap(let code) = error.code else {
      return nil
    }
    switch code {
    case .expired: break
    case .productInvalid, .userInvalid, .paymentInvalid, .renewalPaymentNotFound:
      if legacyLog != nil { return nil }
    default: return nil
    }
    // No call of a server sets a state: its store has to be named.
    let store =
      isRemote
      ? ShellText.option("store", "PATH") : typed.shellText(of: [GlobalOptions.store.specification])
    return PurchaseMessages.failed(
      payment, command: "iapctl store set-state \(payment) SUCCESS\(store)")
  }
}
