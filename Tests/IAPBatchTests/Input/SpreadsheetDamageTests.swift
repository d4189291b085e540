import IAPCore
import Testing

@testable import IAPBatch

/// Changes that spreadsheets and editors make to a list of payments.
struct SpreadsheetDamageTests {
  @Test(arguments: ["2.02601E+15", "2,02601E+15", "2.02601e15", "2E+15", "2.02601 E+15", "1e3"])
  func `A number in E notation is refused in every format, and quoted`(_ number: String) {
    let lines = [
      "paymentSeq;userID\n1;kim\n\(number);kim\n", "paymentSeq\tuserID\n1\tkim\n\(number)\tkim\n",
      "{\"paymentSeq\":\"1\"}\n\n{\"paymentSeq\":\"\(number)\"}\n", "1\n\n\(number)\n",
    ]
    for text in lines { #expect(badLines(text) == [rounded(3, number)]) }
    #expect(badLines("\(number)\n") == [rounded(1, number)])
  }

  private func rounded(_ line: Int, _ number: String) -> BadLine {
    BadLine(number: line, .value(of: "paymentSeq", .rounded, number))
  }

  @Test
  func `Equal problems are one group, with ranges of lines and the first value`() {
    let text =
      "paymentSeq;userID\n" + (1...3).map { "2,0260\($0)E+15;kim\n" }.joined()
      + "1;kim\n모름;\n2,02609E+15;kim\n"
    #expect(
      badLines(text) == [
        BadLine(
          lines: [2...4, 7...7], count: 4, .value(of: "paymentSeq", .rounded, "2,02601E+15")),
        BadLine(number: 6, .value(of: "paymentSeq", .notPaymentNumber, "모름")),
      ])
  }

  @Test
  func `The first problems are kept, and the first ranges of each`() throws {
    let keys = [
      "userID", "storeCode", "productIdentifier", "productSeq", "productType", "price", "currency",
      "accessToken", "transactionIdentifier", "originalTransactionIdentifier", "purchaseTime",
      "expiryTime", "storePayment", "sandboxPayment", "payload", "ticket",
    ]
    let numbers = ["null", "\"\"", "[]", "\"x\"", "1e30", "\"1E+9\""]
    let lines =
      keys.map { "{\"paymentSeq\":\"1\",\"\($0)\":[]}" } + numbers.map { "{\"paymentSeq\":\($0)}" }
    let bad = try load((lines + lines.reversed()).joined(separator: "\n"), skips: true).badLines
    #expect(bad.count == 44)
    #expect(bad.first.map(\.number) == Array(1...20))
    let odd = (1...40).map { $0 % 2 == 0 ? "{\"paymentSeq\":\"1\"}" : "{}" }.joined(separator: "\n")
    let group = try load(odd, skips: true).badLines.first
    #expect(group.map(\.count) == [20])
    #expect(group.first?.lines == (0..<10).map { 2 * $0 + 1...2 * $0 + 1 })
  }

  @Test(arguments: [
    "2026011210000001.0", "2026011210000001,00", "2,026,011,210,000,001", "2'026'011",
  ])
  func `A payment number with decimals or grouping is refused in every format`(_ number: String) {
    let text = "paymentSeq;userID\n\(number);kim\n"
    #expect(badLines(text) == [BadLine(number: 2, .value(of: "paymentSeq", .formatted, number))])
  }

  /// Lines of long numbers, the first of which end in 0.
  private func numbers(_ zeros: Int, of count: Int) -> String {
    (0..<count).map { "202601121000\(100 + $0)\($0 < zeros ? 0 : 1)\n" }.joined()
  }

  @Test(arguments: [(3, 3), (3, 5), (4, 10), (3, 9), (200, 500), (400_000, 1_000_000)])
  func `A file is refused if a third of its numbers end in zeros, and at least three`(
    _ zeros: Int, _ count: Int
  ) {
    #expect(RoundedNumbers(count: count, ending: zeros).isFound)
    #expect(!RoundedNumbers(count: count, ending: count / 10).isFound)
    #expect(RoundedNumbers(["20260112100001230", "20260112100001200"]).ending == 1)
    guard count <= 500 else { return }
    for text in [numbers(zeros, of: count), "결제번호\n" + numbers(zeros, of: count)] {
      let error = IAPError.iapctl(
        .inputInvalid, .input("a.txt", .numbersRounded(ending: zeros, of: count)))
      #expect(throws: error) { try load(text, skips: true) }
    }
  }

