import IAPCore
import Testing

@testable import IAPBatch

/// Rows that say what their payment is not, in ways that are easily overlooked.
struct ContradictedRowsTests {
  @Test
  func `A row that names the address of another server is refused, and a game's server is not`() {
    let service = Issuer(ServerName(text: "iap.example"), fingerprint: "f")
    func refuses(_ server: String, fingerprint: String? = nil, isEntry: Bool = false) -> Bool {
      let facts = RowFacts(["unknown", server, fingerprint], isEntry: isEntry)
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
      ("₩1500", nil, "KRW"), ("$1500", nil, "USD"), ("1500円", nil, "JPY"), ("€2.29", nil, "EUR"),
      ("$1500", "KRW", "USD"), ("$1500", "CAD", "CAD"), ("1500円", "KRW", "KRW"), ("1500", nil, nil),
    ] as [(String, String?, String?)])
  func `A sign says the currency, unless its column does`(
    _ price: String, _ column: String?, _ currency: String?
  ) throws {
    let text =
      column.map { "paymentSeq,price,currency\n1,\(price),\($0)\n" }
      ?? "paymentSeq,price\n1,\(price)\n"
    #expect(try load(text).items.map(\.purchase.currency) == [currency])
  }

  @Test
  func `An amount without a sign is no gap beside one with a sign`() throws {
    let text = "paymentSeq,price\n1,₩1500\n2,1500\n"
    #expect(try load(text).items.map(\.purchase.currency) == ["KRW", nil])
  }

  @Test(arguments: ["paymentSeq,userID", "userID,paymentSeq"])
  func `Rows below a second header are never read by the first one`(_ second: String) throws {
    let text = "paymentSeq,ticket\n8,T1\n\(second)\n6,alice\n"
    let problems = badLines(text).map(\.problem)
    #expect(!problems.isEmpty && problems.allSatisfy { $0 == .headerAgain })
    #expect(try load(text, skips: true).payments == ["8"])
  }

  @Test
  func `A header line beyond the end is no empty input`() {
    var names = ColumnNames()
    names.headerLine = 99
    #expect(throws: IAPError.self) { try load("paymentSeq,userID\n1,alice\n", names: names) }
  }
}
