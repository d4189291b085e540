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
  /// The failures of the source itself, such as a market without an answer.
  var summary: () -> Report.Summary = { Report.Summary() }
  /// The same source from its beginning, limited to the payments that were met the first time.
  let reopen: (_ met: Set<Identifier>) async throws -> ConsumeSource

  /// Opens a source. Everything that can be checked before the first request is checked.
  static func open(
    _ inputs: ConsumeCommand.Inputs, _ service: any IAPService, in context: Context
  ) async throws -> ConsumeSource {
    switch inputs.selection {
    case .listed(let numbers, let tokenFile):
      let token = try tokenFile.map { try context.readToken(from: $0) }
      return listed(numbers, token: token, inputs)
    case .all(let query):
      try await context.noteUnknownNames(GivenNames(query), to: service)
      return try await all(query, nil, service, in: context)
    case .file(let path, let format, let skipsBadLines):
      let input = try context.batchInput(
        path: path, format: format, skipsBadLines: skipsBadLines)
      if service.traits.needsToken, inputs.user == nil { try checkOwners(input, path) }
      if service.traits.needsProductSeq, inputs.owner == nil { try checkProducts(input, path) }
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
    let listing = PurchaseListing(try await service.unconsumed(query), in: context)
    // A server may list a payment twice, in one market or in several. A fixture store does not.
    var listed: Set<Identifier>? = try context.settings.isRemote ? [] : nil
    var rest: ArraySlice<Purchase> = []
    return ConsumeSource(
      total: met?.count,
      next: { most in
        while rest.isEmpty {
          guard let purchases = try await listing.next(stops: false) else { return nil }
          rest =
            purchases.filter {
              (met?.contains($0.paymentSeq) ?? true)
                && (listed?.insert($0.paymentSeq).inserted ?? true)
            }[...]
        }
        defer { rest = rest.dropFirst(most) }
        return rest.prefix(most).map(BatchItem.init)
      }, summary: { listing.summary() },
      reopen: { try await all(query, $0, service, in: context) })
  }

  /// Throws if a line has neither a token nor a user: nothing is sent if it is known that a part
  /// cannot be sent.
  private static func checkOwners(_ input: BatchInput, _ path: String) throws {
    guard let line = try input.firstLine(lackingUserAnd: .accessToken) else { return }
    throw UsageError(
      "line \(line) of \(path == "-" ? "standard input" : path) has neither a token nor a user",
      hint: "name the user with --user ID, or add the column accessToken")
  }

  private static func checkProducts(_ input: BatchInput, _ path: String) throws {
    guard let line = try input.firstLine(lackingUserAnd: .productSeq) else { return }
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
      },
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
      purchase: purchase)
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
