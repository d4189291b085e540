import Records

extension JSONReader {
  /// Reads the key that begins at ``index``, and replaces its escapes.
  mutating func string() throws -> String {
    // A key that has half a character is unknown to iapctl: U+FFFD stands for it.
    try text() ?? "\u{FFFD}"
  }

  /// Reads the string that begins at ``index``, and replaces its escapes.
  ///
  /// - Returns: nil if it has half a character and the rules allow that.
  mutating func text() throws -> String? {
    let hasEscapes = try passMarked()
    defer { mark = nil }
    guard let start = mark else { return "" }
    let raw = (start + 1)..<(index - 1)
    guard hasEscapes else {
      return buffer.withUnsafeBufferPointer {
        String(decoding: UnsafeBufferPointer(rebasing: $0[raw]), as: UTF8.self)
      }
    }
    do throws(JSONProblem) {
      return String(decoding: try JSONEscapes.resolved(buffer[raw]), as: UTF8.self)
    } catch {
      guard rules == .response else { throw problem(error.kind) }
      return nil
    }
  }

  /// Skips the string that begins at ``index``.
  mutating func passString() throws {
    _ = try passMarked()
    mark = nil
  }

  /// Skips a string. Afterwards it is the text from ``mark`` to ``index``.
  ///
  /// - Returns: true if it has escapes.
  private mutating func passMarked() throws -> Bool {
    mark = index
    index += 1
    var (hasEscapes, bits) = (false, UInt8(0))
    while true {
      index = buffer.withUnsafeBufferPointer { Self.plainEnd($0, from: index, &bits) }
      switch try current() {
      case UInt8(ascii: "\""):
        index += 1
        if bits >= 0x80 { try validate() }
        return hasEscapes
      case UInt8(ascii: "\\"):
        hasEscapes = true
        try passEscape()
      case let byte? where byte >= 0x20: continue
      default: throw unmarked(.endOfString)
      }
    }
  }

  /// The index of the first quote, backslash or control character. `bits` collects all bits of the
  /// bytes before it, to find out whether they are ASCII.
  private static func plainEnd(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ bits: inout UInt8
  ) -> Int {
    var (index, all) = (start, bits)
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
      all |= byte
      index += 1
    }
    bits = all
    return index
  }

  private mutating func passEscape() throws {
    index += 1
    guard let kind = try current(), "\"\\/bfnrtu".utf8.contains(kind) else {
      throw unmarked(.escape)
    }
    index += 1
    guard kind == UInt8(ascii: "u") else { return }
    for _ in 0..<4 {
      guard let byte = try current(), "0123456789abcdefABCDEF".utf8.contains(byte) else {
        throw unmarked(.hexadecimalDigits)
      }
      index += 1
    }
  }

  private func validate() throws {
    let isText = buffer.withUnsafeBufferPointer { bytes in
      String(
        validating: UnsafeBufferPointer(rebasing: bytes[(mark ?? index)..<index]), as: UTF8.self)
        != nil
    }
    guard isText else { throw Self.notUTF8 }
  }

  // MARK: Numbers and words

  /// Reads the number at ``index`` and returns its text unchanged.
  mutating func digits() throws -> String {
    mark = index
    try passNumber()
    let start = mark ?? index
    mark = nil
    return buffer.withUnsafeBufferPointer {
      String(decoding: UnsafeBufferPointer(rebasing: $0[start..<index]), as: UTF8.self)
    }
  }

  mutating func passNumber() throws {
    var count = 0
    if try current() == UInt8(ascii: "-") { index += 1 }
    if try current() == UInt8(ascii: "0") {
      index += 1
      count = 1
    } else {
      try passDigits(&count)
    }
    if try current() == UInt8(ascii: ".") {
      index += 1
      try passDigits(&count)
    }
    guard let sign = try current(), sign | 0x20 == UInt8(ascii: "e") else { return }
    index += 1
    if let sign = try current(), "+-".utf8.contains(sign) { index += 1 }
    count = 0
    try passDigits(&count)
  }

  /// The maximum number of digits that a decimal can keep.
  private static let mostDigits = 38

  private mutating func passDigits(_ count: inout Int) throws {
    guard let byte = try current(), byte.isDigit else { throw unmarked(.digit) }
    while let byte = try current(), byte.isDigit {
      index += 1
      count += 1
      guard count <= Self.mostDigits || rules != .strict else {
        mark = nil
        throw JSONProblem(at: .init(line: line, column: nil), .tooManyDigits)
      }
    }
  }

  mutating func word(_ word: StaticString) throws {
    _ = try next()
    mark = index
    let bytes = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    for expected in bytes {
      guard try current() == expected else {
        index = mark ?? index
        throw unmarked(.value)
      }
      index += 1
    }
    mark = nil
  }

  /// Clears the mark and returns a problem at the current position.
  private mutating func unmarked(_ expected: JSONProblem.Token) -> JSONProblem {
    mark = nil
    return fault(expected)
  }
}

extension JSONReader {
  /// The next byte; nil at the end.
  mutating func current() throws -> UInt8? {
    if index < buffer.count { return buffer[index] }
    return try fill() ? buffer[index] : nil
  }

  /// Skips white space. Returns the byte after it without consuming it, or nil at the end.
  mutating func next() throws -> UInt8? {
    if index < buffer.count, case let byte = buffer[index], byte > 0x20 { return byte }
    while let byte = try current() {
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      index += 1
    }
    return nil
  }

  /// Reads more bytes into the buffer and removes the bytes that are consumed.
  ///
  /// - Returns: true if there are more bytes.
  mutating func fill() throws -> Bool {
    guard !isExhausted, let read else { return false }
    count()
    let passed = mark ?? index
    buffer.removeSubrange(..<passed)
    (index, counted, mark) = (index - passed, counted - passed, mark.map { $0 - passed })
    try append(read())
    if isAtStart {
      while buffer.count < Self.byteOrderMark.count, !isExhausted { try append(read()) }
      passByteOrderMark()
      if index == buffer.count { return try fill() }
    }
    return index < buffer.count
  }

  private mutating func append(_ piece: [UInt8]) {
    isExhausted = piece.isEmpty
    buffer += piece
    hasText = hasText || index < buffer.count
  }

  /// Skips a byte-order mark at the start of the text.
  mutating func passByteOrderMark() {
    isAtStart = false
    if buffer.starts(with: Self.byteOrderMark) {
      (index, counted) = (Self.byteOrderMark.count, Self.byteOrderMark.count)
    }
    hasText = index < buffer.count
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Counts lines and columns up to the current position.
  mutating func count() {
    let upTo = mark ?? index
    guard counted < upTo else { return }
    let (lines, columns) = buffer.withUnsafeBufferPointer { [counted] buffer in
      let bytes = buffer[counted..<upTo]
      let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? counted
      // Bytes that continue a character are not counted.
      return (
        bytes[..<end].reduce(0) { $0 &+ ($1 == UInt8(ascii: "\n") ? 1 : 0) },
        bytes[end...].reduce(0) { $0 &+ ($1 & 0xC0 != 0x80 ? 1 : 0) }
      )
    }
    position =
      lines == 0
      ? (position.line, position.column + columns) : (position.line + lines, 1 + columns)
    counted = upTo
  }
}
