import TestSupport
import Testing

/// Rows that have their token: what they say beside it is compared with the lists of the users that they
/// name.
@Suite(.blocking)
struct TokenRowsTests {
  private typealias Desk = RowComparisonTests.Desk

  private func consume(_ desk: Desk, _ sheet: String, _ more: String...) throws -> Program.Run {
    let path = try desk.folder.write(Array(sheet.utf8), to: "list")
    return try desk.program.run(words: ["consume", "--from", path, "--yes"] + more)
  }

  @Test
  func `A row that its list contradicts is refused before anything is sent`() throws {
    let desk = try Desk(remote: true)
    for (row, said) in [
      ("1,t-1,user11,99999,KRW", "line 2: list says KRW 1,500; the row says KRW 99,999"),
      ("1,t-1,user11,1500,USD", "line 2: list says KRW 1,500; the row says USD 1,500"),
    ] {
      let run = try consume(
        desk, "paymentSeq,accessToken,user,결제금액,통화\n\(row)\n3,t-3,user49,1500,KRW\n")
      #expect(run.status == 65, "\(run.errors)")
      #expect(run.errors.contains(said), "\(run.errors)")
    }
    let moved = try consume(
      desk, "paymentSeq,accessToken,user\n1,t-1,user49\n5,t-5,user11\n")
    #expect(moved.status == 65, "\(moved.errors)")
    #expect(
      moved.errors.contains("line 2: list says user11; the row says user49"), "\(moved.errors)")
    #expect(try desk.left() == "1 2 3 5")
  }

  @Test
  func `A row with the token of another payment of the user is refused`() throws {
    let desk = try Desk(remote: true)
    let list = try desk.program.run(
      "unconsumed", "--user", "user11", "--show-tokens", "-o", "csv", "--fields",
      "paymentSeq,accessToken", "--no-header")
    let rows = list.output.split(separator: "\r\n").map { $0.split(separator: ",") }
    #expect(rows.count > 1, "\(list)")
    let swapped = "\(rows[0][0]),\(rows[1][1])\n\(rows[1][0]),\(rows[0][1])\n"
    let run = try consume(
      desk, "paymentSeq,accessToken,user\n" + swapped.replacing("\n", with: ",user11\n"))
    #expect(run.status == 65, "\(run.errors)")
    #expect(
      run.errors.contains(
        "line 2: list says the token of payment \(rows[1][0]); the row says the token of payment \(rows[0][0])"
      ),
      "\(run.errors)")
    #expect(try desk.left() == "1 2 3 5")
  }

  @Test
  func `An answer that the row contradicts is the payment's, and is said and recorded`() throws {
    let desk = try Desk(remote: true)
    let run = try consume(
      desk, "paymentSeq,accessToken,price,currency\n1,t-1,99999,USD\n", "-o", "jsonl")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.outcomes == ["1": "consumed"])
    let said = "the answer says KRW 1,500; the row says USD 99,999"
    #expect(run.errors.contains(said), "\(run.errors)")
    let entries = try desk.program.run("journal", "export", "-o", "json")
    #expect(entries.output.contains(said), "\(entries.output)")
    #expect(try desk.left() == "2 3 5")
  }

  @Test
  func `A row is also compared with a list that only a much later row asks for`() throws {
    let desk = try Desk(remote: true)
    let between = (1000..<1300).map { "\($0),t,user49\n" }.joined()
    let run = try consume(
      desk, "paymentSeq,accessToken,user\n1,t-1,user49\n\(between)5,t-5,user11\n")
    #expect(run.status == 65, "\(run.errors)")
    #expect(run.errors.contains("line 2: list says user11; the row says user49"), "\(run.errors)")
    #expect(try desk.left() == "1 2 3 5")
  }

  @Test
  func `Rows that are not compared are counted once, also if the others are compared again`() throws
  {
    let desk = try Desk(remote: true)
    let rows = (1000..<1300).map { "\($0),t,user11\n" }.joined()
    let run = try consume(
      desk, "paymentSeq,accessToken,user\n\(rows)2,,user49\n", "--compare", "none", "--dry-run")
    #expect(
      run.errors.contains("because of --compare none: 300 rows with a token"), "\(run.errors)")
  }

  @Test
  func `Rows with tokens are not sent if no list can be asked for`() throws {
    let desk = try Desk(remote: true)
    let sheet = "paymentSeq,accessToken,user,price\n1,t-1,user11,99999\n"
    let fault = try desk.program.run(
      "store", "fault", "add", "--on", "unconsumed", "--http", "401", "--store",
      desk.folder["s.db"])
    #expect(fault.status == 0, "\(fault.errors)")
    let run = try consume(desk, sheet)
    #expect(run.status == 77, "\(run.errors)")
    #expect(try desk.left() == "1 2 3 5")
    #expect(try consume(desk, sheet).status == 65, "the next run compares them")
  }

  @Test
  func `A payment that is not in the list of its user is not sent`() throws {
    let desk = try Desk(remote: true)
    let sheet = "paymentSeq,accessToken,user,market\n1,t-1,user49,AS\n"
    let preview = try consume(desk, sheet, "--dry-run")
    #expect(preview.errors.contains("nothing would be consumed"), "\(preview.errors)")
    let run = try consume(desk, sheet)
    #expect(run.status == 3, "\(run.errors)")
    #expect(
      run.errors.contains("payment 1 is not in the unconsumed list of user49 in market AS"),
      "\(run.errors)")
    #expect(try desk.left() == "1 2 3 5")
    let sent = try consume(desk, sheet, "--compare", "none")
    #expect(sent.status == 0, "\(sent.errors)")
    let said = "not compared with a list, because of --compare none: 1 row with a token"
    #expect(sent.errors.contains(said), "\(sent.errors)")
  }

  @Test
  func `What was not compared is said, and why`() throws {
    let desk = try Desk(remote: true)
    let preview = try consume(
      desk, "paymentSeq,accessToken,user\n1,t-1,user11\n", "--compare", "none", "--dry-run")
    #expect(preview.errors.contains("because of --compare none: 1 row"), "\(preview.errors)")
    let nameless = try consume(
      desk, "paymentSeq,accessToken,price\n1,t-1,1500\n3,t-3,1500\n", "--dry-run")
    #expect(nameless.errors.contains("2 rows with a token, without a user"), "\(nameless.errors)")
    let crowd = (2000..<3001).map { "\($0),t,u\($0)\n" }.joined()
    let many = try consume(desk, "paymentSeq,accessToken,user\n" + crowd, "--dry-run")
    #expect(many.errors.contains("too many users: 1001 rows"), "\(many.errors)")
    let bare = try consume(
      desk, "paymentSeq,accessToken\n1,t-1\n", "--compare", "none", "--dry-run")
    #expect(!bare.errors.contains("not compared"), "\(bare.errors)")
  }

  @Test
  func `A dry run does not count what was refunded or consumed since`() throws {
    let desk = try Desk(remote: true)
    let store = desk.folder["s.db"]
    let yesterday =
      "paymentSeq,accessToken,user\n1,t-1,user11\n3,t-3,user49\n5,t-5,user11\n"
    #expect(try desk.program.run("store", "refund", "1", "--store", store).status == 0)
    var atStore = desk.program
    for name in ["IAPCTL_URL", "IAPCTL_APP_KEY"] { atStore.variables[name] = nil }
    #expect(try atStore.run("consume", "5", "--store", store).status == 0)
    let run = try consume(desk, yesterday, "--dry-run")
    #expect(run.errors.contains("would consume 1 payment of user user49"), "\(run.errors)")
  }

  @Test
  func `A listed user is confirmed, and the row's token settles what is unknown`() throws {
    let desk = try Desk(remote: true)
    let store = desk.folder["s.db"]
    let fault = try desk.program.run(
      "store", "fault", "add", "--on", "consume", "--domain", "http", "--code", "102", "--after",
      "--store", store)
    #expect(fault.status == 0, "\(fault.errors)")
    let sheet = "paymentSeq,accessToken,user\n1,t-1,user11\n"
    let first = try consume(desk, sheet, "--settle", "0s")
    #expect(first.status == 7, "\(first.errors)")
    let resumed = try consume(
      desk, sheet, "--resume", "-o", "csv", "--no-header", "--fields", "outcome")
    #expect(resumed.output == "already-consumed\r\n", "\(resumed.errors)")
    let other = try consume(
      desk, "paymentSeq,accessToken,user\n3,t-3,user49\n", "-o", "csv", "--no-header", "--fields",
      "userID,claimedUserID")
    #expect(other.output == "user49,\r\n", "\(other.errors)")
  }

  @Test
  func `A typed user beside a token is checked`() throws {
    let desk = try Desk(remote: true)
    let token = try desk.folder.write(Array("t-1".utf8), to: "token")
    let run = try desk.program.run("consume", "1", "--token-file", token, "--user", "user49")
    #expect(run.status == 3, "\(run.errors)")
    #expect(try desk.left() == "1 2 3 5")
    let right = try desk.program.run(
      "consume", "1", "--token-file", token, "--user", "user11", "-o", "csv", "--fields", "userID",
      "--no-header")
    #expect(right.output == "user11\r\n", "\(right.errors)")
  }

  @Test
  func `Rows of iapctl that are done, or of another server, are refused`() throws {
    let desk = try Desk(remote: true)
    let done = try consume(
      desk, #"{"paymentSeq": "1", "accessToken": "t-1", "outcome": "consumed"}"# + "\n")
    #expect(done.status == 65, "\(done.errors)")
    #expect(done.errors.contains("has the outcome consumed"), "\(done.errors)")
    let table = try consume(
      desk, "paymentSeq,accessToken,outcome\n1,t-1,already-consumed\n3,t-3,unknown\n")
    #expect(table.status == 65)
    #expect(table.errors.contains("line 2: the row says"), "\(table.errors)")
    let other = try consume(
      desk,
      "paymentSeq,action,began,outcome,server,userID\n"
        + "1,consume,2026-01-01T00:00:00.000Z,unknown,other.example,user11\n", "--resume")
    #expect(other.status == 65, "\(other.errors)")
    #expect(other.errors.contains("the row is of another server: other.example"), "\(other.errors)")
    #expect(try desk.left() == "1 2 3 5")
  }

  @Test
  func `An empty cell among prices is refused`() throws {
    let desk = try Desk(remote: true)
    let run = try consume(desk, "paymentSeq,user,price\n1,user11,1500\n3,user49,\n")
    #expect(run.status == 65, "\(run.errors)")
    #expect(run.errors.contains("line 3: price is empty"), "\(run.errors)")
    #expect(try desk.left() == "1 2 3 5")
  }

  @Test
  func `Columns that the service does not give are not said to be compared`() throws {
    let desk = try Desk(remote: true)
    let run = try consume(
      desk, "paymentSeq,user,상품,구매일시,memo\n1,user11,gem,2026-01-01T00:00:00Z,x\n", "--dry-run",
      "--ignore-columns", "memo")
    #expect(
      run.errors.contains("not compared, because the list does not have it: productIdentifier, "),
      "\(run.errors)")
    #expect(run.errors.contains("columns used: paymentSeq, userID; ignored: memo"), "\(run.errors)")
  }

  @Test(arguments: [
    ("결제번호,유저 번호,결제 금액,통화,스토어,문의번호", "1,user11,\"1,500원\",KRW,애플,T-1"),
    ("決済番号,ユーザーID,金額,通貨,ストア,問い合わせ番号", "1,user11,￦1500,KRW,App Store,T-1"),
    ("paymentSeq,user,amount,currency,store,ticket", "1,user11,1500,KRW,as,T-1"),
  ])
  func `Names of three languages are known, and what they say is compared`(
    _ header: String, _ row: String
  ) throws {
    let desk = try Desk(remote: true)
    let right = try consume(desk, "\(header)\n\(row)\n", "--dry-run")
    #expect(right.status == 0, "\(right.errors)")
    #expect(right.errors.contains("would consume 1 payment"), "\(right.errors)")
    let wrong = try consume(desk, "\(header)\n\(row.replacing("500", with: "501"))\n")
    #expect(wrong.status == 65, "\(wrong.errors)")
    #expect(wrong.errors.contains("list says KRW 1,500"), "\(wrong.errors)")
    #expect(try desk.left() == "1 2 3 5")
  }

  @Test
  func `The hint for unknown columns never leaves out what can be compared`() throws {
    let desk = try Desk(remote: true)
    let header = "결제번호,user,\"실결제금액, 원\",통화코드,담당자"
    let row = "1,user11,1510,KRW,kim"
    let run = try consume(desk, "\(header)\n\(row)\n")
    #expect(run.status == 65, "\(run.errors)")
    let hint = try #require(run.errors.split(separator: "\n").last { $0.hasPrefix("hint: ") })
    #expect(hint.contains("--ignore-columns 담당자"), "\(hint)")
    // The options of the hint, as they stand there.
    let options = hint.split(separator: " with ")[1]
    let pasted = try desk.program.shell(
      "\"$IAPCTL\" consume --from '\(desk.folder["list"])' --yes \(options)")
    #expect(pasted.status == 65, "\(pasted.errors)")
    #expect(pasted.errors.contains("the row says KRW 1,510"), "\(pasted.errors)")
    #expect(try desk.left() == "1 2 3 5")
  }
}
