import System
import TestSupport
import Testing

/// Several processes that edit the configuration at the same time.
@Suite(.blocking)
struct ConfigurationTests: ServesStores {
  private func path(_ folder: TemporaryFolder) -> String { folder["config/iapctl/config.json"] }

  @Test
  func `Without HOME, the configuration is that of the account`() throws {
    let folder = try TemporaryFolder()
    var program = Program(in: folder)
    #expect(try program.run("config", "path").output.contains("\(folder.path)/.config/iapctl/"))
    for home in [nil, "", "relative"] as [String?] {
      program.variables["HOME"] = home
      let run = try program.run("config", "path", "-o", "csv", "--no-header")
      let home = try #require(CurrentUser.home)
      #expect(run.output == "\(home)/.config/iapctl/config.json\r\n", "\(run.errors)")
      let journal = try program.run("config", "show", "-o", "csv", "--no-header").output
      #expect(journal.contains("journal,\(folder["state"])/iapctl/journal.db,default"))
    }
  }

  @Test
  func `Concurrent changes are all kept`() throws {
    let folder = try TemporaryFolder()
    let program = program(folder)
    for round in 1...5 {
      let runs = try (1...8).map { number in
        try program.start("config", "set", "user", "u\(round)", "--profile", "p\(number)")
      }
      let holds = try program.start("config", "set", "appSeq", "\(round)")
      for run in runs + [holds] {
        let end = try run.wait()
        #expect(end.status == 0, "\(end.errors)")
      }
      let text = String(decoding: try folder.read("config/iapctl/config.json"), as: UTF8.self)
      for number in 1...8 {
        #expect(text.contains("\"p\(number)\": {\n"), "\(text)")
      }
      #expect(text.split(separator: "\"user\": \"u\(round)\"\n").count == 9, "\(text)")
      // The first profile that was written became the current one, perhaps after this command.
      #expect(text.contains("\"appSeq\": \(round)"))
    }
    #expect(TemporaryFolder.names(of: folder["config/iapctl"]) == ["config.json"])
  }

  @Test
  func `A command that changes nothing does not write the file`() throws {
    let folder = try TemporaryFolder()
    let program = program(folder)
    let text = #"{"profile":"a","profiles":{"a":{"user":"alice"}}}"#
    let made = try program.shell(
      "umask 077; mkdir -p '\(folder["config/iapctl"])'; cat > '\(path(folder))'; chmod a-w '\(path(folder))'",
      input: text)
    #expect(made.status == 0, "\(made.errors)")
    for words in [["use", "a"], ["unset", "markets"], ["set", "user", "alice"]] {
      let run = try program.run(words: ["config"] + words)
      #expect(run.status == 0, "\(run.errors)")
      let left = try folder.read("config/iapctl/config.json")
      #expect(String(decoding: left, as: UTF8.self) == text, "\(words)")
    }
    #expect(TemporaryFolder.names(of: folder["config/iapctl"]) == ["config.json"])
  }

  @Test(arguments: ["use x", "remove x --yes", "rename x y", "copy x y", "unset user --profile x"])
  func `A profile that is not there is not to be added by who wants to change it`(_ line: String)
    throws
  {
    let program = program(try TemporaryFolder())
    let none = try program.shell("$IAPCTL config \(line)")
    #expect(none.status == 64, "\(none.errors)")
    #expect(none.errors.contains("there are no profiles; make one with: iapctl config init"))
    #expect(try program.run("config", "set", "user", "alice", "--profile", "game").status == 0)
    let other = try program.shell("$IAPCTL config \(line)")
    #expect(other.errors.contains("game") && !other.errors.contains("add the profile"))
  }

  @Test(arguments: ["UTC+9", "Nowhere/City"])
  func `A time zone that no command would take is not written`(_ zone: String) throws {
    let folder = try TemporaryFolder()
    let program = program(folder)
    let run = try program.run("config", "set", "timeZone", zone)
    #expect(run.status == 64, "\(run.errors)")
    #expect(run.errors.contains("timeZone: "), "\(run.errors)")
    #expect(try program.run("config", "set", "timeZone", "Asia/Seoul").status == 0)
    #expect(try program.run("journal", "list").status == 0)
  }

