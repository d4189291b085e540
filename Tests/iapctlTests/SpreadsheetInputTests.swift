import TestSupport
import Testing

/// Lists of payments that were saved by a spreadsheet.
@Suite(.blocking)
struct SpreadsheetInputTests {
  private static let count = 500

  /// A store with the payments of one user, and one payment of another user.
  private func store(in folder: TemporaryFolder) throws -> Program {
    var program = Program(in: folder)
    let purchases = ([("1", "user000")] + (0..<Self.count).map { ("\($0 + 1)", "user049") })
      .enumerated().map { index, purchase in
        #"{"paymentSeq": "\#(Self.number(index))", "userID": "\#(purchase.1)", "#
          + #""productIdentifier": "gem"}"#
      }
    let seed = """
      {"format": 1, "appKey": "k", "markets": [{"storeCode": "AS"}],
       "products": [{"productIdentifier": "gem", "productType": "CONSUMABLE", "productSeq": 7,
         "price": 1500, "currency": "KRW"}],
       "purchases": [\(purchases.joined(separator: ","))]}
      """
    let made = try program.run(
      "store", "init", folder["s.db"], "--from", try folder.write(seed, to: "seed.json"))
    #expect(made.status == 0, "\(made.errors)")
    program.variables["IAPCTL_STORE"] = folder["s.db"]
    return program
  }

  private static func number(_ index: Int) -> String { "20260112\(10_000_000 + index)" }

  /// 500 rows as a spreadsheet saves them. The second names another user and that user's payment,
  /// one row is a duplicate, and in one row the payment number was rounded.
  private func sheet() -> String {
    var rows = (1...Self.count).map { "\(Self.number($0));user049;call \($0);" }
    rows[1] = "\(Self.number(0));user000;call 2;"
    rows[299] = rows[11]
    rows[399] = "2,02601E+15;user049;call 400;"
    return "\u{feff}Payment Seq;User;Memo;\r\n" + rows.joined(separator: "\r\n") + "\r\n;;;\r\n"
  }

