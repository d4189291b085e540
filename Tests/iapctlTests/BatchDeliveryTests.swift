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

  @Test(arguments: [(5000, "refused", 5), (1100, "refused", 76)])
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
    #expect(run.output.contains(#""delivery":"taken-back""#))
    let again = try desk.program.run(words: desk.words(commands + ["--resume"]))
    #expect(again.status == 0, "\(again.errors)")
    #expect(lines(desk, "delivered").count { $0 == refused } == 2)
    #expect(lines(desk, "undone") == [refused])
  }

  @Test(arguments: [
    ("true", "what was delivered is taken back: grant nothing and revoke nothing"),
    ("false", "grant nothing; the undo failed"),
  ])
  func `After an undo, no hint says to revoke once more`(_ undo: String, _ said: String) throws {
    let desk = try RowComparisonTests.Desk(remote: true)
    let fault = try desk.program.run(
      "store", "fault", "add", "--on", "consume", "--server-code", "5000", "--times", "9",
      "--store",
      desk.folder["s.db"])
    #expect(fault.status == 0, "\(fault.errors)")
    for format in ["table", "json"] {
      let run = try desk.program.run(
        "consume", "1", "--user", "user11", "--deliver", "true", "--undo", undo, "-o", format)
      #expect(run.status != 0, "\(run.errors)")
      for text in [run.errors] + (format == "json" ? [run.output] : []) {
        #expect(text.contains(said), "\(text)")
        #expect(!text.contains("if you granted just now, revoke it"), "\(text)")
      }
    }
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
    #expect(lines(desk, "delivered") == desk.payments + desk.payments)
    #expect(lines(desk, "undone") == [])
  }

  /// A run that settles it delivers first, because it may be the one that consumes it.
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
    #expect(lines(desk, "delivered") == (desk.payments + desk.payments).sorted())
    #expect(lines(desk, "undone") == [])
  }
}
