import IAPCore
import Text

/// A CSV record, which may span several lines.
struct CSVRecord {
  private enum State {
    case start, bare, quoted
    /// After a quote inside a quoted cell: it ends the cell, unless another quote follows.
    case closing
    /// Inside `="1"`: after the equals sign, inside the quotes, and after a quote.
    case sign, kept, keptClosing
  }

  /// The number of the first line.
  let line: Int
  /// The record as it is written, without its last line end.
  private(set) var source: [UInt8] = []
  /// Whether the record continues in the next line. At the end of the input, nothing of it can be read.
  private(set) var isOpen = false
  private let separator: UInt8
  private var finished: [[UInt8]] = []
  /// The indices of cells in quotes that may have outer spaces, or an apostrophe in front.
  private(set) var exactInQuotes: Set<Int> = []
  private var cell: [UInt8] = []
  private var state = State.start
  private var problem: LineProblem?
  private var size = 0

  init(_ first: InputLine, separator: UInt8) {
    (line, self.separator) = (first.number, separator)
    finished.reserveCapacity(8)
    add(first)
  }

  var cells: Result<[[UInt8]], LineProblem> {
    problem.map { .failure($0) } ?? .success(isOpen ? finished + [cell] : finished)
  }

  mutating func add(_ line: InputLine) {
    note(line.problem)
    // Almost every record is one line, which is not copied.
    if source.isEmpty { source = line.bytes } else { source += line.bytes }
    size += line.bytes.count + line.end.count
    if size > InputLines.longest + line.end.count { note(.tooLong) }
    add(line.bytes)
    if line.hasOddQuotes { state = state == .quoted ? .closing : .quoted }
    isOpen = state == .quoted
    if isOpen {
      line.end.forEach { keep($0) }
      source += line.end
    } else {
      if state == .kept { note(.strayQuote) }
      endCell()
    }
  }

  /// Whether a cell has only digits, as many as no count or amount has.
  static func isLongNumber(_ cell: String) -> Bool {
    let digits = SpreadsheetText.original(of: cell.withoutOuterSpaces).filter { $0 != "\"" }
    return digits.utf8.count >= 10 && Identifier(digits).isDigits
  }

  /// The first cell of a line with as many digits as payment numbers have: more than telephone numbers, and not
  /// 17, which times with milliseconds have (`20260131235959999`).
  static func paymentNumber(in line: some Collection<UInt8>) -> String? {
    line.split { ",;\t".utf8.contains($0) }.lazy
      .map { String(decoding: Array($0).trimmed, as: UTF8.self).filter { !"\"='".contains($0) } }
      .first { $0.utf8.count >= 15 && $0.utf8.count != 17 && Identifier($0).isDigits }
  }

  mutating func end() { if isOpen { problem = .quoteNotClosed } }

  private mutating func add(_ bytes: [UInt8]) {
    var start = 0
    while start < bytes.count {
      let end = endOfPlain(in: bytes, from: start)
      switch state {
      case .start where end > start:
        (state, cell) = (.bare, problem == nil ? Array(bytes[start..<end]) : [])
      case .bare where end > start, .quoted where end > start, .kept where end > start:
        if problem == nil { cell += bytes[start..<end] }
      default:
        add(bytes[start])
        start += 1
        continue
      }
      start = end
    }
  }

  /// The end of the bytes that mean nothing but themselves, in a cell that is not about to end.
  private func endOfPlain(in bytes: [UInt8], from start: Int) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var end = start
      while end < bytes.count {
        switch bytes[end] {
        case separator, UInt8(ascii: "\""), UInt8(ascii: "="), UInt8(ascii: "\r"): return end
        default: end += 1
        }
      }
      return end
    }
  }

  private mutating func add(_ byte: UInt8) {
    switch (state, byte) {
    case (.quoted, UInt8(ascii: "\"")): state = .closing
    case (.quoted, _): keep(byte)
    case (.start, UInt8(ascii: "\"")): state = .quoted
    case (.closing, UInt8(ascii: "\"")): keep(byte, in: .quoted)
    case (.start, UInt8(ascii: "=")): keep(byte, in: .sign)
    case (.sign, UInt8(ascii: "\"")), (.keptClosing, UInt8(ascii: "\"")): keep(byte, in: .kept)
    case (.kept, _): keep(byte, in: byte == UInt8(ascii: "\"") ? .keptClosing : .kept)
    case (_, separator): endCell()
    default:
      check(byte)
      keep(byte, in: .bare)
    }
  }

  private mutating func endCell() {
    if problem == nil {
      if state == .closing, cell.needsQuotes { exactInQuotes.insert(finished.count) }
      finished.append(cell)
    }
    cell = []
    state = .start
  }

  /// Records a character that is not allowed in an unquoted cell.
  private mutating func check(_ byte: UInt8) {
    if state == .closing || state == .keptClosing {
      note(.textAfterQuote)
    }
    if byte == UInt8(ascii: "\"") { note(.strayQuote) }
    if byte == UInt8(ascii: "\r") {
      note(.carriageReturn)
    }
  }

  private mutating func keep(_ byte: UInt8, in state: State) {
    self.state = state
    keep(byte)
  }

  /// Does nothing if the record is invalid: its cells are not used.
  private mutating func keep(_ byte: UInt8) { if problem == nil { cell.append(byte) } }

  private mutating func note(_ found: LineProblem?) {
    guard problem == nil, let found else { return }
    problem = found
    (finished, cell) = ([], [])
  }
}

extension [UInt8] {
  /// Whether its first byte can be an apostrophe or a space, or its last one a space.
  fileprivate var needsQuotes: Bool {
    let isVisible = { (byte: UInt8?) in byte.map { (0x21...0x7E).contains($0) } ?? true }
    return first == UInt8(ascii: "'") || !isVisible(first) || !isVisible(last)
  }
}
