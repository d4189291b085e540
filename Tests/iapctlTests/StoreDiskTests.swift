import SQLite
import TestSupport
import Testing

#if os(Linux)
  /// A store whose disk fails while another process has the store open. So the write-ahead log
  /// stays, and can be recovered.
  @Suite(.blocking)
  struct StoreDiskTests {
    private let folder: TemporaryFolder
    private let program: Program
    private let store: String
    private let other: Connection

    init() throws {
      folder = try TemporaryFolder()
      program = Program(in: folder)
      store = folder["game.db"]
      #expect(
        try program.run("store", "init", store, "--from", try Self.seed(in: folder)).status == 0)
      other = try Connection(path: store, access: .readWrite, patience: 0)
      #expect(try other.first("SELECT count(*) FROM purchase", make: { $0.integer(0) }) == 703)
      // From here on the log has a header, so the next sync is that of a COMMIT.
      #expect(try program.run("purchase", "gem", "--user", "zoe", "--store", store).status == 0)
    }

    /// 700 payments of alice, an interrupted purchase of bob, and a subscription that the console
    /// does not have.
    private static func seed(in folder: TemporaryFolder) throws -> String {
      let payments = (1...700).map {
        #"{"paymentSeq": "\#($0)", "userID": "alice", "productIdentifier": "gem"}"#
      }
      let others = [
        #"{"paymentSeq": "801", "userID": "bob", "productIdentifier": "gem", "state": "CHARGED"}"#,
        #"{"paymentSeq": "802", "userID": "dan", "productIdentifier": "vip"}"#,
        #"{"paymentSeq": "803", "userID": "eve", "productIdentifier": "gem"}"#,
      ]
      return try folder.write(
        """
        {"format": 1, "appKey": "k", "clock": "2026-01-15T09:00:00Z",
         "products": [{"productIdentifier": "gem", "productType": "CONSUMABLE"},
           {"productIdentifier": "vip", "productType": "AUTO_RENEWABLE", "period": "P1M"}],
         "purchases": [\((payments + others).joined(separator: ", "))],
         "transactions": [{"userID": "carol", "productIdentifier": "vip",
           "transactionIdentifier": "900", "purchaseTime": "2026-01-10T00:00:00Z",
           "expiryTime": "2026-02-10T00:00:00Z", "applicationUsername": "carol"}]}
        """, to: "seed.json")
    }

    private func run(injecting fault: String, _ line: String) throws -> Program.Run {
      let calls = fault.prefix { $0 != ":" }
      return try program.shell(
        """
        exec strace -f -qq -o /dev/null -e trace=\(calls) -e inject=\(fault) \
          $IAPCTL \(line) --store '\(store)'
        """)
    }

    private static let failing = "fdatasync,fsync:error=EIO:when=1"

    private func unconsumed(of user: String, in store: String) throws -> [Substring] {
      let run = try program.run(
        "unconsumed", "--user", user, "--store", store, "-o", "jsonl", "--fields", "paymentSeq")
      #expect(run.status == 0, "\(run.errors)")
      return run.output.split(separator: "\n")
    }

    /// A copy of the file and its log, as a recovery will read them.
    private func recovered() throws -> String {
      for suffix in ["", "-wal"] {
        try folder.write(try folder.read("game.db" + suffix), to: "later.db" + suffix)
      }
      return folder["later.db"]
    }

    @Test(
      .tool("strace"),
      arguments: [
        "consume 1", "consume --all --user alice --yes", "purchase gem --user carol",
        "restore --user carol", "reprocess --user bob", "store load ADDED",
      ])
    func `A change whose COMMIT fails with an I/O error is unknown`(_ line: String) throws {
      let added = try folder.write(
        #"{"format": 1, "users": [{"userID": "new"}]}"#, to: "added.json")
      let line = line.replacing("ADDED", with: "'\(added)'")
      let run = try run(injecting: Self.failing, line)
      #expect(run.status == 7, "\(run.errors)")
      #expect(run.errors.contains("disk I/O error; the change may have been made"))
      // The hint has a command with the path of the store, which can be pasted.
      #expect(run.errors.contains(line.hasPrefix("store") ? "\nhint: check the disk" : " --store "))
    }

    /// The message is true: the list has the payment now, and the recovery removes it.
    @Test(.tool("strace"))
    func `A payment whose COMMIT failed can be consumed after a recovery`() throws {
      let run = try run(injecting: Self.failing, "consume 803 -o json")
      #expect(run.status == 7, "\(run.errors)")
      #expect(run.output.contains(#""outcome":"unknown""#))
      #expect(run.errors.contains(#""outcome":"unknown","retryable":false,"exitCode":7}"#))
      #expect(try unconsumed(of: "eve", in: store).count == 1)
      #expect(try unconsumed(of: "eve", in: try recovered()).isEmpty)
      #expect(try program.run("consume", "803", "--store", store).status == 0)
    }

    @Test(.tool("strace"), arguments: ["when=1", "when=1+"])
    func `In a batch the payments of the failed COMMIT are unknown, and it stops`(_ count: String)
      throws
    {
      let run = try run(
        injecting: "fdatasync,fsync:error=EIO:\(count)",
        "consume --all --user alice --yes -o csv --fields outcome --no-header")
      #expect(run.status == 7, "\(run.errors)")
      let outcomes = run.output.split(separator: "\r\n")
      #expect(outcomes.count { $0 == "unknown" } == 256)
      #expect(outcomes.count { $0 == "not-sent" } == 444)
      #expect(try unconsumed(of: "alice", in: try recovered()).count == 444)
    }

    @Test(
      .tool("strace"),
      arguments: ["consume 803", "purchase gem --user carol"])
    func `A change that cannot be written at all is not applied`(_ line: String) throws {
      let run = try run(injecting: "pwrite64:error=ENOSPC:when=1+", line)
      #expect(run.status == 74, "\(run.errors)")
      #expect(run.errors.contains("cannot be written: database or disk is full"))
      #expect(try unconsumed(of: "eve", in: try recovered()).count == 1)
    }

    @Test(.tool("strace"))
    func `A query that cannot write due renewals has no unknown outcome`() throws {
      let run = try run(
        injecting: Self.failing, "subscriptions --user dan --now 2026-03-01T00:00:00Z")
      #expect(run.status == 74, "\(run.errors)")
    }

    /// The failure occurs in the server's process, and the client gets no response.
    @Test(.tool("strace"))
    func `A served consume whose COMMIT fails is unknown to the client`() throws {
      let (server, line) = try program.startTelling([
        "/usr/bin/strace", "-D", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fdatasync",
        "-e", "inject=fdatasync:error=EIO:when=1", Program.path, "serve", "--store", store,
      ])
      let url = try #require(line.split(separator: " ").last?.dropLast())
      let dump = try program.run("store", "dump", "--store", store)
      let token = try #require(
        dump.output.split(separator: "\n").first { $0.contains(#""paymentSeq":"803""#) }?
          .firstMatch(of: /"accessToken":"([^"]*)"/)?.1)
      let file = try folder.write(String(token), to: "token")
      var client = program
      client.variables["IAPCTL_APP_KEY"] = "k"
      let run = try client.shell(
        """
        chmod 600 '\(file)'
        $IAPCTL consume 803 --url '\(url)' --token-file '\(file)' -o json --settle 0s
        """)
      server.kill(15)
      let served = try server.wait()
      #expect(run.status == 7, "\(run.errors)")
      #expect(run.output.contains(#""outcome":"unknown""#))
      #expect(served.errors.contains("disk I/O error; the change may have been made"))
      #expect(try unconsumed(of: "eve", in: try recovered()).isEmpty)
    }
  }

  /// A file was created, but its folder could not be synced.
  @Suite(.blocking)
  struct FolderDiskTests {
    private let folder: TemporaryFolder
    private let program: Program

    init() throws {
      folder = try TemporaryFolder()
      program = Program(in: folder)
    }

    @Test(
      .tool("strace"),
      arguments: ["store init game.db --sample", "config set user alice --profile live"])
    func `If the folder cannot be synced, the new file exists but may be lost`(_ line: String)
      throws
    {
      var program = program
      program.variables["XDG_CONFIG_HOME"] = folder.path
      #expect(try program.shell("mkdir -p -m 700 \"$XDG_CONFIG_HOME/iapctl\"").status == 0)
      let run = try program.shell(
        """
        cd '\(folder.path)'
        exec strace -f -qq -o /dev/null -e trace=fsync -e inject=fsync:error=EIO:when=2 \
          $IAPCTL \(line)
        """)
      #expect(run.status == 7, "\(run.errors)")
      #expect(run.errors.contains("its folder could not be saved to the disk: Input/output error"))
      if line.hasPrefix("store") {
        #expect(try program.run("store", "check", "--store", folder["game.db"]).status == 0)
        #expect(!folder.names.contains { $0.hasPrefix("game.db.new") })
      } else {
        #expect(try program.run("config", "show", "--profile", "live").output.contains("alice"))
      }
    }

    @Test(.tool("strace"))
    func `A store that cannot be synced is not created`() throws {
      let run = try program.shell(
        """
        exec strace -f -qq -o /dev/null -e trace=fsync -e inject=fsync:error=EIO:when=1 \
          $IAPCTL store init '\(folder["game.db"])' --sample
        """)
      #expect(run.status == 74, "\(run.errors)")
      #expect(!folder.names.contains { $0.hasPrefix("game.db") })
    }
  }
#endif
