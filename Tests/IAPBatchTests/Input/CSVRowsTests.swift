import IAPBatch
import IAPCore
import Testing

struct CSVRowsTests {
  @Test("Columns stand in any order, and unknown ones are passed over")
  func columns() throws {
    let text = [
      "note,accessToken,paymentSeq,currency,price,sandboxPayment,userID,productSeq,purchaseTime",
      "\"a, \"\"b\"\"\",tok,1,KRW,1500.0,true,\"kim, alice\",7,2026-01-12T11:20:00Z", ",,2,,,,,,",
      "",
    ].joined(separator: "\r\n")
    let items = try load(text).items
    #expect(
      items.map(\.request) == [
        ConsumeRequest(
          paymentSeq: "1", user: "kim, alice", accessToken: Secret("tok"), productSeq: 7),
        ConsumeRequest(paymentSeq: "2"),
      ])
    #expect(items[0].purchase?.price?.digits == "1500")
    #expect(items[0].purchase?.isSandboxPayment == true)
    #expect(items[0].purchase?.purchaseTime == Instant("2026-01-12T11:20:00Z"))
    #expect(items[1].purchase == nil)
  }

  @Test("Quoted cells keep commas, quotes and the ends of lines")
  func quoted() throws {
    let text = "payload,paymentSeq\r\n\"a\r\nb\n,\"\"\",\"1\"\r\n\"\"\"\",2\n"
    #expect(try load(text).items.map { $0.purchase?.payload } == ["a\r\nb\n,\"", "\""])
  }

  @Test("What a spreadsheet was kept from running is what it was")
  func defused() throws {
    let text = "paymentSeq,accessToken,userID\n1,'+abc=,'@bob\n2,''=x,'a\n3,'\\ta,' "
    let loaded = try load(text)
    #expect(loaded.tokens == ["+abc=", "'=x", "\\ta"])
    #expect(loaded.items.map { $0.request.user?.text } == ["@bob", "'a", "' "])
  }

  @Test(
    "A bad record has a reason",
    arguments: [
      ("1", "it has 1 cells, and the header 2"), ("1,a,", "it has 3 cells, and the header 2"),
      (",a", "paymentSeq is empty"), ("\"\",a", "paymentSeq is empty"),
      (" 1,a", "paymentSeq is no payment number: those are digits"),
      ("1e3,a", "paymentSeq is no payment number: those are digits"),
      ("'1,a", "paymentSeq is no payment number: those are digits"),
      ("1,a\"b", "a quote stands in a cell without quotes"),
      ("1,\"a\"b", "something stands behind a quoted cell"),
      ("1,\"a\" ", "something stands behind a quoted cell"),
      ("1,a\rb", "a carriage return stands in a cell without quotes"),
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
    "Without a header of its own nothing can be read, whether bad lines are passed over or not",
    arguments: [
      ("paymentSeq,a,a", "the header has a column twice"),
      ("userID,accessToken", "the header has no column paymentSeq"),
      ("PaymentSeq", "the header has no column paymentSeq"),
      ("paymentSeq,a\"b", "a quote stands in a cell without quotes"),
    ])
  func header(_ header: String, _ problem: String) {
    for skips in [false, true] {
      let error = IAPError.iapctl(
        .inputInvalid,
        .badLines(
          name: "a.txt", first: [BadLine(number: 1, problem: problem)], count: 1, canSkip: false))
      #expect(throws: error) { try load(header + "\n1,2,3\n", .csv, skips: skips) }
    }
  }

  @Test("Nobody can tell what stands behind a quote that is never closed")
  func open() {
    let text = "paymentSeq,payload\n1,\"a\nx,b\n2,c\n"
    let error = IAPError.iapctl(
      .inputInvalid,
      .badLines(
        name: "a.txt", first: [BadLine(number: 2, problem: "a quoted cell has no end")],
        count: 1, canSkip: false))
    #expect(throws: error) { try load(text, skips: true) }
  }
}
