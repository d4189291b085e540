import IAPCore
import IAPMessages
import TestSupport
import Testing

@testable import IAPConsole

/// `config init` by options.
struct ConfigInitTests {
  /// A console without a configuration, whose server answers for each market.
  func setup(
    _ failures: [MarketFailure] = [], end: IAPError? = nil, file: String? = nil
  ) throws -> Setup {
    var setup = try Setup(file)
    setup.console.variables["IAPCTL_STORE"] = nil
    setup.console.backends.service = FakeService(
      pages: end == nil ? [MarketResults([], failures: failures)] : [], pagesEnd: end)
    setup.console.files["/here/key"] = "hush-key\n"
    return setup
  }

  static func status(_ status: Int) -> IAPError {
    IAPError(.http(.requestFailed), .statusNotOK(status), httpStatus: status)
  }

  @Test
  func `Two names of a profile are refused`() async throws {
    let setup = try setup()
    let run = await setup.console.run("config init --name x --profile y --app-key-file key")
    #expect(run.status == 64)
    #expect(run.errors.contains("--name and --profile exclude each other"), "\(run.errors)")
    #expect(setup.console.files[setup.path] == nil)
    #expect(
      await setup.console.run("config init --name x --profile x --app-key-file key").status == 0)
  }

  @Test
  func `Options make a profile, which becomes the current one`() async throws {
    let setup = try setup()
    let run = await setup.console.run(
      "config init --name live --app-key-file key --market AS,GG --package com.all,GG=com.gg "
        + "--journal j.db")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.errors == "iapctl: wrote profile live in \(setup.path); it is the current profile now\n")
    #expect(
      setup.console.files[setup.path] == """
        {
          "profile": "live",
          "profiles": {
            "live": {
              "url": "https://api-iap.cloud.toast.com",
              "appKeyFile": "/here/key",
              "packageName": "com.all",
              "journal": "/here/j.db",
              "markets": ["AS","GG"],
              "packageNames": {"GG":"com.gg"}
            }
          }
        }

        """)
    let second = await setup.console.run("config init --name ci --app-key-file key --api fixture")
    #expect(second.errors == "iapctl: wrote profile ci in \(setup.path)\n")
  }

  @Test
  func `A key from standard input goes into a new file`() async throws {
    var setup = try setup()
    setup.console.input = "hush-key\n"
    let run = await setup.console.run("config init --name a/b --app-key-file -")
    #expect(run.status == 0, "\(run.errors)")
    let path = setup.folder["iapctl/a_b.key"]
    #expect(setup.console.files[path] == "hush-key\n")
    #expect(run.errors.hasSuffix("iapctl: the app key is in \(path), which only you can read\n"))
    #expect(setup.console.files[setup.path]?.contains("\"appKeyFile\": \"\(path)\"") == true)
    // A file that is there is not overwritten.
    setup.console.input = "other-key\n"
    #expect(await setup.console.run("config init --name a:b --app-key-file -").status == 0)
    #expect(setup.console.files[path] == "hush-key\n")
    #expect(setup.console.files[setup.folder["iapctl/a_b-2.key"]] == "other-key\n")
  }

  @Test
  func `If the profile cannot be written, the new key file does not stay`() async throws {
    var setup = try setup()
    setup.console.input = "hush-key\n"
    let files = setup.console.files
    files.fix(setup.path)
    let run = await setup.console.run("config init --name a --app-key-file -")
    #expect(run.status == 74, "\(run.errors)")
    #expect(!files.paths.contains { $0.hasSuffix(".key") }, "\(files.paths)")
  }

  @Test(arguments: [
    ("--app-key-file key", "no --name NAME given"), ("--name a", "no --app-key-file PATH given"),
    ("--name a --api legacy", "no --app-seq N given"),
    ("--name a --app-key-file key --url ftp://x", "--url: invalid URL 'ftp://x'"),
    ("--name a --app-key-file key --api soap", "--api: 'soap' is not one of"),
    ("--name a --app-key-file key --market AS,,", "--market: '' is not a market code"),
    ("--name taken --app-key-file key", "there is a profile 'taken' in "),
    ("--name a --app-key x", "there is no option '--app-key'"),
    ("--name a --store x --app-key-file key", "'config init' does not use --store"),
  ])
  func `What is wrong or missing is refused`(_ options: String, _ message: String) async throws {
    let file = "{\"profiles\": {\"taken\": {\"user\": \"bob\"}}}"
    let setup = try setup(file: file)
    let run = await setup.console.run("config init \(options)")
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("iapctl: error: \(message)"), "\(run.errors)")
    #expect(setup.console.files[setup.path] == file)
  }

  @Test
  func `A key file that others can read, or that is missing, is refused`() async throws {
    let setup = try setup()
    setup.console.files.setReadableByOthers(true, "/here/key")
    #expect(await setup.console.run("config init --name a --app-key-file key").status == 78)
    #expect(await setup.console.run("config init --name a --app-key-file none").status == 66)
    #expect(setup.console.files[setup.path] == nil)
  }

  @Test
  func `A refused key leaves no profile and no key file`() async throws {
    for status in [401, 403] {
      let failures = ["AS", "GG", "ONESTORE"].map {
        MarketFailure(StoreCode($0), Self.status(status))
      }
      var setup = try setup(failures)
      setup.console.input = "hush-key"
      let before = setup.console.files.paths
      let run = await setup.console.run("config init --name a --app-key-file -")
      #expect(run.status == 77)
      #expect(run.errors.contains("hint: no profile was written; copy the app key"))
      #expect(!run.errors.contains("hush"))
      #expect(setup.console.files.paths == before)
    }
  }

  @Test
  func `A server that cannot be asked leaves no profile`() async throws {
    let error = IAPError.http(.networkNotAvailable, .server("o", .unreachable(why: "w")))
    let setup = try setup(end: error)
    for more in ["", " --yes"] {
      let run = await setup.console.run("config init --name a --app-key-file key\(more)")
      #expect(run.status == 69)
      #expect(run.errors.contains("hint: no profile was written; check the address and its port"))
    }
    #expect(setup.console.files[setup.path] == nil)
  }

  @Test
  func `A profile is written if one market answers, with a warning about the others`() async throws
  {
    let setup = try setup([MarketFailure("GG", Self.status(500))])
    let run = await setup.console.run("config init --name a --app-key-file key --market AS,GG")
    #expect(run.status == 0)
    #expect(run.errors.hasPrefix("iapctl: warning: the server answered with HTTP status 500\n"))
    #expect(setup.console.files[setup.path]?.contains("\"a\"") == true)
  }

  @Test
  func `The environment does not count`() async throws {
    var setup = try setup()
    setup.console.variables["IAPCTL_URL"] = "https://other.example"
    setup.console.variables["IAPCTL_APP_KEY"] = "other"
    setup.console.variables["IAPCTL_JOURNAL"] = "/other.db"
    #expect(await setup.console.run("config init --name a --app-key-file key").status == 0)
    #expect(setup.console.files[setup.path]?.contains("other") == false)
    #expect(await setup.console.run("config init --name b").status == 64)
  }

  @Test
  func `Variables that commands use before the new profile are named`() async throws {
    var setup = try setup()
    setup.console.variables["IAPCTL_STORE"] = "/s.db"
    setup.console.variables["IAPCTL_PROFILE"] = "a"
    let first = await setup.console.run("config init --name a --app-key-file key")
    #expect(
      first.errors == """
        iapctl: wrote profile a in \(setup.path); it is the current profile now
        iapctl: set in the environment, and used before the current profile: IAPCTL_STORE; unset it, \
        or use --profile a

        """)
    let second = await setup.console.run("config init --name b --app-key-file key")
    #expect(!second.errors.contains("environment"))
  }
}
