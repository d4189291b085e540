import CommandLine
import IAPBatch
import IAPCore

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
