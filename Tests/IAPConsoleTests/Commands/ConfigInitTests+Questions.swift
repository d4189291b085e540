import IAPCore
import TestSupport
import Testing

@testable import IAPConsole

/// `config init` on a terminal.
extension ConfigInitTests {
  private func terminal(
    _ input: String, _ failures: [MarketFailure] = [], end: IAPError? = nil, file: String? = nil
  ) throws -> Setup {
    var setup = try setup(failures, end: end, file: file)
    setup.console.isInputTerminal = true
    setup.console.columns = 100
    setup.console.input = input
    setup.console.variables["XDG_STATE_HOME"] = "/state"
    return setup
  }

  private static let questions = """
    Name of the profile [default]: \
    API (service, legacy, fixture, gamebase) [service]: \
    Address of the server [https://api-iap.cloud.toast.com]: \
    App key (not shown while you type; Return if it is in a file): \

    Markets, separated by commas [AS,GG,ONESTORE]: \
    Package of the app, for subscriptions (or AS=NAME,GG=NAME) [none]: \
    Journal: a file, or the postgresql:// URL of a team [/state/iapctl/journal.db]: \
    Profile live, new in KEYS/config.json:
      url: https://api-iap.cloud.toast.com
      appKeyFile: KEYS/live.key
      markets: AS,GG
    the app key goes into the new file KEYS/live.key, for you alone to read
    The server is asked first; nothing is consumed. The profile becomes the current one. \
    Write it? [Y/n] iapctl: asking the server

    """

