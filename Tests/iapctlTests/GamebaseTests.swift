import SQLite
import TestSupport
import Testing

/// The API of Gamebase, of a real server of a fixture store.
@Suite(.blocking)
struct GamebaseTests: ServesStores {
  /// A served store, and a client with its settings.
  private struct Game {
    let folder: TemporaryFolder
    let program: Program
    let server: Program.Server
    var client: Program
    /// Lets ten minutes pass in a journal.
    let later = "UPDATE attempt SET began = began - 600000, ended = ended - 600000"

    func fault(_ options: String) throws {
      let added = try program.shell("$IAPCTL store fault add --on consume \(options)")
      #expect(added.status == 0, "\(added.errors)")
    }
  }

  private func play(_ seed: String? = nil, _ body: (Game) throws -> Void) throws {
    let (folder, program) = try sample(seed)
    let server = try program.serve()
    var client = program.asClient
    client.variables["IAPCTL_URL"] = "http://127.0.0.1:\(server.port)"
    client.variables["IAPCTL_API"] = "gamebase"
    client.variables["IAPCTL_APP_ID"] = "fixture-app"
    client.variables["IAPCTL_SECRET_KEY"] = "fixture-secret-key"
    defer { _ = try? server.stop() }
    try body(Game(folder: folder, program: program, server: server, client: client))
  }

  @Test
  func `A stuck payment is found by its order number and consumed`() throws {
    try play { game in
      let listed = try game.client.shell(
        "$IAPCTL unconsumed --user alice --transaction 1000000000000001 -o jsonl")
      #expect(listed.status == 0, "\(listed.errors)")
      #expect(listed.output.contains(#""paymentSeq":"2026011210000001""#))
      #expect(listed.output.contains(#""gamebaseProductId":"gem.100""#))
      #expect(listed.output.split(separator: "\n").count == 1)
      let consumed = try game.client.shell(
        "$IAPCTL consume --all --user alice --transaction 1000000000000001 --yes -o jsonl")
      #expect(consumed.status == 0, "\(consumed.errors)")
      #expect(consumed.output.contains(#""outcome":"consumed""#))
    }
  }

  @Test
  func `A lost answer is settled by a second attempt`() throws {
    try play(crowd(3)) { game in
      // One that is lost and not applied is consumed by the second attempt.
      try game.fault("--payment 2 --http 500")
      let consumed = try game.client.shell("$IAPCTL consume 2 --user u --settle 5s -o jsonl")
      #expect(consumed.status == 0, "\(consumed.errors)")
      #expect(consumed.output.contains(#""outcome":"consumed","priorUnknown":true"#))
      // One that is lost after it was applied is settled by 5018.
      try game.fault("--payment 3 --http 500 --after")
      let settled = try game.client.shell("$IAPCTL consume 3 --user u --settle 5s -o jsonl")
      #expect(settled.output.contains(#""outcome":"already-consumed","priorUnknown":true"#))
    }
  }

