import Records
import Testing

struct RecordBatchTests {
  @Test
  func `Each cell has the text that was added, in its place`() {
    var records = RecordBatch(width: 4)
    for number in Int64(1)...3 {
      records.append(number)
      records.appendNull()
      records.appendNested(short: "short \(number)") { $0 += Array("[\(number)]".utf8) }
      records.append(.text, "보석 \(number)")
    }
    #expect(records.count == 3)
    records.read { reader in
      for record in 0..<3 {
        let cells = (0..<4).map { reader[record, $0] }
        #expect(cells.map(\.kind) == [.number, .null, .nested, .text])
        #expect(
          cells.map { String(decoding: $0.text, as: UTF8.self) }
            == ["\(record + 1)", "", "[\(record + 1)]", "보석 \(record + 1)"])
        #expect(String(decoding: cells[2].short, as: UTF8.self) == "short \(record + 1)")
        #expect(String(decoding: cells[3].short, as: UTF8.self) == "보석 \(record + 1)")
      }
    }
  }

  @Test
  func `Removed records leave nothing behind`() {
    var records = RecordBatch(width: 1)
    records.append(.text, "first")
    records.removeAll()
    #expect(records.isEmpty)
    records.append(true)
    #expect(records.read { String(decoding: $0[0, 0].text, as: UTF8.self) } == "true")
  }

  @Test(
    arguments: [
      (0, 1, "0"), (0, 3, "000"), (7, 2, "07"), (12345, 4, "12345"), (-5, 4, "-0005"),
      (Int64.max, 1, "9223372036854775807"), (Int64.min, 1, "-9223372036854775808"),
    ] as [(Int64, Int, String)])
  func `A number has its digits, with zeros in front up to a count`(
    number: Int64, digits: Int, text: String
  ) {
    var bytes: [UInt8] = []
    bytes.append(decimal: number, digits: digits)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
  }
}
