import IAPBatch
import IAPCore
import IAPMessages
import Languages
import Text

/// The page of `journal report --html`: one file without scripts and without addresses, for a browser.
struct ReportPage {
  let language: Language
  let zone: TimeZone
  /// The path or the URL of the journal.
  let journal: String
  let query: JournalQuery
  let made: Instant
  var figures: ReportFigures
  /// The reason if there are no entries.
  let emptiness: JournalListing.Emptiness?
  /// Completes the commands of the page.
  let hints: HintText
  /// The server of the sections, and its place among the servers; nil if there is only one.
  var server: (name: String, place: Int)?

  func text(_ sentence: Sentence) -> String { language.text(sentence) }

  var html: HTML {
    """
    <!DOCTYPE html>
    <html lang="\(language.rawValue)">
    <head>
    <meta charset="utf-8"/>
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <meta name="color-scheme" content="light dark"/>
    <title>\(text(ReportPageMessages.title)) (\(made.day(in: zone)))</title>
    <style>
    \(ReportStyle.sheet)
    </style>
    </head>
    <body>
    <header>
    <h1>\(text(ReportPageMessages.title))</h1>
    <dl>
    \(facts.map { "<div><dt>\(text($0))</dt><dd>\($1)</dd></div>" })
    </dl>
    </header>
    <main>
    \(content)
    </main>
    </body>
    </html>

    """
  }

  // MARK: What the page is of

  private var facts: [(Sentence, String)] {
    [(ReportPageMessages.journal, journal)]
      + (serverNames.map { [(ReportPageMessages.servers, $0)] } ?? []) + filters
      + [
        (
          ReportPageMessages.fixtureStores,
          text(query.includesFixtures ? ReportPageMessages.included : ReportPageMessages.leftOut)
        ),
        (ReportPageMessages.timeZone, zone.name), (ReportPageMessages.made, time(made)),
      ]
  }

  /// The servers of the payments, or the first ones.
  private var serverNames: String? {
    guard query.server == nil, !figures.servers.isEmpty else { return nil }
    let names = figures.servers.sorted()
    let rest = names.count > 3 ? [text(ReportPageMessages.moreServers(names.count - 3))] : []
    return (names.prefix(3) + rest).joined(separator: ", ")
  }

  private var filters: [(Sentence, String)] {
    let markets = query.markets.map(\.text).joined(separator: ", ")
    let given: [(Sentence, String?)] = [
      (ReportPageMessages.since, query.since.map(time)),
      (ReportPageMessages.until, query.until.map(time)), (ReportPageMessages.ticket, query.ticket),
      (ReportPageMessages.person, query.operator), (ReportPageMessages.user, query.user?.text),
      (ReportPageMessages.markets, markets.isEmpty ? nil : markets),
      (ReportPageMessages.server, query.server?.text),
    ]
    let filters = given.compactMap { label, value in value.map { (label, $0) } }
    return filters.isEmpty
      ? [(ReportPageMessages.chosen, text(ReportPageMessages.allPayments))] : filters
  }

  func time(_ instant: Instant) -> String {
    // Nobody needs the milliseconds.
    Instant(instant.milliseconds / 1000 * 1000).text(in: zone)
  }

  // MARK: Sections

  private var content: [HTML] {
    if let emptiness { return ["<p class=\"notice\">\(text(sentence(emptiness)))</p>"] }
    guard figures.servers.count < 2 else {
      return figures.byServer.sorted { $0.key < $1.key }.enumerated().flatMap { place, part in
        var page = self
        (page.figures, page.server) = (part.value, (part.key, place + 1))
        return page.content
      }
    }
    guard figures.total.consumed + figures.total.unknown > 0 else {
      return ["<p class=\"notice\">\(text(ReportPageMessages.nothingConsumed))</p>", outcomes]
    }
    return [
      notice, outcomes, currencies, days, people, figures.total.unknown > 0 ? unknownPayments : "",
    ]
  }

  private func sentence(_ emptiness: JournalListing.Emptiness) -> Sentence {
    switch emptiness {
    case .onlyFixtures: ReportPageMessages.onlyFixtures
    case .noneMatch: ReportPageMessages.noneMatch
    case .noneUnknown, .nothing: ReportPageMessages.empty
    }
  }

  private var notice: HTML {
    let count = figures.total.unknown
    guard count > 0 else {
      return "<p class=\"notice\">\(text(ReportPageMessages.noneUnknown))</p>"
    }
    return """
      <p class="notice warning"><strong>\(text(ReportPageMessages.unknownFound(count)))</strong> \
      <a href="#\(id("unknown"))">\(text(ReportPageMessages.unknownPayments))</a></p>
      """
  }

