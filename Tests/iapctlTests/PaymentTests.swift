import TestSupport
import Testing
import Text

/// `payment show` and `payment list`, on a store, and over each API of its server.
@Suite(.blocking)
struct PaymentTests {
  private func sample() throws -> (TemporaryFolder, Program) {
    let folder = try TemporaryFolder()
    var program = Program(in: folder)
    #expect(try program.run("store", "init", folder["game.db"], "--sample").status == 0)
    program.variables["IAPCTL_JOURNAL"] = folder["journal.db"]
    return (folder, program)
  }

  /// The same program, with the store as its place.
  private func stored(_ program: Program, _ folder: TemporaryFolder) -> Program {
    var program = program
    program.variables["IAPCTL_STORE"] = folder["game.db"]
    return program
  }

  /// The same program, with a server of the store as its place.
  private func remote(_ program: Program, _ port: Int, _ api: String) -> Program {
    var program = program
    program.variables["IAPCTL_URL"] = "http://127.0.0.1:\(port)"
    program.variables["IAPCTL_API"] = api
    program.variables["IAPCTL_APP_KEY"] = "sample-app-key"
    return program
  }

  private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

  // MARK: A store and its server

  @Test
  func `A store and its server list the same payments, and say the same of each`() throws {
    let (folder, program) = try sample()
    let local = stored(program, folder)
    for simulation in ["cancelled", "verify-failed", "pending", "reserved"] {
      _ = try local.run(words: words("purchase gem.550 --user erin --simulate \(simulation)"))
    }
    _ = try local.run("consume", "2026011410000001", "--ticket", "T-1")
    let server = try program.serve("--store", folder["game.db"])
    let remote = remote(program, server.port, "fixture")
    for line in [
      "payment list -o jsonl --show-tokens", "payment list --state SUCCESS --user alice --user bob",
      "payment list --since 7d -o csv", "payment list --market GG --product coin_500 -o json",
      "payment list --transaction 1000000000000001 -o json",
      "unconsumed --user alice --transaction 1000000000000001",
    ] {
      let (there, here) = (
        try remote.run(words: words(line)), try local.run(words: words(line))
      )
      #expect(here.status == 0 && there.status == 0, "\(line): \(there.errors)")
      #expect(!here.output.isEmpty && here.output == there.output, "\(line)")
    }
    let numbers = try local.run(
      words: words("payment list -o csv --fields paymentSeq,transactionIdentifier --no-header")
    )
    .output.split(whereSeparator: { $0 == "," || $0.isNewline }).map(String.init)
    #expect(numbers.count == 28)
    let fields =
      "paymentSeq,userID,state,consumed,situation,alsoTransactionOf,transactionIdentifier,price"
    var situations: Set<String> = []
    for number in numbers {
      let line = ["payment", "show", number, "-o", "json", "--fields", fields]
      let (there, here) = (try remote.run(words: line), try local.run(words: line))
      #expect(here.status == 0 && there.status == 0, "\(there.errors)")
      #expect(here.output == there.output)
      situations.insert(
        String(here.output.split(separator: "\"situation\":\"")[1].prefix { $0 != "\"" }))
    }
    #expect(
      situations == [
        "stuck", "consumed", "refunded", "interrupted", "reserved", "pending", "closed", "failed",
        "subscription",
      ])
    #expect(try remote.run("payment", "show", "404").status == 3)
    try server.stop()
  }

  @Test(arguments: ["service", "legacy"])
  func `Where no call lists payments, nothing is sent, and it is said what can be done`(
    _ api: String
  ) throws {
    let (_, program) = try sample()
    // No server listens at this port.
    let remote = remote(program, 9, api)
    for line in ["payment list", "payment list --since today"] {
      let run = try remote.run(words: words(line))
      #expect(run.status == 64)
      #expect(
        run.errors.hasPrefix(
          "iapctl: error: the API '\(api)' has no call for 'payment list'\nhint: list what is stuck "
            + "with: iapctl unconsumed --user ID\nhint: what iapctl has consumed with: iapctl journal list"
        ), "\(run.errors)")
    }
    let extra = api == "legacy" ? " --app-seq 1" : ""
    let found = try remote.run(
      words: words("unconsumed --user a --transaction GPA.1-2..5\(extra)"))
    #expect(found.status == 64)
    #expect(found.errors.contains("gives no order numbers, so --transaction does not work with it"))
    #expect(found.errors.contains("search by Store Reference Key"))
    #expect(
      try remote.run(words: words("consume --all --user a --yes --transaction 1\(extra)")).status
        == 64)
    #expect(
      try remote.run(words: words("payment show GPA.1 --user a\(extra)")).errors.contains(
        "is an order number of Google Play"))
  }

  // MARK: The service API and the journal

  @Test
  func `Over the service API the list and the journal tell what happened to a payment`() throws {
    let (folder, program) = try sample()
    try expectStory(folder, program)
  }

  @Test(.postgres)
  func `The journal of a team tells the same`() async throws {
    let cluster = try await PostgresCluster.shared
    let journal = cluster.url(try await cluster.makeJournal())
    try await waiting {
      var (folder, program) = try sample()
      program.variables["IAPCTL_JOURNAL"] = journal
      try expectStory(folder, program)
    }
  }

  private func expectStory(_ folder: TemporaryFolder, _ program: Program) throws {
    let server = try program.serve("--store", folder["game.db"])
    var remote = remote(program, server.port, "service")
    remote.variables["IAPCTL_OPERATOR"] = "Mina"
    func answer(_ options: String = "--user alice") throws -> String {
      let line = "payment show 2026011210000001 \(options) -o json --fields situation"
      let run = try remote.run(words: words(line))
      return "\(run.status) \(run.output.split(separator: "\"").dropFirst(5).first ?? "")"
    }
    #expect(try answer() == "0 stuck")
    #expect(try answer("--user bob --user alice") == "0 stuck")
    #expect(try answer("--user bob") == "3 ")
    #expect(try answer("") == "64 ")
    // The answer is lost, and not asked for again.
    let fault = #"""
      {"format": 1, "faults":
        [{"on": "consume", "domain": "com.nhncloud.http", "code": 102, "after": true}]}
      """#
    #expect(
      try program.run("store", "load", "-", "--store", folder["game.db"], input: fault).status == 0)
    let line = "consume 2026011210000001 --user alice --ticket T-7"
    #expect(try remote.run(words: words(line + " --settle 0s")).status == 7)
    #expect(try answer() == "0 unknown")
    // A market that does not answer is named.
    remote.variables["IAPCTL_MARKET"] = "AS,GG"
    let off = #"{"format": 1, "faults": [{"on": "unconsumed", "code": 2}]}"#
    #expect(
      try program.run("store", "load", "-", "--store", folder["game.db"], input: off).status == 0)
    let partly = try remote.run(words: words("payment show 2026011210000001 --user alice"))
    #expect(partly.status == 5)
    #expect(partly.output.hasPrefix("Payment 2026011210000001 may have been consumed"))
    #expect(partly.errors.hasPrefix("iapctl: error: list incomplete: "), "\(partly.errors)")
    #expect(
      try remote.run(
        words: words("journal settle 2026011210000001 --as consumed --ticket T-8")
      ).status == 0)
    #expect(try answer() == "0 consumed")
    let page = try remote.run(words: words("payment show 2026011210000001 --user alice"))
    #expect(page.output.contains("is consumed: this was entered by hand by Mina ("))
    #expect(page.output.contains("  settle: consumed, by Mina ("))
    #expect(page.output.contains("\nnot in the unconsumed list of user alice\n"))
    try server.stop()
    // Without the server, the journal still tells.
    #expect(try answer() == "5 consumed")
    let unknown = try remote.run(words: words("payment show 404 --user alice --retries 0"))
    #expect(unknown.status == 69)
  }

  // MARK: Output

  @Test(arguments: ["table", "json", "jsonl", "csv", "spreadsheet"])
  func `All that is known of a payment is printed in each format`(_ format: String) throws {
    let (folder, program) = try sample()
    let run = try program.shell(
      """
      cd '\(folder.path)'; unset IAPCTL_JOURNAL; export IAPCTL_STORE=game.db TZ=Asia/Seoul
      $IAPCTL consume 2026011410000001 --journal j.db > consumed 2>&1
      $IAPCTL consume 2026011210000001 >> consumed 2>&1
      $IAPCTL payment show 2026011210000001 --journal j.db -o \(format)
      """)
    #expect(run.status == 0)
    #expect(run.errors == "")
    let output = run.output.replacing(/fixture:[0-9a-f-]+/, with: "fixture:ID")
    if format == "table" {
      for line in output.split(separator: "\n") { #expect(DisplayWidth.of(String(line)) <= 80) }
    }
    try expectGolden(output, "payment-show.\(format)")
  }

  @Test(arguments: ["en", "ko", "ja"])
  func `The page of each payment fits 80 columns of a terminal`(_ language: String) throws {
    let (folder, program) = try sample()
    let local = stored(program, folder)
    let numbers = try local.run(
      words: words("payment list -o csv --fields paymentSeq --no-header")
    ).output.split(separator: "\r\n")
    for number in numbers {
      let run = try local.shell(
        "script -qec 'stty cols 80; $IAPCTL payment show \(number) --lang \(language)' /dev/null")
      let lines = run.output.replacing(/\u{1b}\[[0-9;]*m/, with: "").split(separator: "\r\n")
      #expect(lines.count > 3, "\(run.output)")
      for line in lines where !line.contains("journal.db") {
        #expect(DisplayWidth.of(String(line)) <= 80, "\(line)")
      }
    }
  }

  @Test(.tool("strace"), arguments: ["payment list -o jsonl", "payment show 7 -o json"])
  func `A payment is read from a store that is read-only`(_ line: String) throws {
    let (folder, program) = try sample()
    let run = try program.shell(
      """
      chmod 400 '\(folder["game.db"])'; chmod 500 '\(folder.path)'
      IAPCTL_STORE='\(folder["game.db"])' $IAPCTL \(line); echo $?; chmod 700 '\(folder.path)'
      """)
    #expect(run.output.hasSuffix(line.contains("list") ? "\n0\n" : "3\n"), "\(run.errors)")
  }
}
