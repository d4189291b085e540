import CommandLine
import IAPBatch
import IAPCore

/// The options of `consume`.
enum ConsumeOptions {
  // Which payments
  static let all = Flag(
    "all", "consume everything that 'iapctl unconsumed' lists with the same filters")
  static let from = Option(
    "from", .file("FILE"),
    "a file of payments: iapctl's output, JSON, CSV or numbers; - is standard input")
  static let inputFormat = Option<InputFormat>(
    "input-format", .choice("FORMAT"), "the format of the file, if its first line does not show it")
  static let skipBadLines = Flag(
    "skip-bad-lines", "report invalid lines and consume the others")
  static let columns = ListOption(
    "columns",
    ValueParser<ColumnName>(
      "COLUMNS", expectation: "a column of iapctl and its name in the file, such as user=player"
    ) { word in ColumnNames.column(word).map { ColumnName(column: $0.column, name: $0.name) } },
    hasCommas: true, "which column of the file is what, such as user=player")
  static let ignoreColumns = ListOption(
    "ignore-columns", .name("COLUMN"), hasCommas: true,
    "columns of the file that do not matter; 'all' for all that iapctl does not know")
  static let tokenFile = Option(
    "token-file", .file("FILE"), "the access token of a single payment; - is standard input")
  static let dryRun = Flag("dry-run", "check and list what would be consumed; consume nothing")

  // How
  static let concurrency = Option(
    "concurrency", .number("N", in: 1...1000), fallback: "8", "how many payments at a time")
  static let rate = Option("rate", .rate, "at most this many requests a second, such as 5/s")
  static let deliver = Option(
    "deliver", .name("COMMAND"), "deliver each payment with this command, then consume it")
  static let undo = Option(
    "undo", .name("COMMAND"), "if a consume is refused, revoke what was delivered with this command"
  )
  static let deliverTimeout = Option(
    "deliver-timeout", .duration, fallback: "60s", "the time limit of each command")

  // Unknown outcomes and the journal
  static let resume = Flag(
    "resume", "settle what earlier runs left unknown, and skip what they consumed")
  static let settle = Option(
    "settle", .settleTime, from: .init(key: "settle"),
    fallback: "30s over the REST API, 0s on a fixture store",
    "repeat unknown consumes in this run, for at most this long; 0s: not at all")
  static let keepUnknown = Option(
    "keep-unknown", .file("FILE"),
    "write payments that stay unknown, with tokens, to a new file for --resume --from")
  static let ticket = Option(
    "ticket", .name("TEXT"), "the reason, for the journal, such as a ticket number")
  static let alreadyConsumedOK = Flag(
    "already-consumed-ok", "treat already consumed payments as success")

  static let specifications =
    [all.specification]
    + UnconsumedFilters.specifications
    + [
      from.specification, inputFormat.specification, columns.specification,
      ignoreColumns.specification, skipBadLines.specification,
      tokenFile.specification, dryRun.specification, concurrency.specification,
      rate.specification, deliver.specification, undo.specification,
      deliverTimeout.specification, resume.specification, settle.specification,
      keepUnknown.specification, ticket.specification, alreadyConsumedOK.specification,
    ]
}

/// A value of `--columns`.
struct ColumnName: Equatable, Sendable {
  let column: InputColumn
  let name: String
}

/// How the file of `--from` is read.
struct InputOptions: Equatable, Sendable {
  var format: InputFormat?
  var skipsBadLines = false
  var names = ColumnNames()

  static func read(_ arguments: ParsedArguments) throws(UsageError) -> InputOptions {
    var options = InputOptions()
    options.format = try arguments.value(of: ConsumeOptions.inputFormat)
    options.skipsBadLines = arguments[ConsumeOptions.skipBadLines]
    for value in try arguments.values(of: ConsumeOptions.columns) {
      options.names.set(value.column, to: value.name)
    }
    for name in try arguments.values(of: ConsumeOptions.ignoreColumns) {
      if name == "all" { options.names.ignoresAll = true } else { options.names.ignore(name) }
    }
    return options
  }

