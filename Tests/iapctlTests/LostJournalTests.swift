import TestSupport
import Testing

/// The commands that settle a batch, where the journal is another one than the batch had.
@Suite(.blocking)
struct LostJournalTests {
  private typealias Desk = RowComparisonTests.Desk

  private static let sheet = "paymentSeq,user\n1,user11\n2,user49\n3,user49\n5,user11\n"

  /// A batch of four payments whose first two answers are lost.
  private func unknownBatch(_ words: String...) throws -> (Desk, command: String) {
    let desk = try Desk(remote: true)
    for payment in ["1", "2"] {
      let fault = try desk.program.run(
        "store", "fault", "add", "--on", "consume", "--payment", payment, "--domain", "http",
        "--code", "102", "--after", "--store", desk.folder["s.db"])
      #expect(fault.status == 0, "\(fault.errors)")
    }
    let sheet = try desk.folder.write(Self.sheet, to: "sheet")
    let run = try desk.program.run(
      words: ["consume", "--from", sheet, "--yes", "--settle", "0s"] + words)
    #expect(run.status == 7, "\(run.errors)")
    let line = run.errors.split(separator: "\n").first { $0.contains("their tokens are not kept") }
    let command = try #require(line?.split(separator: ": ").last)
    return (desk, String(command.dropFirst("iapctl ".count)))
  }

  @Test
  func `Without the journal of the batch, nothing is consumed and the command fails`() throws {
    let (desk, command) = try unknownBatch()
    let journal = desk.folder["state/iapctl"]
    let elsewhere = try desk.program.shell("mv '\(journal)' '\(journal).old'")
    #expect(elsewhere.status == 0)
    for more in ["--yes", "--dry-run"] {
      let run = try desk.program.shell("\"$IAPCTL\" \(command) \(more)")
      #expect(run.status == 3, "\(run.errors)")
      #expect(run.errors.contains("has no payment of"), "\(run.errors)")
      #expect(run.errors.contains("--journal"), "\(run.errors)")
      #expect(!run.errors.contains("no payments"), "\(run.errors)")
    }
    // A journal with other payments does not know the batch, either.
    let other = try desk.program.shell(
      "\"$IAPCTL\" consume 9 --user user11; \"$IAPCTL\" \(command) --yes")
    #expect(other.status == 3, "\(other.errors)")
    let restored = try desk.program.shell(
      "rm -rf '\(journal)'; mv '\(journal).old' '\(journal)'; \"$IAPCTL\" \(command) --yes")
    #expect(restored.errors.contains("2 unknown"), "\(restored.errors)")
  }

  @Test
  func
    `A command that settles one payment sends nothing that the journal does not have as unknown`()
    throws
  {
    let (desk, _) = try unknownBatch()
    let left = try desk.program.run("consume", "1", "--user", "user11")
    let line = left.errors.split(separator: "\n").first { $0.contains("iapctl consume 1") }
    let command = try #require(line?.split(separator: ": ").last).dropFirst("iapctl ".count)
    #expect(command == "consume 1 --resume --only-unknown --user user11")
    let journal = desk.folder["state/iapctl"]
    let elsewhere = try desk.program.shell(
      "mv '\(journal)' '\(journal).old'; \"$IAPCTL\" \(command)")
    #expect(elsewhere.status == 3, "\(elsewhere.errors)")
    #expect(elsewhere.errors.contains("no payment 1 in the journal"), "\(elsewhere.errors)")
    let again = "rm -rf '\(journal)'; mv '\(journal).old' '\(journal)'; \"$IAPCTL\" "
    // The payment is consumed, so that no list has its token.
    #expect(try desk.program.shell(again + command).status == 7)
    #expect(
      try desk.program.run("consume", "9", "--user", "user49", "--resume", "--only-unknown").status
        == 3)
    #expect(
      try desk.program.shell(
        "\"$IAPCTL\" journal settle 2 --as not-consumed --ticket T; \"$IAPCTL\" consume 2 --user user49 "
          + "--resume --only-unknown"
      ).errors.contains("payment 2 is not unknown"))
  }

  @Test
  func `A batch that is settled leaves nothing to do`() throws {
    let desk = try Desk(remote: true)
    let sheet = try desk.folder.write(Self.sheet, to: "sheet")
    #expect(try desk.program.run("consume", "--from", sheet, "--yes").status == 0)
    let run = try desk.program.run(
      "consume", "--resume", "--only-unknown", "--from", sheet, "--yes")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("no payments"), "\(run.errors)")
    #expect(run.errors.contains("their payments are not unknown: 4 rows"), "\(run.errors)")
  }

  @Test
  func `What another run holds is reported, and not left out`() throws {
    let desk = try Desk(remote: true)
    let sheet = try desk.folder.write("paymentSeq,user\n1,user11\n", to: "sheet")
    // A command does not get the key.
    let key = desk.program.variables["IAPCTL_APP_KEY"] ?? ""
    let settling =
      "IAPCTL_APP_KEY='\(key)' \"$IAPCTL\" consume --resume --only-unknown --from '\(sheet)' --yes"
      + " > out 2>&1; echo $? > status"
    let run = try desk.program.run(
      words: [
        "consume", "1", "--user", "user11", "--deliver", "cd '\(desk.folder[""])'; \(settling)",
      ])
    #expect(run.status == 0, "\(run.errors)")
    let ended = try desk.program.shell("cd '\(desk.folder[""])'; cat status out")
    #expect(ended.output.hasPrefix("75\n"), "\(ended.output)")
  }

  @Test
  func `The command that settles reads the rows as the batch did, and rejects none into a file`()
    throws
  {
    let rejected = try TemporaryFolder()
    let (_, command) = try unknownBatch(
      "--rejected", rejected["rejected.csv"], "--skip-bad-lines", "--exact-numbers")
    #expect(!command.contains("--rejected"), "\(command)")
    #expect(command.contains("--exact-numbers"), "\(command)")
    #expect(command.contains("--skip-bad-lines"), "\(command)")
  }

  @Test
  func `A ticket that only the journal knows stands in the commands`() throws {
    let (desk, _) = try unknownBatch("--ticket", "Bob's T-1")
    let run = try desk.program.run("consume", "1", "--user", "user11")
    #expect(run.status == 7, "\(run.errors)")
    #expect(
      run.errors.contains(
        #"consume 1 --resume --only-unknown --user user11 --ticket 'Bob'\''s T-1'"#),
      "\(run.errors)")
    #expect(!run.errors.contains("TEXT"), "\(run.errors)")
    let dry = try desk.program.run("consume", "1", "--user", "user11", "--dry-run")
    #expect(dry.errors.contains(#"--ticket 'Bob'\''s T-1'"#), "\(dry.errors)")
  }

  @Test
  func `On a store without a journal, what was stopped is not settled`() throws {
    let desk = try Desk(remote: false)
    for payment in ["1", "2"] {
      _ = try desk.program.run(
        "store", "fault", "add", "--on", "consume", "--payment", payment, "--domain", "http",
        "--code", "102", "--after")
    }
    let sheet = try desk.folder.write(Self.sheet, to: "sheet")
    let run = try desk.program.run("consume", "--from", sheet, "--yes")
    #expect(run.status == 7, "\(run.errors)")
    #expect(run.errors.contains("iapctl consume 1 --already-consumed-ok"), "\(run.errors)")
    #expect(!run.errors.contains("--from"), "\(run.errors)")
  }
}
