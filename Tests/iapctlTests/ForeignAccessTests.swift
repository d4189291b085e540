import CLibrary
import System
import TestSupport
import Testing

/// Settings, keys and results that other accounts could change or have planted.
@Suite(.blocking)
struct ForeignAccessTests {
  private let folder: TemporaryFolder
  private let program: Program

  init() throws {
    folder = try TemporaryFolder()
    var program = Program(in: folder)
    program.variables["XDG_CONFIG_HOME"] = folder["config"]
    self.program = program
    try shell("umask 077; mkdir -p config/iapctl; printf key > config/iapctl/live.key")
    try folder.write(
      """
      {"profile": "live", "profiles": {"live": {"url": "http://127.0.0.1:9", "user": "a",
       "markets": ["AS"], "appKeyFile": "live.key"}}}
      """, to: "config/iapctl/config.json")
  }

  @discardableResult
  private func shell(_ script: String) throws -> Program.Run {
    try program.shell("cd '\(folder.path)' && { \(script); }")
  }

  /// An account that is neither root nor this one.
  private static let other: uid_t = 65_500

  // MARK: Settings

  @Test(arguments: [
    ("chmod 660 config/iapctl/config.json", "chmod go-w ", "config/iapctl/config.json"),
    ("chmod 606 config/iapctl/config.json", "chmod go-w ", "config/iapctl/config.json"),
    ("chmod 770 config/iapctl", "chmod go-w ", "config/iapctl"),
    ("chmod 707 config", "chmod go-w ", "config"),
    (
      "mkdir dot; chmod 777 dot; mv config/iapctl/config.json dot; ln -s ../../dot/config.json config/iapctl",
      "chmod go-w ", "dot"
    ),
    (
      "mkdir dot; chmod 777 dot; mv config/iapctl/config.json dot; ln -s \"$PWD/dot/config.json\" config/iapctl",
      "chmod go-w ", "dot"
    ),
    ("mkdir open; chmod 777 open; mv config open; ln -s open/config config", "chmod go-w ", "open"),
    ("chmod 660 config/iapctl/live.key", "chmod 600 ", "config/iapctl/live.key"),
  ])
  func `Settings and keys that others can write are refused, with what to do`(
    _ change: String, _ command: String, _ name: String
  ) throws {
    try shell(change)
    let remedy = "\(command)\(folder[name])"
    for words in [["unconsumed", "--retries", "0"], ["config", "check"]] {
      let run = try program.run(words: words)
      #expect(run.status == (words[0] == "config" && command.contains("600") ? 6 : 78))
      #expect((run.output + run.errors).contains(remedy), "\(run.output)\(run.errors)")
    }
    try shell(remedy)
    let mended = try program.run("unconsumed", "--retries", "0")
    #expect(mended.status == 69, "\(mended.errors)")
  }

  @Test(
    .enabled(if: getuid() == 0, "only root can give a file away"),
    arguments: ["config.json", "live.key", ".", "..", "link"])
  func `Settings and keys of another account are refused`(_ name: String) throws {
    let path = "config/iapctl/\(name)"
    if name == "link" {
      try shell("mv config/iapctl/config.json real; ln -s '\(folder["real"])' config/iapctl/link")
      try shell("mv config/iapctl/link config/iapctl/config.json")
      #expect(lchown(folder["config/iapctl/config.json"], Self.other, Self.other) == 0)
    } else {
      #expect(chown(folder[path], Self.other, Self.other) == 0)
    }
    let run = try program.run("unconsumed", "--retries", "0")
    #expect(run.status == 78, "\(run.errors)")
    #expect(run.errors.contains("belongs to another account"), "\(run.errors)")
    #expect(run.errors.contains("chown -h"), "\(run.errors)")
  }

  @Test
  func `A key is refused in a folder that others can write, and taken from a pipe`() throws {
    try shell("rm config/iapctl/config.json; mkdir keys; chmod 777 keys")
    try shell("cp -p config/iapctl/live.key keys")
    let line = "$IAPCTL unconsumed --user a --url http://127.0.0.1:9 --retries 0 --app-key-file"
    let run = try shell("\(line) keys/live.key")
    #expect(run.status == 78, "\(run.errors)")
    #expect(run.errors.contains("chmod go-w \(folder["keys"])"), "\(run.errors)")
    for source in ["/dev/stdin < config/iapctl/live.key", "- < keys/live.key"] {
      #expect(try shell("\(line) \(source)").status == 69)
    }
    #expect(try shell("cat keys/live.key | \(line) /dev/stdin").status == 69)
    try shell("chmod 1777 keys")
    #expect(try shell("\(line) keys/live.key").status == 69)
  }

  @Test
  func `A folder that all can write protects what is in it by the sticky bit`() throws {
    try shell("chmod 1777 config")
    #expect(try program.run("unconsumed", "--retries", "0").status == 69)
  }

  @Test(arguments: ["000", "002", "022", "077"])
  func `What iapctl writes is accepted whatever the umask`(_ umask: String) throws {
    let (store, server) = (folder["s.db"], try served())
    defer { _ = try? server.stop() }
    #expect(store.isEmpty == false)
    let run = try shell(
      """
      export XDG_CONFIG_HOME='\(folder.path)/new'; umask \(umask)
      $IAPCTL config set user alice --profile first &&
        echo sample-app-key | $IAPCTL config init --name live --app-key-file - \\
          --url http://127.0.0.1:\(server.port) --market AS &&
        $IAPCTL config use live && $IAPCTL unconsumed --user alice
      """)
    #expect(run.status == 0, "\(run.errors)")
  }

