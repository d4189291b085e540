import Records

/// A time zone. What people read and type is in it; JSON, files and servers have UTC.
package struct TimeZone: Hashable, Sendable {
  /// As in the tz database: `Asia/Seoul`.
  package let name: String
  private let secondsEast: @Sendable (Int64) -> Int64

  /// - Parameter secondsEast: the seconds east of UTC at a number of seconds since 1970.
  package init(_ name: String, secondsEast: @escaping @Sendable (Int64) -> Int64) {
    (self.name, self.secondsEast) = (name, secondsEast)
  }

  package static let utc = TimeZone("UTC") { _ in 0 }

  package static func == (left: TimeZone, right: TimeZone) -> Bool { left.name == right.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The milliseconds that the zone's clocks are ahead of UTC.
  func offset(at milliseconds: Int64) -> Int64 {
    secondsEast(milliseconds.flooredDivision(by: 1000).quotient) * 1000
  }

  /// The first instant at which the zone's clocks show a time, or a later one if they skip it.
  ///
  /// - Parameter shown: milliseconds from 1970-01-01 to that time on a clock that never changes.
  package func instant(showing shown: Int64) -> Int64 {
    let day: Int64 = 86_400_000
    let (before, after) = (offset(at: shown - day), offset(at: shown + day))
    let (early, late) = (shown - max(before, after), shown - min(before, after))
    for time in [early, late] where offset(at: time) == shown - time { return time }
    // The clocks skip it. The instant of the change is the first with the new offset.
    var (old, new) = (early, late)
    while new - old > 1 {
      let middle = old + (new - old) / 2
      if offset(at: middle) == after { new = middle } else { old = middle }
    }
    return new
  }
}

extension Instant {
  /// The day and the time on the clocks of a zone: `2026-01-12 20:20:00 +09:00`, with milliseconds
  /// if there are any. In UTC the offset is `Z`, without a space.
  package func text(in zone: TimeZone) -> String {
    var bytes: [UInt8] = []
    append(in: zone, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends ``text(in:)``.
  package func append(in zone: TimeZone, to bytes: inout [UInt8]) {
    let start = bytes.count
    let offset = zone.offset(at: milliseconds)
    Instant(milliseconds + offset).append(to: &bytes)
    bytes.removeLast()
    if let letter = bytes[start...].firstIndex(of: UInt8(ascii: "T")) {
      bytes[letter] = UInt8(ascii: " ")
    }
    if bytes.suffix(4).elementsEqual(".000".utf8) { bytes.removeLast(4) }
    guard zone != .utc else { return bytes.append(UInt8(ascii: "Z")) }
    let minutes = offset.magnitude / 60_000
    bytes.append(contentsOf: (offset < 0 ? " -" : " +").utf8)
    bytes.append(decimal: Int64(minutes / 60), digits: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(decimal: Int64(minutes % 60), digits: 2)
  }

  /// The day on the clocks of a zone: `2026-01-12`.
  package func day(in zone: TimeZone) -> String {
    String(Instant(milliseconds + zone.offset(at: milliseconds)).description.prefix(10))
  }

  /// The number of days from 1970-01-01 to the day on the clocks of a zone.
  package func dayNumber(in zone: TimeZone) -> Int64 {
    (milliseconds + zone.offset(at: milliseconds)).flooredDivision(by: 86_400_000).quotient
  }
}
