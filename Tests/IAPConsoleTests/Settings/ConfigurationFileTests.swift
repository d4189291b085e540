import IAPCore
import System
import TestSupport
import Testing

/// The path of the configuration file, and the errors in it.
struct ConfigurationFileTests {
  @Test
  func `Without a configuration file nothing is set`() async throws {
    let setup = try Setup(nil)
    for variables in [["HOME": setup.folder.path], ["HOME": "relative"], [:]] {
      var console = setup.console
      console.variables = variables
      let run = await console.run("products")
      #expect(run.status == 78)
      #expect(run.errors.hasPrefix("iapctl: error: iapctl does not know which service to ask\n"))
      console.variables["IAPCTL_STORE"] = setup.folder["game.db"]
      #expect(await console.run("products").status == 0)
    }
  }

  @Test(arguments: ["{}", "{\"profiles\": {}}", "{\"profile\": null}"])
  func `An empty configuration is valid`(_ text: String) async throws {
    let setup = try Setup(text)
    #expect(await setup.console.run("products --store \(setup.folder["game.db"])").status == 0)
  }

  @Test(arguments: [
    ("", ": empty"),
    ("[]", ": not an object"),
    ("{\"profil\": \"a\"}", ", profil: unknown key; known are profile, profiles"),
    ("{\"profile\": 1}", ", profile: not a string"),
    ("{\"profiles\": []}", ", profiles: not an object"),
    ("{\"profiles\": {\"a\": null}}", ", profiles.a: not an object"),
    ("{\"profiles\": {\"a\": \"b\"}}", ", profiles.a: not an object"),
    (
      "{\"profiles\": {\"a\": {\"stroe\": \"b\"}}}",
      ", profiles.a.stroe: unknown key; known are api, appId, appKey, appKeyFile, appSeq, appSeqs, "
        + "journal, lang, markets, packageName, packageNames, requireTicket, secretKey, secretKeyFile, "
        + "settle, store, timeZone, url, user"
    ),
    ("{\"profiles\": {\"a\": {\"store\": 1}}}", ", profiles.a.store: not a string"),
    ("{\"profiles\": {\"a\": {\"user\": [\"b\"]}}}", ", profiles.a.user: not a string"),
    (
      "{\"profiles\": {\"a\": {\"markets\": \"AS\"}}}",
      ", profiles.a.markets: not an array of strings"
    ),
    (
      "{\"profiles\": {\"a\": {\"markets\": [1]}}}",
      ", profiles.a.markets: not an array of strings"
    ),
    ("{\"profiles\": {\"a\": {}, \"a\": {}}}", ", profiles.a: given twice"),
    ("{\"profile\": \"a\", \"profile\": \"a\"}", ", profile: given twice"),
  ])
  func `An error in the file is reported with its location`(_ text: String, _ problem: String)
    async throws
  {
    let setup = try Setup(text)
    let run = await setup.console.run("products")
    #expect(run.status == 78)
    #expect(run.output.isEmpty)
    #expect(
      run.errors == """
        iapctl: error: \(setup.path)\(problem)
        hint: see 'man 5 iapctl-config'

        """)
  }

  @Test
  func `Invalid JSON and bytes that are not text are refused`() async throws {
    let broken = try Setup("{\"profiles\": ")
    let run = await broken.console.run("products")
    #expect(run.status == 78)
    #expect(run.errors.hasPrefix("iapctl: error: \(broken.path), line 1, column "))
    let bytes = try Setup("{}")
    bytes.console.files.put([0xFF], at: bytes.path)
    #expect(
      await bytes.console.run("products").errors.hasPrefix(
        "iapctl: error: \(bytes.path): not UTF-8\n"))
  }

  @Test
  func `A file of more than one mebibyte is refused`() async throws {
    let setup = try Setup("{}" + String(repeating: " ", count: (1 << 20) - 2))
    #expect(
      await setup.console.run("products").errors.contains(
        "iapctl does not know which service to ask"))
    setup.console.files[setup.path] = "{}" + String(repeating: " ", count: (1 << 20) - 1)
    let run = await setup.console.run("products")
    #expect(run.status == 78)
    #expect(run.errors.contains(setup.path))
    #expect(!run.errors.contains("iapctl does not know which service to ask"))
  }

  @Test
  func `A file that cannot be read is a configuration error`() async throws {
    for problem in [SystemError.wrongKind, .outOfFiles] {
      var console = TestConsole()
      console.variables["XDG_CONFIG_HOME"] = "/config"
      console.files.put(problem, at: "/config/iapctl/config.json")
      let run = await console.run("products")
      #expect(run.status == (problem == .outOfFiles ? 69 : 78))
      #expect(run.errors.contains("/config/iapctl/config.json"))
      #expect(!run.errors.contains("iapctl does not know which service to ask"))
    }
  }

  @Test
  func `An invalid profile name is refused, and of many profiles only some are listed`()
    async throws
  {
    let unnamed = try Setup("{\"profiles\": {\"\": {}}}")
    #expect(
      await unnamed.console.run("products").errors.contains("profiles: contains a profile without"))
    let many = (1...25).map { "\"profile\($0)\": {}" }.joined(separator: ",")
    let setup = try Setup("{\"profiles\": {\(many)}}")
    let run = await setup.console.run("products --profile x")
    #expect(run.errors.contains(" and 5 others"))
  }

  @Test
  func `A configuration error is reported in the output format`() async throws {
    let setup = try Setup("[]")
    let run = await setup.console.run("products -o json")
    #expect(run.status == 78)
    #expect(run.errors.contains("\"name\":\"configuration\""))
  }

  @Test(arguments: [
    "help", "help consume", "completion bash", "--version", "consume --help", "store",
    "explain 9",
  ])
  func `Commands without settings work with an invalid configuration`(_ line: String) async throws {
    let setup = try Setup("broken")
    let run = await setup.console.run(line)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(await TestConsole().run(line).output == run.output)
  }

  @Test(arguments: ["products", "store dump"])
  func `Commands with settings fail with an invalid configuration`(_ line: String) async throws {
    let setup = try Setup("broken")
    #expect(await setup.console.run(line).status == 78)
  }
}
