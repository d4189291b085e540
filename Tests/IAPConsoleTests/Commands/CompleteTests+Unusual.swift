import IAPCore
import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

/// Unusual text, and the command itself, which is hidden.
extension CompleteTests {
  private static let odd = """
    {"format": 1, "products": [
      {"productIdentifier": "a b", "productType": "CONSUMABLE",
       "localizedTitle": "two\\nlines\\tand \\u001b[2J"},
      {"productIdentifier": "a'b\\"$`\\\\", "productType": "CONSUMABLE"},
      {"productIdentifier": "evil\\u001b[2J", "productType": "CONSUMABLE"},
      {"productIdentifier": "evil\\n", "productType": "CONSUMABLE"},
      {"productIdentifier": "evil\\tx", "productType": "CONSUMABLE"},
      {"productIdentifier": "evil\\u202e", "productType": "CONSUMABLE"}]}
    """

  @Test
  func `Names with control characters are left out; descriptions are escaped`() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.store(Self.odd)
    var console = TestConsole()
    console.variables["IAPCTL_STORE"] = folder["store.db"]
    #expect(
      await complete("purchase ", in: console)
        == ["a b\ttwo\\nlines\\tand \\u001b[2J", "a'b\"$`\\"])
    #expect(
      await complete("purchase ", in: console, shell: .bash)
        == ["a\\ b\ttwo\\nlines\\tand \\u001b[2J", "a\\'b\\\"\\$\\`\\\\"])
    #expect(
      await complete("purchase 'a'", in: console, shell: .bash) == [],
      "nobody knows what bash replaces")
    #expect(await complete("store load 'a'", in: console, shell: .bash) == ["\tfiles"])
  }

  @Test
  func `With bash quoting the preceding words are read as bash reads them`() async throws {
    let setup = try Setup("{\"profiles\": {\"a b\": {\"store\": \"game.db\"}}}")
    var console = setup.console
    for profile in [#"--profile=a\ b"#, "--profile='a b'", #"--profile="a b""#] {
      let words = [profile, "consume", "--user", "\"al"]
      #expect(await complete(words, in: console, shell: .bash) == ["alice"], "\(profile)")
    }
    console.variables["HOME"] = setup.folder.path
    let line = "-- --store ~/game.db --user al"
    #expect(await console.run("__complete fish \(line)").status == 66)
    #expect(await console.run("__complete bash \(line)").output == "alice\n")
    #expect(await console.run("__complete zsh \(line)").output == "alice\n")
  }

  // MARK: Hidden command

  @Test
  func `__complete is not in the help, the manual or suggestions`() async throws {
    #expect(!CommandTree.root.specification.listed.contains { $0.name == "__complete" })
    for columns in [nil, 100] {
      #expect(Console.manual().help(for: [], columns: columns)?.contains("__complete") == false)
    }
    for file in Console.manual().pageFiles() {
      #expect(!file.text.contains("complete\\-kind") && !file.text.contains("__complete"))
    }
    for word in ["__complet", "__complete_", "_complete"] {
      let run = await TestConsole().run(word)
      #expect(run.status == 64)
      #expect(run.errors.hasPrefix("iapctl: error: unknown command '\(word)'\n"))
    }
  }
}