  private func served() throws -> Program.Server {
    #expect(try program.run("store", "init", folder["s.db"], "--sample").status == 0)
    return try program.serve("--store", folder["s.db"])
  }

  @Test
  func `A new file of settings is not written where others could replace it`() throws {
    try shell("rm config/iapctl/config.json; chmod 777 config/iapctl")
    let run = try program.run("config", "set", "user", "alice")
    #expect(run.status == 78, "\(run.errors)")
    #expect(TemporaryFolder.names(of: folder["config/iapctl"]) == ["live.key"])
  }

  @Test
  func `A key that a killed 'config init' left is named`() throws {
    try shell(
      "umask 077; printf k > config/iapctl/lost.key; printf k > config/iapctl/config.json.new-1")
    for words in [
      ["config", "check"],
      ["config", "init", "--name", "x", "--url", "http://127.0.0.1:9", "--app-key-file", "none"],
    ] {
      let run = try program.run(words: words)
      #expect(run.errors.contains("rm \(folder["config/iapctl/lost.key"])"), "\(run.errors)")
      #expect(run.errors.contains("config.json.new-1"))
      #expect(!run.errors.contains("live.key"))
    }
  }

  // MARK: Results

  /// The options that name a file for results, each with its command.
  private static let writers = [
    "serve --seed seed.json --address-file FILE -- true",
    "rehearse --seed seed.json --junit FILE --granted true -- false",
    "journal report --fixtures --html FILE",
    "consume 1 --user a --store s.db --keep-unknown FILE --journal j.db",
  ]

  private func write(_ line: String, to path: String) throws -> Program.Run {
    if Files.identity(of: folder["s.db"]) == nil {
      try shell("$IAPCTL store init s.db --sample; $IAPCTL store dump --store s.db > seed.json")
    }
    return try shell("$IAPCTL \(line.replacing("FILE", with: "'\(path)'"))")
  }

  @Test(arguments: writers)
  func `No file for results is written through a link`(_ line: String) throws {
    let victim = try folder.write("mine", to: "victim")
    #expect(symlink(victim, folder["link"]) == 0)
    #expect(symlink(folder["none"], folder["dangling"]) == 0)
    for name in ["link", "dangling"] {
      let run = try write(line, to: folder[name])
      #expect([64, 74].contains(run.status), "\(run.errors)")
      #expect(!run.output.contains("listening"))
    }
    #expect(try folder.read("victim") == Array("mine".utf8))
    #expect(Files.identity(of: folder["none"]) == nil)
  }

  @Test(.enabled(if: getuid() == 0, "only root can give a file away"), arguments: writers.prefix(2))
  func `No file of another account is replaced, nor one behind its link`(_ line: String) throws {
    let victim = try folder.write("theirs", to: "victim")
    #expect(chown(victim, Self.other, Self.other) == 0)
    #expect(try write(line, to: victim).status == 74)
    #expect(try folder.read("victim") == Array("theirs".utf8))
    try folder.makeFolder("target")
    #expect(symlink(folder["target"], folder["planted"]) == 0)
    #expect(lchown(folder["planted"], Self.other, Self.other) == 0)
    #expect(try write(line, to: folder["planted/file"]).status == 74)
    #expect(TemporaryFolder.names(of: folder["target"]).isEmpty)
  }

  @Test(arguments: writers)
  func `A folder that is missing is reported before anything is done`(_ line: String) throws {
    let run = try write(line, to: folder["none/file"])
    #expect(run.status == 66, "\(run.errors)")
    #expect(run.errors.contains("mkdir -p \(folder["none"])"), "\(run.errors)")
    #expect(run.output.isEmpty)
    #expect(Files.identity(of: folder["none"]) == nil)
    #expect(Files.identity(of: folder["j.db"]) == nil)
  }

  @Test(arguments: writers)
  func `No file for results takes the place of one that iapctl uses`(_ line: String) throws {
    var program = program
    program.variables["IAPCTL_JOURNAL"] = folder["j.db"]
    program.variables["IAPCTL_STORE"] = folder["s.db"]
    _ = try write("help", to: "")
    for name in [
      "j.db", "j.db-wal", "./j.db-runs", "s.db-shm", "config/iapctl/config.json",
      "config/iapctl/config.json.lock", "config/iapctl/live.key",
    ] {
      let old = try? folder.read(name)
      let run = try program.shell(
        "cd '\(folder.path)' && $IAPCTL \(line.replacing("FILE", with: "'\(name)'"))")
      #expect(run.status == 64, "\(name): \(run.errors)")
      #expect(run.output.isEmpty)
      #expect((try? folder.read(name)) == old)
    }
  }

  #if os(Linux)
    /// SQLite makes two files beside a journal when it opens it.
    @Test(.tool("strace"), arguments: ["ftruncate:error=ENOSPC", "pwrite64:error=ENOSPC"])
    func `A consume whose journal is on a full disk ends with 74`(_ fault: String) throws {
      let server = try served()
      defer { _ = try? server.stop() }
      let line = """
        consume 2026011210000001 --user alice --market AS --url http://127.0.0.1:\(server.port) \
        --journal j.db --yes
        """
      try shell("umask 077; printf sample-app-key > k; $IAPCTL journal list --journal j.db")
      let first = try shell(
        "$IAPCTL \(line.replacing("0001 ", with: "0002 ")) --app-key-file k")
      #expect(Files.identity(of: folder["j.db"]) != nil, "\(first.errors)")
      let calls = fault.prefix { $0 != ":" }
      let run = try shell(
        """
        strace -f -qq -o /dev/null -e trace=\(calls) -e inject=\(fault) \
          $IAPCTL \(line) --app-key-file k
        """)
      #expect(run.status == 74, "\(run.errors)")
    }
  #endif
}
