import CommandLine
import IAPCore
import IAPMessages
import Languages

struct PurchaseCommand: Command {
  static let product = Operand(
    .optional, .identifier("PRODUCT_ID", kind: .names(.products)),
    "the product's identifier in its store")
  static let payload = Option(
    "payload", .text("TEXT"), "text that is returned with every result of this purchase")
  static let payloadFile = Option(
    "payload-file", .file("FILE"), "read the payload from a file; - is standard input")
  static let sandbox = Flag("sandbox", "mark it as a sandbox payment")
  static let promotion = Flag("promotion", "mark it as started by the user in the store itself")
  static let deferring = Flag("defer", "with --promotion: do not buy it now, keep it for later")
  static let deferred = Flag("deferred", "list the deferred products")
  static let simulate = Option(
    "simulate", ValueParser<PurchaseRequest.Simulation>.choice("ENDING"),
    "simulate another result than success")

  static let specification = CommandSpecification(
    "buy a product",
    discussion: [
      "Buys a product in one market (default: AS). Only fixture stores can do it: a real "
        + "payment starts in the store, on the user's device.",
      "With --simulate interrupted the payment is charged but not verified: no record is "
        + "printed (json: a null purchase), and 'iapctl reprocess' completes it. With --simulate "
        + "reserved the app was closed before the charge, and 'iapctl reprocess' closes the "
        + "payment. With --simulate pending it waits for an approval (Ask to Buy): it charges "
        + "nothing and does not prevent other purchases; 'iapctl store approve' or 'store decline' ends it.",
      "With --sdk, a purchase in the App Store fails with error com.nhncloud.iap 11 if that "
        + "version cannot verify it in the way that 'store set-verification' chose.",
      ProductsCommand.unsupported,
    ],
    heading: "Purchases",
    options: .of(
      payload, payloadFile, sandbox, promotion, deferring, deferred, simulate, SharedOptions.sdk),
    operands: [product.specification],
    examples: [
      Example("iapctl purchase gem.100 --user alice", "alice buys 100 gems"),
      Example(
        "iapctl purchase gem.100 --user bob --simulate interrupted",
        "an interrupted purchase, to be completed by 'iapctl reprocess'"),
    ], related: ["products", "reprocess", "unconsumed"])

  static func operation(_ arguments: ParsedArguments) -> IAPOperation? { .purchase }
  static let schema = PurchaseRecord.schema

  /// Nil to list the deferred products.
  let request: PurchaseRequest?
  let payloadFile: String?
  let user: Identifier
  let markets: [StoreCode]