  /// The first request may still be at work when the server says that the payment is not consumed.
  @Test(
    arguments: ["--domain http --code 102", "--http 500", "--http 503", "--http 504"]
      + ["9999", "-5000001"].map { "--server-code \($0)" })
  func `An unclear end leaves a refusal unknown, until ten minutes after it`(
    _ end: String
  ) throws {
    try play(crowd(1)) { game in
      let (journal, done) = (game.folder["j.db"], game.folder["done"])
      let command =
        "$IAPCTL consume 1 --user u -o jsonl --journal '\(journal)' --deliver 'echo given >> '\(done)"
        + " --undo 'echo undone >> '\(done)"
      try game.fault("--payment 1 \(end)")
      try game.fault("--payment 1 --server-code 5000 --times 3")
      for line in [command + " --settle 3s", command + " --settle 0s --resume"] {
        let run = try game.client.shell(line)
        #expect(run.status == 7, "\(run.errors)")
        #expect(run.output.contains(#""outcome":"unknown""#))
      }
      #expect(String(decoding: try game.folder.read("done"), as: UTF8.self) == "given\ngiven\n")
      let database = try Connection(path: journal, access: .readWrite, patience: 10_000)
      try database.execute(game.later)
      let later = try game.client.shell(command + " --settle 0s --resume")
      #expect(later.status == 4, "\(later.errors)")
      #expect(later.output.contains(#""outcome":"refused""#))
      #expect(
        String(decoding: try game.folder.read("done"), as: UTF8.self)
          == "given\ngiven\ngiven\nundone\n")
    }
  }

  @Test
  func `A consume is not sent before the time that the question about its token asked for`() throws
  {
    try play(crowd(1)) { game in
      let command =
        "$IAPCTL consume 1 --user u --settle 0s -o jsonl --journal '\(game.folder["j.db"])'"
      try game.fault("--payment 1 --http 500")
      #expect(try game.client.shell(command).status == 7)
      let fault = try game.program.shell(
        "$IAPCTL store fault add --on payment/transaction --http 429 --retry-after 600")
      #expect(fault.status == 0, "\(fault.errors)")
      let run = try game.client.shell(command + " --resume")
      #expect(run.status == 7, "\(run.errors)")
      #expect(run.output.contains(#""outcome":"unknown""#), "\(run.output)")
      // Nothing has consumed it.
      #expect(
        try game.client.shell(command + " --resume").output.contains(#""outcome":"consumed""#))
    }
  }

  @Test
  func `A list without markets says that it has none of AMAZON`() throws {
    try play(crowd(1)) { game in
      for line in [
        "unconsumed --user nobody", "consume 9 --user nobody", "payment show 9 --user nobody",
      ] {
        let run = try game.client.shell("$IAPCTL \(line)")
        #expect(run.errors.contains("GG") && !run.errors.contains("AMAZON"), "\(run.errors)")
      }
      let named = try game.client.shell("$IAPCTL unconsumed --user nobody --market AMAZON")
      #expect(named.errors.contains("AMAZON"), "\(named.errors)")
    }
  }

  @Test
  func `A refusal after a lost answer that is at rest needs no --resume any more`() throws {
    try play(crowd(1)) { game in
      let journal = game.folder["j.db"]
      let command = "$IAPCTL consume 1 --user u --settle 0s --journal \(journal)"
      try game.fault("--payment 1 --http 500")
      let lost = try game.client.shell(command)
      #expect(lost.status == 7, "\(lost.errors)")
      try Connection(path: journal, access: .readWrite, patience: 10_000).execute(game.later)
      try game.fault("--payment 1 --server-code 5000")
      let refused = try game.client.shell(command + " --resume -o jsonl")
      #expect(refused.status == 4, "\(refused.errors)")
      #expect(refused.output.contains(#""outcome":"refused""#))
      let consumed = try game.client.shell(command)
      #expect(consumed.status == 0, "\(consumed.errors)")
    }
  }

  @Test
  func `The number of a call is in its trace, its error and the journal`() throws {
    try play(crowd(1)) { game in
      try game.fault("--payment 1 --server-code -4010004")
      let journal = game.folder["j.db"]
      let refused = try game.client.shell(
        "$IAPCTL consume 1 --user u -v --settle 0s --journal \(journal)")
      #expect(refused.status == 77, "\(refused.errors)")
      let numbers = refused.errors.matches(of: /X-TCGB-Transaction-Id: ([0-9]{16})/).map(\.1)
      // The list, the consume, and the error of the consume.
      #expect(numbers.count >= 3, "\(refused.errors)")
      let shown = try game.client.shell("$IAPCTL journal show 1 -o json --journal \(journal)")
      let number = try #require(numbers.last)
      #expect(shown.output.contains(#""note":"X-TCGB-Transaction-Id: \#(number)""#), "\(shown)")
      #expect(shown.output.contains("/gamebase"))
      #expect(!refused.errors.contains("fixture-secret-key"))
    }
  }

  @Test
  func `A person means Gamebase by its address, in the list and in an entry`() throws {
    try play(crowd(1)) { game in
      try game.fault("--payment 1 --http 500 --after")
      let journal = game.folder["j.db"]
      let lost = try game.client.shell(
        "$IAPCTL consume 1 --user u --settle 0s --journal \(journal)")
      #expect(lost.status == 7, "\(lost.errors)")
      let options = "-o jsonl --server http://127.0.0.1:\(game.server.port) --journal \(journal)"
      for (line, status) in [
        ("list \(options) --unknown", 0), ("note 1 'looked it up' \(options)", 0),
        ("settle 1 --as consumed --ticket T \(options)", 0),
        ("note 1 x --server http://127.0.0.1:1 --journal \(journal)", 3),
      ] as [(String, Int32)] {
        let run = try game.client.shell("$IAPCTL journal \(line)")
        #expect(run.status == status, "\(line): \(run.errors)")
        #expect(status != 0 || run.output.contains("/gamebase"), "\(line): \(run.output)")
      }
    }
  }

  @Test
  func `The payment of a token is shown, and whether it can be consumed`() throws {
    try play { game in
      let show = """
        cd \(game.folder.path) && umask 077 && printf sample-token-alice-1 > token
        $IAPCTL payment show 2026011210000001 --token-file token -o json
        """
      let before = try game.client.shell(show)
      #expect(before.status == 0, "\(before.errors)")
      #expect(before.output.contains(#""situation":"stuck""#), "\(before.output)")
      #expect(before.output.contains(#""source":"transaction""#), "\(before.output)")
      #expect(before.output.contains(#""userID":"alice""#))
      #expect(try game.client.shell("$IAPCTL consume 2026011210000001 --user alice").status == 0)
      let after = try game.client.shell(show)
      #expect(after.status == 0 && after.output.contains(#""situation":"consumed""#), "\(after)")
      let other = try game.client.shell(
        "cd \(game.folder.path) && $IAPCTL payment show 2026011410000001 --token-file token")
      #expect(other.status == 65 && !other.errors.contains("revoke"), "\(other.errors)")
    }
  }

  @Test
  func `Subscriptions of payments are listed by their tokens`() throws {
    try play { game in
      let list = try game.client.shell(
        "$IAPCTL subscriptions --user bob --package com.example.game -o jsonl --show-tokens")
      #expect(list.status == 0, "\(list.errors)")
      _ = try game.folder.write(list.output, to: "payments.jsonl")
      let found = try game.client.shell(
        """
        chmod 600 \(game.folder["payments.jsonl"])
        $IAPCTL subscriptions --of-payments \(game.folder["payments.jsonl"]) -o jsonl
        """)
      #expect(found.status == 0, "\(found.errors)")
      #expect(!found.output.isEmpty)
    }
  }

  @Test(
    arguments: [
      ("--app-id ''", 64, "--app-id"), ("--app-key-file k", 64, "--app-key-file"),
      ("--app-seq 7", 64, "--app-seq"), ("--all-users", 64, "--user"),
      ("--secret-key-file none", 66, "none"),
    ] as [(String, Int32, String)])
  func `Wrong settings are named`(_ options: String, _ status: Int32, _ text: String) throws {
    try play { game in
      let run = try game.client.shell("$IAPCTL unconsumed --user alice \(options)")
      #expect(run.status == status, "\(run.errors)")
      #expect(run.errors.contains(text), "\(run.errors)")
    }
  }

  @Test
  func `The secret key has the rules of the app key`() throws {
    try play { game in
      var client = game.client
      client.variables["IAPCTL_SECRET_KEY"] = nil
      let missing = try client.shell("$IAPCTL unconsumed --user alice")
      #expect(missing.status == 78 && missing.errors.contains("no secret key"), "\(missing.errors)")
      let open = try client.shell(
        """
        cd \(game.folder.path) && echo fixture-secret-key > key && chmod 644 key
        $IAPCTL unconsumed --user alice --secret-key-file key
        """)
      #expect(open.status == 78 && open.errors.contains("chmod"), "\(open.errors)")
      let read = try client.shell(
        "cd \(game.folder.path) && echo fixture-secret-key | $IAPCTL unconsumed --user alice "
          + "--secret-key-file -")
      #expect(read.status == 0, "\(read.errors)")
      var nameless = game.client
      nameless.variables["IAPCTL_APP_ID"] = nil
      let unnamed = try nameless.shell("$IAPCTL unconsumed --user alice")
      #expect(unnamed.status == 64 && unnamed.errors.contains("no app ID"), "\(unnamed.errors)")
      client.variables["IAPCTL_SECRET_KEY"] = "wrong"
      let wrong = try client.shell("$IAPCTL unconsumed --user alice")
      #expect(wrong.status == 77, "\(wrong.errors)")
    }
  }

  @Test
  func `A command of serve has the settings of a game on Gamebase`() throws {
    let folder = try TemporaryFolder()
    let run = try Program(in: folder).shell(
      "$IAPCTL serve --sample -- \(Program.path) unconsumed --user alice --api gamebase -o jsonl")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("2026011210000001"))
  }

  @Test
  func `Each code of Gamebase is explained`() throws {
    let folder = try TemporaryFolder()
    let program = Program(in: folder)
    for (code, name) in [
      ("-4010004", "SECRET_KEY_INVALID"), ("5032", "JSON_INVALID"), ("-5000208", "INTERNAL_ERROR"),
      ("5018", "ALREADY_CONSUMED"), ("0", "SUCCESS"),
    ] {
      let run = try program.run("explain", code, "--domain", "gamebase", "-o", "jsonl")
      #expect(
        run.status == 0 && run.output.contains(#""name":"\#(name)""#), "\(code) \(run.errors)")
      #expect(run.output.contains(#""domain":"gamebase""#))
    }
    #expect(try program.run("explain", "-4010004").status == 0)
    #expect(try program.run("explain", "-7", "--domain", "gamebase").status == 3)
  }
}