  /// The options that are read.
  static let specifications = [
    ConsumeOptions.inputFormat.specification, ConsumeOptions.columns.specification,
    ConsumeOptions.ignoreColumns.specification, ConsumeOptions.skipBadLines.specification,
  ]
}

/// How payments are consumed. The same for all selections of payments.
struct ConsumePlan: Equatable, Sendable {
  var concurrency = 8
  /// The maximum number of requests per second; nil for no limit.
  var rate: Double?
  var deliver: String?
  var undo: String?
  var deliverTimeout = Duration.seconds(60)
  var journal: String?
  var ticket: String?
  /// The profile that refuses a payment without a ticket. Nil if a ticket is not required.
  var profileRequiringTicket: Identifier?
  /// Whether a ticket is required, and the command line has none.
  var lacksTicket: Bool { profileRequiringTicket != nil && ticket == nil }
  var resumes = false
  var acceptsConsumed = false
  /// How long to repeat each unknown consume; nil to leave it unknown.
  var settle: Duration?
  /// The time over the REST API if none is given.
  static let usualSettle = Duration.seconds(30)
  /// The file for payments that stay unknown.
  var keepUnknown: String?
  /// Whether an option needs a journal. A fixture store has no journal otherwise, because it
  /// records every outcome itself.
  var wantsJournal: Bool {
    deliver != nil || journal != nil || ticket != nil || resumes || settle != nil
  }

