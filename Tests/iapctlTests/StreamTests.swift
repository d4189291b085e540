import TestSupport
import Testing

/// Standard output that is full, closed or missing; long lists; signals.
@Suite(.blocking)
struct StreamTests: ServesStores {
  @Test(arguments: ["products", "store dump", "--help", "--version", "tour"])
  func `A full disk is reported`(_ line: String) throws {
    let (_, program) = try sample()
    let run = try program.shell("$IAPCTL \(line) > /dev/full")
    #expect(run.status == 74)
    #expect(run.errors.hasPrefix("iapctl: error: standard output cannot be written: No space"))
  }

  /// The change must not be repeated, and the error says so.
  @Test(arguments: [
    "consume 2026011210000001", "consume --all --all-users --yes", "purchase gem.100 --user bob",
    "restore --user carol", "reprocess --user frank",
  ])
  func `A change whose output cannot be written is reported as applied`(_ line: String) throws {
    for format in ["table", "json", "jsonl", "csv"] {
      let (_, program) = try sample()
      let before = try program.run("store", "dump").output
      let run = try program.shell("$IAPCTL \(line) -o \(format) > /dev/full")
      #expect(run.status == 74)
      #expect(run.errors.contains("before that: "))
      #expect(run.errors.contains("\"outcome\":\"applied\"") == format.hasPrefix("json"))
      #expect(try program.run("store", "dump").output != before)
    }
    let (_, program) = try sample()
    let refused = try program.shell("$IAPCTL consume 2026011010000001 -o json > /dev/full")
    #expect(refused.errors.contains("before that: 1 already-consumed"))
    #expect(refused.errors.contains("\"outcome\":\"not-applied\""))
  }

  @Test(.unsanitized("ThreadSanitizer writes a file of its own when a process starts"))
  func `A file size limit is reported as an error`() throws {
    let (folder, program) = try sample()
    let run = try program.shell(
      "ulimit -f 8; $IAPCTL store init '\(folder["new.db"])' --sample")
    #expect(run.status == 74)
    #expect(!folder.names.contains { $0.hasPrefix("new.db") })
  }

  @Test(arguments: ["products", "unconsumed --all-users -o jsonl", "store dump", "tour"])
  func `A closed pipe ends a command without a message`(_ line: String) throws {
    let (folder, program) = try sample()
    // The writer begins only after the reader has closed the pipe.
    let run = try program.shell(
      """
      mkfifo '\(folder["fifo"])'
      { read _ < '\(folder["fifo"])'; $IAPCTL \(line); echo $? > '\(folder["status"])'; } |
        { exec 0<&-; echo > '\(folder["fifo"])'; }
      """)
    #expect(run.errors == "")
    #expect(String(decoding: try folder.read("status"), as: UTF8.self) == "141\n")
  }

  @Test
  func `A closed standard output is never replaced by the store file`() throws {
    let (folder, program) = try sample()
    let before = try program.run("store", "dump").output
    let run = try program.shell("$IAPCTL products >&-")
    #expect(run.status == 74)
    #expect(try program.run("store", "dump").output == before)
    #expect(try program.run("store", "check", "--store", folder["s.db"]).status == 0)
  }

