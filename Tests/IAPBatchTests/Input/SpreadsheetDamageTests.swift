import IAPBatch
import IAPCore
import Testing

/// Changes that spreadsheets and editors make to a list of payments.
@Suite("Damage by spreadsheets")
struct SpreadsheetDamageTests {
  private let rounded =
    "paymentSeq was rounded by a spreadsheet and its last digits are lost: export it as text, for "
    + "example with -o spreadsheet"
  private let formatted =
    "paymentSeq was formatted as a number by a spreadsheet: export it as text, for example with "
    + "-o spreadsheet"

  @Test(
    "A number in E notation is refused in every format",
    arguments: ["2.02601E+15", "2,02601E+15", "2.02601e15", "2E+15", " 2.02601 E+15 ", "1e3"])
  func exponents(_ number: String) {
    let lines = [
      "paymentSeq;userID\n1;kim\n\(number);kim\n", "paymentSeq\tuserID\n1\tkim\n\(number)\tkim\n",
      "{\"paymentSeq\":\"1\"}\n\n{\"paymentSeq\":\"\(number)\"}\n", "1\n\n\(number)\n",
    ]
    for text in lines { #expect(badLines(text) == [BadLine(number: 3, problem: rounded)]) }
    #expect(badLines("\(number)\n") == [BadLine(number: 1, problem: rounded)])
  }

  @Test(
    "A payment number with decimals or grouping is refused in every format",
    arguments: ["2026011210000001.0", "2026011210000001,00", "2,026,011,210,000,001", "2'026'011"])
  func decimals(_ number: String) {
    let text = "paymentSeq;userID\n\(number);kim\n"
    #expect(badLines(text) == [BadLine(number: 2, problem: formatted)])
  }

  @Test(
    "If three or more long numbers end in 0, they were rounded: the file is refused",
    arguments: [
      "paymentSeq\n2026011210000010\n2026011210000020\n2026011210000030\n",
      "2026011210000010\n20260112100000200\n7\n2026011210000030\n",
      "paymentSeq,userID\n2026011210000010,a\n2026011210000020,b\n\"2026011210000000\",c\nx,d\n",
    ])
  func zeros(_ text: String) {
    #expect(throws: IAPError.iapctl(.inputInvalid, .input("a.txt", .numbersRounded))) {
      try load(text, skips: true)
    }
  }

  @Test(
    "Fewer, equal, short or quoted numbers are not treated as rounded",
    arguments: [
      "paymentSeq\n2026011210000010\n2026011210000020\n2026011210000010\n",
      "2026011210000010\n2026011210000020\n2026011210000031\n2026011210000040\n",
      "10\n20\n30\n202601121000010\n",
      "=\"2026011210000010\"\n=\"2026011210000020\"\n=\"2026011210000030\"\n",
      "{\"paymentSeq\":\"2026011210000010\"}\n{\"paymentSeq\":\"2026011210000020\"}\n"
        + "{\"paymentSeq\":\"2026011210000030\"}\n",
    ])
  func whole(_ text: String) throws { #expect(try load(text).count > 1) }

  @Test(
    "UTF-16 and UTF-32 are detected, with or without a byte-order mark, and refused",
    arguments: [
      ("paymentSeq,userID\n1,kim\n", "UTF-16"), ("1\n2\n", "UTF-16"), ("결제번호\n12345\n", "UTF-16"),
    ])
  func utf16(_ text: String, _ encoding: String) {
    let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    for bytes in [[0xFF, 0xFE] + little, [0xFE, 0xFF] + big, little, big] {
      for piece in [3, 4096] {
        #expect(throws: refused(encoding)) { try load(bytes, skips: true, piece: piece) }
      }
    }
    let wide = text.unicodeScalars.flatMap { [UInt8($0.value & 0xFF), UInt8($0.value >> 8), 0, 0] }
    #expect(throws: refused("UTF-32")) { try load([0xFF, 0xFE, 0, 0] + wide) }
  }

  private func refused(_ encoding: String) -> IAPError {
    .iapctl(.inputInvalid, .input("a.txt", .encoding(encoding)))
  }

  @Test("CP949 is detected at its first line")
  func cp949() {
    let (kim, number): ([UInt8], [UInt8]) =
      ([0xB1, 0xE8], [0xB0, 0xE1, 0xC1, 0xA6, 0xB9, 0xF8, 0xC8, 0xA3])
    let problem = "it is CP949, not UTF-8: save the file as 'CSV UTF-8'"
    #expect(
      badLines(Array("paymentSeq,userID\n1,a\n2,".utf8) + kim + [0x0A])
        == [BadLine(number: 3, problem: problem)])
    #expect(badLines(number + [0x0A, 0x31, 0x0A]) == [BadLine(number: 1, problem: problem)])
  }
}

@Suite("Input with a given user")
struct NamedUserTests {
  private let text = "paymentSeq,userID,accessToken\n1,alice,\n2,bob,t\n3,,\n4,,u\n5,carol,\n"

  @Test("A row with another user than the given one is invalid")
  func disagreement() throws {
    func bad(_ line: Int, _ user: String) -> BadLine {
      BadLine(number: line, problem: "has user \(user), but --user is alice", isPredicate: true)
    }
    #expect(badLines(text, user: "alice") == [bad(3, "bob"), bad(6, "carol")])
    let loaded = try load(text, skips: true, user: "alice")
    #expect(loaded.payments == ["1", "3", "4"])
    #expect(loaded.items.map { $0.request.user?.text } == ["alice", nil, nil])
    #expect(try load(text).count == 5)
  }

  @Test("User IDs are compared byte by byte")
  func bytes() {
    #expect(badLines("{\"paymentSeq\":\"1\",\"userID\":\"e\u{301}\"}", user: "\u{e9}").count == 1)
  }

  @Test("An element of a document is named by its index")
  func element() {
    #expect(
      badLines("[{\"paymentSeq\":\"1\",\"userID\":\"kim\"}]", user: "lee")
        == [BadLine(number: 1, problem: "[0] has user kim, but --user is lee")])
  }

  @Test("The presence of tokens in the input is detected")
  func tokens() throws {
    #expect(try load(text).hasTokens)
    #expect(try !load("paymentSeq,accessToken\n1,\n").hasTokens)
  }
}
