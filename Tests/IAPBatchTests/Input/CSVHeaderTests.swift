import IAPCore
import Testing

@testable import IAPBatch

struct CSVHeaderTests {
  @Test(arguments: [
    "paymentSeq,userID,accessToken", "PAYMENTSEQ,userid,AccessToken",
    "Payment Seq,User_ID, access token ", "\u{feff}payment_seq,user,token",
    "결제번호,사용자,token", "\u{feff}\"결제 번호\",\"사용자 ID\",\"Access-Token\"",
    "payment,userKey,\u{a0}token\u{a0}", "\u{1100}\u{1167}\u{11af}\u{110c}\u{1166}번호,user,token",
  ])
  func `Column names ignore case, spaces and underscores, and have aliases`(_ header: String) throws
  {
    for piece in [1, 4096] {
      let loaded = try load(header + "\n1,kim,tok\n", piece: piece)
      #expect(
        loaded.items.map(\.request)
          == [Payment("1", user: "kim", accessToken: Secret("tok"))])
      #expect(loaded.columns?.used == ["paymentSeq", "userID", "accessToken"])
      #expect(loaded.columns?.ignored == [])
    }
  }

  @Test(arguments: [",", ";", "\t"])
  func `Commas, semicolons and tabs are separators, and empty rows are skipped`(_ separator: String)
    throws
  {
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

  @Test
  func `A column that is not understood stops the run`() throws {
    func unknown(_ text: String, _ names: ColumnNames = ColumnNames()) -> [String]? {
      do throws(IAPError) {
        _ = try load(text, names: names)
        return nil
      } catch {
        guard case .input(_, .header(.unknownColumns(let names, _, _, _))) = error.reason else {
          return []
        }
        return names
      }
    }
    #expect(unknown("memo,paymentSeq,,Kommentar\na,1,,d\n") == ["memo", "Kommentar"])
    #expect(unknown("paymentSeq,,x\n1,a,\n") == ["column 2"])
    // Columns without a single cell, and what iapctl writes.
    #expect(unknown("memo,paymentSeq,Kommentar\n,1,\n,2, \n") == nil)
    #expect(unknown("paymentSeq,outcome,renewTime,status\n1,not-sent,b,ACTIVE\n") == nil)
    // What looks like it, but was made by a person.
    #expect(unknown("paymentSeq,status\n1,환불\n") == ["status"])
    #expect(unknown("paymentSeq,Outcome,note\n1,not_sent,b\n") == ["note"])
    var names = ColumnNames()
    names.ignore("Memo")
    #expect(unknown("memo,paymentSeq,x\na,1,b\n", names) == ["x"])
    names.ignoresAll = true
    #expect(unknown("memo,paymentSeq,x\na,1,b\n", names) == nil)
    let many = (0..<30).map { ",c\($0)" }.joined()
    #expect(unknown("paymentSeq\(many)\n1\(many)\n")?.count == 20)
  }

  @Test
  func `An option says what a column is`() throws {
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
      throws: IAPError.iapctl(.inputInvalid, .input("a.txt", .header(.columnMissing("Who"))))
    ) { try load("Nr\n1\n", names: names) }
    #expect(
      throws: IAPError.iapctl(.inputInvalid, .input("a.txt", .header(.columnMissing("Who"))))
    ) { try load("{\"nr\":\"1\",\"gamer\":\"kim\"}\n", .jsonl, names: names) }
    #expect(ColumnNames.column("memo=x") == nil)
    #expect(ColumnNames.column("user=") == nil)
  }

  @Test(arguments: ["paymentSeq,Nr\n9,1\n", "Nr,paymentSeq\n1,9\n"])
  func `If an option names the payment's column, another one of that meaning is not understood`(
    _ text: String
  ) throws {
    var names = ColumnNames()
    names.set(.paymentSeq, to: "Nr")
    let problem = IAPError.HeaderProblem.unknownColumns(
      names: ["paymentSeq"], count: 1, meant: [:],
      remarks: [ColumnRemark(column: "paymentSeq", said: [.init("9", lines: [2], count: 1)])])
    #expect(throws: IAPError.iapctl(.inputInvalid, .input("a.txt", .header(problem)))) {
      try load(text, names: names)
    }
    names.ignore("paymentSeq")
    #expect(try load(text, names: names).payments == ["1"])
  }

  @Test
  func `The first ignored columns are named, and the rest are counted`() throws {
    var names = ColumnNames()
    names.ignoresAll = true
    let long = String(repeating: "x", count: 65)
    let header = "paymentSeq,\(long)," + (1...24).map { "c\($0)" }.joined(separator: ",")
    let columns = try #require(
      try load("\(header)\n1\(String(repeating: ",v", count: 25))\n", names: names).columns)
    #expect(columns.ignored == [long.dropLast() + "…"] + (1...19).map { "c\($0)" })
    #expect(columns.more == 5)
  }

  @Test(arguments: [
    "유저", "유저ID", "유저 번호", "회원번호", "고객번호", "고객 ID", "player", "Player_ID", "account",
    "Account ID", "customer", "customer번호", "사용자번호", "회원ID", "UID", "계정", "계정ID", "플레이어",
    "プレイヤーID", "アカウントID",
  ])
  func `A column of users has many names`(_ name: String) throws {
    #expect(try load("결제번호,\(name)\n1,kim\n").items[0].user == "kim")
  }

  @Test(
    arguments: [
      ("회원", "userID"), ("아이디", "userID"), ("User ID(게임)", "userID"), ("플레이어(ID)", "userID"),
      ("usr", "userID"), ("실결제금액", "price"), ("결제액", "price"),
      ("판매가", "price"), ("상품가격", "price"), ("支払額", "price"), ("国家", nil), ("국가", nil),
      ("Total", "price"),
      ("캐릭터ID", "userID"), ("お客様番号", "userID"), ("Member No", "userID"), ("ID", "userID"),
      ("플랫폼", "storeCode"), ("OS", "storeCode"), ("인원", nil), ("상태", nil), ("상품명", "productName"),
      ("商品名", "productName"), ("담당자", nil), ("구매일", "purchaseTime"), ("日付", "purchaseTime"),
      ("created_at", "purchaseTime"), ("제품", "productIdentifier"), ("値段", "price"),
      ("영수증번호", "transactionIdentifier"),
    ] as [(String, String?)])
  func `A hint proposes what a header probably means, and nothing far-fetched`(
    _ header: String, _ column: String?
  ) {
    #expect(InputColumn(probable: header)?.name == column)
  }

  @Test(arguments: ["", "\"of May,"])
  func `A header below the first line is named`(_ second: String) {
    for format in [nil, InputFormat.csv] {
      #expect(
        throws: IAPError.iapctl(.inputInvalid, .input("a.txt", .header(.elsewhere(line: 3))))
      ) { try load("Stuck payments,,\r\n\(second)\r\nPayment Seq,user,\r\n1,kim,\r\n", format) }
    }
  }

  @Test(arguments: ["sep=;", "\"sep=;\"", "SEP=;;"])
  func `Excel's first line names the separator`(_ line: String) throws {
    #expect(try load("\(line)\r\npaymentSeq;user\r\n1;a,b\r\n").items[0].user == "a,b")
  }

  @Test(arguments: [
    "=\"007\"", "\"=\"\"007\"\"\"", "007", "\"007\"",
  ])
  func `A cell that a spreadsheet keeps as text is read as that text`(_ cell: String) throws {
    let loaded = try load("paymentSeq,userID,productSeq\n\(cell),\(cell),\(cell)\n")
    #expect(loaded.payments == ["007"])
    #expect(loaded.items.first?.user == "007")
    #expect(loaded.items.first?.productSeq == 7)
    #expect(try load("\(cell)\n\(cell)\n").payments == ["007"])
  }

  @Test
  func `Quotes and separators in a cell kept as text are part of it`() throws {
    let text = "paymentSeq,userID\n1,=\"a,\"\"b\"\"\"\n2,\"=\"\"a,\"\"\"\"b\"\"\"\"\"\"\"\n"
    #expect(try load(text).items.map { $0.user?.text } == ["a,\"b\"", "a,\"b\""])
  }

  @Test
  func `Truth values are read as spreadsheets write them`() throws {
    let text = "paymentSeq,storePayment,sandboxPayment\n1,TRUE,False\n2,true,FALSE\n"
    let items = try load(text).items
    #expect(items.map { $0.purchase.isStorePayment } == [true, true])
    #expect(items.map { $0.purchase.isSandboxPayment } == [false, false])
  }

  @Test
  func `A row has its own ticket, but the ticket of a journal entry is not used`() throws {
    let items = try load("ticket,paymentSeq\nHELP-1,1\n,2\n").items
    #expect(items.map(\.ticket) == ["HELP-1", nil])
    #expect(items.first?.purchase == Purchase(paymentSeq: "1"))
    let journal = "paymentSeq,action,outcome,began,ticket\n1,consume,unknown,x,A\n1,undo,done,x,B\n"
    let loaded = try load(journal)
    #expect(loaded.items.map(\.ticket) == [nil])
    #expect(loaded.columns?.used == ["paymentSeq"])
  }
}