  private var outcomes: HTML {
    let counts = ReportOutcome.allCases.compactMap { outcome in
      figures.outcomes[outcome].map { (outcome, $0) }
    }
    return section(
      "outcomes", ReportPageMessages.outcomes, [ReportPageMessages.counting],
      table(
        ReportPageMessages.outcomes, [ReportPageMessages.outcome, ReportPageMessages.payments],
        counts.map { row("\(text(ReportPageMessages.outcome(of: $0)))", [number($1)]) }))
  }

  private var currencies: HTML {
    let ranked = figures.rankedCurrencies
    guard !ranked.isEmpty else { return "" }
    let bars = ranked.map { (name: name($0.currency), count: $0.part.count) }
    return section(
      "currencies", ReportPageMessages.consumedByCurrency, [ReportPageMessages.sums],
      """
      <figure>\(ReportPlot.bars(bars, title: text(ReportPageMessages.consumedByCurrency)))</figure>
      \(table(
        ReportPageMessages.consumedByCurrency, [ReportPageMessages.currency, ReportPageMessages.consumed, ReportPageMessages.sum],
        ranked.map { currency, part in
          row("\(name(currency))", [number(part.count), sums([currency: part])])
        }))
      """)
  }

  /// The most operators that a plot has.
  private static let mostBars = 20

  private var people: HTML {
    let ranked = figures.rankedPeople
    let drawn = ranked.filter { $0.count.consumed > 0 }
    let bars = drawn.prefix(Self.mostBars).map { (name: $0.name, count: $0.count.consumed) }
    let more: HTML =
      drawn.count > bars.count
      ? "<figcaption>\(text(ReportPageMessages.morePeople(drawn.count - bars.count)))</figcaption>"
      : ""
    let plot = ReportPlot.bars(bars, title: text(ReportPageMessages.consumedByPerson))
    return section(
      "people", ReportPageMessages.consumedByPerson, [],
      """
      \(bars.isEmpty ? [] : ["<figure>\(plot)\(more)</figure>"])
      \(table(
        ReportPageMessages.consumedByPerson, [ReportPageMessages.person, ReportPageMessages.consumed, ReportPageMessages.sum, ReportPageMessages.unknown],
        ranked.map { row("\($0.name)", cells($0.count)) }))
      """)
  }

  private var days: HTML {
    let unit = figures.unit
    let each: HTML =
      unit == .day
      ? ""
      : """
      <details><summary>\(text(ReportPageMessages.eachDay))</summary>
      \(table(of: figures.counts(by: .day), by: .day))
      </details>
      """
    let counts = figures.counts(by: unit)
    return section(
      "days", ReportPageMessages.consumedByTime(unit), [],
      """
      \(plot(of: counts, by: unit))
      \(table(of: counts, by: unit))
      \(each)
      """)
  }

  private func table(
    of counts: [(number: Int64, count: ReportFigures.Count)], by unit: CalendarUnit
  ) -> HTML {
    table(
      ReportPageMessages.consumedByTime(unit),
      [
        ReportPageMessages.unit(unit), ReportPageMessages.consumed, ReportPageMessages.sum,
        ReportPageMessages.unknown,
      ],
      counts.map { row("<time>\(unit.text($0.number))</time>", cells($0.count)) })
  }

  private func plot(
    of counts: [(number: Int64, count: ReportFigures.Count)], by unit: CalendarUnit
  ) -> HTML {
    guard let first = counts.first?.number, let last = counts.last?.number else { return "" }
    let width = Int(last - first) + 1
    let columns = counts.map { number, count in
      let (consumed, unknown) = (grouped(count.consumed), grouped(count.unknown))
      return ReportPlot.Column(
        index: Int(number - first),
        text: text(
          ReportPageMessages.count(of: unit.text(number), consumed: consumed, unknown: unknown)),
        consumed: count.consumed, unknown: count.unknown)
    }
    let shown = width < 5 ? [first, last] : [first, first + Int64(width / 2), last]
    let labels = Set(shown).sorted().map {
      ReportPlot.Label(index: Int($0 - first), text: unit.text($0))
    }
    return """
      <figure>
      <figcaption><span class="key consumed"></span>\(text(ReportPageMessages.consumed)) \
      <span class="key unknown"></span>\(text(ReportPageMessages.unknown))</figcaption>
      \(ReportPlot.columns(columns, of: width, labels, title: text(ReportPageMessages.consumedByTime(unit))))
      </figure>
      """
  }
}