  @Test
  func `An argument or variable that is not UTF-8 is named`() throws {
    let (_, program) = try sample()
    let run = try program.shell(#"$IAPCTL unconsumed --user "$(printf 'a\377b')""#)
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("iapctl: error: argument 3 is not UTF-8"), "\(run.errors)")
    let json = try program.shell(#"$IAPCTL unconsumed --user "$(printf '\377')" -o json"#)
    #expect(json.errors.hasPrefix(#"{"error":{"name":"usage","domain":"iapctl","code":null,"#))
    let variable = try program.shell(#"IAPCTL_USER="$(printf '\300')" $IAPCTL unconsumed"#)
    #expect(variable.status == 78)
    #expect(variable.errors.hasPrefix("iapctl: error: IAPCTL_USER is not UTF-8"))
    for line in ["--version", "help", "", "completion bash"] {
      let run = try program.shell(#"IAPCTL_USER="$(printf '\300')" $IAPCTL \#(line)"#)
      #expect(run.status == 0 && run.errors == "", "\(line)")
    }
  }

  #if os(Linux)
    /// A list that is four times as long takes no more memory. Both are larger than SQLite's cache.
    @Test(.unsanitized("a sanitizer needs memory of its own"))
    func `The memory of a list does not grow with its length`() throws {
      let folder = try TemporaryFolder()
      let program = Program(in: folder)
      var memory: [String: [Int]] = [:]
      for count in [20_000, 80_000] {
        let purchase = #"{"userID": "u", "productIdentifier": "gem", "payload": "0123456789"}"#
        let purchases = Array(repeating: purchase, count: count).joined(separator: ",\n")
        let seed = try folder.write(
          """
          {"format": 1, "clock": "2026-01-01T00:00:00Z",
           "products": [{"productIdentifier": "gem", "productType": "CONSUMABLE"}],
           "purchases": [\(purchases)]}
          """, to: "seed.json")
        let store = folder["\(count).db"]
        #expect(try program.run("store", "init", store, "--from", seed).status == 0)
        for list in ["unconsumed --all-users", "payment list"] {
          let line = "\(list) -o jsonl --store '\(store)'"
          let lines = try program.shell("$IAPCTL \(line) | wc -l")
          #expect(lines.output == "\(count)\n")
          memory[list, default: []].append(try program.peakMemory(line))
        }
      }
      // The heap varies by a few pages, so an eighth more is allowed.
      for (list, memory) in memory {
        #expect(memory[1] < memory[0] + memory[0] / 8, "\(list): \(memory) KiB")
      }
    }
  #endif

  #if os(Linux)
    /// `timeout` signals a process and then its process group. This counts as one request to stop,
    /// so requests in flight finish.
    @Test
    func `Two identical signals at once count as one`() throws {
      let folder = try TemporaryFolder()
      let program = Program(in: folder)
      let purchase = #"{"userID": "u", "productIdentifier": "gem"}"#
      let seed = try folder.write(
        """
        {"format": 1, "products": [{"productIdentifier": "gem", "productType": "CONSUMABLE"}],
         "purchases": [\(Array(repeating: purchase, count: 20_000).joined(separator: ","))]}
        """, to: "seed.json")
      let store = folder["s.db"]
      #expect(try program.run("store", "init", store, "--from", seed).status == 0)
      // The reader has the first results before the signals are sent, so the batch is running.
      let run = try program.shell(
        """
        cd '\(folder.path)'
        mkfifo results
        { $IAPCTL consume --all --user u --yes -o jsonl --store '\(store)' > results & }
        process=$!
        exec 9< results
        head -c 1000 <&9 > first
        kill -TERM $process; kill -TERM $process
        cat first - <&9 > all
        wait $process
        """)
      #expect(run.status == 143)
      let results = try folder.read("all").split(separator: UInt8(ascii: "\n"))
      #expect(results.count == 20_000)
      let left = try program.run(
        "unconsumed", "--user", "u", "-o", "jsonl", "--store", store)
      let rest = left.output.utf8.count { $0 == UInt8(ascii: "\n") }
      let sent = results.count { String(decoding: $0, as: UTF8.self).contains(#""consumed""#) }
      #expect(sent + rest == 20_000)
      #expect(rest > 0)
      #expect(run.errors.split(separator: "\n").count < 3)
    }
  #endif

  @Test(arguments: [("TERM", 143), ("HUP", 129)])
  func `A signal ends the wait for input`(_ signal: String, _ status: Int) throws {
    let (folder, program) = try sample()
    let before = try program.run("store", "dump").output
    let run = try program.shell(
      """
      mkfifo '\(folder["fifo"])'
      exec 9<> '\(folder["fifo"])'
      $IAPCTL store load - < '\(folder["fifo"])' 9<&- &
      kill -\(signal) $!
      wait $!
      """)
    #expect(run.status == Int32(status))
    #expect(try program.run("store", "dump").output == before)
  }
}
