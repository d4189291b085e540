import CommandLine
import IAPCore
import IAPMessages
import IAPWire
import Languages
import Records

struct SubscriptionsCommand: Command {
  static let includeExpired = Flag(
    "include-expired", "list all subscriptions, also those that are not active")
  static let status = ListOption(
    "status", .subscriptionStatus, "only subscriptions with this status")
  static let includeOnHold = Flag(
    "include-on-hold", "list subscriptions of Google Play that are on hold, too")
  static let ofPayments = Option(
    "of-payments", .file("FILE"),
    "list the subscriptions of the payments in this file; - is standard input")
  static let manageURL = Flag(
    "manage-url", "print the page where a user of the market manages subscriptions")
  static let app = Flag(
    "app", "with --manage-url: print the address that opens the page in the App Store")
  static let failEmpty = Flag("fail-empty", "exit 6 if there is nothing to list")

  static let specification = CommandSpecification(
    "list subscriptions",
    discussion: [
      "Lists the subscriptions that give access now, in every market: active and cancelled ones "
        + "until they expire, and those in their grace period. Each is shown by its latest "
        + "payment.",
      "Over --api gamebase, --of-payments FILE lists the subscriptions of payments, active or not, each "
        + "by its latest payment. The file has payment numbers and tokens, in a format of 'consume "
        + "--from'. The answer does not say which payment a subscription belongs to.",
      "Users change and cancel their subscriptions in the store, on the page that --manage-url "
        + "prints. It needs neither a user nor a backend.",
    ],
    heading: "Purchases",
    options: .of(includeExpired, status, includeOnHold, ofPayments, manageURL, app, failEmpty),
    examples: [
      Example("iapctl subscriptions --user bob", "list bob's active subscriptions"),
      Example(
        "iapctl subscriptions --user carol --include-expired", "list all of carol's subscriptions"),
      Example("iapctl subscriptions --manage-url --market GG", "print the page for Google Play"),
    ], related: ["restore"])

  static let schema = PurchaseRecord.subscriptionSchema

  enum Selection: Equatable, Sendable {
    /// - Parameter packages: those that are sent.
    case user(SubscriptionQuery, packages: MarketValues<String>?)
    case ofPayments(path: String)
    case manageURL(String)
  }

  let selection: Selection
  let failsEmpty: Bool

  private static let pageSchema = RecordSchema(["url"])

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    failsEmpty = arguments[Self.failEmpty]
    if arguments[Self.manageURL] {
      let others = Self.narrowing + [Self.ofPayments.specification, Self.failEmpty.specification]
      try arguments.refuse(
        others + SharedOptions([.backend, .user, .appSeq, .package, .tokens]).own,
        by: "subscriptions --manage-url")
      selection = .manageURL(
        try Self.page(
          in: settings.singleMarket(), opensApp: arguments[Self.app],
          origin: settings.origin(of: GlobalOptions.market.specification)))
      return
    }
    guard !arguments[Self.app] else {
      throw UsageError(
        CommandUsage.optionNeeds(option: "--app", other: "--manage-url", value: "--manage-url"))
    }
    if let path = try settings.path(Self.ofPayments, arguments) {
      try arguments.refuse(
        Self.narrowing + SharedOptions([.user, .market, .package]).own,
        by: "subscriptions --of-payments")
      selection = .ofPayments(path: path)
      return
    }
    var query = SubscriptionQuery(user: try settings.requiredUser())
    query.markets = settings.markets
    let statuses = try arguments.values(of: Self.status)
    if !statuses.isEmpty {
      query.selection = .statuses(statuses)
    } else if arguments[Self.includeExpired] {
      query.selection = .all
    }
    query.includesOnHold = arguments[Self.includeOnHold]
    if query.includesOnHold, !statuses.isEmpty {
      throw UsageError(CommandUsage.exclusive("--include-on-hold", "--status"))
    }
    selection = .user(query, packages: settings.packages)
  }

  private static let narrowing: [OptionSpecification] = .of(includeExpired, status, includeOnHold)

  private static func page(
    in market: StoreCode, opensApp: Bool, origin: UsageError.Origin
  ) throws(UsageError) -> String {
    guard let page = opensApp ? market.subscriptionsAppPage : market.subscriptionsPage else {
      throw UsageError(
        opensApp
          ? CommandUsage.noSubscriptionsApp(market) : CommandUsage.noSubscriptionsPage(market),
        origin: origin)
    }
    return page
  }

  var schema: RecordSchema {
    if case .manageURL = selection { Self.pageSchema } else { Self.schema }
  }

  func run(in context: Context) async throws -> Report {
    switch selection {
    case .manageURL(let page):
      return Report(.single(key: nil, schema, RecordBatch([Record([.text(page)])])))
    case .ofPayments(let path):
      let service = try context.service()
      let input = try context.batchInput(path: path, InputOptions())
      let payments = try input.next(input.count)
      let found = try await service.subscriptions(of: payments)
      return report(MarketResults(found), of: [], [], context)
    case .user(let query, _):
      let service = try context.service()
      let names = GivenNames(users: [query.user], markets: query.markets)
      try await context.noteUnknownNames(names, to: service)
      let answer = try await service.subscriptions(query)
      var others: [Sentence] = []
      if answer.elements.isEmpty {
        others = try await context.interruptedPurchases(
          of: query.user, in: query.markets, at: service)
        if service.traits.findsPayments {
          others.append(
            PurchaseMessages.restoreMissing(
              command: context.typed.command("restore", of: query.user)))
        }
      }
      return report(answer, of: [query.user], others, context)
    }
  }

  func hint(for error: IAPError, _ typed: TypedOptions) -> Sentence? {
    guard case .user(_, let packages?) = selection,
      error.serverCode == ServerCode.invalidParameters.rawValue
    else { return nil }
    let sent =
      error.subject.storeCode.flatMap { packages[$0] }.map { [$0] } ?? packages.all.sorted()
    return PurchaseMessages.packageRefused(sent)
  }

  private func report(
    _ answer: MarketResults<[Subscription]>, of users: [Identifier], _ others: [Sentence],
    _ context: Context
  ) -> Report {
    let section = RecordSection(
      "subscriptions", PurchaseRecord.subscriptionSchema,
      records: PurchaseRecord.batch(answer.elements))
    return Report(.lists([section])) {
      var summary = Report.Summary.listing(
        MissingMarkets(answer.failures), isAnswered: answer.isAnswered,
        isEmpty: answer.elements.isEmpty,
        EmptyList(
          of: .subscriptions, users: users, markets: context.askedMarkets,
          place: context.place.name), failsEmpty: failsEmpty)
      summary.hints += others
      return summary
    }
  }
}

extension ValueParser where Value == SubscriptionStatus {
  static let subscriptionStatus = ValueParser(
    "STATUS", expectation: "one of \(SubscriptionStatus.known.map(\.name).joined(separator: ", "))",
    kind: .choices(SubscriptionStatus.known.map(\.name))
  ) { word in
    let status = SubscriptionStatus(word)
    return SubscriptionStatus.known.contains(status) ? status : nil
  }
}
