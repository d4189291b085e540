import IAPMessages
import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

struct SharedOptionsTests {
  @Test(arguments: [
    ("products", "--user bob"), ("products", "--package app"), ("products", "--show-tokens"),
    ("purchase", "--app-seq 1"), ("purchase", "--package app"), ("unconsumed", "--package app"),
    ("consume", "--package app"), ("restore", "--app-seq 1"), ("reprocess", "--package app"),
    ("store init", "--store game.db"), ("store init", "--user bob"),
    ("store load", "--url http://127.0.0.1:9"), ("store load", "--market AS"),
    ("store dump", "--fields problem"), ("store dump", "--show-tokens"),
    ("store check", "--retries 1"), ("serve", "--app-key-file key"), ("serve", "--no-header"),
    ("config set", "--user bob"), ("config show", "--now 2026-01-01"),
    ("config list", "--store game.db"), ("config path", "--market AS"),
    ("config use", "--url http://127.0.0.1:9"), ("config unset", "--app-seq 1"),
    ("journal list", "--store game.db"), ("journal show", "--show-tokens"),
    ("journal export", "--retries 1"), ("explain", "--user bob"), ("completion", "--fields a"),
    ("tour", "--store game.db"), ("help", "--user bob"),
  ])
  func `A command refuses a shared option that has no effect on it`(
    _ command: String, _ option: String
  ) async {
    let run = await TestConsole().run("\(command) \(option)")
    #expect(run.status == 64)
    #expect(run.output == "")
    let name = option.split(separator: " ")[0]
    // A missing argument is reported before any other error.
    let isWhole =
      ArgumentParser(root: CommandTree.root.specification)
      .parse("\(command)".split(separator: " ").map(String.init)).problem == nil
    if isWhole {
      #expect(
        run.errors == """
          iapctl: error: '\(command)' does not use \(name)
          hint: see 'iapctl \(command) --help'

          """)
    }
  }

  @Test
  func `Variables that a command does not use are ignored`() async {
    var console = TestConsole()
    console.variables = [
      "IAPCTL_STORE": "game.db", "IAPCTL_USER": "bob", "IAPCTL_MARKET": "AS",
      "IAPCTL_NOW": "2026-01-01T00:00:00Z",
    ]
    #expect(await console.run("explain 14").status == 0)
  }

  @Test(arguments: [
    "--profile x", "--timeout 1", "--output json", "--lang en", "--time-zone UTC", "--color never",
    "--yes",
    "--no-input", "--quiet", "--verbose",
  ])
  func `Every command accepts the general options`(_ option: String) {
    let name = option.dropFirst(2).split(separator: " ")[0]
    #expect(SharedOptions().taken.contains { $0.name == name })
    #expect(!SharedOptions().refused.contains { $0.name == name })
  }

  @Test
  func `Each shared option belongs to a group or to every command`() {
    let all = SharedOptions(rawValue: .max)
    #expect(all.taken == GlobalOptions.all)
    #expect(all.refused.isEmpty)
    #expect(
      SharedOptions().taken.map(\.name) == [
        "profile", "timeout", "output", "lang", "time-zone", "color", "yes", "no-input", "quiet",
        "verbose", "help", "version",
      ])
  }

  @Test(arguments: [
    "--api legacy", "--app-key-file key", "--app-seq 1", "--retries 1", "--package app",
  ])
  func `A fixture store refuses options for a server`(_ option: String) async throws {
    let store = try SampleStore()
    var console = TestConsole()
    let line = "subscriptions --user bob \(option)"
    let run = await console.run("\(line) --store \(store.path)")
    #expect(run.status == 64)
    let name = option.split(separator: " ")[0]
    #expect(
      run.errors == """
        iapctl: error: a fixture store, chosen by --store, does not use \(name)
        hint: add --url URL to use a server, or leave \(name) out

        """)
    console.variables["IAPCTL_STORE"] = store.path
    if option != "--app-key-file key" {
      #expect(await console.run(line).errors.contains("chosen by IAPCTL_STORE, does not use"))
    }
    console.variables["IAPCTL_API"] = "legacy"
    #expect(await console.run("subscriptions --user bob").status == 0)
  }

  @Test(arguments: [
    ("subscriptions --manage-url --user bob", "subscriptions --manage-url", "--user"),
    (
      "subscriptions --manage-url --include-expired", "subscriptions --manage-url",
      "--include-expired"
    ),
    ("subscriptions --manage-url --fail-empty", "subscriptions --manage-url", "--fail-empty"),
    ("purchase --deferred --user bob --show-tokens", "purchase --deferred", "--show-tokens"),
    ("consume 1 --user bob --show-tokens", "consume", "--show-tokens"),
  ])
  func `An option that another option makes ineffective is refused`(
    _ line: String, _ command: String, _ option: String
  ) async {
    var console = TestConsole()
    console.variables["IAPCTL_STORE"] = "game.db"
    let run = await console.run(line)
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("iapctl: error: '\(command)' does not use \(option)\n"))
  }

  @Test
  func `The help of a command lists exactly the shared options that it accepts`() async {
    let products = await TestConsole().run("products --help").output
    #expect(products.contains("--market"))
    #expect(!products.contains("--user"))
    #expect(!products.contains("--package"))
    let group = await TestConsole().run("store --help").output
    #expect(group.contains("--store") && !group.contains("--package"))
    let program = await TestConsole().run("--help").output
    #expect(program.contains("accepts only those of the other options"))
  }
}
