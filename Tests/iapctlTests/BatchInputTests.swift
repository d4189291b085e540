import TestSupport
import Testing

/// The input of a batch, from the file to the server.
@Suite(.blocking)
struct BatchInputTests: ServesStores {
  @Test
  func `If a line is invalid, nothing is sent`() throws {
    let desk = try BatchDesk(9)
    try write(desk, bad: #"{"paymentSeq": 9007199254740993}"#)
    let run = try desk.run()
    #expect(run.status == 65)
    #expect(run.output == "")
    #expect(run.errors.contains("line 5: paymentSeq is a JSON number"), "\(run.errors)")
    #expect(desk.ledger.requests.isEmpty)
    #expect(!desk.folder.names.contains("journal.db"))
  }

  @Test
  func `With --skip-bad-lines the valid lines are sent`() throws {
    let desk = try BatchDesk(9)
    try write(desk, bad: "no line")
    let run = try desk.run("--skip-bad-lines")
    #expect(run.status == 5, "\(run.errors)")
    #expect(run.counts == ["consumed": 9])
    #expect(run.errors.contains("line 5"), "\(run.errors)")
    #expect(desk.ledger.consumed == Set(desk.payments))
  }

  @Test
  func `A program counts an empty batch too`() throws {
    let desk = try BatchDesk(1)
    try desk.folder.write("", to: "payments")
    let run = try desk.run("-o", "jsonl")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "")
    #expect(run.errors.hasPrefix(#"{"summary":{"consumed":0,"#), "\(run.errors)")
  }

  private func write(_ desk: BatchDesk, bad: String) throws {
    let lines = desk.payments.map(BatchDesk.line)
    let text = lines.prefix(4).joined() + bad + "\n" + lines.dropFirst(4).joined()
    try desk.folder.write(text, to: "payments")
  }

