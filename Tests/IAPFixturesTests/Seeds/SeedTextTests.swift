import IAPCore
import IAPFixtures
import Testing

struct SeedTextTests {
  private func problem(of text: String) -> String? { problem(of: Array(text.utf8)) }

  private func problem(of bytes: [UInt8]) -> String? {
    guard let refusal = refusal(of: { try SeedText(bytes) }) else { return nil }
    guard refusal.code == .iapctl(.seedInvalid),
      case .seed(let place, let problem) = refusal.reason
    else { return "\(refusal)" }
    return "\(place): \(problem)"
  }

  @Test
  func `The smallest seed has only the key "format"`() throws {
    #expect(problem(of: "{\"format\": 1}") == nil)
    #expect(problem(of: " \n{\"format\": 1, \"markets\": [], \"faults\": null}\n") == nil)
  }

  @Test(arguments: [" ", "seed", "{\"format\": 1", "{\"format\": 1} x", "{'format': 1}", "{"])
  func `Text that is not JSON is refused`(_ text: String) {
    let problem = self.problem(of: text)
    #expect(problem?.contains(": not JSON: ") == true)
  }

  @Test(arguments: ["[]", "1", "\"seed\"", "null", "true"])
  func `A JSON document that is not an object is refused`(_ text: String) {
    #expect(problem(of: text) == "seed: not an object")
  }

  @Test(arguments: [[0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xF0, 0x9F]] as [[UInt8]])
  func `Bytes that are not UTF-8 are refused`(_ middle: [UInt8]) {
    let bytes = Array("{\"format\": 1, \"appKey\": \"".utf8) + middle + Array("\"}".utf8)
    #expect(problem(of: bytes) == "seed: not UTF-8")
  }

  @Test
  func `The format must be 1`() {
    #expect(problem(of: "{}") == "format: missing")
    #expect(problem(of: "{\"format\": null}") == "format: null")
    #expect(problem(of: "{\"format\": \"1\"}") == "format: not a whole number")
    #expect(problem(of: "{\"format\": 2}") == "format: 2 is unknown: this iapctl knows only 1")
    #expect(problem(of: "{\"format\": 0}") == "format: less than 1")
  }

  @Test
  func `A newer format is reported before problems in its contents`() {
    #expect(
      problem(of: "{\"format\": 2, \"products\": 5}")
        == "format: 2 is unknown: this iapctl knows only 1")
  }

  static let repeated = [
    ("{\"format\": 1, \"format\": 1}", "format"),
    ("{\"format\": 1, \"users\": [], \"users\": []}", "users"),
    (
      "{\"format\": 1, \"markets\": [{\"storeCode\": \"A\", \"storeCode\": \"A\"}]}",
      "markets[0].storeCode"
    ),
    (
      """
      {"format": 1, "users": [{"userID": "a"},
        {"userID": "b", "monthlyLimit": {"KRW": 1, "KRW": 1}}]}
      """, "users[1].monthlyLimit.KRW"
    ),
  ]

  @Test(arguments: repeated)
  func `A duplicate key is refused`(_ text: String, _ place: String) {
    #expect(problem(of: text) == "\(place): given twice")
  }

  @Test
  func `An escaped key is the same key`() {
    let problem = problem(of: "{\"format\": 1, \"form\\u0061t\": 1}")
    #expect(problem?.hasSuffix("given twice") == true)
  }

  @Test
  func `The same key may occur in different objects`() {
    #expect(
      problem(of: "{\"format\": 1, \"users\": [{\"userID\": \"a\"}, {\"userID\": \"b\"}]}") == nil)
  }

  @Test
  func `An unknown key is refused with a list of the known ones`() {
    #expect(
      problem(of: "{\"format\": 1, \"market\": []}")
        == "market: unknown key; known are appId, appKey, appSeq, clock, deferred, events, "
        + "faults, format, markets, products, purchases, secretKey, transactions, users")
  }

  @Test
  func `A seed that comes in pieces is the same, and so are its problems`() throws {
    func problem(of text: String, inPiecesOf size: Int) -> String? {
      var rest = Array(text.utf8)[...]
      let refusal = refusal {
        try SeedText { () throws(IAPError) in
          defer { rest = rest.dropFirst(size) }
          return Array(rest.prefix(size))
        }
      }
      guard case .seed(let place, let problem)? = refusal?.reason else { return nil }
      return "\(place): \(problem)"
    }
    let good = "{\"userID\": \"a\", \"productIdentifier\": \"보석\"}"
    for size in [1, 2, 7, 100] {
      let start = "\u{FEFF}{\"format\": 1,\n \"purchases\": [\(good),\n \(good)"
      #expect(problem(of: start + "]}\n", inPiecesOf: size) == nil)
      #expect(
        problem(of: start + ", {}]}", inPiecesOf: size) == "purchases[2].userID: missing")
      #expect(
        problem(of: start + " {}]}", inPiecesOf: size)
          == "line 3, column \(3 + good.count): not JSON: ',' or ']' was expected")
    }
    #expect(problem(of: "", inPiecesOf: 1) == "seed: empty")
  }

  @Test
  func `A source that cannot be read is not taken for a bad seed`() {
    let error = IAPError.iapctl(.inputUnreadable, .file("a", .unreadable(why: "gone")))
    #expect(refusal { try SeedText { () throws(IAPError) in throw error } } == error)
  }
}
