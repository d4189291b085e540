import TestSupport
import Testing
import Text

/// Commands in hints, pasted as they are printed into another shell at the same place.
@Suite(.blocking)
struct PastedHintTests {
  private typealias Desk = RowComparisonTests.Desk

  /// Runs a command of a hint in a shell of its own.
  private func paste(_ command: String, _ program: Program) throws -> Program.Run {
    try program.shell("\"$IAPCTL\" \(command)")
  }

  /// A desk whose place no variable gives: only the options that are typed do.
  private func placeless() throws -> (desk: Desk, program: Program, place: String) {
    let desk = try Desk(remote: false)
    var program = desk.program
    program.variables["IAPCTL_STORE"] = nil
    let made = try program.run(
      "consume", "5", "--ticket", "T", "--store", desk.folder["s.db"], "--journal",
      desk.folder["j.db"])
    #expect(made.status == 0, "\(made.errors)")
    return (desk, program, "--store '\(desk.folder["s.db"])' --journal '\(desk.folder["j.db"])'")
  }

  @Test(arguments: [
    ("consume 9 --user user11", 3, 0), ("payment show 9 --user user11", 3, 0),
    ("purchase gems --user user11", 3, 0), ("restore --user nobody", 0, 0),
    ("unconsumed --user nobody --market AS", 0, 0), ("store approve 1", 4, 0),
    ("journal show 1", 3, 0), ("consume 1 --user user49", 4, 0),
    ("subscriptions --user user11", 0, 0), ("products --market ZZ", 0, 0),
  ])
  func `A hint of a command acts at the place of the command`(
    _ line: String, _ status: Int32, _ pasted: Int32
  ) throws {
    let (desk, program, place) = try placeless()
    let isJournal = line.hasPrefix("journal")
    let run = try program.shell(
      "\"$IAPCTL\" \(line) "
        + (isJournal
          ? "--journal '\(desk.folder["j.db"])'"
          : line.hasPrefix("consume") || line.hasPrefix("payment show")
            ? place : "--store '\(desk.folder["s.db"])'"))
    #expect(run.status == status, "\(run.errors)")
    for command in HintSceneTests.commands(in: run.errors) {
      #expect(HintSceneTests.blanks(in: command).isEmpty, "\(line): \(command)")
      let again = try paste(command, program)
      #expect(again.status == pasted, "\(line): \(command): \(again.errors)")
    }
  }

  @Test
  func `A payment that stays unknown is settled by what is printed`() throws {
    let desk = try Desk(remote: true)
    let store = desk.folder["s.db"]
    var bare = desk.program
    for name in ["IAPCTL_URL", "IAPCTL_APP_KEY"] { bare.variables[name] = nil }
    let key = try desk.folder.write("sample-app-key", to: "key file")
    let url = try #require(desk.program.variables["IAPCTL_URL"])
    for payment in ["1", "5"] {
      let fault = try bare.run(
        "store", "fault", "add", "--on", "consume", "--payment", payment, "--domain", "http",
        "--code",
        "102", "--after", "--store", store)
      #expect(fault.status == 0, "\(fault.errors)")
    }
    let place = "--url \(url) --app-key-file '\(key)' --settle 0s"
    let first = try bare.shell(
      "\"$IAPCTL\" consume 1 --user user11 --ticket \"Bob's T-1\" \(place)")
    #expect(first.status == 7, "\(first.errors)")
    #expect(first.errors.contains("its token is not kept"), "\(first.errors)")
    let commands = HintSceneTests.commands(in: first.errors)
    #expect(commands.count == 3, "\(first.errors)")
    // The list does not have it any more: the first command cannot settle it, and says so.
    let second = try paste(commands[0], bare)
    #expect(second.status == 7, "\(second.errors)")
    let settled = HintSceneTests.commands(in: second.errors)
    #expect(settled.first.map(HintSceneTests.blanks) == [], "\(second.errors)")
    let end = try paste(settled[0], bare)
    #expect(end.status == 0, "\(settled[0]): \(end.errors)")
    let shown = try bare.run("journal", "show", "1", "-o", "jsonl")
    #expect(shown.output.contains(#""ticket":"Bob's T-1""#), "\(shown.output)")

    let piped = try bare.shell(
      "printf 'paymentSeq,accessToken\\n5,t-5\\n' | \"$IAPCTL\" consume --from - --yes \(place)")
    #expect(piped.status == 7, "\(piped.errors)")
    #expect(!piped.errors.contains("--from -"), "\(piped.errors)")
  }

