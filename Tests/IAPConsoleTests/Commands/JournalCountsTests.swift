import CommandLine
import IAPCore
import TestSupport
import Testing

@testable import IAPBatch
@testable import IAPConsole

struct JournalCountsTests {
  /// Central European Time, with the summer time of 2026.
  static let berlin = TimeZone("Europe/Berlin") { second in
    (1_774_746_000..<1_792_890_000).contains(second) ? 7200 : 3600
  }
  private static let kolkata = TimeZone("Asia/Kolkata") { _ in 19_800 }

  /// An entry that consumed a payment.
  static func entry(
    _ payment: Identifier = "7", at time: String, price: String? = "1500",
    currency: String? = "KRW",
    by person: String = "kim"
  ) throws -> JournalEntry {
    var payment = Payment(payment)
    (payment.purchase.price, payment.purchase.currency) = (price.flatMap { Price($0) }, currency)
    return JournalEntry(
      payment: payment, action: .consume, outcome: .consume(.consumed),
      began: try #require(Instant(time)), ended: nil, attempts: 1, priorUnknown: false,
      run: RunFacts(
        server: ServerName(text: "iap.test"), appKeyFingerprint: "", user: person, host: "desk",
        profile: nil, ticket: nil),
      process: 1)
  }

  @Test(arguments: [
    // The day on which summer time begins has 23 hours: 23:00 to 22:00 UTC.
    (
      berlin,
      [
        "2026-03-28T22:59:59Z", "2026-03-28T23:00:00Z", "2026-03-29T21:59:59Z",
        "2026-03-29T22:00:00Z",
      ], [("2026-03-28", 1), ("2026-03-29", 2), ("2026-03-30", 1)]
    ),
    // The day on which it ends has 25.
    (
      berlin,
      [
        "2026-10-24T21:59:59Z", "2026-10-24T22:00:00Z", "2026-10-25T22:59:59Z",
        "2026-10-25T23:00:00Z",
      ], [("2026-10-24", 1), ("2026-10-25", 2), ("2026-10-26", 1)]
    ),
    (
      kolkata, ["2026-01-01T18:29:59Z", "2026-01-01T18:30:00Z", "2026-01-02T18:29:59Z"],
      [("2026-01-01", 1), ("2026-01-02", 2)]
    ),
  ])
  func `A payment is counted on the day of the time zone, which can have 23 or 25 hours`(
    _ zone: IAPCore.TimeZone, _ times: [String], _ days: [(String, Int)]
  ) throws {
    var counts = JournalCounts(by: .day, in: zone)
    for time in times { counts.add(try Self.entry(at: time)) }
    #expect(
      counts.records(hasBars: false).map(\.values)
        == days.map { day, count in
          [
            .text("day"), .text(day), .text("consumed"), .text("KRW"), .text("iap.test"),
            .number("\(count)"),
            .amount("\(count * 1500)"),
          ]
        })
  }

  @Test
  func `A sum is exact, and null if the price of one payment is not known`() throws {
    var counts = JournalCounts(by: .operator, in: .utc)
    for price in ["0.1", "0.2", "999999999999999999", "999999999999999999"] {
      counts.add(try Self.entry(at: "2026-01-01T00:00:00Z", price: price, currency: "USD"))
    }
    for price in ["1500", nil] {
      counts.add(try Self.entry(at: "2026-01-01T00:00:00Z", price: price))
    }
    #expect(
      counts.records(hasBars: true).map { Array($0.values.suffix(5)) } == [
        [.text("KRW"), .text("iap.test"), .number("2"), .null, .text("█████")],
        [
          .text("USD"), .text("iap.test"), .number("4"), .amount("1999999999999999998.3"),
          .text(String(repeating: "█", count: 10)),
        ],
      ])
  }
}
