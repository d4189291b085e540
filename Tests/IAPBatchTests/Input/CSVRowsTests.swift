import IAPBatch
import IAPCore
import Testing

struct CSVRowsTests {
  @Test
  func `Columns may be in any order`() throws {
    let text = [
      "payload,accessToken,paymentSeq,currency,price,sandboxPayment,userID,productSeq,purchaseTime",
      "\"a, \"\"b\"\"\",tok,1,KRW,1500.0,true,\"kim, alice\",7,2026-01-12T11:20:00Z",
      ",,2,KRW,1500,,lee,7,",
      "",
    ].joined(separator: "\r\n")
    let items = try load(text).items
    #expect(
      items.map(\.request) == [
        Payment(
          "1", user: "kim, alice", accessToken: Secret("tok"), productSeq: 7),
        Payment("2", user: "lee", productSeq: 7),
      ])
    #expect(items[0].purchase.price?.digits == "1500")
    #expect(items[0].purchase.isSandboxPayment == true)
    #expect(items[0].purchase.purchaseTime == Instant("2026-01-12T11:20:00Z"))
    #expect(items[1].purchase.isSandboxPayment == nil && items[1].purchase.payload == nil)
  }

  @Test
  func `Spaces around a cell are ignored`() throws {
    let items = try load(
      "paymentSeq,userID,price,productSeq\n 1\u{A0},a, 1500 ,7\n\"2 \", b,\t2, 8 \n"
    ).items
    #expect(items.map(\.paymentSeq) == ["1", "2"])
    #expect(items.map(\.user) == ["a", "b"])
    #expect(items.map { $0.purchase.price?.digits } == ["1500", "2"])
    #expect(items.map(\.productSeq) == [7, 8])
  }

  @Test(
    arguments: [
      ("2026/03/02 15:01", "2026-03-02T15:01:00Z"), ("2026-03-02 6:01", "2026-03-02T06:01:00Z"),
      ("2026.03.02 15:01", "2026-03-02T15:01:00Z"),
      ("2026-03-07 02:31:00 +09:00", "2026-03-06T17:31:00Z"), ("2026-03-07", nil),
    ] as [(String, String?)])
  func `A time is read as people write it, and a date alone says nothing`(
    _ cell: String, _ time: String?
  ) throws {
    let items = try load("paymentSeq,결제일시\n1,\(cell)\n").items
    #expect(items.map(\.purchase.purchaseTime) == [time.flatMap { Instant($0) }])
  }

  @Test(arguments: [
    ("\"1,500\"", "1500"), ("₩1500", "1500"), ("\"₩1,500\"", "1500"),
    ("\"1,234,567.50\"", "1234567.5"),
    ("$2.29", "2.29"), ("\"1,500원\"", "1500"), ("€ 3", "3"), ("-₩500", "-500"), ("0.99", "0.99"),
  ])
  func `An amount may have separators and a currency sign`(_ cell: String, _ digits: String) throws
  {
    #expect(try load("paymentSeq,price\n1,\(cell)\n").items[0].purchase.price?.digits == digits)
  }

  @Test(arguments: ["\"1,50\"", "\"15,00,000\"", "free", "1.5.0"])
  func `An amount that is none is quoted`(_ cell: String) {
    let value = cell.replacing("\"", with: "")
    #expect(
      badLines("paymentSeq,price\n1,\(cell)\n") == [
        BadLine(number: 2, .value(of: "price", .notAmount, value))
      ])
  }

  @Test
  func `Quoted cells keep commas, quotes and line breaks`() throws {
    let text = "payload,paymentSeq\r\n\"a\r\nb\n,\"\"\",\"1\"\r\n\"\"\"\",2\n"
    #expect(try load(text).items.map { $0.purchase.payload } == ["a\r\nb\n,\"", "\""])
  }

  @Test
  func `A line break inside a cell begins no line, as it begins no row of a sheet`() {
    let text = "payload,paymentSeq\n\"a\nb\r\nc\",1\n\n\"d\ne\",GPA.2\nf,x\n"
    #expect(badLines(text).map(\.number) == [4, 5])
  }

  @Test
  func `The leading apostrophe of an escaped cell is removed`() throws {
    let text = "paymentSeq,accessToken,userID\n1,'+abc=,'@bob\n2,''=x,'a\n3,'\\ta,'"
    let loaded = try load(text)
    #expect(loaded.tokens == ["+abc=", "'=x", "\\ta"])
    #expect(loaded.items.map { $0.user?.text } == ["@bob", "'a", "'"])
  }

  @Test(
    arguments: [
      ("1", .cells(1, inHeader: 2)), ("1,a,", .cells(3, inHeader: 2)),
      (",a", .value(of: "paymentSeq", .empty, nil)),
      ("\"\",a", .value(of: "paymentSeq", .empty, nil)),
      ("e3,a", .value(of: "paymentSeq", .notPaymentNumber, "e3")),
      ("'1,a", .value(of: "paymentSeq", .notPaymentNumber, "'1")),
      ("=A1,a", .value(of: "paymentSeq", .notPaymentNumber, "=A1")),
      ("GPA.1,a", .value(of: "paymentSeq", .orderNumber(.googlePlay), "GPA.1")),
      ("1,a\"b", .strayQuote), ("1,\"a\"b", .textAfterQuote), ("1,\"a\" ", .textAfterQuote),
      ("1,=\"a\" ", .textAfterQuote), ("1,=\"a", .strayQuote), ("1,=a\"", .strayQuote),
      ("1,a\rb", .carriageReturn),
      ("1,\"a\nb\"", .value(of: "accessToken", .controlCharacter, nil)),
    ] as [(String, LineProblem)])
  func `An invalid record is refused with a reason`(_ line: String, _ problem: LineProblem) throws {
    let text = "paymentSeq,accessToken\n\(line)\n2,b\n"
    #expect(badLines(text) == [BadLine(number: 2, problem)])
    let loaded = try load(text, skips: true)
    #expect(loaded.payments == ["2"])
    #expect(loaded.badLines.first == [BadLine(number: 2, problem)])
  }

  @Test(
    arguments: [
      ("paymentSeq,user,User ID", .columnTwice("user", "User ID", meaning: "userID")),
      ("결제번호,userID,paymentSeq", .columnTwice("결제번호", "paymentSeq", meaning: "paymentSeq")),
      ("userID,accessToken", .noPaymentColumn()), ("number", .noPaymentColumn()),
      ("paymentSeq,a\"b", .strayQuote),
    ] as [(String, LineProblem)])
  func `Without a valid header nothing is read, with or without --skip-bad-lines`(
    _ header: String, _ problem: LineProblem
  ) {
    for skips in [false, true] {
      let error = IAPError.iapctl(
        .inputInvalid,
        .input(
          "a.txt",
          .badLines(first: [BadLine(number: 1, problem)], count: 1, .mustBeCorrected)))
      #expect(throws: error) { try load(header + "\n1,2,3\n", .csv, skips: skips) }
    }
  }

  @Test
  func `The text after an unclosed quote cannot be read`() {
    let text = "paymentSeq,payload\n1,\"a\nx,b\n2,c\n"
    let error = IAPError.iapctl(
      .inputInvalid,
      .input(
        "a.txt",
        .badLines(
          first: [BadLine(number: 2, .quoteNotClosed)], count: 1,
          .mustBeCorrected)))
    #expect(throws: error) { try load(text, skips: true) }
  }
}
