import JSON
import TestSupport
import Testing

/// Payments of which a player may have nothing, or too much: each output says so.
@Suite(.blocking)
struct WarnedDeliveryTests {
  private static let refusal = Ledger.Answer.refusal(5000, "NO")
  private static let consumed = Ledger.Answer.refusal(5018, "ALREADY CONSUMED")
  private static let formats = [["-o", "json"], ["-o", "jsonl"], ["-q"], []]

  private static func desk(_ answers: [Ledger.Answer]) throws -> BatchDesk {
    let ledger = Ledger { number, _ in number <= answers.count ? answers[number - 1] : nil }
    return try BatchDesk(1, ledger)
  }

  @Test(arguments: formats)
  func `A payment that was delivered and refused is named if nothing takes the item back`(
    _ format: [String]
  ) throws {
    let desk = try Self.desk([Self.refusal])
    let run = try desk.program.run(
      words: desk.words(["--deliver", "true", "--output"]).dropLast() + format)
    #expect(run.status == 4, "\(run.errors)")
    #expect(run.errors.contains("delivered and then refused: 1"), "\(run.errors)")
    #expect(run.errors.contains(desk.payments[0]))
  }

  @Test(arguments: formats)
  func `A payment that is consumed after its item was taken back is named`(
    _ format: [String]
  ) throws {
    let desk = try Self.desk([Self.refusal])
    #expect(try desk.run("--deliver", "true", "--undo", "true").status == 4)
    let run = try desk.program.run(words: desk.words(["--output"]).dropLast() + format)
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.errors.contains("taken back by an earlier run and now consumed: 1"), "\(run.errors)")
    #expect(run.errors.contains(desk.payments[0]))
    if format.last?.hasPrefix("json") == true {
      #expect(run.output.contains(#""delivery":"taken-back""#), "\(run.output)")
    }
    let shown = try desk.program.run(
      "payment", "show", desk.payments[0], "--journal", desk.journal, "--market", "AS")
    #expect(shown.output.contains("Grant it, unless the"), "\(shown.output)")
  }

  /// Who consumes such a payment without a delivery would grant it once more.
  @Test(arguments: zip(formats, [true, false, false, true]))
  func `A payment that is consumed after an earlier run delivered it, or tried to, is named`(
    _ format: [String], _ isDone: Bool
  ) throws {
    let busy = Ledger.Answer(status: "429 Slow", headers: ["Retry-After: 3600"], body: "{}")
    let desk = try Self.desk(isDone ? [busy] : [])
    #expect(try desk.run("--deliver", isDone ? "true" : "exit 1").status == (isDone ? 75 : 5))
    let shown = {
      try desk.program.run(
        "payment", "show", desk.payments[0], "--journal", desk.journal, "--market", "AS"
      ).output.replacing("\n", with: " ")
    }
    let run = try desk.program.run(words: desk.words(["--output"]).dropLast() + format)
    #expect(run.status == 0, "\(run.errors)")
    let warning =
      isDone
      ? "delivered by an earlier run and now consumed: 1; grant no item again, unless the player "
      : "now consumed, and an earlier delivery failed or its end is not known: 1; look at what "
    #expect(run.errors.contains(warning), "\(run.errors)")
    #expect(run.errors.contains(desk.payments[0]))
    if format.last?.hasPrefix("json") == true {
      let item = isDone ? "delivered" : "failed"
      #expect(run.output.contains(#""delivery":"\#(item)""#), "\(run.output)")
    }
    #expect(
      try shown().contains(
        isDone
          ? "Grant the item only if your own records" : "grant the item only if it is not there"))
  }

  /// The settling run delivers nothing either.
  @Test
  func `A payment that was delivered, unknown and settled is named`() throws {
    let desk = try Self.desk([Ledger.Answer(status: nil)])
    #expect(try desk.run("--deliver", "true", "--retries", "0").status == 7)
    let run = try desk.run("--resume", "--only-unknown")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("delivered by an earlier run and now consumed: 1"), "\(run.errors)")
  }

  @Test(arguments: formats)
  func `A payment that was delivered here and consumed elsewhere is named`(
    _ format: [String]
  ) throws {
    let desk = try Self.desk([Self.consumed])
    let run = try desk.program.run(
      words: desk.words(["--output"]).dropLast()
        + ["--deliver", "true", "--undo", "false", "--already-consumed-ok"] + format)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("delivered here and consumed elsewhere: 1"), "\(run.errors)")
    // Also if an earlier run delivered it.
    let earlier = try Self.desk([Self.refusal, Self.consumed])
    #expect(try earlier.run("--deliver", "true").status == 4)
    let later = try earlier.program.run(words: earlier.words(["--output"]).dropLast() + format)
    #expect(later.status == 4, "\(later.errors)")
    #expect(later.errors.contains("delivered here and consumed elsewhere: 1"), "\(later.errors)")
  }

  @Test
  func `Each command gets the number as the first one got it`() throws {
    let desk = try Self.desk([
      Ledger.Answer(status: "429 Slow", headers: ["Retry-After: 3600"], body: "{}")
    ])
    let log = desk.folder["log"]
    let deliver = ["--deliver", "echo $IAPCTL_PAYMENT_SEQ >> '\(log)'"]
    #expect(try desk.program.run(words: desk.words(deliver)).status == 75)
    try desk.folder.write(
      BatchDesk.line(desk.payments[0]).replacing(#"Seq":""#, with: #"Seq":"00"#), to: "payments")
    let last = try desk.program.run(words: desk.words(deliver + ["--resume"]))
    #expect(last.outcomes.count == 1, "\(last.errors)")
    #expect(
      String(decoding: try desk.folder.read("log"), as: UTF8.self)
        == "\(desk.payments[0])\n\(desk.payments[0])\n")
  }

  /// What the old run takes back would not be in the new journal.
  @Test
  func `A journal that is moved away while a run is at work has no other run`() throws {
    let desk = try BatchDesk(1, Ledger { _, _ in Self.refusal })
    let (ready, go) = (desk.folder["ready"], desk.folder["go"])
    let old = try desk.start(
      "--deliver", "true", "--undo", "touch '\(ready)'; until [ -e '\(go)' ]; do :; done")
    while !desk.folder.names.contains("ready") {}
    _ = try desk.program.shell(
      "cd '\(desk.folder.path)' && for f in journal.db journal.db-wal journal.db-shm; do mv $f old-$f; done"
    )
    let new = try desk.run("--deliver", "true")
    #expect(new.status == 75, "\(new.errors)")
    #expect(new.errors.contains("a run is still at work with the journal that was at "))
    #expect(desk.ledger.consumed.isEmpty)
    _ = try desk.program.shell("touch '\(go)'")
    #expect(try old.wait().status == 74)
  }
}
