/// How a table shows instants. All other formats show them in UTC.
package struct InstantStyle: Equatable, Sendable {
  /// The name of the time zone.
  let zone: String
  /// Appends an instant, which is given in RFC 3339 in UTC with milliseconds. It begins with the day
  /// and the time to the second: `2026-01-01 00:00:00`.
  let write: @Sendable (_ instant: UnsafeBufferPointer<UInt8>, _ text: inout [UInt8]) -> Void

  package init(
    zone: String,
    write:
      @escaping @Sendable (_ instant: UnsafeBufferPointer<UInt8>, _ text: inout [UInt8]) -> Void
  ) {
    (self.zone, self.write) = (zone, write)
  }

  package static func == (left: InstantStyle, right: InstantStyle) -> Bool {
    left.zone == right.zone
  }

  /// `2026-01-01T00:00:00.000Z` as `2026-01-01 00:00:00Z`.
  package static let utc = InstantStyle(zone: "UTC") { instant, text in
    let isWholeSecond = instant.suffix(5).elementsEqual(".000Z".utf8)
    for byte in isWholeSecond ? instant.dropLast(5) : instant[...] {
      text.append(byte == UInt8(ascii: "T") ? UInt8(ascii: " ") : byte)
    }
    if isWholeSecond { text.append(UInt8(ascii: "Z")) }
  }
}