  @Test
  func `A terminal is asked, and shown what will be written`() async throws {
    let setup = try terminal("live\n\n\n hush-key \nAS,GG\n\n\n\n")
    let run = await setup.console.run("config init")
    #expect(run.status == 0, "\(run.errors)")
    let folder = setup.folder["iapctl"]
    #expect(
      run.errors.replacing(folder, with: "KEYS").contains(Self.questions), "\(run.errors)")
    #expect(setup.console.files[folder + "/live.key"] == "hush-key\n")
    #expect(setup.console.shownTyping.all == [false, true], "the key was echoed")
    #expect(!run.errors.contains("hush"))
  }

  @Test
  func `What options give is not asked`() async throws {
    let setup = try terminal("\n\n\n\ny\n")
    let run = await setup.console.run(
      "config init --name live --app-key-file key --url https://iap.example --journal j.db")
    #expect(run.status == 0, "\(run.errors)")
    for word in ["Name of", "Address", "App key", "File that", "Journal"] {
      #expect(!run.errors.contains(word), "\(word)")
    }
    #expect(run.errors.contains("API ("))
  }

  @Test
  func `An invalid answer is asked for again, with the reason`() async throws {
    let setup = try terminal(
      """
      taken
      live
      soap
      service
      ftp://x
      https://iap.example
      /open

      /none
      key
      AS, GG ONESTORE

      postgresql://u:pw@db/iap
      j.db
      y

      """, file: "{\"profiles\": {\"taken\": {}}}")
    setup.console.files.put(Array("k".utf8), at: "/open", isReadableByOthers: true)
    let run = await setup.console.run("config init")
    #expect(run.status == 0, "\(run.errors)")
    for reason in [
      "there is a profile 'taken' in ", "url: invalid URL 'ftp://x'", "api: 'soap' is not one of",
      "/open contains an app key, and other users can read it\n  run: chmod 600 /open\n",
      "there is no file /none", "journal: ",
    ] {
      #expect(run.errors.contains(reason), "\(reason): \(run.errors)")
    }
    #expect(!run.errors.contains("pw@"))
    #expect(await setup.console.run("config get journal --profile live").output == "/here/j.db\n")
    #expect(
      await setup.console.run("config get markets --profile live").output == "AS,GG,ONESTORE\n")
  }

  @Test
  func `The legacy API is asked for its app number, and for no key`() async throws {
    let setup = try terminal("old\nlegacy\n\n\nx\n7\n\n\n")
    let run = await setup.console.run("config init")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("appSeq: '' is not"))
    #expect(!run.errors.contains("App key"))
    #expect(await setup.console.run("config get appSeq").output == "7\n")
  }

  @Test
  func `Gamebase is asked for the app's ID and its secret key`() async throws {
    let setup = try terminal("game\ngamebase\n\n\napp-1\n hush-key \n\n\n\n\n")
    let run = await setup.console.run("config init")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("[https://api-gamebase.nhncloudservice.com]: ID of the app: "))
    #expect(run.errors.contains("Secret key (not shown"))
    #expect(setup.console.files[setup.folder["iapctl"] + "/game.key"] == "hush-key\n")
    let text = await setup.console.run("config get secretKeyFile").output
    #expect(text == setup.folder["iapctl"] + "/game.key\n")
    #expect(await setup.console.run("config get appId").output == "app-1\n")
    #expect(!run.errors.contains("hush"))
  }

  @Test
  func `The path of a key file is an answer to the question for the key`() async throws {
    let setup = try terminal("live\n\n\nkey\n\n\n\n\n")
    let run = await setup.console.run("config init")
    #expect(run.status == 0, "\(run.errors)")
    #expect(!run.errors.contains("File that"))
    #expect(await setup.console.run("config get appKeyFile").output == "/here/key\n")
  }

  @Test(arguments: 0...7)
  func `The end of the input changes nothing, wherever it comes`(_ answers: Int) async throws {
    let lines = ["live", "", "", "hush-key", "AS", "", "", "n"]
    let setup = try terminal(lines.prefix(answers).map { $0 + "\n" }.joined())
    let before = setup.console.files.paths
    let run = await setup.console.run("config init")
    #expect(run.status == 2)
    #expect(run.errors.contains("not confirmed; nothing was changed\n"))
    #expect(setup.console.files.paths == before)
  }

  @Test
  func `After a refused key only the key is asked for again; the end of the input leaves nothing`()
    async throws
  {
    let setup = try terminal(
      "live\n\n\nhush-key\nAS\n\n\ny\nhush-other\ny\n", [MarketFailure("AS", Self.status(401))])
    let run = await setup.console.run("config init")
    #expect(run.status == 77, "\(run.errors)")
    for (question, count) in [("App key (", 3), ("Write it?", 2), ("Name of", 1), ("Package", 1)] {
      #expect(run.errors.split(separator: question).count - 1 == count, "\(question) \(run.errors)")
    }
    #expect(setup.console.files[setup.path] == nil)
    #expect(!run.errors.contains("hush"))
  }

  @Test
  func `If the server cannot be asked, a terminal decides`() async throws {
    let error = IAPError.http(.networkNotAvailable, .server("o", .unreachable(why: "w")))
    let answers = "live\n\n\nkey\n\n\n\n\n"
    for (answer, status) in [("y\n", 0), ("\n", 2), ("", 2)] {
      let setup = try terminal(answers + answer, end: error)
      let run = await setup.console.run("config init")
      #expect(run.status == Int32(status), "\(run.errors)")
      #expect(run.errors.contains("o cannot be reached: w\n"))
      #expect(run.errors.contains("Write the profile anyway? [y/N] "))
      #expect((setup.console.files[setup.path] != nil) == (status == 0))
    }
  }

  @Test
  func `--no-input asks nothing`() async throws {
    let setup = try terminal("live\n")
    let run = await setup.console.run("config init --no-input")
    #expect(run.status == 64)
    #expect(run.errors.contains("no --name NAME given\n"))
  }

  @Test
  func `The questions are in the language of the person`() async throws {
    for (language, question) in [("ko", "프로필 이름"), ("ja", "プロファイルの名前")] {
      let setup = try terminal("")
      #expect(
        await setup.console.run("config init --lang \(language)").errors.contains(question))
    }
  }

  @Test
  func `An answer that is no list is not asked about, and leaves no profile`() async throws {
    let failures = [MarketFailure("AS", Self.status(404))]
    let setup = try terminal("live\n\n\nkey\nAS\n\n\n\ny\n", failures)
    let run = await setup.console.run("config init")
    #expect(run.status == 76, "\(run.errors)")
    #expect(!run.errors.contains("anyway"))
    #expect(run.errors.contains("no profile was written; "))
    #expect(setup.console.files[setup.path] == nil)
  }
}
