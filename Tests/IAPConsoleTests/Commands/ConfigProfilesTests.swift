import TestSupport
import Testing

@testable import IAPConsole

/// `config get`, `remove`, `rename` and `copy`.
struct ConfigProfilesTests {
  private static let file = """
    {
      "profile": "live",
      "profiles": {
        "ci": {"user": "bob", "appKey": "hush"},
        "live": {
          "url": "https://iap.example", "user": "alice", "markets": ["AS", "GG"],
          "appSeq": 7, "packageName": "com.all", "packageNames": {"GG": "com.gg"},
          "appKeyFile": "keys/live", "journal": "postgresql://db.example/iap",
          "requireTicket": true
        }
      }
    }
    """

  private func setup(_ file: String? = Self.file) throws -> Setup {
    var setup = try Setup(file)
    setup.console.variables["IAPCTL_STORE"] = nil
    return setup
  }

  /// The profiles, with a star behind the current one.
  private func profiles(_ setup: Setup) async -> String {
    let list = await setup.console.run("config list -o csv --no-header --fields name,current")
      .output
    return list.replacing(",true", with: "*").replacing(",false", with: "")
      .replacing("\r\n", with: " ")
  }

  // MARK: get

  @Test(arguments: [
    ("user", "alice"), ("markets", "AS,GG"), ("appSeq", "7"), ("packageName", "com.all"),
    ("packageNames", "GG=com.gg"), ("url", "https://iap.example"), ("requireTicket", "true"),
    ("journal", "postgresql://db.example/iap"),
  ])
  func `config get prints the value and nothing else`(_ key: String, _ value: String) async throws {
    let run = try await setup().console.run("config get \(key)")
    #expect(run.status == 0)
    #expect(run.output == value + "\n")
    #expect(run.errors == "")
  }

