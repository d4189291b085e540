import IAPBatch
import IAPCore
import Testing

struct MissingOwnerTests {
  @Test(
    arguments: [
      (#"{"paymentSeq":"1","accessToken":"t"}"#, nil), (#"{"paymentSeq":"1","userID":"u"}"#, nil),
      ("\n1\n2", 2),
    ] as [(String, Int?)])
  func `The first line is found if all have neither a user nor a token`(
    _ text: String, _ line: Int?
  ) throws {
    let input = try input(text)
    #expect(try input.refuse(lacking: .userID, .accessToken) == line)
    #expect(input.problem == nil)
  }

  @Test(arguments: [false, true])
  func `A line with neither is refused if others have one`(_ skips: Bool) throws {
    let text = #"{"paymentSeq":"1","accessToken":"t"}"# + "\n" + #"{"paymentSeq":"2"}"#
    let input = try input(text, skips: skips)
    if skips {
      #expect(try input.refuse(lacking: .userID, .accessToken) == nil)
      #expect(try input.next(9).map(\.paymentSeq) == ["1"])
    } else {
      #expect(throws: IAPError.self) { try input.refuse(lacking: .userID, .accessToken) }
    }
    #expect(input.badLines.first.first?.problem == .value(of: "userID", .missing, nil))
  }

  @Test
  func `A payment that lost its token has none`() throws {
    let input = try input(#"{"paymentSeq":"7","userID":"u"}"#)
    #expect(try input.refuse(lacking: .accessToken) == 1)
    let other = try self.input(#"{"paymentSeq":"7","accessToken":"t"}"#, skips: true)
    #expect(try other.refuse(lacking: .accessToken) == nil)
    try other.staged.forgetToken(of: "7")
    _ = try other.refuse(lacking: .accessToken)
    #expect(other.count == 0)
  }

  private func input(_ text: String, skips: Bool = false) throws -> BatchInput {
    let input = try BatchInput(name: "a", format: nil, skipsBadLines: skips)
    let pieces = Pieces(Array(text.utf8), size: 100)
    try input.load(from: { (count) throws(IAPError) in try pieces.read(count) }, isStopped: { nil })
    return input
  }
}
