import IAPBatch
import IAPCore
import Testing

/// Splitting an input into lines of any content.
struct LinesTests {
  @Test(arguments: [
    "1\n22\n333\n", "1\n22\n333", "1\r\n22\r\n333\r\n", "1\r\n22\n333\r", "\u{feff}1\n22\n333",
    "\n\n 1 \n\t\n\r\n22\n   \n333\n\n", "\u{feff}\r\n1\r\n\r\n22\r\n333",
    "paymentSeq\n1\n\n22\n333",
    "\u{feff}\"paymentSeq\"\r\n\"1\"\r\n22\r\n \r\n333\r\n",
    "{\"paymentSeq\":\"1\"}\n{\"paymentSeq\":\"22\"}\r\n\n{\"paymentSeq\":\"333\"}",
  ])
  func `Line ends, a byte-order mark and blank lines are ignored`(_ text: String) throws {
    for piece in 1...text.utf8.count {
      #expect(try load(text, piece: piece).payments == ["1", "22", "333"])
    }
  }

  @Test(arguments: ["", "\n", "\u{feff}", "\r\n \n"])
  func `An input without payments is an empty list`(_ text: String) throws {
    let loaded = try load(text)
    #expect(loaded.count == 0)
    #expect(loaded.items.isEmpty)
    for format in InputFormat.allCases { #expect(try load(text, format).count == 0) }
  }

  @Test
  func `An input with only a header is an empty list`() throws {
    #expect(try load("paymentSeq,userID\r\n").count == 0)
  }

  @Test(arguments: [
    "a\n", "number\n1\n", "1 2\n", "number\"", "user;memo\n", "-1", "１", "1,2", "1,0",
  ])
  func `A format that the first line does not reveal must be given`(_ text: String) {
    #expect(throws: IAPError.iapctl(.inputInvalid, .input("a.txt", .format(.unknown)))) {
      try load(text, skips: true)
    }
  }

  @Test
  func `Line numbers count blank lines, and not the lines within quoted cells`() {
    #expect(badLines("\n1\n\nx\n").map(\.number) == [4])
    #expect(badLines("{}\n\r\n \n[]\n").map(\.number) == [1, 4])
    #expect(
      badLines("paymentSeq,payload\n1,\"a\nb\r\n\nc\"\n\nx,\"y\n\"\n2,z\ny,\n").map(\.number)
        == [4, 6])
  }

  @Test(arguments: [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0x00]] as [[UInt8]])
  func `A line that is not valid text is invalid`(_ bytes: [UInt8]) throws {
    let problem: LineProblem = bytes == [0] ? .nullCharacter : .encoding(nil)
    let lines = [
      Array("1\n".utf8) + bytes + Array("\n2\n".utf8),
      Array("paymentSeq\n\"".utf8) + bytes + Array("\"\n2\n".utf8),
      Array("{\"paymentSeq\":\"1\"}\n{\"paymentSeq\":\"3\",\"payload\":\"".utf8) + bytes
        + Array("\"}\n{\"paymentSeq\":\"2\"}".utf8),
    ]
    for line in lines {
      #expect(badLines(line) == [BadLine(number: 2, problem)])
      #expect(try load(line, skips: true).payments.last == "2")
    }
    #expect(badLines(bytes) == [BadLine(number: 1, problem)])
  }

  @Test
  func `Invalid lines are counted, and the first ones are named`() throws {
    let text = "1\n" + String(repeating: "x\n", count: 30) + "2\n"
    let group = BadLine(
      lines: [2...31], count: 30, .value(of: "paymentSeq", .notPaymentNumber, "x"))
    #expect(badLines(text) == [group])
    let loaded = try load(text, skips: true)
    #expect(loaded.payments == ["1", "2"])
    #expect(loaded.badLines.count == 30)
    let other = "paymentSeq,userID\n" + (0..<30).map { "9,u\($0)\n" }.joined() + "2,b\n"
    #expect(badLines(other).map(\.lines) == [[2...2], [3...31]])
    #expect(try load(other, skips: true).badLines.count == 30)
  }

  @Test
  func `Payments have the order of the input`() throws {
    let input = try BatchInput(name: "a", format: .numbers, skipsBadLines: false)
    let pieces = Pieces(Array("5\n3\n9\n1\n7\n".utf8), size: 2)
    try input.load(from: { (count) throws(IAPError) in try pieces.read(count) }, isStopped: { nil })
    #expect(input.count == 5)
    #expect(try input.next(2).map(\.paymentSeq) == ["5", "3"])
    #expect(try input.next(2).map(\.paymentSeq) == ["9", "1"])
    #expect(try input.next(2).map(\.paymentSeq) == ["7"])
    #expect(try input.next(2).isEmpty)
  }

  @Test
  func `A stop signal or a read error ends the input`() throws {
    let stop = IAPError.iapctl(.interrupted, .stopped(signal: 2))
    let input = try BatchInput(name: "a", format: nil, skipsBadLines: true)
    let pieces = Pieces(Array("1\n2\n".utf8), size: 2)
    #expect(throws: stop) {
      try input.load(
        from: { (count) throws(IAPError) in try pieces.read(count) }, isStopped: { stop })
    }
    let other = try BatchInput(name: "a", format: nil, skipsBadLines: true)
    let failure = IAPError.iapctl(.inputUnreadable, .file("a", .unreadable(why: "why")))
    #expect(throws: failure) {
      try other.load(from: { (_) throws(IAPError) in throw failure }, isStopped: { nil })
    }
  }
}
