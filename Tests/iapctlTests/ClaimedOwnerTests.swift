import TestSupport
import Testing

/// Whose a payment is must be proven before anything is sent or delivered for it: by the list of the user who
/// is named, or by what the journal knows.
@Suite(.blocking)
struct ClaimedOwnerTests {
  private typealias Desk = RowComparisonTests.Desk

  private static let rows = #"{"paymentSeq": "1", "accessToken": "t-1"}"# + "\n"

  private func consume(
    _ desk: Desk, _ rows: String, user: String? = nil, _ more: String...
  ) throws -> Program.Run {
    var program = desk.program
    program.variables["IAPCTL_USER"] = user
    let path = try desk.folder.write(Array(rows.utf8), to: "rows")
    return try program.run(
      words: [
        "consume", "--from", path, "--yes", "--deliver",
        "echo $IAPCTL_PAYMENT_SEQ:$IAPCTL_USER >> '\(desk.folder["granted"])'",
      ] + more)
  }

  private func granted(_ desk: Desk) -> String {
    String(decoding: (try? desk.folder.read("granted")) ?? [], as: UTF8.self)
  }

  private func fail(_ desk: Desk, _ words: String...) throws {
    let fault = try desk.program.run(
      words: ["store", "fault", "add", "--store", desk.folder["s.db"]] + words)
    #expect(fault.status == 0, "\(fault.errors)")
  }

  @Test
  func `A user that is typed beside rows with tokens must have them in the list`() throws {
    let desk = try Desk(remote: true)
    let other = try consume(desk, Self.rows, "--user", "user49")
    #expect(other.status == 3, "\(other.errors)")
    #expect(other.errors.contains("is not in the unconsumed list of user49"), "\(other.errors)")
    #expect(try granted(desk).isEmpty && desk.left() == "1 2 3 5")
    let own = try consume(desk, Self.rows, "--user", "user11")
    #expect(own.status == 0, "\(own.errors)")
    #expect(granted(desk) == "1:user11\n")
  }

  @Test
  func `The user of the environment never becomes that of a row with a token`() throws {
    let desk = try Desk(remote: true)
    let run = try consume(desk, Self.rows, user: "user49")
    #expect(run.status == 0, "\(run.errors)")
    #expect(granted(desk) == "1:\n")
  }