  @Test(arguments: ["store", "service", "fixture"])
  func `Wrong users, repeated rows and rounded numbers among 500 rows are all refused`(
    _ backend: String
  ) throws {
    let folder = try TemporaryFolder()
    var program = try store(in: folder)
    let local = program
    let path = try folder.write(sheet(), to: "sheet.csv")
    var server: Program.Server?
    if backend != "store" {
      let started = try program.serve("--store", folder["s.db"])
      server = started
      program.variables["IAPCTL_STORE"] = nil
      program.variables["IAPCTL_URL"] = "http://127.0.0.1:\(started.port)"
      program.variables["IAPCTL_APP_KEY"] = "k"
      program.variables["IAPCTL_API"] = backend
    }
    let unread = try program.run("consume", "--from", path, "--user", "user049", "--yes")
    #expect(unread.status == 65)
    #expect(
      unread.errors.contains("\(path) has a column that iapctl does not know: 'Memo'\n"),
      "\(unread.errors)")
    #expect(unread.errors.contains("--ignore-columns Memo"), "\(unread.errors)")
    let line = [
      "consume", "--from", path, "--user", "user049", "--market", "AS", "--yes",
      "--ignore-columns", "memo",
    ]
    for words in [line, line + ["--dry-run"]] {
      let refused = try program.run(words: words)
      #expect(refused.status == 65, "\(refused.errors)")
      #expect(refused.output == "")
      #expect(
        refused.errors.contains(
          "\(path) has 2 bad lines: line 3 has user user000, but --user is user049; line 401: "
            + "paymentSeq '2,02601E+15' was rounded by a spreadsheet"), "\(refused.errors)")
    }
    #expect(try unconsumed(local).count == Self.count + 1)

    let run = try program.run(words: line + ["--skip-bad-lines", "-o", "csv"])
    #expect(run.status == 5, "\(run.errors)")
    #expect(
      run.errors.hasPrefix(
        """
        iapctl: columns used: paymentSeq, userID; ignored: Memo
        iapctl: 500 lines, 497 payments, 1 repeated, 2 bad

        """), "\(run.errors)")
    #expect(run.errors.contains("line 3 has user user000, but --user is user049"))
    #expect(run.output.split(separator: "\r\n").count { $0.contains(",consumed,") } == 497)
    #expect(
      try unconsumed(local) == [Self.number(0), Self.number(2), Self.number(300), Self.number(400)])
    try server?.stop()
  }

  private func unconsumed(_ program: Program) throws -> [String] {
    let run = try program.run(
      "unconsumed", "--all-users", "--fields", "paymentSeq", "--no-header", "-o", "csv")
    return run.output.split(separator: "\r\n").map(String.init).sorted()
  }

  @Test
  func `A list whose numbers were rounded is refused as a whole, with a remedy`() throws {
    let folder = try TemporaryFolder()
    let program = try store(in: folder)
    let rows = [10, 20, 30, 40].map { Self.number($0) + ",user049\n" }.joined()
    let path = try folder.write("paymentSeq,userID\n" + rows, to: "list.csv")
    let run = try program.run("consume", "--from", path, "--yes", "--skip-bad-lines")
    #expect(run.status == 65)
    #expect(
      run.errors.contains(
        "4 of 4 payment numbers of 16 digits or more in \(path) end in 0: a spreadsheet has rounded "
          + "them"), "\(run.errors)")
    #expect(
      run.errors.contains(
        "otherwise in the sheet, format the column as text and paste the numbers again; or list again "
          + "with: iapctl unconsumed --all-users -o spreadsheet"), "\(run.errors)")
    let pasted = try program.run(words: ["consume"] + [10, 20, 30, 40].map { Self.number($0) })
    #expect(pasted.status == 65)
    #expect(pasted.errors.contains("in the arguments end in 0"), "\(pasted.errors)")
    #expect(try unconsumed(program).count == Self.count + 1)
  }

  @Test(arguments: [
    ("UTF-16LE", "is UTF-16, not UTF-8\nhint: save it as 'CSV UTF-8'"),
    ("CP949", "line 1: it is CP949, not UTF-8: save the file as 'CSV UTF-8'"),
    (
      "CP949",
      "\nhint: save it as 'CSV UTF-8', or convert it with: iconv -f CP949 -t UTF-8 l.csv > utf8-l.csv. Then"
    ),
    (
      "SHIFT_JIS",
      "\nhint: save it as 'CSV UTF-8', or convert it with: iconv -f CP932 -t UTF-8 l.csv > utf8-l.csv"
    ),
  ])
  func `Other encodings are refused with the way to convert them`(_ name: String, _ words: String)
    throws
  {
    let folder = try TemporaryFolder()
    let program = try store(in: folder)
    let header = name == "SHIFT_JIS" ? "決済番号,ユーザー" : "결제번호,사용자"
    try folder.write("\(header)\n\(Self.number(1)),user049\n", to: "utf8.csv")
    let line = "$IAPCTL consume --from"
    let run = try program.shell(
      "cd '\(folder.path)'; iconv -f UTF-8 -t \(name) utf8.csv > l.csv; \(line) l.csv --yes")
    #expect(run.status == 65)
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(try program.shell("\(line) '\(folder["utf8.csv"])' --yes").status == 0)
  }

  @Test
  func `A file with tokens that other users can read is refused by every backend`() throws {
    let desk = try BatchDesk(3)
    try desk.folder.setMode(0o644, of: "payments")
    for words in [desk.words(), desk.words(["--dry-run"])] {
      let run = try desk.program.run(words: words)
      #expect(run.status == 78)
      #expect(
        run.errors.contains("contains access tokens, and other users can read it"),
        "\(run.errors)")
      #expect(run.errors.contains("run: chmod 600 \(desk.folder["payments"])"), "\(run.errors)")
    }
    #expect(desk.ledger.requests.isEmpty)
    let piped = try desk.program.shell(
      "$IAPCTL consume --from - --yes -o jsonl < '\(desk.folder["payments"])'")
    #expect(piped.status == 0, "\(piped.errors)")
    #expect(desk.ledger.requests.count == 3)
  }

  // MARK: LibreOffice

  /// A list with numbers that a spreadsheet cannot represent, opened and saved by LibreOffice.
  private func saved(_ format: String, in folder: TemporaryFolder) throws -> (Program, String) {
    var program = Program(in: folder)
    let purchases = ["007", "1e5", "=kim", "a,\"b\""].enumerated().map { index, user in
      """
      {"paymentSeq": "20260112100000000\(index + 1)", "productIdentifier": "gem",
       "userID": "\(user.replacing("\"", with: "\\\""))", "accessToken": "0\(index)E5",
       "transactionIdentifier": "100000000000000000\(index)", "payload": "2026-01-1\(index)"}
      """
    }
    let seed = """
      {"format": 1, "products": [{"productIdentifier": "gem", "productType": "CONSUMABLE",
         "productSeq": 1234567890123456789, "price": 2.29, "currency": "USD"}],
       "purchases": [\(purchases.joined(separator: ","))]}
      """
    try folder.write(seed, to: "seed.json")
    let run = try program.shell(
      """
      cd '\(folder.path)'; umask 077; set -e
      $IAPCTL store init s.db --from seed.json 2> /dev/null
      IAPCTL_STORE=s.db $IAPCTL unconsumed --all-users --show-tokens -o \(format) > list.csv
      HOME="$PWD" soffice --headless -env:UserInstallation="file://$PWD/profile" \
        --convert-to csv --outdir saved list.csv > log 2>&1
      """)
    #expect(run.status == 0, "\(run.errors)")
    program.variables["IAPCTL_STORE"] = folder["s.db"]
    return (program, "'\(folder.path)'")
  }

  @Test(.office)
  func `LibreOffice keeps -o spreadsheet unchanged: what it saves is the same list`() throws {
    let folder = try TemporaryFolder()
    let (program, path) = try saved("spreadsheet", in: folder)
    let run = try program.shell(
      """
      cd \(path); list='consume --dry-run --show-tokens -o jsonl --from'
      $IAPCTL $list list.csv > before; $IAPCTL $list saved/list.csv > after
      wc -l < before; cmp before after
      """)
    #expect(run.status == 0, "\(run.errors)\(run.output)")
    #expect(run.output.contains("4"))
    #expect(run.errors == "")
  }

  @Test(.office)
  func `CSV that LibreOffice changed is refused before anything is sent`() throws {
    let folder = try TemporaryFolder()
    let (program, path) = try saved("csv", in: folder)
    let run = try program.shell("cd \(path); $IAPCTL consume --yes --from saved/list.csv")
    #expect(run.status == 65)
    #expect(run.errors.contains("was rounded by a spreadsheet"), "\(run.errors)")
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips the test with a message if LibreOffice is missing. It is too large for `make deps-test`.
  fileprivate static var office: Self { .tool("soffice", installedBy: nil) }
}
