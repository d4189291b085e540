import System
import TestSupport
import Testing

#if os(Linux)
  /// With a low limit on open files, a command either works or reports the problem.
  @Suite(.blocking)
  struct OpenFilesTests {
    /// With a lower limit, the system cannot load the program.
    private static let limits = Array(4...40)
    /// Enough for every command, including the files that child processes inherit from the tests.
    private static let enough = 128

    /// The exit statuses of success and of a reported lack of files.
    private static let statuses: Set<Int32> = [0, 69, 74]

    private func limited(_ program: Program, to files: Int, _ line: String) throws -> Program.Run {
      try program.shell("ulimit -n \(files); exec timeout -s KILL 60 \(line)")
    }

    private func checkError(_ run: Program.Run, _ files: Int) {
      #expect(Self.statuses.contains(run.status), "\(files): \(run.status) \(run.errors)")
      guard run.status != 0 else { return }
      #expect(run.errors.contains("too many open files"), "\(files): \(run.errors)")
      #expect(run.errors.contains("ulimit -n"), "\(files): \(run.errors)")
    }

    @Test
    func `With few open files a store query succeeds or reports the limit`() throws {
      let folder = try TemporaryFolder()
      let program = Program(in: folder)
      #expect(try program.run("store", "init", folder["game.db"], "--sample").status == 0)
      let line = "$IAPCTL unconsumed --user alice --store '\(folder["game.db"])' -o jsonl"
      let usual = try program.shell(line)
      #expect(usual.status == 0)
      for files in Self.limits + [Self.enough] {
        let run = try limited(program, to: files, line)
        checkError(run, files)
        #expect(run.output == (run.status == 0 ? usual.output : ""))
        if files == Self.enough { #expect(run.status == 0) }
      }
    }

    @Test
    func `With few open files a REST query succeeds or reports the limit`() throws {
      let ledger = Ledger()
      let desk = try BatchDesk(3, ledger)
      for files in Self.limits + [Self.enough] {
        let run = try limited(
          desk.program, to: files, "$IAPCTL consume --from '\(desk.folder["payments"])' --dry-run")
        checkError(run, files)
        if files == Self.enough { #expect(run.status == 0) }
      }
      #expect(ledger.requests.isEmpty)
    }

    /// With 8 requests in flight, the output, the journal and the server agree.
    @Test(
      arguments: (limits + [enough]).map { ($0, "") }
        + (limits.filter { $0.isMultiple(of: 3) } + [enough]).map {
          ($0, "--deliver 'read -r _; :' --undo false")
        })
    func `With few open files a batch consumes everything or nothing`(_ files: Int, _ more: String)
      throws
    {
      let desk = try BatchDesk(24, concurrency: 8)
      let run = try limited(desk.program, to: files, desk.line() + " " + more)
      checkError(run, files)
      let consumed = Set(run.outcomes.filter { $0.value == "consumed" }.keys)
      #expect(consumed == desk.ledger.consumed, "\(files): \(run.errors)")
      #expect(consumed.count == (run.status == 0 ? 24 : 0), "\(files): \(run.errors)")
      #expect(try desk.journaled() == run.outcomes.filter { $0.value == "consumed" })
      if files == Self.enough { #expect(run.status == 0) }
    }

    @Test
    func `A batch reports that the limit lowers its concurrency`() throws {
      let desk = try BatchDesk(20, concurrency: 64)
      let run = try limited(desk.program, to: Self.enough, desk.line("--deliver", "true"))
      #expect(run.status == 0)
      #expect(
        run.errors.contains(
          " payments at a time instead of 64: the limit on open files (ulimit -n) allows no more"),
        "\(run.errors)")
      let enough = try desk.program.shell("ulimit -n 1024; exec \(desk.line("--resume"))")
      #expect(!enough.errors.contains("instead of"))
    }

    /// A soft limit that the shell has set can be raised again.
    @Test
    func `The soft limit is raised as far as possible`() throws {
      let desk = try BatchDesk(80, concurrency: 64)
      let run = try desk.program.shell("ulimit -S -n 20; exec \(desk.line())")
      #expect(run.status == 0, "\(run.errors)")
      #expect(!run.errors.contains("instead of"), "\(run.errors)")
      #expect(desk.ledger.consumed.count == 80)
    }

    @Test(arguments: [4, 6, 8, 10, 12])
    func `With few open files the server reports that it cannot start`(_ files: Int) throws {
      let folder = try TemporaryFolder()
      let program = Program(in: folder)
      #expect(try program.run("store", "init", folder["game.db"], "--sample").status == 0)
      let run = try limited(program, to: files, "$IAPCTL serve --store '\(folder["game.db"])'")
      #expect(run.status == 69, "\(run.errors)")
      #expect(run.errors.contains("too many open files"))
    }
  }

  /// The runtime waits for ever for a thread that it cannot start, so iapctl tries before.
  @Suite(.blocking)
  struct ThreadLimitTests {
    /// The limit does not hold for root, so the system call fails from the given one on.
    @Test(.tool("strace"), arguments: [1, 2, 6])
    func `If threads cannot be started, requests and servers say so, and nothing is sent`(
      _ first: Int
    ) throws {
      let ledger = Ledger()
      let desk = try BatchDesk(2, ledger)
      let store = desk.folder["game.db"]
      #expect(try desk.program.run("store", "init", store, "--sample").status == 0)
      let inject = "clone,clone3:error=EAGAIN:when=\(first)+"
      for line in [
        desk.line(), "$IAPCTL unconsumed --user u",
        "env -u IAPCTL_URL $IAPCTL serve --store '\(store)'",
      ] {
        let run = try desk.program.shell(
          "exec timeout -s KILL 60 strace -f -qq -o /dev/null -e trace=clone,clone3 "
            + "-e inject=\(inject) \(line)")
        #expect(run.status == 69, "\(line): \(run.status) \(run.errors)")
        #expect(run.errors.contains("cannot start the threads"), "\(run.errors)")
        #expect(run.errors.contains("ulimit -u"), "\(run.errors)")
      }
      #expect(ledger.requests.isEmpty)
      #expect(try desk.announced().isEmpty)
    }
  }

  /// `ulimit -v`, in KiB.
  @Suite(.blocking)
  struct MemoryLimitTests {
    @Test(
      .unsanitized("a sanitizer reserves terabytes"),
      arguments: [
        (100_000, 69), (152_000, 69), (214_000, 69), (260_000, 69), (1_000_000, 0),
      ] as [(Int, Int32)])
    func `If a request could run out of memory, nothing is sent`(_ limit: Int, _ status: Int32)
      throws
    {
      let ledger = Ledger()
      let desk = try BatchDesk(2, ledger)
      let store = desk.folder["game.db"]
      #expect(try desk.program.run("store", "init", store, "--sample").status == 0)
      for line in [desk.line(), "env -u IAPCTL_URL $IAPCTL serve --store '\(store)' -- true"] {
        let run = try desk.program.shell("ulimit -v \(limit); exec \(line)")
        #expect(run.status == status, "\(line): \(run.status) \(run.errors)")
        #expect(run.errors.contains("ulimit -v") == (status != 0), "\(run.errors)")
      }
      #expect(ledger.consumed == Set(status == 0 ? desk.payments : []))
      #expect(try desk.announced().isEmpty == (status != 0))
    }

    /// A number is 2 bytes here, and as a value more than 50.
    @Test(.unsanitized("a sanitizer reserves terabytes"))
    func `What nobody reads of an answer of 63 MiB takes no memory`() throws {
      let numbers = String(repeating: "1,", count: 63 << 19) + "1"
      let server = try HostileServer(
        .answering(
          "200 OK",
          """
          {"header": {"isSuccessful": true, "resultCode": 0, "resultMessage": "SUCCESS"},
           "other": [\(numbers)], "result": []}
          """))
      var program = Program(in: try TemporaryFolder())
      program.variables["IAPCTL_URL"] = server.url("")
      program.variables["IAPCTL_APP_KEY"] = "k"
      let line = "$IAPCTL unconsumed --user u --market AS -o jsonl"
      let run = try program.shell("ulimit -v 800000; exec \(line)")
      #expect(run.status == 0, "\(run.status) \(run.errors)")
      #expect(run.output == "")
      #expect(server.hits.count == 1)
    }

    /// With less memory, the system does not start the program, or Swift ends it.
    @Test(.unsanitized("a sanitizer reserves terabytes"))
    func `A store is read with hardly more memory than a start needs, or the error says so`() throws
    {
      let folder = try TemporaryFolder()
      let program = Program(in: folder)
      #expect(try program.run("store", "init", folder["game.db"], "--sample").status == 0)
      func run(_ line: String, _ limit: Int) throws -> Program.Run {
        try program.shell("ulimit -v \(limit); exec $IAPCTL \(line)")
      }
      let limits = stride(from: 10_000, to: 100_000, by: 250)
      let least = try #require(limits.first { try run("--version", $0).status == 0 })
      for limit in stride(from: least + 500, through: least + 4500, by: 250) {
        let list = try run("unconsumed --all-users --store '\(folder["game.db"])'", limit)
        #expect([0, 69].contains(list.status), "\(limit): \(list.status) \(list.errors)")
        #expect(list.errors.contains("ulimit -v") == (list.status != 0), "\(list.errors)")
      }
    }
  }
#endif
