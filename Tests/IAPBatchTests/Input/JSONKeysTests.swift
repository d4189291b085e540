import IAPBatch
import IAPCore
import Testing

struct JSONKeysTests {
  @Test(arguments: [
    ("accesstoken", "accessToken"), ("access_token", "accessToken"),
    ("Access Token", "accessToken"), ("acessToken", "accessToken"), ("token", "accessToken"),
    ("user", "userID"), ("userid", "userID"), ("사용자", "userID"), ("usrID", "userID"),
    ("market", "storeCode"), ("PaymentSeq", "paymentSeq"), ("paymentSqe", "paymentSeq"),
    ("결제번호", "paymentSeq"), ("paymentId", "transactionIdentifier"), ("tickets", "ticket"),
    ("productseq", "productSeq"),
  ])
  func `A key that resembles a known one makes the line invalid`(_ key: String, _ meant: String) {
    let text = "{\"paymentSeq\":\"1\"}\n{\"paymentSeq\":\"2\",\"\(key)\":\"x\"}\n"
    #expect(badLines(text) == [BadLine(number: 2, .unknownKey(key, meant: meant))])
  }

  @Test
  func `Other unknown keys are named once, except those that iapctl writes`() throws {
    let row = #"{"paymentSeq":"%","memo":1,"status":"ACTIVE","error":{"a":1},"shelf":null}"#
    let text = (1...3).map { row.replacing("%", with: "\($0)") + "\n" }.joined()
    let columns = try #require(try load(text).columns)
    #expect(columns.kind == .keys)
    #expect(columns.used == ["paymentSeq"])
    #expect(columns.ignored == ["memo", "shelf"])
  }

  @Test
  func `A row has its own ticket, but the ticket of a journal entry is not used`() throws {
    let text = #"""
      {"paymentSeq":"1","ticket":"HELP-1"}
      {"paymentSeq":"2","ticket":null}
      {"paymentSeq":"3","action":"consume","began":"x","ticket":"A"}
      {"paymentSeq":"3","action":"undo","began":"x","ticket":"B"}
      """#
    #expect(try load(text).items.map(\.ticket) == ["HELP-1", nil, nil])
    #expect(
      badLines(#"{"paymentSeq":"1","ticket":7.5}"#)
        == [BadLine(number: 1, .value(of: "ticket", .notText, nil))])
    #expect(try load(#"{"paymentSeq":"1","ticket":7}"#).items.map(\.ticket) == ["7"])
  }
}
