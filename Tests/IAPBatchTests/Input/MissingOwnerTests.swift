import IAPBatch
import IAPCore
import Testing

struct MissingOwnerTests {
  @Test(
    arguments: [
      (#"{"paymentSeq":"1","accessToken":"t"}"#, nil), (#"{"paymentSeq":"1","userID":"u"}"#, nil),
      ("\n1\n2", 2),
      (#"{"paymentSeq":"1","accessToken":"t"}"# + "\n" + #"{"paymentSeq":"2"}"#, 2),
    ] as [(String, Int?)])
  func `The first line with neither a user nor a token is found`(_ text: String, _ line: Int?)
    throws
  {
    let staged = try input(text).staged
    #expect(try staged.firstLine(lacking: .userID, .accessToken) == line)
  }

  @Test
  func `A payment that lost its token has none`() throws {
    let staged = try input(#"{"paymentSeq":"7","accessToken":"t"}"#).staged
    #expect(try staged.firstLine(lacking: .accessToken) == nil)
    try staged.forgetToken(of: "7")
    #expect(try staged.firstLine(lacking: .accessToken) == 1)
  }

  private func input(_ text: String) throws -> BatchInput {
    let input = try BatchInput(name: "a", format: nil, skipsBadLines: false)
    let pieces = Pieces(Array(text.utf8), size: 100)
    try input.load(from: { (count) throws(IAPError) in try pieces.read(count) }, isStopped: { nil })
    return input
  }
}
