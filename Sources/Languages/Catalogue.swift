private import CCatalogues

/// A compiled catalogue of gettext, in the form that `msgfmt` writes. It is searched where it is: nothing
/// else of it is read.
///
/// Source: GNU gettext's manual, "The Format of GNU MO Files".
package struct Catalogue: Sendable {
  private enum Source: Sendable {
    /// One of the catalogues in the program.
    case embedded(Int32)
    case bytes([UInt8])
    case listener(@Sendable (_ key: String) -> Void)
  }

  private let source: Source

  /// Nil if it is not a catalogue in the byte order of this machine.
  package init?(_ bytes: [UInt8]) {
    self.init(.bytes(bytes))
  }

  /// A catalogue that has nothing, and tells what is looked up in it.
  package init(listener: @escaping @Sendable (_ key: String) -> Void) {
    source = .listener(listener)
  }

  private init?(_ source: Source) {
    self.source = source
    let isValid = withBytes { $0.count >= 20 && Self.number($0, at: 0) == 0x9504_12DE }
    guard isValid else { return nil }
  }

  /// The catalogues in the program, with the codes of their languages.
  static var embedded: [(code: String, catalogue: Catalogue)] {
    (0..<iapctl_catalogue_count()).compactMap { index in
      Catalogue(.embedded(index)).map { (String(cString: iapctl_catalogue(index).language), $0) }
    }
  }

  /// - Parameters:
  ///   - key: the English words, after the context and U+0004 if they have one.
  ///   - count: chooses the plural form. Nil if the sentence has no plural.
  func translation(of key: String, plural count: Int?) -> String? {
    guard !key.isEmpty else { return nil }
    if case .listener(let listener) = source { listener(key) }
    var key = key
    return withBytes { bytes in
      key.withUTF8 { key in
        guard let texts = Self.find(key, in: bytes) else { return nil }
        let form = count.map { PluralRule(in: header(bytes)).form(of: $0) } ?? 0
        let forms = texts.split(separator: 0, omittingEmptySubsequences: false)
        guard form < forms.count, !forms[form].isEmpty else { return nil }
        return String(decoding: forms[form], as: UTF8.self)
      }
    }
  }

  /// The translation of the empty text describes the catalogue.
  private func header(_ bytes: UnsafeRawBufferPointer) -> String {
    let nothing = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    return Self.find(nothing, in: bytes).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The bytes of a translation. The originals are sorted.
  private static func find(
    _ key: UnsafeBufferPointer<UInt8>, in bytes: UnsafeRawBufferPointer
  ) -> Slice<UnsafeRawBufferPointer>? {
    let (originals, translations) = (number(bytes, at: 12), number(bytes, at: 16))
    var range = 0..<number(bytes, at: 8)
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      // A plural follows the singular after a null character.
      let original = text(bytes, at: originals + 8 * middle).prefix { $0 != 0 }
      if original.elementsEqual(key) { return text(bytes, at: translations + 8 * middle) }
      range =
        original.lexicographicallyPrecedes(key)
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  /// The text whose length and position stand at an offset.
  private static func text(
    _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) -> Slice<UnsafeRawBufferPointer> {
    let (length, start) = (number(bytes, at: offset), number(bytes, at: offset + 4))
    guard start + length <= bytes.count else { return bytes[0..<0] }
    return bytes[start..<start + length]
  }

  /// Zero outside of the catalogue.
  private static func number(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
    guard offset + 4 <= bytes.count else { return 0 }
    return Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }

  private func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    switch source {
    case .embedded(let index):
      let catalogue = iapctl_catalogue(index)
      return body(UnsafeRawBufferPointer(start: catalogue.bytes, count: catalogue.size))
    case .bytes(let bytes): return bytes.withUnsafeBytes(body)
    case .listener: return body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
  }
}
