import IAPCore
import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

struct StoreStatsTests {
  @Test
  func `States can be chosen`() throws {
    #expect(try resolved(StoreStatsCommand.self, "store stats").states == [])
    #expect(
      try resolved(StoreStatsCommand.self, "store stats --state SUCCESS --state REFUND").states
        == [.success, .refund])
    #expect(
      problem(StoreStatsCommand.self, "store stats --state SUCESS")?.message
        == "--state: 'SUCESS' is not one of RESERVED, CHARGED, SUCCESS, USER_CLOSE, FAILURE, "
        + "REFUND, did you mean 'SUCCESS'?")
  }

  @Test
  func `The same figures are in every format, with exact sums`() async throws {
    let store = try SampleStore()
    let json = await store.run("store stats -o json")
    #expect(json.status == 0 && json.output.hasPrefix("{\"stats\": ["))
    let lines = await store.run("store stats -o jsonl")
    let line = #"{"by":"market","value":"GG","currency":"JPY","count":"#
    #expect(lines.output.contains(line))
    #expect(json.output.contains(line))
    let csv = await store.run("store stats -o csv")
    #expect(csv.output.hasPrefix("by,value,currency,count,sum\r\nstate,"))
    #expect(
      csv.output.split(separator: "\r\n").count == lines.output.split(separator: "\n").count + 1)
    let fields = await store.run("store stats --state REFUND --fields by,count,sum --no-header")
    #expect(fields.output.split(separator: "\n").count == 5)
    #expect(await store.run("store stats --fields bar").status == 64)
  }

  @Test
  func `Only a table on a terminal has bars`() async throws {
    var store = try SampleStore()
    let pipe = await store.run("store stats")
    #expect(!pipe.output.contains("█") && !pipe.output.contains("bar"))
    store.console.columns = 100
    store.console.variables["NO_COLOR"] = "1"
    let shown = await store.run("store stats")
    let full = String(repeating: "█", count: 10)
    #expect(shown.output.contains(full))
    let rows = zip(shown.output.split(separator: "\n"), pipe.output.split(separator: "\n"))
    for (drawn, plain) in rows { #expect(drawn.hasPrefix(plain), "\(drawn)") }
    #expect(await store.run("store stats -o csv").output.contains("█") == false)
    #expect(await store.run("store stats --fields by,count").output.contains("█") == false)
  }

  @Test
  func `A store without payments says so`() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.store("{\"format\": 1}", named: "empty.db")
    let run = await TestConsole().run("store stats -o json --store \(folder["empty.db"])")
    #expect(run.status == 0 && run.output == "{\"stats\": []}\n")
    let table = await TestConsole().run("store stats --store \(folder["empty.db"])")
    #expect(table.errors == "iapctl: no payments\n")
  }
}
