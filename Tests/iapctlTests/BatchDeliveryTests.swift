import System
import TestSupport
import Testing

/// Payments that are delivered before the consume, and whose delivery is undone if the consume is
/// refused.
@Suite(.blocking)
struct BatchDeliveryTests {
  private static let count = 6

  /// The payments in a file to which the delivery command appends lines, in order.
  private func lines(_ desk: BatchDesk, _ name: String) -> [String] {
    let bytes = (try? desk.folder.read(name)) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init).sorted()
  }

  private func adding(_ desk: BatchDesk, to name: String) -> String {
    "echo $IAPCTL_PAYMENT_SEQ >> '\(desk.folder[name])'"
  }

  @Test
  func `Each payment is delivered before it is consumed`() throws {
    let desk = try BatchDesk(Self.count)
    let (delivered, early) = (desk.folder["delivered"], Mailbox<String>())
    desk.ledger.watch { moment, payment in
      guard moment == .arrived else { return }
      let text = String(
        decoding: (try? Files.read(delivered, limit: 1 << 20)) ?? [], as: UTF8.self)
      if !text.split(separator: "\n").contains(Substring(payment)) { early.put(payment) }
    }
    let run = try desk.run("--deliver", adding(desk, to: "delivered"), "--undo", "exit 9")
    #expect(early.all == [])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.counts == ["consumed": Self.count])
    #expect(lines(desk, "delivered") == desk.payments)
  }

  /// The error contains the last line of the command's output. The next run delivers again.
  @Test(arguments: [
    ("echo so; echo not today >&2; exit 3", "failed with exit status 3", "not today"),
    ("no-such-command", "the command was not found", "not found"),
    ("kill -9 $$", "was killed by signal 9", ""),
    ("yes | head -c 1000000; exit 1", "failed with exit status 1", "; it said: y"),
  ])
  func `A payment whose delivery fails is not consumed`(
    _ command: String, _ words: String, _ said: String
  ) throws {
    let desk = try BatchDesk(Self.count)
    let run = try desk.run("--deliver", command)
    #expect(run.status == 5, "\(run.errors)")
    #expect(run.counts == ["not-sent": Self.count])
    #expect(run.output.split(separator: #""name":"deliveryFailed""#).count == Self.count + 1)
    #expect(run.errors.contains(words) && run.errors.contains(said), "\(run.errors)")
    #expect(run.errors.utf8.count < 10_000)
    #expect(desk.ledger.requests.isEmpty)
    let again = try desk.run("--deliver", adding(desk, to: "delivered"))
    #expect(again.status == 0, "\(again.errors)")
    #expect(lines(desk, "delivered") == desk.payments)
    #expect(desk.ledger.consumed == Set(desk.payments))
  }

  @Test
  func `A delivery that hangs is ended, and its payment is not consumed`() throws {
    let desk = try BatchDesk(Self.count)
    let hanging = "[ $IAPCTL_PAYMENT_SEQ != \(desk.payments[2]) ] || sleep 600"
    let run = try desk.run("--deliver", hanging, "--deliver-timeout", "1s")
    #expect(run.status == 5, "\(run.errors)")
    #expect(run.counts == ["consumed": Self.count - 1, "not-sent": 1])
    #expect(run.outcomes[desk.payments[2]] == "not-sent")
    #expect(!desk.ledger.consumed.contains(desk.payments[2]))
  }

  @Test
  func `Output of the delivery commands is kept out of the results`() throws {
    let desk = try BatchDesk(Self.count)
    let run = try desk.run(
      "--deliver", "cat; yes | head -c 1000000; yes 2>&1 | head -c 1000000 >&2")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.split(separator: "\n").count == Self.count)
    #expect(run.counts == ["consumed": Self.count])
    #expect(run.errors.utf8.count < 1000)
  }

  // MARK: Undoing deliveries

  @Test(arguments: [(5000, "refused", 5), (5018, "already-consumed", 5), (1100, "refused", 76)])
  func `The delivery of a refused payment is undone`(_ code: Int, _ outcome: String, _ status: Int)
    throws
  {
    let refused = "8810001"
    let ledger = Ledger { number, payment in
      payment == "8810001" && number <= Self.count ? .refusal(code, "NO") : nil
    }
    let desk = try BatchDesk(Self.count, ledger)
    let commands = [
      "--deliver", adding(desk, to: "delivered"), "--undo", adding(desk, to: "undone"),
    ]
    let run = try desk.program.run(words: desk.words(commands))
    #expect(run.status == Int32(status), "\(run.errors)")
    #expect(run.counts == ["consumed": Self.count - 1, outcome: 1])
    #expect(run.outcomes[refused] == outcome)
    #expect(lines(desk, "undone") == [refused])
    // A payment whose delivery was undone is delivered again; a consumed one is not.
    let again = try desk.program.run(words: desk.words(commands + ["--resume"]))
    #expect(again.status == 0, "\(again.errors)")
    let isDeliveredAgain = code != 5018
    #expect(lines(desk, "delivered").count { $0 == refused } == (isDeliveredAgain ? 2 : 1))
    #expect(lines(desk, "undone") == [refused])
  }

  /// The person was wrong: the first attempt did consume it, and the player has the item.
  @Test
  func `The delivery of a payment that was settled as not consumed is not undone by 5018`() throws {
    let ledger = Ledger { number, _ in
      number == 1 ? Ledger.Answer(status: "500 Oops") : .refusal(5018, "CONSUMED")
    }
    let desk = try BatchDesk(1, ledger)
    let commands = [
      "--deliver", adding(desk, to: "delivered"), "--undo", adding(desk, to: "undone"),
    ]
    #expect(try desk.program.run(words: desk.words(commands)).status == 7)
    let settled = try desk.program.run(
      "journal", "settle", desk.payments[0], "--as", "not-consumed", "--ticket", "T-1",
      "--journal", desk.folder["journal.db"])
    #expect(settled.status == 0, "\(settled.errors)")
    let again = try desk.program.run(words: desk.words(commands))
    #expect(again.outcomes == [desk.payments[0]: "already-consumed"])
    #expect(again.output.contains(#""priorUnknown":true"#))
    #expect(again.status == 4 || again.status == 5, "\(again.errors)")
    #expect(lines(desk, "delivered") == desk.payments)
    #expect(lines(desk, "undone") == [])
  }

  @Test
  func `An undo that a kill interrupted is ended by a run that resumes, once`() throws {
    let desk = try BatchDesk(1, Ledger { _, _ in .refusal(5018, "CONSUMED") })
    let deliver = ["--deliver", adding(desk, to: "delivered")]
    let undo = ["--undo", adding(desk, to: "undone")]
    // A process between iapctl and the command watches the command.
    let kill = "kill -9 $(ps -o ppid= -p $PPID)"
    let killed = try desk.program.run(words: desk.words(deliver + ["--undo", kill]))
    #expect(killed.status == 137, "\(killed.errors)")
    // The run counts as at work until the command has ended.
    while try desk.program.run(words: desk.words(deliver + ["--resume"])).status == 75 {}
    for options in [deliver + undo, deliver + ["--resume"]] {
      let run = try desk.program.run(words: desk.words(options))
      #expect(run.outcomes == [desk.payments[0]: "already-consumed"])
      #expect(run.status == 5, "\(run.errors)")
      #expect(
        run.errors.contains("the item of payment 8810000 is not revoked yet"),
        "\(run.errors)")
    }
    #expect(lines(desk, "undone") == [])
    let shown = try desk.program.run(
      "payment", "show", desk.payments[0], "--journal", desk.folder["journal.db"])
    #expect(shown.output.contains("with --resume, --deliver and --undo"), "\(shown.output)")
    let resumed = try desk.program.run(words: desk.words(deliver + undo + ["--resume"]))
    #expect(resumed.outcomes == [desk.payments[0]: "already-consumed"])
    #expect(resumed.status == 4, "\(resumed.errors)")
    #expect(lines(desk, "undone") == desk.payments)
    let last = try desk.program.run(words: desk.words(deliver + undo + ["--resume"]))
    #expect(last.outcomes == [desk.payments[0]: "skipped"])
    #expect(last.status == 0, "\(last.errors)")
    #expect(lines(desk, "undone") == desk.payments)
    #expect(lines(desk, "delivered") == desk.payments)
    #expect(desk.ledger.requests.count == 1)
  }

  /// Somebody else consumes the payment, which is in no list any more.
  @Test
  func `A run of all payments says which undos are left, and ends them if it resumes`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"""
      all="$IAPCTL consume --all --user alice --market AS --deliver true"
      $IAPCTL store fault add --on consume --server-code 5018 --store "$IAPCTL_FIXTURE_STORE" > faults
      $all --yes --undo 'kill -9 $(ps -o ppid= -p $PPID)'; echo "killed $?"
      env -u IAPCTL_URL -u IAPCTL_APP_KEY -u IAPCTL_JOURNAL $IAPCTL consume 2026011210000001         --store "$IAPCTL_FIXTURE_STORE" > consumed
      $all --yes --undo true 2> errors; echo "left $?"; grep -c 'not revoked yet' errors
      until $all --dry-run --resume --undo true 2> errors; [ $? != 75 ]; do :; done
      grep 'revoked with' errors
      undo='echo "$IAPCTL_PAYMENT_SEQ $IAPCTL_USER" >> undone'
      $all --yes --resume --undo "$undo" 2> errors; echo "ended $?"; grep -h 'revoked' errors undone
      $all --yes --resume --undo "$undo"; echo "again $?"; cat undone
      """#, to: "script")
    let run = try Program(in: folder).shell(
      "cd '\(folder.path)'; $IAPCTL serve --sample -- sh script 2> serve.err")
    #expect(
      run.output.split(separator: "\n").filter { !$0.hasPrefix("paymentSeq") } == [
        "killed 137", "left 5", "1",
        "iapctl: revoked with the undo command, because an earlier run did not: 1 item",
        "2026011210000001  already-consumed  1,500  KRW       com.nhncloud.iap 12 alreadyConsumed",
        "ended 4",
        "iapctl: 1 item was revoked with the undo command, because an earlier run did not",
        "again 0", "2026011210000001 alice",
      ], "\(run.output)")
  }

  @Test
  func `A failed undo is reported`() throws {
    let desk = try BatchDesk(1, Ledger { _, _ in .refusal(5000, "NO") })
    let run = try desk.run("--deliver", "true", "--undo", "echo cannot; exit 2")
    #expect(run.outcomes[desk.payments[0]] == "refused")
    #expect(run.errors.contains("undoFailed") && run.errors.contains("cannot"), "\(run.errors)")
    #expect(run.status == 5 || run.status == 4, "\(run.errors)")
    // The player still has the item, so it is not delivered again.
    let again = try desk.run("--deliver", adding(desk, to: "delivered"))
    #expect(again.outcomes[desk.payments[0]] == "refused")
    #expect(lines(desk, "delivered") == [])
  }

  /// An unknown payment is neither undone nor delivered again.
  @Test
  func `The delivery of an unknown payment is not undone`() throws {
    let ledger = Ledger { number, _ in
      number <= Self.count ? Ledger.Answer(status: "500 Oops") : nil
    }
    let desk = try BatchDesk(Self.count, ledger)
    let commands = [
      "--deliver", adding(desk, to: "delivered"), "--undo", adding(desk, to: "undone"),
    ]
    let run = try desk.program.run(words: desk.words(commands))
    #expect(run.status == 7, "\(run.errors)")
    #expect(run.counts == ["unknown": Self.count])
    let next = try desk.program.run(words: desk.words(commands))
    #expect(next.status == 7)
    #expect(desk.ledger.requests.count == Self.count)
    let resumed = try desk.program.run(words: desk.words(commands + ["--resume"]))
    #expect(resumed.status == 0, "\(resumed.errors)")
    #expect(resumed.output.split(separator: #""priorUnknown":true"#).count == Self.count + 1)
    #expect(lines(desk, "delivered") == desk.payments)
    #expect(lines(desk, "undone") == [])
  }
}
