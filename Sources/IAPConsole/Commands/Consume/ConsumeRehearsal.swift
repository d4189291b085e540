import IAPBatch
import IAPCore

/// What would be consumed, shown as `unconsumed` shows it; nothing is changed.
enum ConsumeRehearsal {
  static func report(
    _ inputs: ConsumeCommand.Inputs, in context: Context
  ) async throws -> Report {
    switch inputs.selection {
    case .all(let query): return try await listing(query, in: context)
    case .listed(let numbers, tokenFile: .some):
      // Who has the token needs no list.
      return Report(
        .lists([
          Report.Section(
            "purchases", PurchaseRecord.schema,
            records: numbers.map {
              let request = ConsumeRequest(
                paymentSeq: $0, user: inputs.owner, markets: inputs.markets)
              return PurchaseRecord.make(BatchItem(request: request).known, showsTokens: false)
            })
        ]))
    case .listed(let numbers, tokenFile: nil):
      var query = UnconsumedQuery(owner: inputs.user.map { .user($0) } ?? .everyone)
      query.payments = numbers
      query.markets = inputs.markets
      return try await listing(query, in: context)
    case .file(let path, let format, let skipsBadLines):
      let input = try context.batchInput(
        path: path, format: format, skipsBadLines: skipsBadLines)
      return file(input, inputs, try context.service(), in: context)
    }
  }

  private static func listing(
    _ query: UnconsumedQuery, in context: Context
  ) async throws -> Report {
    let service = try context.service()
    try await context.noteUnknownNames(GivenNames(query), to: service)
    let listing = PurchaseListing(
      try await service.unconsumed(query), in: context, remembers: !query.payments.isEmpty,
      hasIdentifiers: service.listsProductIdentifiers)
    return Report(.lists([listing.section])) {
      var conclusion = listing.conclusion()
      if !query.payments.isEmpty {
        conclusion.remarks = query.payments.filter { !listing.seen.contains($0) }.map(remark)
      }
      return conclusion
    }
  }

  private static func remark(_ payment: Identifier) -> String {
    "payment \(payment) is not among what can be consumed"
  }

  /// The payments of a file: those with a token as the file has them, the others as the lists do.
  private static func file(
    _ input: BatchInput, _ inputs: ConsumeCommand.Inputs, _ service: any IAPService,
    in context: Context
  ) -> Report {
    let lookup = PurchaseLookup(service: service)
    var failures = FailureTally(input.problem.map { [$0] } ?? [])
    var isAnyFound = false
    let section = Report.Section("purchases", PurchaseRecord.schema, total: input.count) {
      if let stopped = context.environment.stopped { throw stopped }
      let items = try input.next(GroupedBatch.groupSize).map { $0.completed(by: inputs) }
      guard !items.isEmpty else { return nil }
      var records: [Record] = []
      for answer in await lookup.completed(items, isWanted: true) {
        switch answer {
        case .failure(let error): failures.add(error)
        case .success(let item):
          records.append(
            PurchaseRecord.make(item.known, showsTokens: context.settings.showsTokens))
        }
      }
      isAnyFound = isAnyFound || !records.isEmpty
      return records
    }
    return Report(.lists([section])) {
      var conclusion = Report.Conclusion()
      conclusion.failures = failures
      conclusion.isPartial = isAnyFound
      return conclusion
    }
  }
}
