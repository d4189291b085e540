import CLibrary
import System
import TestSupport
import Testing

/// `iapctl serve --seed SEED -- COMMAND...`
@Suite(.blocking)
struct ServeProgramTests {
  private let folder: TemporaryFolder
  private var program: Program

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      {"format": 1, "appKey": "key-of-the-seed", "clock": "2026-01-01T00:00:00.000Z",
       "products": [{"productIdentifier": "gem", "productType": "CONSUMABLE"}],
       "purchases": [{"paymentSeq": "7", "userID": "u", "productIdentifier": "gem",
                      "accessToken": "t"}]}
      """, to: "seed.json")
    program = Program(in: folder)
    program.variables["IAPCTL"] = Program.path
  }

  /// Runs a command with a server of the seed.
  private func run(_ words: String..., input: String = "") throws -> Program.Run {
    try program.run(words: ["serve", "--seed", folder["seed.json"], "--"] + words, input: input)
  }

  /// True if no store is left.
  private var isClean: Bool { !folder.names.contains { $0.hasPrefix("iapctl-serve-") } }

  @Test
  func `The command talks to a store of its own, with a journal of its own`() throws {
    var other = program
    other.variables["IAPCTL_STORE"] = folder["missing.db"]
    other.variables["IAPCTL_NOW"] = "2040-01-01T00:00:00Z"
    other.variables["IAPCTL_JOURNAL"] = folder["journal.db"]
    let made = try other.run(
      words: [
        "serve", "--seed", folder["seed.json"], "--", "sh", "-c",
        """
        "$IAPCTL" consume 7 --user u --market AS -q && "$IAPCTL" journal list -o jsonl
        echo "store=$IAPCTL_STORE now=$IAPCTL_NOW key=$IAPCTL_APP_KEY"
        ls -A "$TMPDIR" | grep -c iapctl-serve-
        """,
      ])
    #expect(made.status == 0, "\(made.errors)")
    #expect(made.output.contains(#""paymentSeq":"7""#))
    #expect(made.output.hasSuffix("store= now= key=key-of-the-seed\n1\n"))
    #expect(!made.output.contains("listening"))
    #expect(!folder.names.contains("journal.db"))
    #expect(isClean)
  }

  /// The signal of a kill reaches nobody else.
  @Test
  func `The folder of a server that was killed is removed by the next one`() throws {
    let killed = try run("sh", "-c", "kill -KILL $PPID")
    #expect(killed.status == 137)
    #expect(!isClean)
    #expect(try run("true").status == 0)
    #expect(isClean)
  }

  /// The command is in a session of its own, where the signals of a terminal do not reach it either.
  @Test(.timeLimit(.minutes(1)))
  func `The command of a server that was killed is ended by the next one`() throws {
    let script = """
      setsid sh -c 'echo $$ > "$1"; kill -KILL "$2"; exec sleep 1000' sh "$1" $PPID \
        > /dev/null 2>&1 < /dev/null
      """
    let killed = try run("sh", "-c", script, "sh", folder["process"])
    #expect(killed.status == 137)
    let number = String(decoding: try folder.read("process").dropLast(), as: UTF8.self)
    let process = try #require(pid_t(number))
    #expect(kill(process, 0) == 0)
    #expect(try run("true").status == 0)
    #expect(isClean)
    while kill(process, 0) == 0, !Self.isZombie(process) { sched_yield() }
  }

  /// Whether a process has ended, and its parent has not asked how.
  private static func isZombie(_ process: pid_t) -> Bool {
    let facts = (try? Files.read("/proc/\(process)/stat", limit: 4096)) ?? []
    return String(decoding: facts, as: UTF8.self).contains(") Z ")
  }

  @Test
  func `Without a store, what can be served is named`() throws {
    let run = try program.run(words: ["serve", "--", "true"])
    #expect(run.status == 78)
    for option in ["--sample", "--seed FILE", "--store PATH"] {
      #expect(run.errors.contains(option), "\(run.errors)")
    }
    #expect(!run.errors.contains("app key"))
  }

  @Test
  func `A server ends with its command when its input ends`() throws {
    let words = ["serve", "--seed", folder["seed.json"], "--until-eof"]
    let alone = try program.run(words: words, input: "ignored")
    #expect(alone.status == 0, "\(alone.errors)")
    let empty = try program.run(words: words + ["--", "sh", "-c", "read -r x || exec sleep 600"])
    #expect(empty.status == 143, "\(empty.errors)")
    #expect(isClean)
  }

  @Test
  func `It exits as the command does, or as a shell that cannot start it`() throws {
    #expect(try run("sh", "-c", "exit 3").status == 3)
    #expect(try run("sh", "-c", "kill -TERM $$").status == 143)
    let missing = try run("no-such-program")
    #expect(missing.status == 127)
    #expect(
      missing.errors.hasPrefix(
        "iapctl: error: cannot run 'no-such-program': No such file or directory\nhint: "))
    try folder.write("echo", to: "plain")
    let plain = try run(folder["plain"])
    #expect(plain.status == 126)
    #expect(plain.errors.hasPrefix("iapctl: error: cannot run '\(folder["plain"])': "))
    #expect(isClean)
  }

  @Test
  func `The words after -- and the streams reach the command unchanged`() throws {
    let words = ["-x", "--seed", "--help", "help", "--", "", "--store=y", "é"]
    let printed = try program.run(
      words: ["serve", "--seed", folder["seed.json"], "--", "printf", "%s|"] + words)
    #expect(printed.output == words.map { "\($0)|" }.joined())
    let copied = try run("sh", "-c", "cat; echo errors >&2", input: "input")
    #expect(copied.output == "input")
    #expect(copied.errors == "errors\n")
  }

  @Test
  func `Nothing runs with a bad seed or a wrong command line`() throws {
    try folder.write(#"{"format": 1, "purchases": [{"userID": 1}]}"#, to: "bad.json")
    let bad = try program.run(
      "serve", "--seed", folder["bad.json"], "--", "touch", folder["touched"])
    #expect(bad.status == 65)
    #expect(bad.errors.contains("purchases[0]"), "\(bad.errors)")
    for words in [
      ["--seed", folder["seed.json"], "--"], ["--seed", folder["seed.json"], "touch"],
      ["--seed", folder["seed.json"], "--store", folder["s.db"], "--", "true"],
      ["--sample", "--store", folder["s.db"], "--", "true"],
      ["--seed", folder["seed.json"], "--sample", "--", "true"],
    ] {
      let run = try program.run(words: ["serve"] + words)
      #expect(run.status == 64, "\(words): \(run.errors)")
      #expect(run.output == "")
    }
    #expect(try program.run("serve", "--", "true").status == 78, "no store")
    #expect(try program.run("serve", "--seed", folder["none.json"], "--", "true").status == 66)
    #expect(!folder.names.contains("touched"))
    #expect(isClean)
  }

  @Test
  func `A pipe or a device is not replaced by the file of the address`() throws {
    _ = try program.shell("mkfifo address")
    let run = try program.run("serve", "--sample", "--address-file", "address", "--", "true")
    #expect(run.status == 74 && run.errors.contains("is not a regular file"), "\(run.errors)")
    #expect(try program.shell("test -p address").status == 0)
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `A signal is passed to the command, again and again`(_ signal: Int32) throws {
    // It ends at the second signal only.
    let script = """
      n=0
      trap 'n=$((n + 1)); : > "$TMPDIR/signal-$n"; [ $n = 2 ] && { kill $!; exit 9; }' TERM HUP
      sleep 600 & echo ready
      while :; do wait; done
      """
    let (process, line) = try program.startTelling(
      [Program.path, "serve", "--seed", folder["seed.json"], "--", "sh", "-c", script])
    #expect(line == "ready\n")
    process.kill(signal)
    // Two equal signals that wait at the same time arrive as one.
    while !folder.names.contains("signal-1") && !process.hasEnded { sched_yield() }
    process.kill(signal)
    #expect(try process.wait().status == 9)
    #expect(isClean)
  }

  @Test
  func `With --store, the command runs against that store, with the usual journal`() throws {
    #expect(
      try program.run("store", "init", folder["s.db"], "--from", folder["seed.json"]).status == 0)
    let run = try program.run(
      "serve", "--store", folder["s.db"], "--", "sh", "-c",
      #""$IAPCTL" consume 7 --user u --market AS -q; echo "journal=$IAPCTL_JOURNAL""#)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.hasSuffix("journal=\n"))
    #expect(try program.run("consume", "7", "--store", folder["s.db"]).status == 4)
  }

  @Test
  func `The sample game takes the place of a seed`() throws {
    let run = try program.run(
      "serve", "--sample", "--", "sh", "-c", #""$IAPCTL" unconsumed --user alice --market AS"#)
    #expect(run.status == 0 && run.output.contains("2026011210000001"), "\(run.errors)")
    #expect(isClean)
  }

  @Test
  func `The command knows the file of its store, and hints name it`() throws {
    let made = try run(
      "sh", "-c",
      #"""
      "$IAPCTL" consume 7 --user u --market AS -q
      "$IAPCTL" store log --store "$IAPCTL_FIXTURE_STORE" --fields kind --no-header
      "$IAPCTL" store log; echo $?
      "$IAPCTL" purchase gem --user u -o json; echo $?
      "$IAPCTL" unconsumed --user u --now +1d -o json
      """#)
    #expect(made.output.hasSuffix("consumed\n64\n64\n"), "\(made.output) \(made.errors)")
    let hint = #"name a fixture store with --store "$IAPCTL_FIXTURE_STORE""#
    #expect(made.errors.contains("hint: \(hint)\n"))
    #expect(
      made.errors.contains(#"use a fixture store with --store \"$IAPCTL_FIXTURE_STORE\", or"#))
    #expect(made.errors.contains(#"name a fixture store with --store \"$IAPCTL_FIXTURE_STORE\"""#))
    var outside = program
    outside.variables["IAPCTL_URL"] = "http://127.0.0.1:1"
    #expect(try outside.run("store", "log").errors.contains("--store PATH"))
  }

  @Test
  func `The path of the store is absolute`() throws {
    let run = try program.shell(
      """
      cd '\(folder.path)' && $IAPCTL store init s.db --sample -q &&
        $IAPCTL serve --store s.db -- sh -c 'cd / && cat "$IAPCTL_FIXTURE_STORE" | head -c 6'
      """)
    #expect(run.output == "SQLite", "\(run.errors)")
  }

  @Test
  func `The address is written to a file, whole, when the server listens`() throws {
    let file = folder["address"]
    try folder.write("http://an.old.address.that.is.longer.than.the.new.one:65535\n", to: "address")
    let server = try program.serve("--sample", "--address-file", file)
    let address = "http://127.0.0.1:\(server.port)\n"
    #expect(String(decoding: try folder.read("address"), as: UTF8.self) == address)
    #expect(server.line == "listening on \(address)")
    try server.stop()
    let open = try program.serve("--sample", "--host", "0.0.0.0", "--address-file", file)
    #expect(
      String(decoding: try folder.read("address"), as: UTF8.self)
        == "http://127.0.0.1:\(open.port)\n", "an address for this machine")
    try open.stop()
    let copied = try program.run(
      "serve", "--sample", "--address-file", file, "--", "sh", "-c",
      "cat '\(file)'; echo \"$IAPCTL_URL\"")
    let lines = copied.output.split(separator: "\n")
    #expect(lines.count == 2 && lines.first == lines.last)
  }

  @Test
  func `If the address cannot be written, nothing runs`() throws {
    let run = try program.run(
      "serve", "--sample", "--address-file", "/dev/null/address", "--", "touch",
      folder["touched"])
    #expect(run.status == 74, "\(run.errors)")
    #expect(!folder.names.contains("touched"))
    #expect(isClean)
  }

  @Test
  func `A temporary store without a clock says that it follows the day`() throws {
    try folder.write(#"{"format": 1}"#, to: "timeless.json")
    let words = ["serve", "--seed", folder["timeless.json"]]
    let command = ["--", "true"]
    let told = try program.run(words: words + command)
    #expect(told.status == 0)
    #expect(
      told.errors == """
        iapctl: the seed has no clock: payment numbers and times depend on today's date; for the same ones \
        on each day, add "clock": "2026-01-01T00:00:00.000Z" to the seed

        """)
    for other in [words + ["-q"], words + ["--now", "2026-01-01"], ["serve", "--sample"]] {
      #expect(try program.run(words: other + command).errors == "")
    }
  }

  @Test
  func `Without a command, the temporary store is served until a signal, and then removed`() throws
  {
    let server = try program.serve("--seed", folder["seed.json"])
    #expect(!isClean)
    let client = try HTTPConnection(port: server.port)
    client.send(HTTPConnection.request("GET", "/healthz"))
    #expect(client.answer()?.status == 200)
    #expect(try server.stop().status == 0)
    #expect(isClean)
  }
}
