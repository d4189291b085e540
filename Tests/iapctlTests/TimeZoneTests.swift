import SQLite
import TestSupport
import Testing

/// Times and days by the time zones of the system.
@Suite(.blocking)
struct TimeZoneTests {
  private let folder: TemporaryFolder
  private var program: Program

  init() throws {
    folder = try TemporaryFolder()
    program = Program(in: folder)
    program.variables["IAPCTL_STORE"] = folder["game.db"]
    program.variables["IAPCTL_JOURNAL"] = folder["journal.db"]
    _ = try program.run("store", "init", folder["game.db"], "--sample")
  }

  @Test(arguments: [
    ("Asia/Seoul", "2026-01-12 20:20:00 +09:00"), ("Asia/Kolkata", "2026-01-12 16:50:00 +05:30"),
    ("Europe/Berlin", "2026-01-12 12:20:00 +01:00"),
    ("America/St_Johns", "2026-01-12 07:50:00 -03:30"), ("UTC", "2026-01-12 11:20:00Z"),
  ])
  func `A table shows times in the zone of the option, else of TZ; a program reads UTC`(
    _ zone: String, _ text: String
  ) throws {
    var reader = program
    let list = ["unconsumed", "--user", "alice"]
    #expect(try reader.run(words: list + ["--time-zone", zone]).output.contains("  \(text)\n"))
    reader.variables["TZ"] = zone
    #expect(try reader.run(words: list).output.contains("  \(text)\n"))
    for format in ["json", "jsonl", "csv"] {
      #expect(
        try reader.run(words: list + ["-o", format]).output.contains("2026-01-12T11:20:00.000Z"))
    }
    #expect(
      try reader.run(words: list + ["--time-zone", "UTC"]).output.contains("2026-01-12 11:20:00Z"))
  }

  @Test
  func `Summer time is that of the instant, not of today`() throws {
    let bought = try program.run(
      "purchase", "gem.100", "--user", "zed", "--now", "2026-07-01", "--time-zone",
      "Europe/Berlin")
    #expect(bought.output.contains("2026-07-01 02:00:00 +02:00"), "\(bought)")
    let list = try program.run("unconsumed", "--all-users", "--time-zone", "Europe/Berlin").output
    #expect(list.contains("2026-01-12 12:20:00 +01:00"))
    #expect(list.contains("2026-07-01 02:00:00 +02:00"))
  }

  /// The first and the last second of a day, in seconds since 1970.
  @Test(arguments: [
    ("Asia/Seoul", "2026-03-29", 1_774_710_000, 24),
    ("Asia/Kolkata", "2026-03-29", 1_774_722_600, 24),
    ("Europe/Berlin", "2026-03-29", 1_774_738_800, 23),
    ("Europe/Berlin", "2026-10-25", 1_792_879_200, 25),
  ])
  func `A day begins and ends at midnight of the zone, also if it has 23 or 25 hours`(
    _ zone: String, _ day: String, _ first: Int, _ hours: Int
  ) throws {
    let consumed = try program.run("consume", "2026011210000001", "--ticket", "T-1", "--yes")
    #expect(consumed.status == 0, "\(consumed)")
    let last = first + hours * 3600 - 1
    for (second, isListed) in [(first - 1, false), (first, true), (last, true), (last + 1, false)] {
      try Connection(path: folder["journal.db"], access: .readWrite, patience: 0)
        .execute("UPDATE attempt SET began = \(second)000")
      let place = ["--fixtures", "--time-zone", zone, "-o", "csv", "--no-header"]
      let listed = try program.run(
        words: ["journal", "list", "--since", day, "--until", day] + place)
      #expect(listed.output.isEmpty != isListed, "\(second): \(listed)")
      let report = try program.run(words: ["journal", "report", "--by", "day"] + place)
      #expect(report.output.hasPrefix("day,\(day),") == isListed, "\(second): \(report)")
    }
  }

  @Test(arguments: ["Etc/GMT-14", "Etc/GMT+12", "UTC", "Asia/Seoul"])
  func `What was just done is of today in every zone`(_ zone: String) throws {
    _ = try program.run("consume", "2026011210000001", "--ticket", "T-1", "--yes")
    let listed = try program.run(
      "journal", "list", "--since", "yesterday", "--until", "today", "--fixtures", "--time-zone",
      zone)
    #expect(listed.output.contains("2026011210000001"), "\(listed)")
  }

  @Test
  func `A zone that the system does not have is refused, and TZ is warned of`() throws {
    var program = program
    let typed = try program.run("products", "--time-zone", "Asia/Soeul")
    #expect(typed.status == 64)
    #expect(typed.errors.contains("no time zone 'Asia/Soeul'"), "\(typed)")
    program.variables["TZ"] = "Asia/Soeul"
    let inherited = try program.run("products")
    #expect(inherited.status == 0)
    #expect(inherited.errors.contains("times are in UTC"), "\(inherited)")
  }
}
