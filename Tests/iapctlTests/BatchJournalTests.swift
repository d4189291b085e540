import CLibrary
import System
import TestSupport
import Testing

@Suite(.blocking)
struct BatchJournalTests {
  @Test(arguments: [
    "rm -f journal.db*", "mv journal.db away", "cp journal.db new && mv new journal.db",
  ])
  func `If the journal is deleted, moved or replaced, the batch stops`(_ command: String) throws {
    let (desk, gate) = (try BatchDesk(300), Gate(for: 4))
    defer { gate.open() }
    desk.ledger.watch { moment, _ in if moment == .arrived { gate.pass() } }
    let run = try desk.start()
    try gate.wait(for: desk.concurrency)
    #expect(try desk.program.shell("cd '\(desk.folder.path)' && \(command)").status == 0)
    gate.open()
    let end = try run.wait()
    #expect(end.status == 74, "\(end.errors)")
    #expect(end.errors.contains("was deleted, moved or replaced while it was in use"))
    // The outcomes of the requests in flight could not be recorded, and nothing more was sent.
    #expect(end.counts == ["unknown": 4, "not-sent": 296])
    #expect(desk.ledger.requests.count == 4)
  }

  @Test
  func `A payment is identified by its server and number, not by the app key`() throws {
    let desk = try BatchDesk(3, concurrency: 1)
    #expect(try desk.run().counts == ["consumed": 3])
    var other = desk.program
    other.variables["IAPCTL_APP_KEY"] = "another-key"
    let second = try other.run(words: desk.words())
    #expect(second.counts == ["already-consumed": 3])
    #expect(second.status == 4)
    #expect(desk.ledger.requests.count == 3)
  }

  @Test
  func `The journal has the ticket of each line, else that of the run`() throws {
    let desk = try BatchDesk(2)
    let lines = [
      #"{"paymentSeq":"8810000","accessToken":"t8810000","ticket":"T-1"}"#,
      BatchDesk.line("8810001"),
    ]
    try desk.folder.write(lines.joined(separator: "\n"), to: "payments")
    #expect(try desk.run("--ticket", "T-2").counts == ["consumed": 2])
    // A line with its own ticket is of a run with another one.
    for (ticket, payments) in [("T-1", ["8810000"]), ("T-2", ["8810000", "8810001"])] {
      let list = try desk.program.run(
        "journal", "list", "--journal", desk.folder["journal.db"], "--ticket", ticket, "-o",
        "jsonl", "--fields", "paymentSeq,outcome,ticket")
      #expect(list.outcomes.keys.sorted() == payments)
      #expect(list.output.contains(#""paymentSeq":"8810000","outcome":"consumed","ticket":"T-1""#))
    }
  }

  @Test
  func `A FIFO is refused as a journal without waiting`() throws {
    let desk = try BatchDesk(1)
    let path = try desk.folder.makeFIFO("fifo")
    #expect(try desk.program.run("journal", "list", "--journal", path).status == 65)
    let kept = try desk.program.run(
      "consume", "1", "--user", "u", "--dry-run", "--keep-unknown", path)
    #expect(kept.status == 64)
  }

  @Test
  func `IAPCTL_JOURNAL and the key of a profile set the journal`() throws {
    let desk = try BatchDesk(1)
    var program = desk.program
    program.variables["IAPCTL_JOURNAL"] = desk.folder["elsewhere.db"]
    let consume = ["consume", "--from", desk.folder["payments"], "--yes", "-o", "jsonl"]
    #expect(try program.run(words: consume).counts == ["consumed": 1])
    let list = try program.run(
      "journal", "list", "-o", "jsonl", "--fields", "paymentSeq,outcome")
    #expect(list.outcomes == ["8810000": "consumed"])
    #expect((try? Files.status(of: desk.folder["elsewhere.db"])) != nil)
    program.variables["IAPCTL_JOURNAL"] = nil
    try desk.folder.makeFolder("iapctl")
    try desk.folder.write(
      #"{"profile": "p", "profiles": {"p": {"journal": "../elsewhere.db"}}}"#,
      to: "iapctl/config.json")
    program.variables["XDG_CONFIG_HOME"] = desk.folder.path
    #expect(try program.run(words: consume).counts == ["already-consumed": 1])
  }

  @Test(arguments: ["consumed", "not-consumed"])
  func `A manual settlement decides what the next run does`(_ conclusion: String) throws {
    let desk = try BatchDesk(1, Ledger { number, _ in number == 1 ? Ledger.Answer() : nil })
    #expect(try desk.run().counts == ["unknown": 1])
    let journal = ["--journal", desk.folder["journal.db"]]
    let settling = try desk.program.run(
      words: ["journal", "settle", "8810000", "--as", conclusion, "--ticket", "T-1"] + journal)
    #expect(settling.status == 0, "\(settling.errors)")
    let next = try desk.run()
    #expect(
      next.counts == (conclusion == "consumed" ? ["already-consumed": 1] : ["consumed": 1]),
      "\(next.errors)")
    #expect(try desk.journaled() == ["8810000": "consumed"])
  }
}