  @Test(arguments: ["", "GG"])
  func `A row is not sent if the list of its user cannot be asked for`(_ market: String) throws {
    let desk = try Desk(remote: true)
    try fail(
      desk, "--on", "unconsumed", "--http", "500", "--times", "20",
      market.isEmpty ? "--user" : "--market", market.isEmpty ? "user49" : market)
    let run = try consume(
      desk, #"{"paymentSeq": "1", "accessToken": "t-1", "userID": "user49"}"# + "\n")
    #expect(run.status == 69, "\(run.errors)")
    #expect(run.errors.contains("HTTP status 500"), "\(run.errors)")
    _ = try desk.program.run("store", "fault", "clear", "--store", desk.folder["s.db"])
    #expect(try granted(desk).isEmpty && desk.left() == "1 2 3 5")
  }

  @Test
  func `A resumed row that contradicts what the journal has confirmed is refused`() throws {
    let desk = try Desk(remote: true)
    try fail(desk, "--on", "consume", "--domain", "http", "--code", "102")
    let first = try desk.program.run("consume", "1", "--user", "user11", "--settle", "0s")
    #expect(first.status == 7, "\(first.errors)")
    for (row, said) in [
      (#""userID": "user49""#, "the journal says user11; the row says user49"),
      (#""userID": "user11", "storeCode": "GG""#, "the journal says AS; the row says GG"),
      (#""userID": "user11", "price": 9, "currency": "USD""#, "the row says USD 9"),
    ] {
      let run = try consume(
        desk, #"{"paymentSeq": "1", "accessToken": "t-1", \#(row)}"# + "\n", "--resume")
      #expect(run.status == 65, "\(run.errors)")
      #expect(run.errors.contains(said), "\(run.errors)")
    }
    let token = try desk.folder.write(Array("t-1".utf8), to: "token")
    for more in [["--token-file", token], []] {
      let typed = try desk.program.run(
        words: ["consume", "1", "--resume", "--user", "user49"] + more)
      #expect(typed.status == 65, "\(typed.errors)")
      #expect(typed.errors.contains("the journal says user11"), "\(typed.errors)")
    }
    #expect(try granted(desk).isEmpty && desk.left() == "1 2 3 5")
    let shown = try desk.program.run(
      "journal", "list", "-o", "csv", "--no-header", "--fields", "userID,storeCode,price,currency")
    #expect(shown.output == "user11,AS,1500,KRW\r\n", "\(shown.errors)")
  }

  @Test
  func `A row that is not sent does not change what the journal has confirmed`() throws {
    let desk = try Desk(remote: true)
    try fail(desk, "--on", "consume", "--code", "7")
    #expect(try desk.program.run("consume", "1", "--user", "user11").status == 4)
    let run = try consume(
      desk,
      #"{"paymentSeq": "1", "accessToken": "t", "userID": "user49", "price": 9, "currency": "USD"}"#
        + "\n", "--compare", "none", "--deliver-timeout", "1ms")
    #expect(run.status != 0, "\(run.errors)")
    let shown = try desk.program.run(
      "journal", "list", "-o", "csv", "--no-header", "--fields", "userID,price,currency")
    #expect(shown.output == "user11,1500,KRW\r\n", "\(shown.errors)")
  }

  @Test
  func `A row of another market than the one that is typed is refused`() throws {
    let desk = try Desk(remote: true)
    let run = try consume(
      desk, #"{"paymentSeq": "1", "accessToken": "t-1", "storeCode": "AS"}"# + "\n", "--market",
      "GG")
    #expect(run.status == 65, "\(run.errors)")
    #expect(run.errors.contains("its market is AS, but --market is GG"), "\(run.errors)")
    #expect(try desk.left() == "1 2 3 5")
  }

  @Test
  func `A journal with a second name is refused`() throws {
    let desk = try Desk(remote: true)
    #expect(try desk.program.run("consume", "1", "--user", "user11").status == 0)
    let journal = desk.folder["state/iapctl/journal.db"]
    let linked = try desk.program.shell("ln '\(journal)' '\(desk.folder["other.db"])'")
    #expect(linked.status == 0, "\(linked.errors)")
    let run = try desk.program.run(
      "consume", "2", "--user", "user11", "--journal", desk.folder["other.db"])
    #expect(run.status == 74, "\(run.errors)")
    #expect(run.errors.contains("it has a second name"), "\(run.errors)")
  }

  #if os(Linux)
    /// Its log and its locks would not be those of the other name.
    @Test
    func `A journal that is mounted without its folder is refused`() throws {
      let desk = try Desk(remote: true)
      #expect(try desk.program.run("consume", "1", "--user", "user11").status == 0)
      let (state, other) = (desk.folder["state/iapctl"], desk.folder["other"])
      func consume(_ payment: Int, with mounts: String) throws -> Program.Run {
        try desk.program.shell(
          """
          unshare -m true || exit 99
          mkdir -p '\(other)' && touch '\(other)/journal.db'
          unshare -m sh -c "mount --bind \(mounts) && exec $IAPCTL consume \(payment) --user user11 \
            --journal '\(other)/journal.db'"
          """)
      }
      let run = try consume(2, with: "'\(state)/journal.db' '\(other)/journal.db'")
      // To mount is a right that not every machine gives.
      guard run.status != 99 else { return }
      #expect(run.status == 74, "\(run.errors)")
      #expect(run.errors.contains("mount the folder instead"), "\(run.errors)")
    }
  #endif

  @Test
  func `Journal entries are found by the ticket of any attempt`() throws {
    let desk = try Desk(remote: true)
    try fail(desk, "--on", "consume", "--code", "7")
    let refused = try desk.program.run("consume", "1", "--user", "user11", "--ticket", "REF-1")
    #expect(refused.status == 4, "\(refused.errors)")
    #expect(
      try desk.program.run("consume", "1", "--user", "user11", "--ticket", "REF-2").status == 0)
    for ticket in ["REF-1", "REF-2", "REF-3"] {
      let run = try desk.program.run(
        "journal", "list", "--ticket", ticket, "-o", "csv", "--no-header", "--fields",
        "paymentSeq,outcome")
      #expect(run.output == (ticket == "REF-3" ? "" : "1,consumed\r\n"), "\(run.errors)")
    }
  }
}
