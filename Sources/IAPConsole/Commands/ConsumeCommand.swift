import IAPBatch
import IAPCore
import SafeText

/// Marks purchases as delivered.
enum ConsumeCommand: Command {
  static let payments = Operand(.any, .paymentSeq, "the number of a payment")
  static let all = Flag("all", "everything that 'iapctl unconsumed' lists with the same filters")
  static let tokenFile = Option(
    "token-file", .file("FILE"), "the access token of a single payment; - is standard input")
  static let dryRun = Flag("dry-run", "list what would be consumed, and consume nothing")

  static let specification = CommandSpecification(
    "consume", "mark purchases as consumed",
    discussion: [
      "Marks payments as delivered: once per payment, for ever. By hand: deliver, then consume. In "
        + "a script: 'iapctl consume X && grant X', and see to it that the grant happens: what was "
        + "consumed and not delivered is lost to the player.",
      "A payment that had been consumed before is refused, so that the script, run twice, "
        + "grants once. --all asks first on a terminal; elsewhere it needs --yes, also where there "
        + "is nothing to consume.",
      "Exit 7 means that nobody knows whether the payment was consumed: neither grant nor take "
        + "back. While 'iapctl unconsumed' still lists it, it was not consumed; that it is listed "
        + "no more proves nothing. Consuming it again is safe; 'already consumed' may then be "
        + "yourself.",
    ],
    heading: "Purchases",
    options: [all.specification] + UnconsumedFilters.specifications + [
      tokenFile.specification, dryRun.specification,
    ],
    operands: [payments.specification],
    examples: [
      Example("iapctl consume 2026011210000001", "one payment was delivered"),
      Example(
        "iapctl consume --all --user alice --dry-run", "what would be consumed"),
      Example("iapctl consume --all --user alice --yes", "all of alice's payments were delivered"),
    ],
    fields: ConsumeRecord.schema.documented, related: ["explain", "unconsumed"])

  enum Inputs: Equatable, Sendable {
    case listed([Identifier], user: Identifier?, markets: [StoreCode], tokenFile: String?)
    case all(UnconsumedQuery)
    case rehearsal(UnconsumedQuery)
  }

