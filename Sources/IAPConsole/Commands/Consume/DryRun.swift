import CommandLine
import IAPBatch
import IAPCore
import IAPMessages

/// `iapctl consume --dry-run`: makes every check of a real run and lists what would be sent. It
/// changes nothing.
enum DryRun {
  static func report(
    _ inputs: ConsumeCommand.Inputs, in context: Context
  ) async throws -> Report {
    if let path = inputs.plan.keepUnknown { try KeptUnknowns.check(path, in: context) }
    let session = try ConsumeSession(inputs.plan, in: context)
    let source = try await inputs.source(session, in: context)
    let preview = try ConsumePreview(source, session, in: context)
    let schema =
      session.service.traits.listsProductIdentifiers
      ? PurchaseRecord.schema : PurchaseRecord.numberedSchema
    let section = RecordSection("purchases", schema, total: source.total) {
      try await preview.next().map { PurchaseRecord.batch($0.map(\.known)) }
    }
    return Report(.lists([section])) { summary(preview, source, in: context) }
  }

  private static func summary(
    _ preview: ConsumePreview, _ source: any ConsumeSource, in context: Context
  ) -> Report.Summary {
    var summary = source.summary
    let isListPartial = summary.isPartial
    if let times = preview.timesApart { summary.notices.append(times) }
    summary.failures.add(preview.tally.failures)
    summary.countedNoun = .payments
    summary.hasDocument = true
    let isNothing = preview.totals.count == 0 && preview.tally.summary.total == 0
    summary.isPartial =
      preview.totals.count > 0 || preview.tally.isAnyFine || (isNothing && isListPartial)
    summary.unsettled = preview.tally.unsettled(by: source.settlingInput)
    summary.settlingHint = preview.tally.settlingHint(by: source.settlingInput)
    summary.closing = (preview.summary(in: context), document: nil)
    return summary
  }
}

extension [String: PaymentTotals.Part] {
  var sums: [ConsumeMessages.Sum] {
    sorted { $0.key < $1.key }.map { currency, part in
      ConsumeMessages.Sum(currency: currency, amount: part.sum, count: part.count)
    }
  }
}
