/// Finds secrets, and long parts of them, in a text.
///
/// Each secret is cut into blocks of four bytes. A part of at least seven bytes contains a whole block,
/// so each block of the text is looked up, and what is found is extended to both sides.
struct SecretIndex {
  /// A secret of fewer bytes is found only whole.
  static let shortestCut = 8
  /// A part of a secret counts from two thirds of it on, or from this many bytes on.
  private static let longestPart = 24
  private static let block = 4
  /// How many places of a block are kept. Tokens can begin alike; their other blocks find them.
  private static let mostPlaces = 8

  private struct Place {
    let secret: Int
    let offset: Int
  }

  private var secrets: [[UInt8]] = []
  private var places: [UInt32: [Place]] = [:]
  /// A bit for each block that is in ``places``, and for some others: almost no text has a block.
  private var bits = [UInt64](repeating: 0, count: 64)
  /// The secrets that are found only whole, the longest first.
  private var short: [[UInt8]] = []

  /// The length of the shortest part that is found.
  private(set) var shortest = Int.max

  init(_ secrets: some Sequence<[UInt8]> = []) {
    for secret in secrets { add(secret) }
  }

  /// The fewest bytes of a secret that count as a part of it.
  private static func part(of count: Int) -> Int {
    count < shortestCut ? count : min(max(shortestCut, count * 2 / 3), longestPart)
  }

  mutating func add(_ secret: [UInt8]) {
    guard !secret.isEmpty else { return }
    shortest = min(shortest, Self.part(of: secret.count))
    guard secret.count >= Self.shortestCut else {
      short.append(secret)
      return short.sort { $0.count > $1.count }
    }
    secrets.append(secret)
    for (key, offset) in Self.blocks(of: secret)
    where places[key, default: []].count < Self.mostPlaces {
      places[key, default: []].append(Place(secret: secrets.count - 1, offset: offset))
      bits[Self.bit(of: key) >> 6] |= 1 << UInt64(Self.bit(of: key) & 63)
    }
  }

  private static func blocks(of secret: [UInt8]) -> [(key: UInt32, offset: Int)] {
    let offsets = Set(stride(from: 0, through: secret.count - block, by: block))
    return offsets.union([secret.count - block]).map { (key(secret, $0), $0) }
  }

  private static func bit(of key: UInt32) -> Int { Int((key &* 0x9E37_79B1) >> 20) }

  private static func key(_ bytes: [UInt8], _ index: Int) -> UInt32 {
    UInt32(bytes[index]) << 24 | UInt32(bytes[index + 1]) << 16 | UInt32(bytes[index + 2]) << 8
      | UInt32(bytes[index + 3])
  }

  /// Where the secrets are in a text, and parts of them.
  func ranges(in bytes: [UInt8]) -> [Range<Int>] {
    var found = short.flatMap { Self.ranges(of: $0, in: bytes) }
    guard !places.isEmpty, bytes.count >= Self.shortestCut else { return found }
    var index = 0
    while index + Self.block <= bytes.count {
      let key = Self.key(bytes, index)
      let (bit, start) = (Self.bit(of: key), index)
      index += 1
      guard bits[bit >> 6] & 1 << UInt64(bit & 63) != 0 else { continue }
      let ranges = (places[key] ?? []).compactMap { extended($0, bytes, start) }
      guard let longest = ranges.max(by: { $0.count < $1.count }) else { continue }
      found.append(longest)
      // The next block with a byte behind the match.
      index = max(index, longest.upperBound - Self.block + 1)
    }
    return found
  }

  private func extended(_ place: Place, _ bytes: [UInt8], _ index: Int) -> Range<Int>? {
    let secret = secrets[place.secret]
    var (start, end) = (index, index + Self.block)
    while start > 0, place.offset - (index - start) > 0,
      bytes[start - 1] == secret[place.offset - (index - start) - 1]
    { start -= 1 }
    while end < bytes.count, place.offset + (end - index) < secret.count,
      bytes[end] == secret[place.offset + (end - index)]
    { end += 1 }
    return end - start >= Self.part(of: secret.count) ? start..<end : nil
  }

  // MARK: Short secrets

  /// A secret shorter than this is found only as a whole word, because a few letters occur in many
  /// words.
  fileprivate static let shortestInWord = 4

  private static func ranges(of secret: [UInt8], in bytes: [UInt8]) -> [Range<Int>] {
    guard let first = secret.first, secret.count <= bytes.count else { return [] }
    var found: [Range<Int>] = []
    for start in 0...(bytes.count - secret.count) where bytes[start] == first {
      let end = start + secret.count
      guard bytes[start..<end].elementsEqual(secret) else { continue }
      let isWord = !isOfWord(bytes[..<start].last) && !isOfWord(bytes[end...].first)
      if secret.count >= shortestInWord || isWord { found.append(start..<end) }
    }
    return found
  }

  private static func isOfWord(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
  }
}

extension SecretIndex {
  /// The spellings of a secret that decoding does not reach: with its own escapes decoded, too.
  static func spellings(of secret: String) -> Set<[UInt8]> {
    var text = DecodedText(Array(secret.utf8))
    var spellings: Set = [text.bytes]
    for _ in 0..<DecodedText.mostLayers {
      guard let next = text.decoded() else { break }
      text = next
      // A few letters would be found in many texts.
      if text.bytes.count >= min(secret.utf8.count, shortestInWord) { spellings.insert(text.bytes) }
    }
    return spellings
  }

  /// The text with `(secret)` in place of each secret, in all spellings; nil if it contains no secret.
  func redacted(_ text: String) -> String? {
    guard text.utf8.count >= shortest else { return nil }
    let bytes = Array(text.utf8)
    var found = ranges(in: DecodedText.folded(bytes))
    guard !found.isEmpty || DecodedText.hasEscapes(bytes) else { return nil }
    var decoded = DecodedText(bytes)
    for _ in 0..<DecodedText.mostLayers {
      guard let next = decoded.decoded() else { break }
      decoded = next
      found += ranges(in: decoded.bytes).map(decoded.original)
    }
    guard !found.isEmpty else { return nil }
    found.sort { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }
    var (clean, end) = ([UInt8](), 0)
    for range in found {
      if range.lowerBound >= end {
        clean += bytes[end..<range.lowerBound] + Redactor.mark
      }
      end = max(end, range.upperBound)
    }
    return String(decoding: clean + bytes[end...], as: UTF8.self)
  }
}
