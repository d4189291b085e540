import CLibrary
import CommandLine
import System
import TestSupport
import Testing

/// An interrupt ends every kind of wait, and nothing is changed.
@Suite(.blocking)
struct WaitInterruptTests {
  private func sample() throws -> (TemporaryFolder, Program) {
    let folder = try TemporaryFolder()
    var program = Program(in: folder)
    #expect(try program.run("store", "init", folder["game.db"], "--sample").status == 0)
    program.variables["TERM"] = "dumb"
    program.variables["XDG_CONFIG_HOME"] = folder["config"]
    return (folder, program)
  }

  private func stuck(_ program: Program, _ store: String) throws -> String {
    try program.run("unconsumed", "--user", "alice", "--store", store, "-o", "jsonl").output
  }

  /// Presses Ctrl-C at a question.
  private func refuse(_ program: Program, _ words: [String]) throws {
    let terminal = try Terminal([Program.path] + words, variables: program.variables)
    try terminal.wait(for: "Consume 2 payments of user alice ")
    try terminal.wait(for: "JPY 600")
    // The last line of the question has no line end.
    try terminal.wait(for: "[y/N] ")
    try terminal.send("\u{3}")
    #expect(try terminal.finish() == 130, "\(terminal.text)")
    // The terminal shows `^C`, so the message begins on a new line.
    #expect(terminal.text.contains("\r\niapctl: error: interrupted (Ctrl-C)\r\n"))
  }

  @Test
  func `On a store, Ctrl-C at the question ends iapctl`() throws {
    let (folder, program) = try sample()
    let before = try stuck(program, folder["game.db"])
    try refuse(
      program, ["consume", "--all", "--user", "alice", "--store", folder["game.db"]])
    #expect(try stuck(program, folder["game.db"]) == before)
  }

  /// After a query over REST the process has several threads, and any of them may get the signal.
  @Test(arguments: 1...5)
  func `Over REST, Ctrl-C at the question ends iapctl`(_ round: Int) throws {
    var (folder, program) = try sample()
    let before = try stuck(program, folder["game.db"])
    let server = try program.serve("--store", folder["game.db"])
    defer { _ = try? server.stop() }
    program.variables["IAPCTL_URL"] = "http://127.0.0.1:\(server.port)"
    program.variables["IAPCTL_APP_KEY"] = "sample-app-key"
    let market = round.isMultiple(of: 2) ? ["--market", "AS", "--market", "GG"] : []
    try refuse(program, ["consume", "--all", "--user", "alice"] + market)
    #expect(try stuck(program, folder["game.db"]) == before)
  }

  #if os(Linux)
    /// Commands that read a FIFO without a writer, or with a writer that does not finish.
    @Test(
      arguments: [
        "consume --from FIFO --yes --store STORE", "store load FIFO --store STORE",
        "store init new.db --from FIFO", "consume 2026011210000001 --token-file FIFO --store STORE",
        "purchase gem.100 --user bob --payload-file FIFO --store STORE",
      ], [false, true])
    func `An interrupt ends the wait for a FIFO`(_ line: String, _ isBegun: Bool) throws {
      let (folder, program) = try sample()
      let before = try program.run("store", "dump", "--store", folder["game.db"]).output
      let path = try folder.makeFIFO("fifo")
      let words = line.split(separator: " ").map {
        switch $0 {
        case "FIFO": path
        case "STORE": folder["game.db"]
        case "new.db": folder["new.db"]
        default: String($0)
        }
      }
      let process = try program.start(words: words)
      // Opening a FIFO with O_WRONLY waits for a reader.
      let writer = open(path, isBegun ? O_WRONLY : O_RDWR)
      defer { close(writer) }
      if isBegun { #expect(write(writer, "1", 1) == 1) }
      // The kernel shows whether the process waits, and in which system call.
      while try !waits(process) { sched_yield() }
      process.kill(SIGINT)
      let run = try process.wait()
      #expect(run.status == 130, "\(run.errors)")
      #expect(!folder.names.contains { $0.hasPrefix("new.db") })
      #expect(try program.run("store", "dump", "--store", folder["game.db"]).output == before)
    }

    @Test(arguments: ["consume --from - --yes", "store load -"])
    func `An interrupt ends the wait for standard input`(_ line: String) throws {
      let (folder, program) = try sample()
      let words = line.split(separator: " ").map(String.init) + ["--store", folder["game.db"]]
      let terminal = try Terminal([Program.path] + words, variables: program.variables)
      // The terminal shows keys at once, so Ctrl-C arrives at any moment of the start or the read.
      try terminal.send("{\n")
      try terminal.wait(for: "{\r\n")
      try terminal.send("\u{3}")
      #expect(try terminal.finish() == 130, "\(terminal.text)")
    }

    /// A process that has ended counts too.
    private func waits(_ process: Program.Started) throws -> Bool {
      if process.hasEnded { return true }
      return try process.isAsleep
    }

    @Test
    func `An interrupt ends the wait for the configuration lock`() throws {
      let (folder, program) = try sample()
      try folder.makeFolder("config")
      try folder.makeFolder("config/iapctl")
      let lock = try ReplacementLock(
        on: folder["config/iapctl/config.json"], until: Deadline(after: .seconds(1)))
      defer { lock.release() }
      let process = try program.start("config", "set", "user", "alice", "--timeout", "60")
      while try !waits(process) { sched_yield() }
      process.kill(SIGINT)
      let run = try process.wait()
      #expect(run.status == 130, "\(run.errors)")
      #expect(!TemporaryFolder.names(of: folder["config/iapctl"]).contains("config.json"))
    }
  #endif

  /// The pipe of a shell's '<(…)' that was closed without data.
  @Test(.installed(.bash))
  func `A pipe that is closed without data is the end of the input`() throws {
    let (folder, program) = try sample()
    let bash = try #require(RealShell.bash.path)
    let run = try program.shell(
      "\(bash) -c '\"$IAPCTL\" store load <(true) --store \"\(folder["game.db"])\"'")
    #expect(run.status == 65, "\(run.errors)")
  }
}
