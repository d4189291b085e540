import IAPBatch
import IAPCore
import TestSupport
import Testing

/// Compares the CSV reader with a simple reference parser on random text.
struct CSVFuzzTests {
  @Test(arguments: 0..<60 as Range<UInt64>)
  func `Written CSV is read back, in parts of any size`(_ seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let payloads = (0..<20).map { _ in
      nonsense(
        of: ["a", ",", "\"", "\n", "\r\n", "é", " ", "\r", "\u{1b}", "\u{202e}"], &dice)
    }
    var text = "paymentSeq,payload,outcome\n"
    for (index, payload) in payloads.enumerated() {
      let isQuoted =
        payload.utf8.contains { ",\"\n\r".utf8.contains($0) } || Bool.random(using: &dice)
      let cell = isQuoted ? "\"" + escaped(payload) + "\"" : payload
      text += "\(index),\(cell),\(["", "\"\"", "not-sent"].randomElement(using: &dice) ?? "")"
      text += Bool.random(using: &dice) ? "\n" : "\r\n"
    }
    let expected = payloads.map { $0.isEmpty ? nil : $0.unicodeScalars.map(\.value) }
    for piece in [1, 2, 3, 7, 4096] {
      let payloads = try load(text, piece: piece).items.map {
        $0.purchase.payload?.unicodeScalars.map(\.value)
      }
      #expect(payloads == expected)
    }
  }

  /// The payments of the valid records.
  @Test(arguments: 0..<300 as Range<UInt64>)
  func `Random text is read as the reference parser reads it`(_ seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let body = nonsense(of: ["1", "2", ",", ",", "\"", "\n", "\n", "\r\n", "\"\"", "a"], &dice)
    let text = "paymentSeq,payload\n" + body
    let expected = SimpleCSV.records(Array(text.utf8))
    for piece in [1, 3, 4096] {
      do throws(IAPError) {
        let loaded = try load(text, skips: true, piece: piece)
        #expect(expected.isClosed, "\(text.debugDescription)")
        let good = expected.records.dropFirst().filter { record in
          guard let record, record.count == 2, let first = record.first else { return false }
          return !first.isEmpty && first.allSatisfy { (0x30...0x39).contains($0) }
        }.compactMap { $0?.first.map { String(decoding: $0, as: UTF8.self) } }
        var seen: Set<String> = []
        #expect(
          loaded.payments == good.filter { seen.insert($0).inserted }, "\(text.debugDescription)")
      } catch {
        #expect(!expected.isClosed, "\(text.debugDescription)")
      }
    }
  }

  private func nonsense(of parts: [String], _ dice: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0..<12, using: &dice)).map { _ in
      parts.randomElement(using: &dice) ?? ""
    }.joined()
  }

  private func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      escaped.append(scalar)
      if scalar == "\"" { escaped.append(scalar) }
    }
    return String(escaped)
  }
}

/// A reference parser, which reads the whole text at once.
private enum SimpleCSV {
  /// - Returns: the records; nil for an invalid one.
  static func records(_ bytes: [UInt8]) -> (records: [[[UInt8]]?], isClosed: Bool) {
    var records: [[[UInt8]]?] = []
    var index = 0
    while index < bytes.count {
      var cells: [[UInt8]] = []
      var isGood = true
      record: while true {
        var cell: [UInt8] = []
        if index < bytes.count, bytes[index] == 0x22 {
          index += 1
          while true {
            guard index < bytes.count else { return (records, false) }
            if bytes[index] == 0x22 {
              index += 1
              guard index < bytes.count, bytes[index] == 0x22 else { break }
            }
            cell.append(bytes[index])
            index += 1
          }
        }
        while index < bytes.count, bytes[index] != 0x2C, bytes[index] != 0x0A {
          let isEnd = bytes[index] == 0x0D && (index + 1 == bytes.count || bytes[index + 1] == 0x0A)
          if !isEnd {
            if bytes[index] == 0x22 || bytes[index] == 0x0D
              || index > 0 && isBehindQuote(bytes, index)
            {
              isGood = false
            }
            cell.append(bytes[index])
          }
          index += 1
        }
        cells.append(cell)
        guard index < bytes.count else { break record }
        index += 1
        if bytes[index - 1] == 0x0A { break record }
      }
      let isBlank = cells.count == 1 && cells[0].allSatisfy { $0 == 0x20 }
      if !isBlank { records.append(isGood ? cells : nil) }
    }
    return (records, true)
  }

  private static func isBehindQuote(_ bytes: [UInt8], _ index: Int) -> Bool {
    bytes[index - 1] == 0x22
  }
}
