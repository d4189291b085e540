import IAPCore
import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

struct StoreCommandsTests {
  @Test(arguments: ["store check", "store dump", "store dump --with-log"])
  func `What takes long shows its progress`(_ line: String) async throws {
    let sample = try SampleStore()
    let shown = await sample.console.progress(of: line)
    #expect(shown.contains("\riapctl: ") && shown.contains(" done, "), "\(shown)")
    #expect(await !sample.console.progress(of: line + " -q").contains(" done, "))
  }

  @Test
  func `No progress is shown between the lines of a dump on a terminal`() async throws {
    var sample = try SampleStore()
    sample.console.columns = 100
    let run = await sample.run("store dump")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
  }

  @Test
  func `The arguments of store init are parsed`() throws {
    let plain = try resolved(StoreInitCommand.self, "store init a.db")
    #expect((plain.path, plain.seed, plain.isSample) == ("a.db", nil, false))
    #expect(try resolved(StoreInitCommand.self, "store init a.db --sample").isSample)
    #expect(try resolved(StoreInitCommand.self, "store init --from - a.db").seed == "-")
    #expect(
      problem(StoreInitCommand.self, "store init a.db --from b --sample")
        == UsageText("--from and --sample exclude each other", hint: "give only one of them"))
    #expect(
      problem(StoreInitCommand.self, "store init")
        == UsageText("missing argument: PATH", hint: "see 'iapctl store init --help'"))
    #expect(
      problem(StoreInitCommand.self, "store init a b")
        == UsageText("unexpected argument 'b'", hint: "see 'iapctl store init --help'"))
  }

  @Test
  func `The other store commands use the selected store`() throws {
    let variables = ["IAPCTL_STORE": "a.db"]
    #expect(
      try resolved(StoreLoadCommand.self, "store load seed.json", variables).seed == "seed.json")
    #expect(try !resolved(StoreDumpCommand.self, "store dump", variables).withLog)
    #expect(try resolved(StoreDumpCommand.self, "store dump --with-log", variables).withLog)
    #expect(try resolved(StoreLogCommand.self, "store log --follow", variables).follows)
    #expect(problem(StoreLogCommand.self, "store log --follow -o json", variables) != nil)
    #expect(try resolved(StoreCheckCommand.self, "store check", variables).path == "a.db")
    #expect(problem(StoreLoadCommand.self, "store load a", [:])?.origin == .missingBackend)
    #expect(problem(StoreDumpCommand.self, "store dump", [:])?.origin == .missingBackend)
    #expect(problem(StoreCheckCommand.self, "store check", [:])?.origin == .missingBackend)
    #expect(
      problem(StoreLoadCommand.self, "store load", variables)?.message
        == "missing argument: SEED")
  }

  @Test
  func `A store is created, and never over another file`() async throws {
    let folder = try TemporaryFolder()
    let path = folder["a.db"]
    let made = await TestConsole().run("store init \(path) --sample -o json")
    #expect(made.status == 0)
    #expect(made.output.isEmpty)
    #expect(made.errors == "{\"note\":\"made \(path)\"}\n")
    let bytes = try folder.read("a.db")
    let again = await TestConsole().run("store init \(path)")
    #expect(again.status == 64)
    #expect(
      again.errors == """
        iapctl: error: \(path) already exists
        hint: choose another path, or remove the file first

        """)
    #expect(try folder.read("a.db") == bytes)
  }

  @Test(arguments: [
    ("2026-03-01T00:00:00Z", "2026-03-01T00:00:00.000Z"), ("+1d", "2026-01-16T09:00:00.000Z"),
  ])
  func `--now moves the clock of a new store, and a time before that of its seed is refused`(
    _ now: String, _ clock: String
  ) async throws {
    let folder = try TemporaryFolder()
    let path = folder["a.db"]
    let past = await TestConsole().run("store init \(path) --sample --now 2026-01-15T08:00:00Z")
    #expect(past.status == 64 && folder.names.isEmpty)
    #expect(await TestConsole().run("store init \(path) --sample --now \(now)").status == 0)
    let dump = await TestConsole().run("store dump --store \(path)").output
    #expect(dump.contains("\n  \"clock\": \"\(clock)\",\n"))
    let log = await TestConsole().run("store log --store \(path)").output
    #expect(log.contains(" renewed ") == (now != "+1d"), "\(log)")
  }

  @Test
  func `An invalid seed leaves no file`() async throws {
    let folder = try TemporaryFolder()
    let path = folder["a.db"]
    let console = TestConsole()
    console.files["/seed.json"] = "{\"format\": 1, \"bogus\": 2}"
    let wrong = await console.run("store init \(path) --from /seed.json")
    #expect(wrong.status == 65)
    #expect(wrong.errors.hasPrefix("iapctl: error: /seed.json: bogus: unknown key"))
    #expect(wrong.errors.contains("hint: the manual page iapctl-fixture(5) describes every key"))
    #expect(await console.run("store init \(path) --from /none").status == 66)
    #expect(folder.names.isEmpty)
  }

  @Test
  func `A store in a missing folder is refused, with the command that makes the folder`()
    async throws
  {
    let folder = try TemporaryFolder()
    let run = await TestConsole().run("store init \(folder["none/a.db"])")
    #expect(run.status == 74)
    #expect(run.errors.contains("there is no folder \(folder["none"])\n"))
    #expect(run.errors.contains("hint: make the folder with: mkdir -p \(folder["none"])\n"))
  }

  @Test
  func `Loading a dump recreates the store exactly`() async throws {
    var store = try SampleStore()
    let dump = await store.run("store dump")
    #expect(dump.status == 0)
    #expect(dump.output.hasPrefix("{\n  \"format\": 1,\n"))
    #expect(await store.run("store dump -o csv").output == dump.output)
    let copy = store.folder["copy.db"]
    store.console.input = dump.output
    #expect(await store.run("store init \(copy) --from -").status == 0)
    #expect(await store.run("store dump --store \(copy)").output == dump.output)
    let loaded = await store.run("store load -")
    #expect(loaded.status == 0)
    #expect(loaded.output.isEmpty)
    #expect(loaded.errors == "iapctl: loaded standard input\n")
    #expect(await store.run("store dump").output == dump.output)
  }

  @Test
  func `A seed that contradicts the store is refused as a whole`() async throws {
    var store = try SampleStore()
    let before = await store.run("store dump").output
    store.console.input = """
      {"format": 1, "users": [{"userID": "zoe"}, {"userID": "dave", "paymentsAllowed": true}]}
      """
    let run = await store.run("store load -")
    #expect(run.status == 65)
    #expect(run.errors.hasPrefix("iapctl: error: standard input: users[1].paymentsAllowed: "))
    #expect(run.output.isEmpty)
    #expect(await store.run("store dump").output == before)
  }

  @Test
  func `store check reports a valid store`() async throws {
    let store = try SampleStore()
    let run = await store.run("store check -o json")
    #expect(run.status == 0)
    #expect(run.output == "{\"problems\": []}\n")
    let checked =
      "markets 3, products 9, users 6, purchases 10, transactions 5, deferred 0, faults 0, events 0"
    #expect(
      run.errors == "{\"note\":\"\(store.path) has no problems; checked: \(checked)\"}\n")
  }

  @Test
  func `A file that is not a store, a directory and a missing file are refused`() async throws {
    let folder = try TemporaryFolder()
    let text = try folder.write("hello, this is only a text", to: "a.txt")
    for command in ["store check", "store dump", "products"] {
      #expect(await TestConsole().run("\(command) --store \(text)").status == 65)
      #expect(await TestConsole().run("\(command) --store \(folder.path)").status == 66)
      #expect(await TestConsole().run("\(command) --store \(folder["none"])").status == 66)
    }
    #expect(folder.names == ["a.txt"])
  }
}
