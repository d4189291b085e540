/// Records, cell by cell: the kind of each cell and its text in UTF-8, one after the other in one
/// buffer. So a list goes from the rows of a store to the output without a value for each cell.
package struct RecordBatch: Equatable, Sendable {
  package enum Kind: UInt8, Sendable {
    /// Has no text.
    case null
    case text
    /// A text that is shown only if the user asks for it.
    case secret
    /// The digits of a count or of a number that identifies something.
    case number
    /// The exact digits of an amount of money.
    case amount
    /// `true` or `false`
    case flag
    /// RFC 3339 in UTC with milliseconds.
    case instant
    /// A JSON value, and a short text for formats that have only one cell for it.
    case nested
  }

  @usableFromInline
  struct Entry: Equatable, Sendable {
    /// The end of the cell's text, which begins at the end of the cell before.
    @usableFromInline let end: Int
    /// The bytes of the short text at the end of a nested cell.
    @usableFromInline let short: UInt32
    @usableFromInline let kind: Kind

    @inlinable
    init(_ kind: Kind, end: Int, short: UInt32 = 0) {
      (self.kind, self.end, self.short) = (kind, end, short)
    }
  }

  /// The number of cells of each record.
  package let width: Int
  @usableFromInline var bytes: [UInt8] = []
  @usableFromInline var entries: [Entry] = []

  /// - Parameters:
  ///   - width: the number of cells of each record; more than 0.
  ///   - count: the expected number of records.
  package init(width: Int, count: Int = 0) {
    self.width = width
    entries.reserveCapacity(width * count)
  }

  package var count: Int { entries.count / width }

  package var isEmpty: Bool { entries.isEmpty }

  /// Removes all records and keeps their memory for others.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
  }

  // MARK: Adding cells, in the order of the fields

  @inlinable
  package mutating func appendNull() {
    entries.append(Entry(.null, end: bytes.count))
  }

  @inlinable
  package mutating func append(_ kind: Kind, _ text: UnsafeBufferPointer<UInt8>) {
    bytes.append(copying: text)
    entries.append(Entry(kind, end: bytes.count))
  }

  package mutating func append(_ kind: Kind, _ text: String) {
    var text = text
    text.withUTF8 { append(kind, $0) }
  }

  /// Adds a cell whose text `write` appends.
  @inlinable
  package mutating func append(_ kind: Kind, _ write: (inout [UInt8]) -> Void) {
    write(&bytes)
    entries.append(Entry(kind, end: bytes.count))
  }

  @inlinable
  package mutating func append(_ flag: Bool) {
    bytes.append(contentsOf: flag ? [0x74, 0x72, 0x75, 0x65] : [0x66, 0x61, 0x6C, 0x73, 0x65])
    entries.append(Entry(.flag, end: bytes.count))
  }

  package mutating func append(_ number: Int64) {
    bytes.append(decimal: number)
    entries.append(Entry(.number, end: bytes.count))
  }

  /// - Parameter write: appends the JSON value.
  package mutating func appendNested(short: String, _ write: (inout [UInt8]) -> Void) {
    write(&bytes)
    bytes.append(contentsOf: short.utf8)
    entries.append(Entry(.nested, end: bytes.count, short: UInt32(short.utf8.count)))
  }

  // MARK: Reading

  /// A cell. Its bytes are valid only inside of ``read(_:)``.
  package struct Cell {
    package let kind: Kind
    /// The text in UTF-8; the JSON value of a nested cell.
    package let text: UnsafeBufferPointer<UInt8>
    /// The same, but the short text of a nested cell.
    package let short: UnsafeBufferPointer<UInt8>

    @inlinable
    init(
      _ kind: Kind, _ text: UnsafeBufferPointer<UInt8>, short: UnsafeBufferPointer<UInt8>
    ) {
      (self.kind, self.text, self.short) = (kind, text, short)
    }
  }

  /// The cells of a batch, by record and column.
  package struct Reader {
    package let count: Int
    @usableFromInline let width: Int
    @usableFromInline let bytes: UnsafeBufferPointer<UInt8>
    @usableFromInline let entries: UnsafeBufferPointer<Entry>

    @inlinable
    package subscript(_ record: Int, _ column: Int) -> Cell {
      let index = record * width + column
      let entry = entries[index]
      let text = slice(index == 0 ? 0 : entries[index - 1].end, entry.end)
      guard entry.kind == .nested else { return Cell(entry.kind, text, short: text) }
      let split = text.count - Int(entry.short)
      return Cell(
        .nested, UnsafeBufferPointer(rebasing: text[..<split]),
        short: UnsafeBufferPointer(rebasing: text[split...]))
    }

    /// The bytes of some cells of a record.
    package func size(of record: Int, _ columns: [Int]) -> Int {
      columns.reduce(0) { $0 + self[record, $1].text.count + self[record, $1].short.count }
    }

    /// The texts of all cells of a record, one after the other.
    package func text(of record: Int) -> UnsafeBufferPointer<UInt8> {
      let first = record * width
      return slice(first == 0 ? 0 : entries[first - 1].end, entries[first + width - 1].end)
    }

    @inlinable
    func slice(_ start: Int, _ end: Int) -> UnsafeBufferPointer<UInt8> {
      UnsafeBufferPointer(rebasing: bytes[start..<end])
    }
  }

  package func read<Answer>(_ body: (Reader) throws -> Answer) rethrows -> Answer {
    try bytes.withUnsafeBufferPointer { bytes in
      try entries.withUnsafeBufferPointer { entries in
        try body(Reader(count: count, width: width, bytes: bytes, entries: entries))
      }
    }
  }
}

extension [UInt8] {
  /// Appends bytes by one copy. `append(contentsOf:)` takes several times as long for short texts.
  @inlinable
  package mutating func append(copying bytes: UnsafeBufferPointer<UInt8>) {
    // Adding nothing would write to the storage that all empty arrays share.
    guard !bytes.isEmpty else { return }
    append(addingCapacity: bytes.count) { $0.append(copying: bytes) }
  }

  /// Appends the digits of a number, with zeros in front up to a number of digits.
  package mutating func append(decimal number: Int64, digits: Int = 1) {
    if number < 0 { append(UInt8(ascii: "-")) }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { text in
      var (start, rest) = (text.count, number.magnitude)
      while rest > 0 || text.count - start < digits {
        start -= 1
        text[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      }
      append(copying: UnsafeBufferPointer(rebasing: text[start...]))
    }
  }
}

extension OutputSpan<UInt8> {
  /// Appends bytes by one copy.
  @inlinable @inline(__always)
  package mutating func append(copying bytes: UnsafeBufferPointer<UInt8>) {
    withUnsafeMutableBufferPointer { memory, count in
      _ = UnsafeMutableBufferPointer(rebasing: memory[count...]).update(fromContentsOf: bytes)
      count += bytes.count
    }
  }

  @inlinable
  package mutating func append(copying text: StaticString) {
    append(copying: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func append(_ text: String) { for byte in text.utf8 { append(byte) } }
}

extension UInt8 {
  /// Whether the byte is an ASCII digit.
  @inlinable package var isDigit: Bool { self >= 0x30 && self <= 0x39 }
}