  /// In bytes. The payload is stored with the purchase and returned in every result, so it is
  /// limited.
  private static let longestPayload = 1 << 20

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    let identifier = try arguments.values(of: Self.product).first
    if arguments[Self.deferred] {
      try arguments.refuse(SharedOptions.tokens.own, by: "purchase --deferred")
      let others = Self.specification.options.map(\.name).filter {
        $0 != Self.deferred.specification.name && arguments.values[$0] != nil
      }
      if identifier != nil || !others.isEmpty {
        throw UsageError(CommandUsage.deferredBuysNothing(other: others.first ?? "payload"))
      }
      (user, markets) = (try settings.requiredUser(), settings.markets)
      (request, payloadFile) = (nil, nil)
      return
    }
    guard let identifier else {
      throw .argument(
        .missingOperand(Self.product.specification.label, help: "iapctl purchase --help"))
    }
    if arguments[Self.deferring] { try Self.checkDeferral(arguments) }
    user = try settings.requiredUser()
    markets = [try settings.singleMarket()]
    var request = PurchaseRequest(product: identifier, user: user, market: markets[0])
    request.payload = try arguments.value(of: Self.payload)
    request.isSandbox = arguments[Self.sandbox]
    request.isPromotion = arguments[Self.promotion]
    request.isDeferred = arguments[Self.deferring]
    request.simulation = try arguments.value(of: Self.simulate)
    request.sdk = try arguments.value(of: SharedOptions.sdk)
    self.request = request
    payloadFile = try settings.path(Self.payloadFile, arguments)
    if request.payload != nil, payloadFile != nil {
      throw UsageError(CommandUsage.exclusive("--payload", "--payload-file"))
    }
  }

  /// Of a deferred purchase the product alone is kept.
  private static func checkDeferral(_ arguments: ParsedArguments) throws(UsageError) {
    guard arguments[promotion] else {
      throw UsageError(
        CommandUsage.optionNeeds(option: "--defer", other: "--promotion", value: "--promotion"))
    }
    let ofPayment: [OptionSpecification] = .of(
      payload, payloadFile, sandbox, simulate, SharedOptions.sdk)
    if let other = ofPayment.first(where: { arguments.values[$0.name] != nil }) {
      throw UsageError(CommandUsage.exclusive("--defer", "--\(other.name)"))
    }
  }

  var schema: RecordSchema { request == nil ? ProductRecord.schema : PurchaseRecord.schema }
  var hasEffect: Bool { request != nil }

  func run(in context: Context) async throws -> Report {
    guard var request else { return try await deferredProducts(in: context) }
    if let payloadFile {
      request.payload = try context.readText(payloadFile, limit: Self.longestPayload)
    }
    let service = try context.service()
    let outcome: PurchaseOutcome
    do throws(IAPError) {
      outcome = try await service.purchase(request)
    } catch {
      throw error.about(storeCode: request.market, productIdentifier: request.product)
    }
    return Self.report(outcome, of: request, in: context)
  }

  private func deferredProducts(in context: Context) async throws -> Report {
    let service = try context.service()
    try await context.noteUnknownNames(GivenNames(users: [user], markets: markets), to: service)
    let answer = try await service.deferredProducts(of: user, in: markets)
    let section = RecordSection(
      "products", ProductRecord.schema, records: ProductRecord.batch(answer.elements))
    return Report(.lists([section])) {
      .listing(
        MissingMarkets(answer.failures), isAnswered: answer.isAnswered,
        isEmpty: answer.elements.isEmpty, context.empty(.deferredProducts, of: user))
    }
  }

  private static func report(
    _ outcome: PurchaseOutcome, of request: PurchaseRequest, in context: Context
  ) -> Report {
    let reprocess = context.typed.command("reprocess", of: request.user)
    let store = context.typed.shellText(of: [GlobalOptions.store.specification])
    switch outcome {
    case .completed(let purchase):
      return Report(
        .single(key: "purchase", PurchaseRecord.schema, PurchaseRecord.batch([purchase])))
    case .reserved(let payment):
      return nothingBought(PurchaseMessages.reserved(payment, command: reprocess))
    case .pending(let payment):
      return nothingBought(
        PurchaseMessages.pending(
          payment, approve: "iapctl store approve \(payment)\(store)",
          decline: "iapctl store decline \(payment)\(store)"))
    case .interrupted(let payment):
      return nothingBought(PurchaseMessages.interrupted(payment, command: reprocess))
    case .deferred(let product):
      return nothingBought(
        PurchaseMessages.deferred(
          product: product.productIdentifier,
          command: context.typed.command("purchase --deferred", of: request.user)))
    }
  }

  /// A report without a purchase, and a note that says why.
  private static func nothingBought(_ notice: Sentence) -> Report {
    Report(.single(key: "purchase", PurchaseRecord.schema, nil)) { $0.notices = [notice] }
  }

  func hint(for error: IAPError, _ typed: TypedOptions) -> Sentence? {
    guard error.outcome == .unknown, request != nil else { return nil }
    func command(_ name: String) -> String { typed.command(name, of: user) }
    return PurchaseMessages.mayHaveHappened(
      unconsumed: command("unconsumed"), subscriptions: command("subscriptions"),
      reprocess: command("reprocess"))
  }
}