  @Test
  func `config get prints a path that works in any folder`() async throws {
    let setup = try setup()
    #expect(
      await setup.console.run("config get appKeyFile").output
        == setup.folder["iapctl/keys/live"] + "\n")
  }

  @Test
  func `config get reads the profile that --profile or the variable names`() async throws {
    var setup = try setup()
    #expect(await setup.console.run("config get user --profile ci").output == "bob\n")
    setup.console.variables["IAPCTL_PROFILE"] = "ci"
    #expect(await setup.console.run("config get user").output == "bob\n")
    setup.console.variables["IAPCTL_USER"] = "eve"
    #expect(await setup.console.run("config get user -o json").output == "{\"value\":\"bob\"}\n")
    #expect(await setup.console.run("config get user --profile none").status == 64)
    setup.console.variables["IAPCTL_PROFILE"] = "none"
    #expect(await setup.console.run("config get user").status == 78)
  }

  @Test
  func `config get refuses secrets, and says where they are`() async throws {
    let setup = try setup()
    let run = await setup.console.run("config get appKey --profile ci")
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(
      run.errors == """
        iapctl: error: appKey is a secret, which is not printed
        hint: commands use it with the profile; to copy it, read it in \(setup.path)

        """)
    setup.console.files[setup.path] = #"{"profiles": {"a": {"url": "https://u:hush@a.example"}}}"#
    let url = await setup.console.run("config get url --profile a")
    #expect(url.status == 64)
    #expect(!(url.output + url.errors).contains("hush"))
  }

  @Test
  func `config get of what the profile does not set is an error`() async throws {
    let setup = try setup()
    for key in ["store", "appKey"] {
      let run = await setup.console.run("config get \(key)")
      #expect(run.status == 3)
      #expect(run.errors.hasPrefix("iapctl: error: profile 'live' does not set \(key)\n"))
    }
  }

  // MARK: remove

  @Test
  func `config remove asks on a terminal, and needs --yes elsewhere`() async throws {
    var setup = try setup()
    let piped = await setup.console.run("config remove ci")
    #expect(piped.status == 2)
    #expect(
      piped.errors == """
        iapctl: error: not confirmed; nothing was changed
        hint: confirm on a terminal, or with --yes

        """)
    setup.console.isInputTerminal = true
    setup.console.columns = 80
    for answer in ["n\n", "\n", ""] {
      setup.console.input = answer
      let run = await setup.console.run("config remove ci")
      #expect(run.status == 2)
      #expect(
        run.errors.hasPrefix(
          "Remove profile 'ci' from \(setup.path), together with the app key in it? [y/N] "))
    }
    #expect(await profiles(setup) == "ci live* ")
    setup.console.input = "y\n"
    #expect(await setup.console.run("config remove ci --no-input").status == 2)
    let run = await setup.console.run("config remove ci")
    #expect(run.status == 0)
    #expect(run.errors.hasSuffix("iapctl: removed profile ci from \(setup.path)\n"))
    #expect(await profiles(setup) == "live* ")
  }

  @Test
  func `The current profile is removed only if it is the last one`() async throws {
    let setup = try setup()
    let run = await setup.console.run("config remove live --yes")
    #expect(run.status == 64)
    #expect(
      run.errors == """
        iapctl: error: 'live' is the current profile
        hint: switch to another one first, with: iapctl config use ci
        hint: the profiles are ci

        """)
    #expect(setup.console.files[setup.path] == Self.file)
    #expect(await setup.console.run("config remove ci --yes").status == 0)
    let last = await setup.console.run("config remove live --yes")
    #expect(last.status == 0)
    #expect(
      last.errors == """
        iapctl: removed profile live from \(setup.path); the file with its app key is still there: \
        \(setup.folder["iapctl/keys/live"])
        iapctl: no profiles in \(setup.path)

        """)
    #expect(setup.console.files[setup.path] == "{\n  \"profiles\": {}\n}\n")
  }

  @Test
  func `A profile that does not exist is not removed, renamed or copied`() async throws {
    let setup = try setup()
    for line in ["remove lve --yes", "rename lve x", "copy lve x"] {
      let run = await setup.console.run("config \(line)")
      #expect(run.status == 64)
      #expect(run.errors.contains("no profile 'lve' in \(setup.path), did you mean 'live'?"))
    }
    #expect(setup.console.files[setup.path] == Self.file)
  }

  // MARK: rename, copy

  @Test
  func `config rename keeps the settings, and which profile is the current one`() async throws {
    let setup = try setup()
    let run = await setup.console.run("config rename live prod")
    #expect(run.errors == "iapctl: renamed profile live to prod; it is the current profile\n")
    #expect(await profiles(setup) == "ci prod* ")
    #expect(await setup.console.run("config get packageNames").output == "GG=com.gg\n")
    let other = await setup.console.run("config rename ci test")
    #expect(other.errors == "iapctl: renamed profile ci to test\n")
    #expect(await profiles(setup) == "prod* test ")
    #expect(try #require(setup.console.files[setup.path]).contains("\"appKey\": \"hush\""))
  }

  @Test
  func `A name that is taken is refused`() async throws {
    let setup = try setup()
    for line in ["rename live ci", "copy live ci", "rename ci ci", "copy ci live"] {
      let run = await setup.console.run("config \(line)")
      #expect(run.status == 64)
      #expect(run.errors.contains("iapctl: error: there is a profile '"), "\(run.errors)")
    }
    #expect(await setup.console.run(words: ["config", "copy", "live", ""]).status == 64)
    #expect(setup.console.files[setup.path] == Self.file)
  }

  @Test
  func `config copy copies an app key, and says so`() async throws {
    let setup = try setup()
    let file = await setup.console.run("config copy live android")
    let path = setup.folder["iapctl/keys/live"]
    #expect(
      file.errors == "iapctl: copied profile live to android; both use the app key in \(path)\n")
    #expect(
      await setup.console.run("config get appKeyFile --profile android").output == path + "\n")
    // The key file of a removed profile is not named while another profile uses it.
    let removed = await setup.console.run("config remove android --yes")
    #expect(removed.errors == "iapctl: removed profile android from \(setup.path)\n")
    #expect(await setup.console.run("config copy live android").status == 0)
    let value = await setup.console.run("config copy ci test")
    #expect(value.errors == "iapctl: copied profile ci to test; the app key was copied too\n")
    let text = try #require(setup.console.files[setup.path])
    #expect(text.split(separator: "\"appKey\": \"hush\"").count == 3)
    #expect(await profiles(setup) == "android ci live* test ")
    _ = await setup.console.run("config set user bob --profile android")
    _ = await setup.console.run("config unset appKeyFile --profile android")
    #expect(
      await setup.console.run("config copy android bare").errors
        == "iapctl: copied profile android to bare\n")
  }

  @Test
  func `A variable that names what was removed or renamed is reported`() async throws {
    var setup = try setup()
    setup.console.variables["IAPCTL_PROFILE"] = "ci"
    let warning =
      "iapctl: warning: IAPCTL_PROFILE still names profile ci, which does not exist any more\n"
    #expect(await setup.console.run("config rename ci test").errors.hasPrefix(warning))
    setup.console.variables["IAPCTL_PROFILE"] = "test"
    let run = await setup.console.run("config remove test --yes")
    #expect(run.errors.hasPrefix("iapctl: warning: IAPCTL_PROFILE still names profile test, "))
    setup.console.variables["IAPCTL_PROFILE"] = "live"
    #expect(await setup.console.run("config copy live b").errors.contains("warning") == false)
  }
}
