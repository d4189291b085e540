import IAPBatch
import IAPCore
import Testing

struct DuplicatesTests {
  private func row(_ payment: Int, _ rest: String = "") -> String {
    "{\"paymentSeq\":\"\(payment)\"\(rest.isEmpty ? "" : "," + rest)}\n"
  }

  @Test
  func `Lines with the same payment are merged at the first position`() throws {
    let text =
      row(1) + row(2, "\"accessToken\":\"t\",\"userID\":\"u\"") + row(3)
      + row(2, "\"accessToken\":\"t\",\"price\":7") + row(1, "\"accessToken\":\"s\"")
      + row(2, "\"price\":7,\"productSeq\":5")
    let loaded = try load(text)
    #expect(loaded.count == 3)
    #expect(loaded.rows == 6)
    #expect(loaded.repeated == 3)
    #expect(loaded.payments == ["1", "2", "3"])
    #expect(loaded.tokens == ["s", "t", nil])
    #expect(loaded.items[1].user == "u")
    #expect(loaded.items[1].productSeq == 5)
    #expect(loaded.items[1].purchase.price?.digits == "7")
  }

  @Test
  func `A number with leading zeros is the same payment, and stays as it was written first`() throws
  {
    #expect(try load("1\n01\n1\n").payments == ["1"])
    #expect(try load("007\n7\n70\n").payments == ["007", "70"])
    #expect(try load("0\n00\n").payments == ["0"])
    let problems = badLines(row(7, "\"userID\":\"a\"") + #"{"paymentSeq":"07","userID":"b"}"#)
    #expect(problems.map(\.number) == [1, 2])
  }

  @Test(arguments: [
    ("accessToken", "\"a\"", "\"b\""), ("userID", "\"\u{e9}\"", "\"e\u{301}\""),
    ("storeCode", "\"AS\"", "\"GG\""), ("productIdentifier", "\"a\"", "\"b\""),
    ("productSeq", "1", "2"), ("ticket", "\"A-1\"", "\"A-2\""),
  ])
  func `Lines that contradict each other are all invalid`(
    _ field: String, _ one: String, _ other: String
  ) throws {
    let text =
      row(5) + row(7, "\"\(field)\":\(one)") + row(6) + row(7, "\"\(field)\":\(other)")
    #expect(
      badLines(text) == [
        BadLine(number: 2, .samePayment(as: nil, line: 4, except: field)),
        BadLine(number: 4, .samePayment(as: nil, line: 2, except: field)),
      ])
    let loaded = try load(text + row(7) + row(7, "\"\(field)\":\(one)"), skips: true)
    #expect(loaded.payments == ["5", "6"])
    #expect(loaded.count == 2)
    #expect((loaded.rows, loaded.repeated) == (6, 0))
    #expect(loaded.badLines.count == 4)
    #expect(loaded.badNumbers == [2, 4, 5, 6])
    #expect(
      loaded.badLines.first.last?.problem == .samePayment(as: nil, line: 2, except: nil))
  }
}
