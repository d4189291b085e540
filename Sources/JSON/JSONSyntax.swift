#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Finds where a text stops being JSON (RFC 8259), and what a decoder passes over: it says only
/// that something is wrong, and takes one of two equal keys.
package struct JSONSyntax {
  /// Where something else was expected.
  package struct Fault: Error, Equatable {
    /// Counted from 1; a column is a character of UTF-8 text.
    package let line: Int
    package let column: Int
    package let expected: String
  }

  /// A member of an object.
  package struct Member: Equatable {
    package let name: String
    /// Where its value stands among the bytes.
    package let value: Range<Int>
  }

  /// The keys that lead to a place, from the outermost object inwards.
  package typealias Place = [String]

  private let bytes: [UInt8]
  private let places: Set<Place>
  private var index = 0
  private var found: [Place: [Member]] = [:]

  /// Deeper nesting than any document of ours has; the decoder has a bound too.
  private static let deepest = 200

  /// - Returns: nil where the text is JSON.
  package static func fault(in bytes: [UInt8]) -> Fault? {
    do throws(Fault) {
      _ = try members(in: bytes, at: [])
      return nil
    } catch {
      return error
    }
  }

  /// The members of the objects at some places, as they stand there: equal keys one after the other.
  ///
  /// - Parameter places: each with those that lead to it. What stands in arrays is at no place.
  package static func members(
    in bytes: [UInt8], at places: Set<Place>
  ) throws(Fault) -> [Place: [Member]] {
    var syntax = JSONSyntax(bytes: bytes, places: places)
    try syntax.value(depth: 0, at: [])
    syntax.skipSpace()
    guard syntax.index == bytes.count else { throw syntax.fault("the end") }
    return syntax.found
  }

  private init(bytes: [UInt8], places: Set<Place>) {
    self.bytes = bytes
    self.places = places
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func fault(_ expected: String) -> Fault {
    let before = bytes[..<index]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return Fault(
      line: 1 + before.count { $0 == UInt8(ascii: "\n") },
      column: 1 + before[lineStart...].count { $0 & 0xC0 != 0x80 }, expected: expected)
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
    }
  }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: sign) else { return false }
    index += 1
    return true
  }

  private mutating func value(depth: Int, at place: Place? = nil) throws(Fault) {
    skipSpace()
    guard depth < Self.deepest else { throw fault("less nesting") }
    switch next {
    case UInt8(ascii: "{"):
      try members(depth: depth, of: place.flatMap { places.contains($0) ? $0 : nil })
    case UInt8(ascii: "["): try elements(depth: depth)
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte): try number()
    default: throw fault("a value")
    }
  }

  /// - Parameter place: where the object stands, if it is asked for.
  private mutating func members(depth: Int, of place: Place?) throws(Fault) {
    index += 1
    if take("}") { return }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw fault("a key in quotes") }
      try member(depth: depth, of: place)
    } while take(",")
    guard take("}") else { throw fault("',' or '}'") }
  }

  private mutating func member(depth: Int, of place: Place?) throws(Fault) {
    let key = index
    try string()
    let name = place.map { _ in Self.text(bytes[(key + 1)..<(index - 1)]) }
    guard take(":") else { throw fault("':'") }
    guard let place, let name else { return try value(depth: depth + 1) }
    skipSpace()
    let start = index
    try value(depth: depth + 1, at: place + [name])
    found[place, default: []].append(Member(name: name, value: start..<index))
  }

  /// What stands between quotes, as a text; what stands for none is taken as it is.
  private static func text(_ string: ArraySlice<UInt8>) -> String {
    let text = String(decoding: string, as: UTF8.self)
    guard string.contains(UInt8(ascii: "\\")) else { return text }
    let quoted = Data([UInt8(ascii: "\"")] + string + [UInt8(ascii: "\"")])
    return (try? JSONDecoder().decode(String.self, from: quoted)) ?? text
  }

  private mutating func elements(depth: Int) throws(Fault) {
    index += 1
    if take("]") { return }
    repeat { try value(depth: depth + 1) } while take(",")
    guard take("]") else { throw fault("',' or ']'") }
  }

  private mutating func word(_ word: String) throws(Fault) {
    guard bytes[index...].starts(with: word.utf8) else { throw fault("a value") }
    index += word.utf8.count
  }

  private mutating func string() throws(Fault) {
    index += 1
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw fault("the end of a string in quotes") }
      if byte == UInt8(ascii: "\\") { try escape() }
      index += 1
    }
    guard next != nil else { throw fault("the end of a string in quotes") }
    index += 1
  }

  private mutating func escape() throws(Fault) {
    index += 1
    guard let kind = next, "\"\\/bfnrtu".utf8.contains(kind) else {
      throw fault("one of \" \\ / b f n r t u behind a backslash")
    }
    guard kind == UInt8(ascii: "u") else { return }
    for _ in 0..<4 {
      index += 1
      guard let byte = next, "0123456789abcdefABCDEF".utf8.contains(byte) else {
        throw fault("four hexadecimal digits")
      }
    }
  }

  private mutating func number() throws(Fault) {
    if next == UInt8(ascii: "-") { index += 1 }
    if next == UInt8(ascii: "0") { index += 1 } else { try digits() }
    if next == UInt8(ascii: ".") {
      index += 1
      try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      index += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { index += 1 }
      try digits()
    }
  }

  private mutating func digits() throws(Fault) {
    guard let byte = next, Self.isDigit(byte) else { throw fault("a digit") }
    while let byte = next, Self.isDigit(byte) { index += 1 }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
