import IAPBatch
import IAPCore
import Testing

@testable import IAPConsole

struct ReportFiguresTests {
  private func figures(
    in zone: TimeZone = .utc, of entries: [JournalEntry]
  ) -> ReportFigures {
    var figures = ReportFigures(in: zone)
    for entry in entries { figures.add(entry) }
    return figures
  }

  @Test
  func `Consumed payments are summed by currency, and others are only counted`() throws {
    var entries = try ["0.1", "0.2", nil].map {
      try JournalCountsTests.entry(at: "2026-03-29T21:59:59Z", price: $0, currency: "USD")
    }
    entries.append(try JournalCountsTests.entry(at: "2026-03-29T22:00:00Z", by: "lee"))
    for (outcome, isUnknown) in [
      (JournalEntry.Outcome.consume(.refused), true), (.consume(.unknown), true),
      (.consume(.refused), false), (.failed, false),
    ] {
      var entry = try JournalCountsTests.entry(at: "2026-03-30T12:00:00Z")
      (entry.outcome, entry.isPaymentUnknown) = (outcome, isUnknown)
      entries.append(entry)
    }
    let figures = figures(in: JournalCountsTests.berlin, of: entries)
    #expect(
      figures.outcomes == [.consumed: 4, .unknown: 2, .refused: 1, .deliveryFailed: 1])
    let dollars = try #require(figures.total.sums["USD"])
    #expect((dollars.count, dollars.unpriced, dollars.knownSum) == (3, 1, "0.3"))
    #expect(figures.total.sums["KRW"]?.sum == "1500")
    #expect(figures.rankedCurrencies.map(\.currency) == ["USD", "KRW"])
    #expect(figures.rankedPeople.map(\.name) == ["kim", "lee"])
    let days = figures.counts(by: .day)
    #expect(days.map { CalendarUnit.day.text($0.number) } == ["2026-03-29", "2026-03-30"])
    #expect(days.map(\.count.consumed) == [3, 1] && days.map(\.count.unknown) == [0, 2])
  }

  @Test(
    arguments: [
      (.consume(.consumed), .consumed), (.consume(.alreadyConsumed), .alreadyConsumed),
      (.consume(.refused), .refused), (.consume(.notSent), .notSent),
      (.consume(.skipped), .notSent),
      (.consume(.unknown), .unknown), (.notConsumed, .notConsumed), (.done, .delivered),
      (.failed, .deliveryFailed), (.unknown, .deliveryUnknown), (.open, .running),
    ] as [(JournalEntry.Outcome, ReportOutcome)])
  func `A payment is counted by the outcome of its latest entry`(
    _ outcome: JournalEntry.Outcome, _ expected: ReportOutcome
  ) throws {
    var entry = try JournalCountsTests.entry(at: "2026-03-30T12:00:00Z")
    entry.outcome = outcome
    #expect(figures(of: [entry]).outcomes == [expected: 1])
    entry.isConsumedElsewhere = outcome == .consume(.alreadyConsumed)
    #expect(
      figures(of: [entry]).outcomes
        == [entry.isConsumedElsewhere ? .consumedElsewhere : expected: 1])
    entry.isPaymentUnknown = true
    #expect(figures(of: [entry]).outcomes == [.unknown: 1])
  }

  @Test
  func `Weeks and months have what their days have`() throws {
    let entries = try ["2026-03-29", "2026-03-30", "2026-04-05", "2026-04-06"].map {
      try JournalCountsTests.entry(at: "\($0)T00:00:00Z")
    }
    let figures = figures(of: entries)
    #expect(figures.counts(by: .week).map(\.count.consumed) == [1, 2, 1])
    #expect(figures.counts(by: .month).map(\.count.sums["KRW"]?.sum) == ["3000", "3000"])
  }

  @Test(
    arguments: [
      (0, .day), (61, .day), (62, .week), (400, .week), (420, .week), (440, .month), (4000, .month),
      (1_000_000, .month),
    ] as [(Int64, CalendarUnit)])
  func `A longer time has longer units`(_ days: Int64, _ unit: CalendarUnit) throws {
    let start: Int64 = 1_767_225_600_000
    let entries = try [start, start + days * 86_400_000].map {
      try JournalCountsTests.entry(at: Instant($0).description)
    }
    #expect(figures(of: entries).unit == unit)
  }

  @Test(arguments: [
    (0, 2), (1, 2), (3, 4), (20, 20), (21, 40), (133, 140), (200, 200), (201, 400),
    (99_999, 100_000),
  ])
  func `A scale ends at an even number above the largest count`(_ largest: Int, _ scale: Int) {
    #expect(ReportPlot.scale(for: largest) == scale)
  }
}