  private static let longestToken = 1 << 16

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    let numbers = withoutRepetitions(try arguments.values(of: payments))
    let token = try arguments.value(of: tokenFile)
    if arguments[all] {
      guard numbers.isEmpty, token == nil else {
        throw UsageError(
          "--all takes no \(numbers.isEmpty ? "token" : "payment numbers")",
          hint: "give payment numbers, or --all")
      }
      let query = try UnconsumedFilters.query(arguments, settings)
      return arguments[dryRun] ? .rehearsal(query) : .all(query)
    }
    try refuseFilters(arguments)
    guard !numbers.isEmpty else {
      throw .missingOperand("PAYMENT_SEQ, or --all", help: "iapctl consume --help")
    }
    guard numbers.count == 1 || token == nil else {
      throw UsageError(
        "--token-file is for a single payment", hint: "consume them one after the other")
    }
    guard arguments[dryRun] else {
      // Who has the token needs no user; one that only a profile names is not meant.
      let isMeant =
        token == nil || settings.origin(of: GlobalOptions.user.specification) != .configuration
      return .listed(
        numbers, user: isMeant ? settings.user : nil, markets: settings.markets, tokenFile: token)
    }
    var query = UnconsumedQuery(owner: settings.user.map { .user($0) } ?? .everyone)
    query.payments = numbers
    query.markets = settings.markets
    return .rehearsal(query)
  }

  /// The same number twice is one payment.
  private static func withoutRepetitions(_ numbers: [Identifier]) -> [Identifier] {
    var seen: Set<Identifier> = []
    return numbers.filter { seen.insert($0).inserted }
  }

  private static func refuseFilters(_ arguments: ParsedArguments) throws(UsageError) {
    let names = UnconsumedFilters.specifications.map(\.name)
    if let name = names.first(where: { arguments.values[$0] != nil }) {
      throw UsageError("--\(name) goes with --all", hint: "add --all, or leave it out")
    }
  }

  static func schema(for inputs: Inputs) -> RecordSchema? {
    if case .rehearsal = inputs { PurchaseRecord.schema } else { ConsumeRecord.schema }
  }

  static func hasEffect(_ inputs: Inputs) -> Bool {
    if case .rehearsal = inputs { false } else { true }
  }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    let service = try context.service()
    switch inputs {
    case .rehearsal(let query):
      let listing = PurchaseListing(
        try await service.unconsumed(query), in: context, remembers: !query.payments.isEmpty)
      return Report(.lists([listing.section])) { conclusion(ofRehearsal: query, listing) }
    case .listed(let numbers, let user, let markets, let file):
      let token = try file.map { try readToken(from: $0, in: context) }
      let requests = numbers.map {
        ConsumeRequest(paymentSeq: $0, user: user, markets: markets, accessToken: token)
      }
      let groups = ConsumeGroups(service: service, context: context)
      var rest = requests[...]
      return groups.report(total: requests.count) { count in
        defer { rest = rest.dropFirst(count) }
        return rest.isEmpty ? nil : Array(rest.prefix(count))
      }
    case .all(let query):
      let confirmed = try await confirm(query, service, context)
      let listing = PurchaseListing(try await service.unconsumed(query), in: context)
      let groups = ConsumeGroups(service: service, context: context)
      groups.listing = listing
      // A server may list a payment twice, in one market or in several.
      var listed: Set<Identifier>? = try context.settings.isRemote ? [] : nil
      return groups.report(total: confirmed?.count) { _ in
        // Also after a request to stop: then the rest is told as not sent.
        let purchases = try await listing.next(stops: false)?.filter {
          (confirmed?.contains($0.paymentSeq) ?? true)
            && (listed?.insert($0.paymentSeq).inserted ?? true)
        }
        return purchases?.map {
          ConsumeRequest(
            paymentSeq: $0.paymentSeq, user: $0.userID, accessToken: $0.accessToken,
            productSeq: $0.productSeq)
        }
      }
    }
  }

  private static func conclusion(
    ofRehearsal query: UnconsumedQuery, _ listing: PurchaseListing
  ) -> Report.Conclusion {
    var conclusion = listing.conclusion()
    guard !query.payments.isEmpty else { return conclusion }
    conclusion.remarks = query.payments.filter { !listing.seen.contains($0) }.map {
      "payment \($0) is not among what can be consumed"
    }
    return conclusion
  }

  private static func readToken(from file: String, in context: Context) throws -> Secret {
    let text = try context.readText(file, limit: longestToken)
    let token = text.hasSuffix("\r\n") || text.hasSuffix("\n") ? String(text.dropLast()) : text
    guard !token.isEmpty else {
      throw IAPError.iapctl(
        .inputInvalid, .inputEmpty(name: file == "-" ? "standard input" : file))
    }
    return Secret(token)
  }

  // MARK: Confirmation

  /// Asks before everything that a filter finds is consumed, with what it comes to.
  ///
  /// - Returns: what was shown and confirmed, where anybody was asked: what came to the list since
  ///   is not consumed. Nil where all of it was confirmed beforehand.
  private static func confirm(
    _ query: UnconsumedQuery, _ service: any IAPService, _ context: Context
  ) async throws -> Set<Identifier>? {
    let settings = context.settings
    guard !settings.isConfirmed else { return nil }
    let environment = context.environment
    let notConfirmed = IAPError.iapctl(.notConfirmed, .notConfirmed)
    guard settings.allowsInput, environment.input.isTerminal, environment.errors.isTerminal else {
      throw notConfirmed
    }
    var totals = PaymentTotals()
    let listing = PurchaseListing(
      try await service.unconsumed(query), in: context, remembers: true)
    while let purchases = try await listing.next() { purchases.forEach { totals.add($0) } }
    guard totals.count > 0 else { return [] }
    context.messages.ask(question(totals, place: try settings.backend().words))
    let answer: String?
    do {
      answer = try environment.input.readLine()
    } catch {
      context.messages.ask("\n")
      throw error
    }
    if answer == nil { context.messages.ask("\n") }
    let word = answer.map { $0.filter { !$0.isWhitespace }.lowercased() }
    guard word == "y" || word == "yes" else { throw notConfirmed }
    return listing.seen
  }

  private static func question(_ totals: PaymentTotals, place: String) -> String {
    let payments = totals.count == 1 ? "1 payment" : "\(totals.count) payments"
    let user = totals.users.count == 1 ? totals.users.first : nil
    let users = user.map { "user \($0)" } ?? "\(totals.users.count) users"
    var text = VisibleText.make("Consume \(payments) of \(users) in \(place)?") + "\n"
    for (currency, part) in totals.byCurrency.sorted(by: { $0.key < $1.key }) {
      let name = currency.isEmpty ? "without currency" : currency
      text += VisibleText.make("  \(name) \(part.sum?.digits ?? "?") (\(part.count))") + "\n"
    }
    return text + "Consumed is for ever. Type y to go on: "
  }
}

