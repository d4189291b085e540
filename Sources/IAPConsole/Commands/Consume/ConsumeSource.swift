import IAPBatch
import IAPCore

/// Where the payments come from that are to be consumed, and what there is to say about it in the
/// end.
struct ConsumeSource {
  /// How many there are, where that is known.
  var total: Int?
  /// The next payments, at most as many as it is told; nil at the end. Also after a request to
  /// stop: then they are told as not sent.
  let next: (Int) async throws -> [BatchItem]?
  /// What was wrong with the source itself.
  var conclusion: () -> Report.Conclusion = { Report.Conclusion() }

  /// Opens a source, with everything asked and checked that comes before the first request.
  static func open(
    _ inputs: ConsumeCommand.Inputs, _ service: any IAPService, in context: Context
  ) async throws -> ConsumeSource {
    switch inputs.selection {
    case .listed(let numbers, let tokenFile):
      return try listed(numbers, tokenFile: tokenFile, inputs, in: context)
    case .all(let query):
      return try await all(query, service, in: context)
    case .file(let path, let format, let skipsBadLines):
      let input = try context.batchInput(
        path: path, format: format, skipsBadLines: skipsBadLines)
      if service.needsToken, inputs.user == nil { try checkOwners(input, path) }
      if service.needsProductSeq, inputs.owner == nil { try checkProducts(input, path) }
      if input.count > 0 {
        try ConsumeQuestion.ask(try input.totals(), user: inputs.user, in: context)
      }
      return file(input, inputs)
    }
  }

  private static func listed(
    _ numbers: [Identifier], tokenFile: String?, _ inputs: ConsumeCommand.Inputs,
    in context: Context
  ) throws -> ConsumeSource {
    let token = try tokenFile.map { try context.readToken(from: $0) }
    let user = token == nil ? inputs.user : inputs.owner
    var rest = numbers[...]
    return ConsumeSource(total: numbers.count) { most in
      defer { rest = rest.dropFirst(most) }
      return rest.isEmpty
        ? nil
        : rest.prefix(most).map {
          BatchItem(
            request: ConsumeRequest(
              paymentSeq: $0, user: user, markets: inputs.markets, accessToken: token))
        }
    }
  }

  private static func all(
    _ query: UnconsumedQuery, _ service: any IAPService, in context: Context
  ) async throws -> ConsumeSource {
    try await context.noteUnknownNames(GivenNames(query), to: service)
    let confirmed = try await ConsumeQuestion.confirmed(query, service, in: context)
    let listing = PurchaseListing(try await service.unconsumed(query), in: context)
    // A server may list a payment twice, in one market or in several.
    var listed: Set<Identifier>? = try context.settings.isRemote ? [] : nil
    var rest: ArraySlice<Purchase> = []
    var source = ConsumeSource(total: confirmed?.count) { most in
      while rest.isEmpty {
        guard let purchases = try await listing.next(stops: false) else { return nil }
        rest =
          purchases.filter {
            (confirmed?.contains($0.paymentSeq) ?? true)
              && (listed?.insert($0.paymentSeq).inserted ?? true)
          }[...]
      }
      defer { rest = rest.dropFirst(most) }
      return rest.prefix(most).map(BatchItem.init)
    }
    source.conclusion = { listing.conclusion() }
    return source
  }

  /// Nothing is sent where it is known beforehand that some of it cannot be.
  private static func checkOwners(_ input: BatchInput, _ path: String) throws {
    guard let line = try input.firstLineWithoutOwner() else { return }
    throw UsageError(
      "line \(line) of \(path == "-" ? "standard input" : path) has neither a token nor a user",
      hint: "name the user with --user ID, or give each line its token")
  }

  private static func checkProducts(_ input: BatchInput, _ path: String) throws {
    guard let line = try input.firstLineWithoutProductSeq() else { return }
    throw UsageError(
      "line \(line) of \(path == "-" ? "standard input" : path) has no productSeq, and the legacy API "
        + "consumes nothing without it",
      hint: "add the column productSeq, name the user with --user ID, or use --api service")
  }

  private static func file(
    _ input: BatchInput, _ inputs: ConsumeCommand.Inputs
  ) -> ConsumeSource {
    var source = ConsumeSource(total: input.count) { most in
      let items = try input.next(most)
      return items.isEmpty ? nil : items.map { $0.completed(by: inputs) }
    }
    source.conclusion = {
      var conclusion = Report.Conclusion()
      conclusion.failures = FailureTally(input.problem.map { [$0] } ?? [])
      if input.count == 0, conclusion.failures.isEmpty { conclusion.remarks = ["no payments"] }
      return conclusion
    }
    return source
  }
}

extension BatchItem {
  /// A payment of a list.
  init(_ purchase: Purchase) {
    self.init(
      request: ConsumeRequest(
        paymentSeq: purchase.paymentSeq, user: purchase.userID,
        accessToken: purchase.accessToken, productSeq: purchase.productSeq),
      purchase: purchase)
  }

  /// A line, with what the command says where the line does not.
  func completed(by inputs: ConsumeCommand.Inputs) -> BatchItem {
    var item = self
    if item.request.user == nil {
      item.request.user = item.request.accessToken == nil ? inputs.user : inputs.owner
    }
    if item.request.markets.isEmpty { item.request.markets = inputs.markets }
    return item
  }
}
