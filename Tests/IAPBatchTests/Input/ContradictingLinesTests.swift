import IAPCore
import Testing

@testable import IAPBatch

/// Rows that say what their payment is not, in ways that are easily overlooked.
struct ContradictingLinesTests {
  @Test
  func `A row that names the address of another server is refused, and a game's server is not`() {
    let service = Issuer(ServerName(text: "iap.example"), fingerprint: "f")
    func refuses(_ server: String, fingerprint: String? = nil, isEntry: Bool = false) -> Bool {
      let facts = RowFacts(["unknown", server, fingerprint, nil, nil], isEntry: isEntry)
      do throws(LineProblem) {
        try facts.check(service)
        return false
      } catch {
        return true
      }
    }
    #expect(refuses("api-iap.cloud.toast.com") && refuses("fixture:1"))
    #expect(!refuses("iap.example") && !refuses("other.example", fingerprint: "f"))
    #expect(!refuses("kr-1") && !refuses(""))
    #expect(refuses("kr-1", isEntry: true))
  }

  @Test(
    arguments: [
      ("₩1500", nil, "KRW"), ("￦1500", nil, "KRW"), ("1500원", nil, "KRW"), ("£5", nil, "GBP"),
      ("¥1500", nil, "JPY"), ("￥1500", nil, "JPY"), ("＄15", nil, "USD"), ("$1500", nil, "USD"),
      ("1500円", nil, "JPY"), ("€2.29", nil, "EUR"), ("KRW 1500", nil, "KRW"),
      ("15 USD", nil, "USD"),
      ("15USD", "USD", "USD"),
      ("$1500", "USD", "USD"), ("$1500", "CAD", "CAD"), ("¥15", "CNY", "CNY"), ("1500", nil, nil),
    ] as [(String, String?, String?)])
  func `A sign says the currency, unless its column does`(
    _ price: String, _ column: String?, _ currency: String?
  ) throws {
    let text =
      column.map { "paymentSeq,price,currency\n1,\(price),\($0)\n" }
      ?? "paymentSeq,price\n1,\(price)\n"
    #expect(try load(text).items.map(\.purchase.currency) == [currency])
  }

  @Test(arguments: [
    ("amount_krw", "KRW"), ("금액(USD)", "USD"), ("금액(원)", "KRW"), ("JPY", "JPY"), ("金額（円）", "JPY"),
    ("원래 금액", nil), ("USD/KRW", nil), ("price", nil),
  ])
  func `The name of the column of prices says the currency of each that has no other`(
    _ name: String, _ currency: String?
  ) throws {
    var names = ColumnNames()
    names.set(.price, to: name)
    let text = "paymentSeq,\(name)\n1,1500\n2,€2\n"
    #expect(try load(text, names: names).items.map(\.purchase.currency) == [currency, "EUR"])
    guard let currency else { return }
    let other = currency == "KRW" ? "EUR" : "KRW"
    let rows = "paymentSeq,\(name),currency\n1,,\(other)\n"
    #expect(try load(rows, names: names).items.map(\.purchase.currency) == [other])
    #expect(throws: IAPError.self) { try load(rows + "2,1500,\(other)\n", names: names) }
  }

  @Test(arguments: [
    ("₩1500", "USD"), ("KRW 1500", "USD"), ("1500원", "JPY"), ("¥9.99", "USD"), ("1500円", "KRW"),
    ("€2.29", "KRW"), ("$1500", "KRW"),
  ])
  func `A sign of another currency than the column says is refused`(
    _ price: String, _ column: String
  ) {
    let problem = LineProblem.value(of: "currency", .otherThanSign, column)
    #expect(
      badLines("paymentSeq,price,currency\n1,\(price),\(column)\n")
        == [BadLine(number: 2, problem)])
  }

  @Test(arguments: ["price,1500,1510", "currency,KRW,USD", "transactionIdentifier,G-1,G-2"])
  func `A later row of a payment that says something else about it is refused with the first`(
    _ column: String
  ) {
    let parts = column.split(separator: ",").map(String.init)
    let text = "paymentSeq,\(parts[0])\n1,\(parts[1])\n1,\(parts[2])\n"
    #expect(
      badLines(text) == [
        BadLine(number: 2, .samePayment(as: nil, line: 3, except: parts[0])),
        BadLine(number: 3, .samePayment(as: nil, line: 2, except: parts[0])),
      ])
  }

  @Test
  func `A row without a user is refused if others have one and the command names none`() throws {
    let text = "paymentSeq,user\n1,alice\n2,\n"
    #expect(badLines(text) == [BadLine(number: 3, .value(of: "userID", .empty, nil))])
    #expect(try load(text, user: "alice").payments == ["1", "2"])
  }

  @Test
  func `An amount without a sign is no gap beside one with a sign`() throws {
    let text = "paymentSeq,price\n1,₩1500\n2,1500\n"
    #expect(try load(text).items.map(\.purchase.currency) == ["KRW", nil])
  }

  @Test
  func `A value makes gaps of the lines without it, unless only a refused line has it`() throws {
    let header = "paymentSeq,userID,price\n"
    #expect(try load(header + "1,a,\n2,b,5\n3,c,\n", skips: true).badNumbers == [2, 4])
    #expect(try load(header + "1,a,\n2,b,\n2,c,5\n", skips: true).payments == ["1"])
    #expect(try load(header + "1,a,\n1,a,5\n2,b,6\n", skips: true).payments == ["1", "2"])
  }

  @Test(arguments: ["paymentSeq,userID", "userID,paymentSeq"])
  func `Rows below a second header are never read by the first one`(_ second: String) throws {
    let text = "paymentSeq,ticket\n8,T1\n\(second)\n6,alice\n"
    let problems = badLines(text).map(\.problem)
    #expect(problems == [.headerAgain, .belowSecondHeader])
    #expect(try load(text, skips: true).payments == ["8"])
  }

  @Test
  func `Rows below the same header are read`() throws {
    let text = "paymentSeq,userID\n8,bob\npaymentSeq,userID\n6,alice\n"
    #expect(badLines(text).map(\.problem) == [.headerAgain])
    #expect(try load(text, skips: true).payments == ["8", "6"])
  }

  @Test(arguments: [
    "{\"payments\": [{\"paymentSeq\":\"1\",\"state\":\"REFUND\",\"consumed\":false}]}",
    "{\"paymentSeq\":\"1\",\"state\":\"SUCCESS\",\"consumed\":true}\n",
    "paymentSeq,state,consumed\n1,CHARGED,false\n",
  ])
  func `A row of payment list that is refunded, consumed or not paid is refused`(_ text: String) {
    let found = badLines(text).map(\.problem)
    #expect(["REFUND", "consumed", "CHARGED"].contains { found == [.ended($0)] }, "\(found)")
  }

  @Test
  func
    `What payment list says of a payment that can be consumed is read, and a game's state is not`()
    throws
  {
    #expect(try load("paymentSeq,state,consumed\n1,SUCCESS,false\n").payments == ["1"])
    #expect(throws: IAPError.self) { try load("paymentSeq,state\n1,Texas\n") }
  }

  @Test
  func `A header line beyond the end is no empty input`() {
    var names = ColumnNames()
    names.headerLine = 99
    #expect(throws: IAPError.self) { try load("paymentSeq,userID\n1,alice\n", names: names) }
  }
}
