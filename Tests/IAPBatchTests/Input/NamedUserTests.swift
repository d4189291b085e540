import IAPBatch
import IAPCore
import Testing

struct NamedUserTests {
  private let text = "paymentSeq,userID,accessToken\n1,alice,\n2,bob,t\n3,,\n4,,u\n5,carol,\n"

  @Test
  func `A row with another user than the given one is invalid`() throws {
    func bad(_ line: Int, _ user: String) -> BadLine {
      BadLine(number: line, .otherUser(user, than: "alice"))
    }
    #expect(badLines(text, user: "alice") == [bad(3, "bob"), bad(6, "carol")])
    let loaded = try load(text, skips: true, user: "alice")
    #expect(loaded.payments == ["1", "3", "4"])
    #expect(loaded.items.map { $0.user?.text } == ["alice", nil, nil])
    #expect(try load(text, skips: true).count == 3, "a payment without its user is not compared")
  }

  @Test
  func `User IDs are compared byte by byte`() {
    #expect(badLines("{\"paymentSeq\":\"1\",\"userID\":\"e\u{301}\"}", user: "\u{e9}").count == 1)
  }

  @Test
  func `An element of a document is named by its index`() {
    #expect(
      badLines("[{\"paymentSeq\":\"1\",\"userID\":\"kim\"}]", user: "lee")
        == [BadLine(number: 1, .otherUser("kim", than: "lee"), at: "[0]")])
  }

  @Test
  func `The presence of tokens in the input is detected`() throws {
    #expect(try load("paymentSeq,accessToken\n1,t\n").hasTokens)
    #expect(try !load("paymentSeq,accessToken\n1,\n").hasTokens)
  }
}
