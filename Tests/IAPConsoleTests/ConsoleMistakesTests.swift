import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

/// User errors, and the option, variable or file that the message blames.
struct ConsoleMistakesTests {
  @Test(arguments: [
    ("help consume extra", "unexpected argument 'extra'"),
    ("help store bogus", "unknown command 'store bogus'"),
    ("help purchse", "unknown command 'purchse', did you mean 'purchase'?"),
  ])
  func `Help for an unknown command is refused`(_ line: String, _ message: String) async {
    let run = await TestConsole().run(line)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("iapctl: error: \(message)\n"))
  }

  @Test(arguments: [
    ("products --foo", "unknown option '--foo'"),
    ("consume --apex", "unknown option '--apex'"),
    ("products --stroe x", "unknown option '--stroe', did you mean '--store'?"),
    ("init x", "unknown command 'init', did you mean 'store init'?"),
  ])
  func `Only similar names are suggested`(_ line: String, _ message: String) async {
    let run = await TestConsole().run(line)
    #expect(run.errors.hasPrefix("iapctl: error: \(message)\n"), "\(run.errors)")
  }

  @Test
  func `An invalid choice is reported before anything is done`() async throws {
    let store = try SampleStore()
    let before = await store.run("unconsumed --all-users -o json").output
    let run = await store.run("purchase gem.100 --user bob --color sometimes -o json")
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(await store.run("unconsumed --all-users -o json").output == before)
  }

  @Test
  func `A missing backend is reported before a missing user`() async {
    let run = await TestConsole().run("unconsumed")
    #expect(run.status == 78)
    #expect(run.errors.hasPrefix("iapctl: error: iapctl does not know which service to ask\n"))
  }

  @Test
  func `A usage error is coloured like any other error`() async {
    let run = await TestConsole().run("products --bogus --color always")
    #expect(run.errors.hasPrefix("iapctl: \u{1b}[1;31merror:\u{1b}[0m unknown option"))
  }

  @Test
  func `A clock set back by a variable is a configuration error`() async throws {
    var store = try SampleStore()
    let line = "products --now 2020-01-01T00:00:00Z"
    #expect(await store.run(line).status == 64)
    store.console.variables["IAPCTL_NOW"] = "2020-01-01T00:00:00Z"
    #expect(await store.run("products").status == 78)
    #expect(await store.run("store dump").status == 78)
    // Without subscriptions: they would renew for thousands of years.
    let empty = store.folder["empty.db"]
    store.console.variables["IAPCTL_STORE"] = empty
    store.console.variables["IAPCTL_NOW"] = nil
    #expect(await store.run("store init \(empty)").status == 0)
    store.console.variables["IAPCTL_NOW"] = "+P999Y"
    for _ in 0..<7 { #expect(await store.run("products").status == 0) }
    #expect(await store.run("products").status == 78)
    store.console.variables["IAPCTL_NOW"] = nil
    #expect(await store.run("products --now +P999Y").status == 64)
  }

  @Test
  func `A market without a page is a usage error, or a configuration error from a variable`() async
  {
    var console = TestConsole()
    #expect(await console.run("subscriptions --manage-url --market EPIC").status == 64)
    console.variables["IAPCTL_MARKET"] = "EPIC"
    #expect(await console.run("subscriptions --manage-url").status == 78)
  }

  @Test
  func `Options and values with a combining mark are read byte by byte`() {
    let parser = ArgumentParser(root: CommandTree.root.specification)
    let value = parser.parse(["products", "--user=\u{301}x"])
    #expect(value.problem == nil)
    #expect(value.arguments.values["user"]?.first?.utf8.elementsEqual("\u{301}x".utf8) == true)
    #expect(parser.parse(["products", "-\u{301}x"]).problem != nil)
  }

  @Test(arguments: [
    "products --fields valid,valid", "purchase --deferred --user a --payload x",
    "purchase --deferred --user a --simulate cancelled",
  ])
  func `Repeated fields and options without effect on --deferred are refused`(_ line: String)
    async throws
  {
    let store = try SampleStore()
    let run = await store.run(line)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
  }

  @Test
  func `The hint for a missing token file is not the hint for a store`() async throws {
    let store = try SampleStore()
    let run = await store.run("consume 1 --token-file \(store.folder["none"])")
    #expect(run.status == 66)
    #expect(run.errors.hasSuffix("hint: check the path\n"))
  }
}