  @Test
  func `A profile without a place says what it lacks, and the command that gives it`() throws {
    let program = program(try TemporaryFolder())
    #expect(try program.run("config", "set", "user", "alice", "--profile", "my game").status == 0)
    let run = try program.run("config", "check", "--all")
    #expect(run.status == 6, "\(run.errors)")
    #expect(
      run.errors.contains("iapctl config set appKeyFile FILE --profile 'my game'"), "\(run.errors)")
    #expect(
      run.errors.contains("iapctl config set store PATH --profile 'my game'"), "\(run.errors)")
    #expect(!run.errors.contains("choose a profile"), "\(run.errors)")
  }

  @Test
  func `Concurrent set, unset and use commands are all applied`() throws {
    let folder = try TemporaryFolder()
    let program = program(folder)
    for profile in ["a", "b"] {
      _ = try program.run("config", "set", "user", "alice", "--profile", profile)
    }
    let runs = [
      try program.start("config", "unset", "user", "--profile", "a"),
      try program.start("config", "use", "b"),
      try program.start("config", "set", "markets", "GG", "--profile", "a"),
    ]
    for run in runs { #expect(try run.wait().status == 0) }
    #expect(
      String(decoding: try folder.read("config/iapctl/config.json"), as: UTF8.self) == """
        {
          "profile": "b",
          "profiles": {
            "a": {
              "markets": ["GG"]
            },
            "b": {
              "user": "alice"
            }
          }
        }

        """)
  }

  @Test
  func `A configuration that stays locked is reported as busy`() throws {
    let folder = try TemporaryFolder()
    let program = program(folder)
    _ = try program.run("config", "set", "user", "alice")
    let lock = try ReplacementLock(on: path(folder), until: Deadline(after: .zero))
    for line in ["set user bob", "unset user"] {
      let words = ["config"] + line.split(separator: " ").map(String.init)
      let run = try program.run(words: words + ["--timeout", "0.05", "-o", "json"])
      #expect(run.status == 75)
      #expect(run.errors.contains(#""name":"configurationBusy","domain":"iapctl","code":null"#))
      #expect(run.errors.contains(#""outcome":"not-applied","retryable":true,"exitCode":75"#))
    }
    // A command that changes nothing does not wait for the lock.
    #expect(try program.run("config", "use", "nobody").status == 64)
    #expect(try program.run("config", "unset", "store").status == 0)
    #expect(try program.run("config", "show", "-o", "csv").output.contains("user,alice,"))
    lock.release()
    #expect(try program.run("config", "set", "user", "bob").status == 0)
  }

  #if os(Linux)
    /// The signal is sent after the process has begun to wait.
    @Test
    func `A signal ends the wait for the lock`() throws {
      let folder = try TemporaryFolder()
      let program = program(folder)
      let lock = try ReplacementLock(on: path(folder), until: Deadline(after: .zero))
      let run = try program.shell(
        """
        $IAPCTL config set user alice --timeout 100 &
        until grep -q 'SigCgt:.*[4-7c-f]...$\\|State:.Z' /proc/$!/status; do :; done
        kill -TERM $!
        wait $!
        """)
      #expect(run.status == 143)
      #expect(run.errors.contains("terminated (signal 15)"))
      lock.release()
      #expect(try program.run("config", "list").errors.contains("no profiles in"))
    }
  #endif

  /// The process that made the lock file was killed, so its lock is released.
  @Test
  func `A leftover lock file does not block`() throws {
    let folder = try TemporaryFolder()
    let program = program(folder)
    _ = try program.run("config", "set", "user", "alice")
    try folder.write("", to: "config/iapctl/config.json.lock")
    #expect(try program.run("config", "set", "user", "bob", "--timeout", "0.05").status == 0)
    #expect(TemporaryFolder.names(of: folder["config/iapctl"]) == ["config.json"])
  }
}