  static func read(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> ConsumePlan {
    var plan = ConsumePlan()
    plan.concurrency = try arguments.value(of: ConsumeOptions.concurrency) ?? plan.concurrency
    plan.rate = try arguments.value(of: ConsumeOptions.rate)
    plan.deliver = try arguments.value(of: ConsumeOptions.deliver)
    plan.undo = try arguments.value(of: ConsumeOptions.undo)
    if let period = try arguments.value(of: ConsumeOptions.deliverTimeout) {
      plan.deliverTimeout = try limit(
        period, of: ConsumeOptions.deliverTimeout.specification)
    }
    plan.ticket = try arguments.value(of: ConsumeOptions.ticket)
    plan.profileRequiringTicket = settings.requiresTicket ? settings.profileInUse : nil
    plan.resumes = arguments[ConsumeOptions.resume]
    plan.settle = try settle(arguments, settings)
    plan.keepUnknown = try arguments.value(of: ConsumeOptions.keepUnknown)
    if plan.keepUnknown == "-" {
      throw UsageError(
        "--keep-unknown writes tokens, which must not go to standard output",
        hint: "give the path of a new file")
    }
    plan.acceptsConsumed = arguments[ConsumeOptions.alreadyConsumedOK]
    if plan.deliver == nil {
      for option in [
        ConsumeOptions.undo.specification, ConsumeOptions.deliverTimeout.specification,
      ]
      where arguments.values[option.name] != nil {
        throw UsageError(
          "--\(option.name) needs --deliver", hint: "add --deliver COMMAND, or leave it out")
      }
    }
    return plan
  }

  /// The error if the profile requires a ticket and there is none.
  func ticketMissing(_ why: String? = nil, or more: String = "") -> UsageError {
    UsageError(
      "profile '\(profileRequiringTicket ?? "")' requires a ticket for each consume"
        + (why.map { ", and \($0)" } ?? ""),
      hint: "add --ticket TEXT\(more)")
  }

  /// A fixture store loses no answer of its own, so that only a typed time counts for it.
  private static func settle(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Duration? {
    let isRemote = (try? settings.isRemote) == true
    let usual = isRemote ? settings.settle ?? usualSettle : .zero
    let time = try arguments.value(of: ConsumeOptions.settle) ?? usual
    return time > .zero ? time : nil
  }

  private static func limit(
    _ period: CalendarPeriod, of option: OptionSpecification
  ) throws(UsageError) -> Duration {
    guard let duration = period.duration, duration > .zero, duration <= .seconds(86_400) else {
      throw UsageError(
        "--\(option.name) must be more than 0 and at most a day",
        hint: "give it in seconds or minutes, such as 90s or 5m")
    }
    return duration
  }
}

extension ValueParser where Value == Duration {
  /// A time of at most a day, which may be zero.
  static let settleTime = ValueParser(
    "DURATION", expectation: "0s, or a duration of at most a day, such as 90s or 5m"
  ) { word in
    let isZero = word.dropLast().allSatisfy { $0 == "0" } && word.utf8.count > 1
    if isZero, "smhd".contains(word.last ?? " ") { return .zero }
    return CalendarPeriod(word)?.duration.flatMap { $0 <= .seconds(86_400) ? $0 : nil }
  }
}

/// The payments to consume: from the command line, the unconsumed lists or a file.
struct ConsumeSource {
  /// The number of payments, if it is known.
  var total: Int?
  /// The file that settles all payments that stay unknown. Nil if there is no such file.
  var settlingInput: SettlingInput?
  /// The next payments, at most the given number; nil at the end. A stop signal does not end it:
  /// the remaining payments are reported as not sent.
  let next: (Int) async throws -> [BatchItem]?
  /// Consumes the next payments together; see ``IAPService/consumeListed(_:isOrdered:after:most:)``.
  /// Nil if ``next`` must give them.
  var listed: ((_ most: Int) async -> ConsumedGroup?)?
  /// What the person who confirms must know of the payments.
  var notes: [String] = []
  /// The failures of the source itself, such as a market without an answer.
  var summary: () -> Report.Summary = { Report.Summary() }
  /// The same source from its beginning, limited to the payments that were met the first time.
  let reopen: (_ met: Set<Identifier>) async throws -> ConsumeSource

  /// Opens a source. Everything that can be checked before the first request is checked.
  static func open(
    _ inputs: ConsumeCommand.Inputs, _ session: ConsumeSession, in context: Context
  ) async throws -> ConsumeSource {
    let service = session.service
    try await refuseUnknownMarkets(inputs.markets, service)
    switch inputs.selection {
    case .listed(let numbers, let tokenFile):
      let token = try tokenFile.map { try context.readToken(from: $0) }
      if token == nil { try checkRounding(numbers) }
      if let number = numbers.first(where: { $0.withoutLeadingZeros != $0 }) {
        context.messages.note(BatchInput.notice(ofZerosIn: number))
      }
      return listed(numbers, token: token, inputs)
    case .all(let query):
      try await context.noteUnknownNames(GivenNames(query), to: service)
      return try await all(query, nil, service, in: context)
    case .file(let path, let options):
      let input = try context.batchInput(path: path, options)
      if inputs.plan.lacksTicket { try checkTickets(input, path, inputs.plan) }
      if service.traits.needsToken, inputs.user == nil { try checkOwners(input, path) }
      if service.traits.needsProductSeq, inputs.owner == nil { try checkProducts(input, path) }
      try await session.compare(input) { $0.completed(by: inputs) }
      return file(input, path, inputs)
    }
  }

  private static func listed(
    _ numbers: [Identifier], token: Secret?, _ inputs: ConsumeCommand.Inputs
  ) -> ConsumeSource {
    let user = token == nil ? inputs.user : inputs.owner
    var rest = numbers[...]
    return ConsumeSource(
      total: numbers.count,
      next: { most in
        defer { rest = rest.dropFirst(most) }
        return rest.isEmpty
          ? nil
          : rest.prefix(most).map {
            BatchItem(
              request: ConsumeRequest(
                paymentSeq: $0, user: user, markets: inputs.markets, accessToken: token))
          }
      }, reopen: { _ in listed(numbers, token: token, inputs) })
  }

  /// - Parameter met: the confirmed payments; nil for all.
  private static func all(
    _ query: UnconsumedQuery, _ met: Set<Identifier>?, _ service: any IAPService,
    in context: Context
  ) async throws -> ConsumeSource {
    let listing = PurchaseListing(
      try await service.unconsumed(query), of: query, in: context)
    // A server may list a payment twice, in one market or in several. A fixture store does not.
    var listed: Set<Identifier>? = try context.settings.isRemote ? [] : nil
    var rest: ArraySlice<Purchase> = []
    let together =
      met == nil && query.limit == nil ? ListedPayments(query, of: service, in: context) : nil
    return ConsumeSource(
      total: met?.count,
      next: { most in
        while rest.isEmpty {
          guard let page = try await listing.next(stops: false) else { return nil }
          rest =
            page.elements.filter {
              (met?.contains($0.paymentSeq) ?? true)
                && together?.unknown.contains($0.paymentSeq) != true
                && (listed?.insert($0.paymentSeq).inserted ?? true)
            }[...]
        }
        defer { rest = rest.dropFirst(most) }
        return rest.prefix(most).map(BatchItem.init)
      }, listed: together?.next,
      summary: { listing.summary(without: together?.count ?? 0) },
      reopen: { try await all(query, $0, service, in: context) })
  }

  /// Throws if a spreadsheet has rounded the numbers, for example in a pipe through `xargs`.
  private static func checkRounding(_ numbers: [Identifier]) throws {
    let rounded = RoundedNumbers(numbers)
    guard rounded.isFound else { return }
    throw IAPError.iapctl(
      .inputInvalid,
      .input("the arguments", .numbersRounded(ending: rounded.ending, of: rounded.count)))
  }

  /// A consume in a market that a fixture store does not have is a typing mistake.
  private static func refuseUnknownMarkets(
    _ markets: [StoreCode], _ service: any IAPService
  ) async throws {
    guard !markets.isEmpty else { return }
    let unknown = try await service.unknownNames(among: GivenNames(markets: markets))
    guard let first = unknown.first else { return }
    throw UsageError(
      first.note,
      hint: first.closest.map { "name the market with --market \($0)" }
        ?? "leave out --market, or list the markets with: iapctl store stats")
  }

  /// Throws if a line has neither a token nor a user: nothing is sent if it is known that a part
  /// cannot be sent.
  private static func checkOwners(_ input: BatchInput, _ path: String) throws {
    guard let line = try input.firstLine(lacking: .userID, .accessToken) else { return }
    throw UsageError(
      "line \(line) of \(path == "-" ? "standard input" : path) has neither a token nor a user",
      hint: "name the user with --user ID, or add the column accessToken")
  }

  private static func checkTickets(
    _ input: BatchInput, _ path: String, _ plan: ConsumePlan
  ) throws {
    guard let line = try input.firstLine(lacking: .ticket) else { return }
    throw plan.ticketMissing(
      "line \(line) of \(path == "-" ? "standard input" : path) has none",
      or: ", or the column ticket")
  }

  private static func checkProducts(_ input: BatchInput, _ path: String) throws {
    guard let line = try input.firstLine(lacking: .userID, .productSeq) else { return }
    throw UsageError(
      "line \(line) of \(path == "-" ? "standard input" : path) has no productSeq, which the "
        + "legacy API needs",
      hint: "add the column productSeq, name the user with --user ID, or use --api service")
  }

  private static func file(
    _ input: BatchInput, _ path: String, _ inputs: ConsumeCommand.Inputs
  ) -> ConsumeSource {
    ConsumeSource(
      total: input.count, settlingInput: .file(path),
      next: { most in
        let items = try input.next(most)
        return items.isEmpty ? nil : items.map { $0.completed(by: inputs) }
      }, notes: input.usersNotice.map { [$0] } ?? [],
      summary: {
        var summary = Report.Summary()
        summary.failures = FailureTally(input.problem.map { [$0] } ?? [])
        if input.count == 0, summary.failures.isEmpty { summary.hints = ["no payments"] }
        return summary
      },
      reopen: { _ in
        input.rewind()
        return file(input, path, inputs)
      })
  }
}

extension BatchItem {
  /// A payment of an unconsumed list.
  init(_ purchase: Purchase) {
    self.init(
      request: ConsumeRequest(
        paymentSeq: purchase.paymentSeq, user: purchase.userID,
        accessToken: purchase.accessToken, productSeq: purchase.productSeq),
      purchase: purchase, isConfirmed: true)
  }

  /// The payment of a line, with the user and markets of the command if the line has none.
  func completed(by inputs: ConsumeCommand.Inputs) -> BatchItem {
    var item = self
    if item.request.user == nil {
      item.request.user = item.request.accessToken == nil ? inputs.user : inputs.owner
    }
    if item.request.markets.isEmpty { item.request.markets = inputs.markets }
    return item
  }
}
