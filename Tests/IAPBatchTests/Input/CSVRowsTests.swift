import IAPBatch
import IAPCore
import Testing

@Suite("CSV rows")
struct CSVRowsTests {
  @Test("Columns may be in any order")
  func columns() throws {
    let text = [
      "payload,accessToken,paymentSeq,currency,price,sandboxPayment,userID,productSeq,purchaseTime",
      "\"a, \"\"b\"\"\",tok,1,KRW,1500.0,true,\"kim, alice\",7,2026-01-12T11:20:00Z", ",,2,,,,,,",
      "",
    ].joined(separator: "\r\n")
    let items = try load(text).items
    #expect(
      items.map(\.request) == [
        Payment(
          "1", user: "kim, alice", accessToken: Secret("tok"), productSeq: 7),
        Payment("2"),
      ])
    #expect(items[0].purchase.price?.digits == "1500")
    #expect(items[0].purchase.isSandboxPayment == true)
    #expect(items[0].purchase.purchaseTime == Instant("2026-01-12T11:20:00Z"))
    #expect(items[1].purchase == Purchase(paymentSeq: "2"))
  }

  @Test("Spaces around a cell are ignored")
  func spaces() throws {
    let items = try load(
      "paymentSeq,userID,price,productSeq\n 1\u{A0},a, 1500 ,7\n\"2 \", b,\t2, 8 \n"
    ).items
    #expect(items.map(\.paymentSeq) == ["1", "2"])
    #expect(items.map(\.user) == ["a", "b"])
    #expect(items.map { $0.purchase.price?.digits } == ["1500", "2"])
    #expect(items.map(\.productSeq) == [7, 8])
  }

  @Test(
    "An amount may have separators and a currency sign",
    arguments: [
      ("\"1,500\"", "1500"), ("₩1500", "1500"), ("\"₩1,500\"", "1500"),
      ("\"1,234,567.50\"", "1234567.5"),
      ("$2.29", "2.29"), ("\"1,500원\"", "1500"), ("€ 3", "3"), ("-₩500", "-500"), ("0.99", "0.99"),
    ])
  func amounts(_ cell: String, _ digits: String) throws {
    #expect(try load("paymentSeq,price\n1,\(cell)\n").items[0].purchase.price?.digits == digits)
  }

  @Test(
    "An amount that is none is quoted", arguments: ["\"1,50\"", "\"15,00,000\"", "free", "1.5.0"])
  func noAmounts(_ cell: String) {
    let value = cell.replacing("\"", with: "")
    #expect(
      badLines("paymentSeq,price\n1,\(cell)\n") == [
        BadLine(
          number: 2, problem: "price '\(value)' is not a valid amount, such as 1500 or 2.29")
      ])
  }

  @Test("Quoted cells keep commas, quotes and line breaks")
  func quoted() throws {
    let text = "payload,paymentSeq\r\n\"a\r\nb\n,\"\"\",\"1\"\r\n\"\"\"\",2\n"
    #expect(try load(text).items.map { $0.purchase.payload } == ["a\r\nb\n,\"", "\""])
  }

  @Test("The leading apostrophe of an escaped cell is removed")
  func defused() throws {
    let text = "paymentSeq,accessToken,userID\n1,'+abc=,'@bob\n2,''=x,'a\n3,'\\ta,'"
    let loaded = try load(text)
    #expect(loaded.tokens == ["+abc=", "'=x", "\\ta"])
    #expect(loaded.items.map { $0.user?.text } == ["@bob", "'a", "'"])
  }

  @Test(
    "An invalid record is refused with a reason",
    arguments: [
      ("1", "it has 1 cell, but the header has 2"),
      ("1,a,", "it has 3 cells, but the header has 2"),
      (",a", "paymentSeq is empty"), ("\"\",a", "paymentSeq is empty"),
      ("e3,a", "paymentSeq 'e3' is not a payment number: only digits are allowed"),
      ("'1,a", "paymentSeq ''1' is not a payment number: only digits are allowed"),
      ("=A1,a", "paymentSeq '=A1' is not a payment number: only digits are allowed"),
      ("1,a\"b", "a quote in an unquoted cell"),
      ("1,\"a\"b", "unexpected text after a closing quote"),
      ("1,\"a\" ", "unexpected text after a closing quote"),
      ("1,=\"a\" ", "unexpected text after a closing quote"),
      ("1,=\"a", "a quote in an unquoted cell"),
      ("1,=a\"", "a quote in an unquoted cell"),
      ("1,a\rb", "a carriage return in an unquoted cell"),
      ("1,\"a\nb\"", "accessToken has a control character"),
    ])
  func bad(_ line: String, _ problem: String) throws {
    let text = "paymentSeq,accessToken\n\(line)\n2,b\n"
    #expect(badLines(text) == [BadLine(number: 2, problem: problem)])
    let loaded = try load(text, skips: true)
    #expect(loaded.payments == ["2"])
    #expect(loaded.badLines.first == [BadLine(number: 2, problem: problem)])
  }

  @Test(
    "Without a valid header nothing is read, with or without --skip-bad-lines",
    arguments: [
      (
        "paymentSeq,user,User ID",
        "the header has two columns for userID: 'user' and 'User ID'"
      ),
      (
        "결제번호,userID,paymentSeq",
        "the header has two columns for paymentSeq: '결제번호' and 'paymentSeq'"
      ),
      ("userID,accessToken", "the header has no column paymentSeq"),
      ("number", "the header has no column paymentSeq"),
      ("paymentSeq,a\"b", "a quote in an unquoted cell"),
    ])
  func header(_ header: String, _ problem: String) {
    for skips in [false, true] {
      let error = IAPError.iapctl(
        .inputInvalid,
        .input(
          "a.txt",
          .badLines(first: [BadLine(number: 1, problem: problem)], count: 1, .mustBeCorrected)))
      #expect(throws: error) { try load(header + "\n1,2,3\n", .csv, skips: skips) }
    }
  }

  @Test("The text after an unclosed quote cannot be read")
  func open() {
    let text = "paymentSeq,payload\n1,\"a\nx,b\n2,c\n"
    let error = IAPError.iapctl(
      .inputInvalid,
      .input(
        "a.txt",
        .badLines(
          first: [BadLine(number: 2, problem: "a quoted cell has no closing quote")], count: 1,
          .mustBeCorrected)))
    #expect(throws: error) { try load(text, skips: true) }
  }
}