  @Test
  func `A hint names the journal of a variable, which another shell does not have`() throws {
    let (desk, bare, _) = try placeless()
    var program = bare
    program.variables["IAPCTL_JOURNAL"] = desk.folder["j.db"]
    let again = try program.run("consume", "5", "--ticket", "T", "--store", desk.folder["s.db"])
    let command = try #require(HintSceneTests.commands(in: again.errors).first)
    let pasted = try paste(command, bare)
    #expect(pasted.status == 0, "\(command): \(pasted.errors)")
    // A typed profile replaces the variable.
    _ = try bare.run("config", "set", "store", desk.folder["s.db"], "--profile", "p")
    let other = try program.run("consume", "9", "--ticket", "T", "--profile", "p")
    #expect(other.status == 3 && !other.errors.contains("--journal"), "\(other.errors)")
  }

  @Test
  func `Hints for several users name all of them, or none`() throws {
    let desk = try Desk(remote: true)
    let list = try desk.program.run("payment", "list", "--user", "user11", "--user", "user49")
    #expect(
      list.errors.contains("iapctl unconsumed --user user11 --user user49\n"), "\(list.errors)")
    let stuck = try desk.program.run(
      "unconsumed", "--user", "user11", "--user", "user49", "--older-than", "1d")
    #expect(stuck.errors.contains("consume PAYMENT_SEQ --user ID"), "\(stuck.errors)")
    var program = desk.program
    program.variables["IAPCTL_APP_KEY"] = nil
    program.variables["IAPCTL_APP_ID"] = "fixture-app"
    program.variables["IAPCTL_SECRET_KEY"] = "fixture-secret-key"
    let order = try program.run(
      "payment", "list", "--transaction", "GPA.1", "--user", "user11", "--api", "gamebase")
    #expect(
      order.errors.contains("iapctl unconsumed --user user11 --transaction GPA.1 "),
      "\(order.errors)")
  }

  @Test
  func `A hint for payments of one user names that user`() throws {
    let desk = try Desk(remote: false)
    for (user, market) in [("user11", "AS"), ("user11", "GG"), ("user49", "AS")] {
      let bought = try desk.program.run(
        "purchase", "gem", "--user", user, "--simulate", "interrupted", "--market", market)
      #expect(bought.status == 0, "\(bought.errors)")
    }
    let rows = try desk.program.run(
      "payment", "list", "--state", "CHARGED", "-o", "csv", "--fields", "paymentSeq,userID"
    ).output
    let path = try desk.folder.write(rows, to: "rows")
    let both = try desk.program.run("consume", "--from", path, "--yes")
    #expect(both.errors.contains("iapctl reprocess --user ID"), "\(both.errors)")
    let one = try desk.folder.write(
      rows.split(separator: "\r\n").filter { !$0.hasSuffix("user49") }.joined(separator: "\r\n"),
      to: "one")
    let named = try desk.program.run("consume", "--from", one, "--yes")
    #expect(named.errors.contains("iapctl reprocess --user user11\n"), "\(named.errors)")
    let json = try desk.program.run("consume", "--from", one, "--yes", "-o", "json")
    #expect(json.output.contains("iapctl reprocess --user user11\""), "\(json.output)")
  }

  @Test
  func `A ticket is neither blank nor a placeholder`() throws {
    let desk = try Desk(remote: false)
    for ticket in ["TEXT", " ", "\t", ""] {
      let run = try desk.program.run("consume", "1", "--ticket=\(ticket)")
      #expect(run.status == 64, "'\(ticket)': \(run.errors)")
      #expect(
        run.errors.contains("--ticket: a ticket must have text") == (ticket != "TEXT"),
        "'\(ticket)': \(run.errors)")
      let settled = try desk.program.run(
        "journal", "settle", "1", "--as", "consumed", "--ticket=\(ticket)")
      #expect(settled.status == 64, "'\(ticket)': \(settled.errors)")
    }
    #expect(try desk.left() == "1 2 3 5")
  }
}