extension Backend {
  /// Where it is, for a person.
  var words: String {
    switch self {
    case .store(let path, _, _): "the fixture store \(path)"
    case .remote(let remote): remote.url.contains("@") ? "the REST API" : remote.url
    }
  }
}

/// Payments that are consumed group by group while the results are shown.
private final class ConsumeGroups {
  private let batch: ConsumeBatch
  private let context: Context
  private var summary = ConsumeSummary()
  private var failures: FailureTally = []
  /// The list that the payments come from, whose markets may fail too.
  var listing: PurchaseListing?

  init(service: any IAPService, context: Context) {
    self.context = context
    let environment = context.environment
    batch = ConsumeBatch(service: service, isStopped: { environment.stopped })
  }

  /// - Parameter nextGroup: the next requests, at most as many as it is told; nil at the end.
  func report(
    total: Int?, _ nextGroup: @escaping (Int) async throws -> [ConsumeRequest]?
  ) -> Report {
    let language = context.settings.language
    let section = Report.Section("results", ConsumeRecord.schema, total: total) {
      guard let requests = try await self.attempt(nextGroup) else { return nil }
      let results = await self.batch.consume(requests)
      for result in results { self.count(result) }
      return results.map { ConsumeRecord.make($0, in: language) }
    }
    return Report(.lists([section])) { self.conclusion() }
  }

  /// The next requests. What prevents them ends the batch, but what was consumed by then is told.
  private func attempt(
    _ nextGroup: (Int) async throws -> [ConsumeRequest]?
  ) async throws -> [ConsumeRequest]? {
    do {
      return try await nextGroup(ConsumeBatch.groupSize)
    } catch let error as IAPError where summary.total > 0 {
      failures.add(error)
      return nil
    }
  }

  private func count(_ result: ConsumeResult) {
    summary.count(result)
    if let error = result.error { failures.add(error) }
  }

  private func conclusion() -> Report.Conclusion {
    var conclusion = listing?.conclusion() ?? Report.Conclusion()
    conclusion.failures.add(failures)
    conclusion.isPartial = summary[.consumed] > 0 || (summary.total == 0 && conclusion.isPartial)
    conclusion.summary = ConsumeRecord.make(summary)
    let counts = ConsumeResult.Outcome.allCases.filter { summary[$0] > 0 }
      .map { "\(summary[$0]) \($0.rawValue)" }
    conclusion.done = counts.joined(separator: ", ")
    if summary.total > 1 { conclusion.remarks.append(conclusion.done) }
    return conclusion
  }
}