@Suite("CSV header")
struct CSVHeaderTests {
  @Test(
    "Column names ignore case, spaces and underscores, and have aliases",
    arguments: [
      "paymentSeq,userID,accessToken", "PAYMENTSEQ,userid,AccessToken",
      "Payment Seq,User_ID, access token ", "\u{feff}payment_seq,user,token",
      "결제번호,사용자,token", "\u{feff}\"결제 번호\",\"사용자 ID\",\"Access-Token\"",
      "payment,userKey,\u{a0}token\u{a0}", "\u{1100}\u{1167}\u{11af}\u{110c}\u{1166}번호,user,token",
    ])
  func names(_ header: String) throws {
    for piece in [1, 4096] {
      let loaded = try load(header + "\n1,kim,tok\n", piece: piece)
      #expect(
        loaded.items.map(\.request)
          == [Payment("1", user: "kim", accessToken: Secret("tok"))])
      #expect(loaded.columns?.used == ["paymentSeq", "userID", "accessToken"])
      #expect(loaded.columns?.ignored == [])
    }
  }

  @Test(
    "Commas, semicolons and tabs are separators, and empty rows are skipped",
    arguments: [",", ";", "\t"])
  func separators(_ separator: String) throws {
    let lines = [
      "  ;;; ", "userID,paymentSeq,payload", ",,", "kim,1,\"a,;\t\"", "\"\",,\"\"", "", ";;;",
      ",1,",
      "lee,2,", ",,",
    ].map { $0.replacing(",", with: separator) }
    let text = lines.joined(separator: "\r\n").replacing("\"a\(separator);\t\"", with: "\"a,;\t\"")
    let loaded = try load(text)
    #expect(loaded.payments == ["1", "2"])
    #expect(loaded.items.map { $0.user?.text } == ["kim", "lee"])
    #expect(loaded.items.first?.purchase.payload == "a,;\t")
    #expect((loaded.rows, loaded.repeated) == (3, 1))
  }

  @Test("A column that is not understood stops the run")
  func unknown() throws {
    func unknown(_ text: String, _ names: ColumnNames = ColumnNames()) -> [String]? {
      do throws(IAPError) {
        _ = try load(text, names: names)
        return nil
      } catch {
        guard case .input(_, .unknownColumns(let names, _, _)) = error.reason else { return [] }
        return names
      }
    }
    #expect(unknown("memo,paymentSeq,,Kommentar\na,1,,d\n") == ["memo", "Kommentar"])
    #expect(unknown("paymentSeq,,x\n1,a,\n") == ["column 2"])
    // Columns without a single cell, and what iapctl writes.
    #expect(unknown("memo,paymentSeq,Kommentar\n,1,\n,2, \n") == nil)
    #expect(unknown("paymentSeq,outcome,renewTime,status\n1,a,b,ACTIVE\n") == nil)
    // What looks like it, but was made by a person.
    #expect(unknown("paymentSeq,status\n1,환불\n") == ["status"])
    #expect(unknown("paymentSeq,Outcome,note\n1,a,b\n") == ["Outcome", "note"])
    var names = ColumnNames()
    names.ignore("Memo")
    #expect(unknown("memo,paymentSeq,x\na,1,b\n", names) == ["x"])
    names.ignoresAll = true
    #expect(unknown("memo,paymentSeq,x\na,1,b\n", names) == nil)
    let many = (0..<30).map { ",c\($0)" }.joined()
    #expect(unknown("paymentSeq\(many)\n1\(many)\n")?.count == 10)
  }

  @Test("An option says what a column is")
  func named() throws {
    var names = ColumnNames()
    for option in ["user=Who", "payment=Nr"] {
      let value = try #require(ColumnNames.column(option))
      names.set(value.column, to: value.name)
    }
    let item = try load("Nr;WHO\n1;kim\n", names: names).items[0]
    #expect(item.request == Payment("1", user: "kim"))
    let object = try load("{\"nr\":\"1\",\"Who\":\"kim\"}\n", .jsonl, names: names).items[0]
    #expect(object.request == item.request)
    #expect(
      throws: IAPError.iapctl(.inputInvalid, .input("a.txt", .columnMissing("Who")))
    ) { try load("Nr\n1\n", names: names) }
    #expect(ColumnNames.column("memo=x") == nil)
    #expect(ColumnNames.column("user=") == nil)
  }

  @Test(
    "A column of users has many names",
    arguments: [
      "유저", "유저ID", "유저 번호", "회원번호", "고객번호", "고객 ID", "player", "Player_ID", "account",
      "Account ID", "customer", "customer번호", "사용자번호", "회원ID",
    ])
  func users(_ name: String) throws {
    #expect(try load("결제번호,\(name)\n1,kim\n").items[0].user == "kim")
  }

  @Test("A header below the first line is named")
  func lowerHeader() {
    for format in [nil, InputFormat.csv] {
      #expect(
        throws: IAPError.iapctl(.inputInvalid, .input("a.txt", .headerBelow(line: 3)))
      ) { try load("Stuck payments,,\r\n\r\nPayment Seq,user,\r\n1,kim,\r\n", format) }
    }
  }

  @Test("Excel's first line names the separator", arguments: ["sep=;", "\"sep=;\"", "SEP=;;"])
  func separatorLine(_ line: String) throws {
    #expect(try load("\(line)\r\npaymentSeq;user\r\n1;a,b\r\n").items[0].user == "a,b")
  }

  @Test(
    "A cell that a spreadsheet keeps as text is read as that text",
    arguments: [
      "=\"007\"", "\"=\"\"007\"\"\"", "007", "\"007\"",
    ])
  func kept(_ cell: String) throws {
    let loaded = try load("paymentSeq,userID,productSeq\n\(cell),\(cell),\(cell)\n")
    #expect(loaded.payments == ["007"])
    #expect(loaded.items.first?.user == "007")
    #expect(loaded.items.first?.productSeq == 7)
    #expect(try load("\(cell)\n\(cell)\n").payments == ["007"])
  }

  @Test("Quotes and separators in a cell kept as text are part of it")
  func keptSigns() throws {
    let text = "paymentSeq,userID\n1,=\"a,\"\"b\"\"\"\n2,\"=\"\"a,\"\"\"\"b\"\"\"\"\"\"\"\n"
    #expect(try load(text).items.map { $0.user?.text } == ["a,\"b\"", "a,\"b\""])
  }

  @Test("Truth values are read as spreadsheets write them")
  func truth() throws {
    let text = "paymentSeq,storePayment,sandboxPayment\n1,TRUE,False\n2,true,FALSE\n"
    let items = try load(text).items
    #expect(items.map { $0.purchase.isStorePayment } == [true, true])
    #expect(items.map { $0.purchase.isSandboxPayment } == [false, false])
  }

  @Test("A row has its own ticket, but the ticket of a journal entry is not used")
  func ticket() throws {
    let items = try load("ticket,paymentSeq\nHELP-1,1\n,2\n").items
    #expect(items.map(\.ticket) == ["HELP-1", nil])
    #expect(items.first?.purchase == Purchase(paymentSeq: "1"))
    let journal = "paymentSeq,action,outcome,began,ticket\n1,consume,unknown,x,A\n1,undo,done,x,B\n"
    let loaded = try load(journal)
    #expect(loaded.items.map(\.ticket) == [nil])
    #expect(loaded.columns?.used == ["paymentSeq"])
  }
}
