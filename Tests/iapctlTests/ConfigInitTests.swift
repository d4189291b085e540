import System
import TestSupport
import Testing

/// `config init` on a real terminal and with a real server.
@Suite(.blocking)
struct ConfigInitTests: ServesStores {
  private func served() throws -> (TemporaryFolder, Program, Program.Server) {
    var (folder, program) = try sample()
    program.variables["IAPCTL_STORE"] = nil
    program.variables["XDG_CONFIG_HOME"] = folder["config"]
    program.variables["TERM"] = "dumb"
    return (folder, program, try program.serve("--store", folder["s.db"]))
  }

  private func address(_ server: Program.Server) -> String { "http://127.0.0.1:\(server.port)" }

  /// Types the answers up to the question that shows what will be written.
  private func answer(_ terminal: Terminal, url: String, key: String) throws {
    for (question, answer) in zip(Self.questions, ["live", "", url, key, "AS,GG", "", ""]) {
      try terminal.wait(for: question)
      try terminal.wait(for: ": ")
      try terminal.send(answer + "\r")
    }
    try terminal.wait(for: Self.lastQuestion + " ")
  }

  /// The questions, without what differs between users.
  private static let questions = [
    "Name of the profile [default]", "API (service, legacy, fixture, gamebase) [service]",
    "Address of the server [https://api-iap.cloud.toast.com]",
    "App key (not shown while you type; Return if it is in a file)",
    "Markets, separated by commas [AS,GG,ONESTORE]",
    "Package of the app, for subscriptions (or AS=NAME,GG=NAME) [none]",
    "Journal: a file, or the postgresql:// URL of a team [/",
  ]

  private static let lastQuestion = """
    The server is asked first; nothing is consumed. The profile becomes the current one. \
    Write it? [Y/n]
    """

  @Test
  func `The README shows the questions`() throws {
    var rest = try Project.text("README.md")[...]
    for question in Self.questions + [Self.lastQuestion] {
      let found = try #require(rest.firstRange(of: "    " + question), "\(question)")
      rest = rest[found.upperBound...]
    }
  }

  @Test
  func `From nothing to a checked profile, by questions`() throws {
    let (folder, program, server) = try served()
    defer { _ = try? server.stop() }
    let terminal = try Terminal([Program.path, "config", "init"], variables: program.variables)
    try answer(terminal, url: address(server), key: "sample-app-key")
    try terminal.send("\r")
    try terminal.wait(for: "wrote profile live in ")
    #expect(try terminal.finish() == 0, "\(terminal.text)")
    #expect(!terminal.text.contains("sample-app-key"), "the key was shown")
    let list = try program.shell("stat -c '%a %n' '\(folder["config/iapctl"])'/*")
    #expect(
      list.output == """
        600 \(folder["config/iapctl/config.json"])
        600 \(folder["config/iapctl/live.key"])

        """)
    let check = try program.run("config", "check", "-o", "csv", "--fields", "check,result")
    #expect(check.status == 0, "\(check.output)\(check.errors)")
    #expect(try program.run("unconsumed", "--user", "alice").status == 0)
  }

  @Test
  func `A key that the server refuses leaves nothing`() throws {
    let (folder, program, server) = try served()
    defer { _ = try? server.stop() }
    let terminal = try Terminal([Program.path, "config", "init"], variables: program.variables)
    try answer(terminal, url: address(server), key: "another-key")
    try terminal.send("\r")
    try terminal.wait(for: "the app key was refused")
    try terminal.wait(for: "App key (not shown ")
    try terminal.send("\u{4}")
    #expect(try terminal.finish() == 77, "\(terminal.text)")
    #expect(terminal.text.contains("no profile was written"))
    #expect(TemporaryFolder.names(of: folder["config"]) == [])
    let run = try program.run(
      "config", "init", "--name", "a", "--url", address(server), "--app-key-file", "-",
      input: "another-key")
    #expect(run.status == 77)
    #expect(TemporaryFolder.names(of: folder["config"]) == [])
  }

  @Test
  func `After a key that the server refuses, only another key is asked for`() throws {
    let (folder, program, server) = try served()
    defer { _ = try? server.stop() }
    let terminal = try Terminal([Program.path, "config", "init"], variables: program.variables)
    try answer(terminal, url: address(server), key: "another-key")
    try terminal.send("\r")
    try terminal.wait(for: "the app key was refused")
    try terminal.wait(for: "App key (not shown ")
    try terminal.wait(for: ": ")
    try terminal.send("sample-app-key\r")
    try terminal.wait(for: Self.lastQuestion + " ")
    try terminal.send("\r")
    try terminal.wait(for: "wrote profile live in ")
    #expect(try terminal.finish() == 0, "\(terminal.text)")
    let key = try program.shell("cat '\(folder["config/iapctl/live.key"])'")
    #expect(key.output == "sample-app-key\n")
  }

  @Test
  func `Ctrl-C changes nothing, and the terminal shows again what is typed`() throws {
    let (folder, program, server) = try served()
    defer { _ = try? server.stop() }
    let words = [
      "/bin/sh", "-c", "trap : INT; \"$IAPCTL\" config init; echo \"ended: $?\"; stty -a",
    ]
    var variables = program.variables
    variables["IAPCTL"] = Program.path
    let terminal = try Terminal(words, variables: variables)
    for question in ["[default]: ", "API (", "Address of the server "] {
      try terminal.wait(for: question)
      try terminal.send("\r")
    }
    try terminal.wait(for: "App key (not shown ")
    try terminal.send("half-a-k\u{3}")
    try terminal.wait(for: "interrupted (Ctrl-C)")
    try terminal.wait(for: "ended: 130")
    #expect(try terminal.finish() == 0)
    #expect(!terminal.text.contains("half-a-k"))
    #expect(terminal.text.contains(" echo "), "\(terminal.text)")
    let late = try Terminal([Program.path, "config", "init"], variables: program.variables)
    try answer(late, url: address(server), key: "sample-app-key")
    try late.send("\u{3}")
    #expect(try late.finish() == 130)
    #expect(TemporaryFolder.names(of: folder["config"]) == [])
  }

  @Test
  func `From nothing to a checked profile, by options`() throws {
    let (folder, program, server) = try served()
    defer { _ = try? server.stop() }
    let run = try program.run(
      "config", "init", "--name", "live", "--url", address(server), "--app-key-file", "-",
      "--market", "AS,GG", input: "sample-app-key\n")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try program.run("config", "check", "--all").status == 0)
    let again = try program.run(
      "config", "init", "--name", "live", "--url", address(server), "--app-key-file", "-",
      input: "sample-app-key\n")
    #expect(again.status == 64)
    #expect(
      TemporaryFolder.names(of: folder["config/iapctl"]).sorted() == ["config.json", "live.key"])
  }
}