  @Test(arguments: [(2, 2), (3, 10), (1, 3), (6, 20), (50, 500)])
  func `Fewer long numbers that end in 0 are taken for chance`(_ zeros: Int, _ count: Int) throws {
    #expect(try load(numbers(zeros, of: count)).count == count)
  }

  @Test(arguments: [
    "accessToken", "transactionIdentifier", "price,productSeq", "price,productIdentifier",
  ])
  func `Numbers that something else in their line confirms are not counted`(_ columns: String)
    throws
  {
    let text =
      "paymentSeq,\(columns)\n"
      + (1...9).map { "202601121000\(100 + $0)0,7" + (columns.contains(",") ? ",7\n" : "\n") }
      .joined()
    #expect(try load(text).count == 9)
    #expect(throws: IAPError.self) { try load(text.replacing(columns, with: "userID,price")) }
  }

  @Test(arguments: [
    "paymentSeq\n2026011210000010\n2026011210000020\n2026011210000010\n",
    "10\n20\n30\n202601121000010\n",
    "=\"2026011210000010\"\n=\"2026011210000020\"\n=\"2026011210000030\"\n",
    "{\"paymentSeq\":\"2026011210000010\"}\n{\"paymentSeq\":\"2026011210000020\"}\n"
      + "{\"paymentSeq\":\"2026011210000030\"}\n",
  ])
  func `Repeated, short or quoted numbers are not counted`(_ text: String) throws {
    #expect(try load(text).count > 1)
  }

  @Test(arguments: [true, false])
  func `A workbook is recognised by its first bytes`(_ isNew: Bool) {
    let bytes: [UInt8] =
      isNew ? [0x50, 0x4B, 3, 4, 20, 0] : [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0]
    let error = IAPError.iapctl(
      .inputInvalid, .input("a.txt", .format(.workbook(isNew ? ".xlsx" : ".xls"))))
    #expect(throws: error) { try load(bytes + [0x0A, 1, 2, 3], skips: true) }
  }

  @Test(arguments: [
    ("paymentSeq,userID\n1,kim\n", "UTF-16"), ("1\n2\n", "UTF-16"), ("결제번호\n12345\n", "UTF-16"),
  ])
  func `UTF-16 and UTF-32 are detected, with or without a byte-order mark, and refused`(
    _ text: String, _ encoding: String
  ) {
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
    .iapctl(.inputInvalid, .input("a.txt", .format(.encoding(encoding))))
  }

  @Test
  func `CP949 is detected at its first line`() {
    let (kim, number): ([UInt8], [UInt8]) =
      ([0xB1, 0xE8], [0xB0, 0xE1, 0xC1, 0xA6, 0xB9, 0xF8, 0xC8, 0xA3])
    let problem = LineProblem.encoding("CP949")
    #expect(
      badLines(Array("paymentSeq,userID\n1,a\n2,".utf8) + kim + [0x0A])
        == [BadLine(number: 3, problem)])
    #expect(badLines(number + [0x0A, 0x31, 0x0A]) == [BadLine(number: 1, problem)])
  }

  @Test(
    arguments: [
      // 決済番号,ユーザー · 利用者
      (
        [0x8C, 0x88, 0x8D, 0xCF, 0x94, 0xD4, 0x8D, 0x86, 0x2C, 0x83, 0x86, 0x81, 0x5B], "Shift_JIS"
      ),
      ([0x97, 0x98, 0x97, 0x70, 0x8E, 0xD2], "Shift_JIS"),
      // 결제번호 · a byte that is neither
      ([0xB0, 0xE1, 0xC1, 0xA6, 0xB9, 0xF8, 0xC8, 0xA3], "CP949"), ([0x31, 0xFF, 0x31], nil),
    ] as [([UInt8], String?)])
  func `The encoding of a line is that in which all its bytes are valid`(
    _ bytes: [UInt8], _ name: String?
  ) {
    #expect(ForeignEncoding(line: bytes)?.rawValue == name)
  }
}