  @Test
  func `A dry run sends nothing`() throws {
    let desk = try BatchDesk(9)
    let run = try desk.run("--dry-run")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.split(separator: "\n").count == 9)
    #expect(!run.output.contains("t88"))
    #expect(desk.ledger.requests.isEmpty)
    #expect(!desk.folder.names.contains("journal.db"))
  }

  @Test
  func `The wait for a FIFO without a writer ends with the time-out`() throws {
    let desk = try BatchDesk(1)
    let fifo = try desk.folder.makeFIFO("fifo")
    let run = try desk.program.run("consume", "--from", fifo, "--yes", "--timeout", "0.2")
    #expect(run.status == 66)
    #expect(run.errors.contains("no process wrote to the FIFO"), "\(run.errors)")
    #expect(desk.ledger.requests.isEmpty)
  }

  @Test
  func `A pipe is read to its end`() throws {
    let desk = try BatchDesk(300)
    let run = try desk.program.shell(
      "cat '\(desk.folder["payments"])' | $IAPCTL consume --from - --yes -o jsonl")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.counts == ["consumed": 300])
    #expect(desk.ledger.requests.count == 300)
  }

  @Test
  func `If payments come from standard input, they need --yes where no terminal is`() throws {
    let desk = try BatchDesk(3)
    let lines = desk.payments.map(BatchDesk.line).joined()
    let piped = try desk.program.run("consume", "--from", "-", input: lines)
    #expect(piped.status == 2)
    #expect(piped.errors.contains("confirm with --yes"), "\(piped.errors)")
    #expect(desk.ledger.requests.isEmpty)
  }

  @Test
  func `On a terminal iapctl asks before it consumes the payments of a file`() throws {
    let desk = try BatchDesk(3)
    for (answer, status) in [("n", 2), ("y", 0)] {
      let terminal = try Terminal(
        [Program.path, "consume", "--from", desk.folder["payments"]],
        variables: desk.program.variables)
      try terminal.wait(for: "Consume 3 payments (http://127.0.0.1:")
      try terminal.wait(for: "This cannot be undone. Continue? [y/N] ")
      #expect(desk.ledger.requests.isEmpty)
      try terminal.send(answer + "\r")
      #expect(try terminal.finish() == Int32(status), "\(terminal.text)")
    }
    #expect(desk.ledger.requests.count == 3)
  }

  // MARK: With iapctl's own server

  /// Printed lists can be consumed in every format. If the user is known, the payment numbers are
  /// enough.
  @Test(arguments: ["jsonl", "json", "csv", "spreadsheet", "numbers"], ["service", "fixture"])
  func `A list can be consumed in every format`(_ format: String, _ api: String) throws {
    let (folder, program, server) = try served(api: api)
    let listing =
      format == "numbers"
      ? "--fields paymentSeq --no-header -o csv | tr -d '\\r'" : "--show-tokens -o \(format)"
    let owner = format == "numbers" ? "--user alice" : ""
    let run = try program.shell(
      """
      umask 077
      $IAPCTL unconsumed --user alice \(listing) > '\(folder["list"])'
      $IAPCTL consume --from '\(folder["list"])' \(owner) --yes -o jsonl
      """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.counts == ["consumed": 2])
    let rest = try program.run("unconsumed", "--user", "alice", "-o", "jsonl")
    #expect(rest.status == 0 && rest.output == "")
    try server.stop()
  }

  /// Results and journal entries have payment numbers too, and say that these are consumed.
  @Test(arguments: ["json", "jsonl", "csv", "spreadsheet"])
  func `Results and journal exports of what is consumed are not consumed again`(_ format: String)
    throws
  {
    let (folder, program, server) = try served()
    let consumed = try program.shell(
      """
      cd '\(folder.path)'; set -e
      $IAPCTL consume --all --user alice --yes --ticket HELP-1 -q -o \(format) > results
      $IAPCTL journal export -o \(format) > entries
      """)
    #expect(consumed.status == 0, "\(consumed.errors)")
    for list in ["results", "entries"] {
      let run = try program.run(
        "consume", "--from", folder[list], "--user", "alice", "--yes", "-o", "jsonl")
      #expect(run.status == 65 && run.outcomes.isEmpty, "\(run.errors)")
      #expect(run.errors.contains("the row says that its payment has the outcome consumed"))
    }
    try server.stop()
  }

  @Test
  func `A payment number that is in no list is not sent`() throws {
    let (folder, program, server) = try served()
    let path = try folder.write("2026011210000001\n77\n", to: "numbers")
    let line = ["consume", "--from", path, "--yes", "-o", "jsonl"]
    let nobody = try program.run(words: line)
    #expect(nobody.status == 64)
    #expect(nobody.output == "")
    #expect(nobody.errors.contains("line 1 of \(path) has neither a token nor a user"))
    let run = try program.run(words: line + ["--user", "alice"])
    #expect(run.status == 5, "\(run.errors)")
    #expect(run.outcomes == ["2026011210000001": "consumed", "77": "not-sent"])
    #expect(run.output.contains(#""name":"paymentNotFound""#))
    try server.stop()
  }

  @Test
  func `What payment show prints can be consumed`() throws {
    let (folder, program) = try sample()
    for format in ["json", "jsonl", "csv", "spreadsheet"] {
      let shown = try program.run("payment", "show", "2026011210000001", "-o", format)
      let path = try folder.write(shown.output, to: "shown")
      let run = try program.run(
        "consume", "--from", path, "--dry-run", "-o", "csv", "--no-header", "--fields", "paymentSeq"
      )
      #expect(run.output == "2026011210000001\r\n", "\(format): \(run.errors)")
      #expect(!run.errors.contains("ignored"), "\(run.errors)")
    }
  }

  @Test
  func `A line without a user is refused like other bad lines`() throws {
    let (folder, program, server) = try served()
    let path = try folder.write(
      """
      {"paymentSeq": "2026011210000001", "userID": "alice"}
      {"paymentSeq": "77", "userID": null}

      """, to: "lines.jsonl")
    let line = ["consume", "--from", path, "--yes", "-o", "jsonl", "--rejected", folder["rest"]]
    let refused = try program.run(words: line)
    #expect(refused.status == 65 && refused.output == "", "\(refused.errors)")
    #expect(refused.errors.contains("line 2: userID is missing"), "\(refused.errors)")
    #expect(
      String(decoding: try folder.read("rest"), as: UTF8.self).contains(#""paymentSeq": "77""#))
    let run = try program.run(words: line.dropLast() + [folder["other"], "--skip-bad-lines"])
    #expect(run.status == 5, "\(run.errors)")
    #expect(run.outcomes == ["2026011210000001": "consumed"])
    try server.stop()
  }
}
