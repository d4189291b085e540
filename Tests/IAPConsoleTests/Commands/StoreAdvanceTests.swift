import IAPCore
import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

struct StoreAdvanceTests {
  @Test
  func `The duration is required, and must be one`() throws {
    let period = try #require(CalendarPeriod("P3M"))
    #expect(try resolved(StoreAdvanceCommand.self, "store advance P3M").period == period)
    #expect(
      problem(StoreAdvanceCommand.self, "store advance")?.message
        == "missing argument: DURATION")
    #expect(
      problem(StoreAdvanceCommand.self, "store advance +1d")?.message
        == "DURATION: '+1d' is not a duration of at most 1000 years, such as 90s, 15m, 12h, 30d, or "
        + "ISO 8601 such as P1M")
    #expect(problem(StoreAdvanceCommand.self, "store advance 0d") != nil)
    #expect(problem(StoreAdvanceCommand.self, "store advance 1d", [:])?.origin == .missingBackend)
  }

  @Test
  func `The clock moves, and what happened is counted`() async throws {
    let store = try SampleStore()
    let run = await store.run("store advance P2M -o json")
    #expect(run.status == 0 && run.errors == "")
    #expect(
      run.output == """
        {"advance": {"from":"2026-01-15T09:00:00.000Z","to":"2026-03-15T09:00:00.000Z",\
        "renewed":2,"grace":0,"hold":0,"recovered":0,"expired":1}}

        """)
    #expect(
      await store.run("store dump").output.contains("\"clock\": \"2026-03-15T09:00:00.000Z\""))
    let table = await store.run("store advance 1s --fields to,renewed")
    #expect(
      table.output == "to                    renewed\n2026-03-15 09:00:01Z        0\n")
  }

  @Test
  func `A store that follows the real time is refused with the remedy, which works`() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.store("{\"format\": 1}", named: "real.db")
    let console = TestConsole()
    let run = await console.run("store advance 1d --store \(folder["real.db"])")
    #expect(run.status == 64 && run.output == "")
    #expect(
      run.errors == """
        iapctl: error: \(folder["real.db"]) follows the real time
        hint: set its clock once with --now, for example --now +1d; then the clock stands still, and \
        'iapctl store advance' moves it

        """)
    let set = await console.run("store advance 1d --now +1d -o json --store \(folder["real.db"])")
    #expect(
      set.output.hasPrefix(
        #"{"advance": {"from":"2026-01-02T00:00:00.000Z","to":"2026-01-03T00:00:00.000Z""#))
  }

  @Test
  func `--now takes a day, and a duration that each run adds again`() async throws {
    var store = try SampleStore()
    func clock() async -> String? {
      let line = await store.run("store dump").output.split(separator: "\n")
        .first { $0.hasPrefix("  \"clock\"") }
      return line.map(String.init)
    }
    #expect(await store.run("products -q --now 2026-01-31").status == 0)
    #expect(await clock() == #"  "clock": "2026-01-31T00:00:00.000Z","#)
    #expect(await store.run("products --now 2026-01-30").status == 64, "back in time")
    #expect(await store.run("products -q --now +P1M").status == 0)
    #expect(await clock() == #"  "clock": "2026-02-28T00:00:00.000Z","#)
    store.console.variables["IAPCTL_NOW"] = "+1d"
    #expect(await store.run("products -q").status == 0)
    #expect(await clock() == #"  "clock": "2026-03-02T00:00:00.000Z","#, "by the dump as well")
    store.console.variables["IAPCTL_NOW"] = "1d"
    let wrong = await store.run("products")
    #expect(wrong.status == 78)
    #expect(wrong.errors.hasPrefix("iapctl: error: IAPCTL_NOW: '1d' is not an instant"))
  }
}
