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

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Counts lines and columns up to the current position.
  mutating func count() {
    let upTo = mark ?? index
    guard counted < upTo else { return }
    for byte in buffer[counted..<upTo] {
      if byte == UInt8(ascii: "\n") {
        position = (position.line + 1, 1)
      } else if byte & 0xC0 != 0x80 {
        position.column += 1
      }
    }
    counted = upTo
  }
}
