import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import Records

struct JournalReportCommand: Command {
  static let by = Option<JournalCounts.Grouping>(
    "by", .choice("WHAT"), fallback: JournalCounts.Grouping.outcome.rawValue,
    "what to count the payments by; days are in your time zone (--time-zone)")

  static let html = Option(
    "html", .file("FILE"), "write a page for a browser to a new file as well")

  static let specification = CommandSpecification(
    "count the payments of the journal, and sum their prices",
    discussion: [
      "Counts each payment once, with its latest entry, as 'iapctl journal list' shows it: "
        + "separately for each outcome and each currency. The sums are exact. Payments that were "
        + "delivered here and consumed elsewhere are named: check that each was granted once.",
      "Profile and environment do not filter the journal: only options do.",
      "On a terminal, the table also has a bar for each line, which compares its count with the "
        + "largest count. No other output has bars.",
      "--html writes a page for the lead of a support team, in your language (--lang) and time zone: "
        + "what was consumed by currency, day and operator, as tables and plots, and each payment "
        + "whose outcome is unknown, with the commands that settle it. The page is one file "
        + "without scripts, and loads nothing from the network.",
    ],
    options: [by.specification, html.specification] + JournalFilters.specifications,
    examples: [
      Example("iapctl journal report --since 7d --by operator", "who did how much in a week"),
      Example("iapctl journal report --by day -o csv", "the days, for a spreadsheet"),
      Example(
        "iapctl journal report --since 30d --html report.html",
        "the last 30 days, as a page as well"),
    ])

  static let schema = RecordSchema(meanings: [
    "by": "what is counted by: operator, ticket, outcome, currency, day or server",
    "value": "the operator, ticket, outcome, currency, day or server; or null",
    "outcome": "the outcome of these payments, as in 'iapctl journal list'",
    "currency": "the currency of these payments, or null",
    "server": "the server of these payments: each is counted apart",
    "count": "how many payments these are",
    "sum": "the exact sum of their prices; null if the price of one is not known",
  ])
  var hasEffect: Bool { page != nil }

  let grouping: JournalCounts.Grouping
  let entries: JournalFilters
  let page: String?

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    page = try arguments.value(of: Self.html)
    if page == "-" { throw UsageError(CommandUsage.pageToOutput) }
    grouping = try arguments.value(of: Self.by) ?? .outcome
    entries = try JournalFilters(.latest, arguments, settings)
  }

  func run(in context: Context) async throws -> Report {
    if let path = page {
      guard !context.environment.fileExists(path) else {
        throw UsageError(CommandUsage.pageExists(path: path))
      }
      try context.checkResults(path)
    }
    let listing = try await JournalListing(entries, in: context, isRecords: false)
    let zone = context.settings.timeZone
    var counts = JournalCounts(by: grouping, in: zone)
    var figures = ReportFigures(in: zone)
    var consumedElsewhere: [Identifier] = []
    try await read(listing, in: context) { entry in
      counts.add(entry)
      if entry.isConsumedElsewhere { consumedElsewhere.append(entry.payment.paymentSeq) }
      if page != nil { figures.add(entry) }
    }
    if let page { try write(figures, of: listing, to: page, in: context) }
    let (hasBars, elsewhere) = (Bar.areDrawn(in: context), consumedElsewhere)
    let section = RecordSection(
      "report", hasBars ? schema.withBars : schema, records: counts.records(hasBars: hasBars))
    return Report(.lists([section])) {
      var summary = listing.summary()
      if let path = page {
        summary.done = JournalMessages.pageWritten(path: path)
        summary.notices = [summary.done]
      }
      if !elsewhere.isEmpty {
        summary.notices.append(ConsumeMessages.deliveredAndConsumedElsewhere(elsewhere))
      }
      return summary
    }
  }

  private func read(
    _ listing: JournalListing, in context: Context, each: (JournalEntry) -> Void
  ) async throws {
    let progress = context.progress
    defer { progress(nil) }
    var done = 0
    while let entries = try await listing.next() {
      done += entries.count
      progress(done)
      entries.forEach(each)
    }
  }

  private func write(
    _ figures: ReportFigures, of listing: JournalListing, to path: String, in context: Context
  ) throws {
    let page = ReportPage(
      language: context.settings.language, zone: context.settings.timeZone, journal: listing.path,
      query: listing.query, made: context.environment.clock.realTime(), figures: figures,
      emptiness: listing.emptiness, hints: context.messages.hints)
    try context.environment.replaceResults(path, Array(page.html.markup.utf8))
  }
}
