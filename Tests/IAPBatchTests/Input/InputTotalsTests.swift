import IAPBatch
import IAPCore
import Testing

struct InputTotalsTests {
  private func totals(_ text: String) throws -> PaymentTotals {
    let input = try BatchInput(name: "a", format: nil, skipsBadLines: true)
    let pieces = Pieces(Array(text.utf8), size: 100)
    try input.load(from: { (count) throws(IAPError) in try pieces.read(count) }, isStopped: { nil })
    return try input.totals()
  }

  @Test("Sums are exact, and kept apart by currency")
  func sums() throws {
    let text = """
      paymentSeq,userID,price,currency
      1,alice,0.1,USD
      2,bob,0.2,USD
      3,alice,0.1,USD
      4,bob,1500,KRW
      5,,1500,KRW
      6,carol,,JPY
      7,,2,
      3,alice,0.1,USD
      """
    let totals = try totals(text)
    #expect(totals.count == 7)
    #expect(totals.users.count == 3)
    #expect(totals.byCurrency.keys.sorted() == ["", "JPY", "KRW", "USD"])
    #expect(totals.byCurrency["USD"]?.sum?.digits == "0.4")
    #expect(totals.byCurrency["USD"]?.count == 3)
    #expect(totals.byCurrency["KRW"]?.sum?.digits == "3000")
    #expect(totals.byCurrency["JPY"]?.sum == nil)
    #expect(totals.byCurrency["JPY"]?.count == 1)
    #expect(totals.byCurrency[""]?.sum?.digits == "2")
  }

  @Test("They are those of the items, one by one")
  func items() throws {
    let text = (0..<500).map {
      "{\"paymentSeq\":\"\($0)\",\"userID\":\"u\($0 % 7)\",\"price\":0.\($0 % 13)1,\"currency\":\"C\($0 % 3)\"}\n"
    }.joined()
    let totals = try totals(text)
    var sum = PaymentTotals()
    for item in try load(text).items { sum.add(item) }
    #expect(totals.count == sum.count)
    #expect(totals.users == sum.users)
    #expect(totals.byCurrency.mapValues { $0.sum } == sum.byCurrency.mapValues { $0.sum })
    #expect(totals.byCurrency.mapValues { $0.count } == sum.byCurrency.mapValues { $0.count })
  }

  @Test("One user is named; lines that are refused count for nothing")
  func one() throws {
    let totals = try totals(
      "paymentSeq,userID,accessToken\n1,alice,a\n2,bob,a\n2,bob,b\n3,alice,\nx,carol,\n")
    #expect(totals.count == 2)
    #expect(totals.users == PaymentTotals.Users(count: 1, first: "alice"))
  }

  @Test(
    "The first line that says neither whose it is nor has a token",
    arguments: [
      (#"{"paymentSeq":"1","accessToken":"t"}"#, nil), (#"{"paymentSeq":"1","userID":"u"}"#, nil),
      ("\n1\n2", 2),
      (#"{"paymentSeq":"1","accessToken":"t"}"# + "\n" + #"{"paymentSeq":"2"}"#, 2),
    ] as [(String, Int?)])
  func owner(_ text: String, _ line: Int?) throws {
    let input = try BatchInput(name: "a", format: nil, skipsBadLines: false)
    let pieces = Pieces(Array(text.utf8), size: 100)
    try input.load(from: { (count) throws(IAPError) in try pieces.read(count) }, isStopped: { nil })
    #expect(try input.firstLineWithoutOwner() == line)
  }
}
