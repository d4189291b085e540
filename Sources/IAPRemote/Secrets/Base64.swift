enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// What stands for some bytes inside of a longer text in base64, in both alphabets: other letters at
  /// the three places where the bytes can begin. Empty for a few bytes.
  static func spellings(of bytes: [UInt8]) -> [[UInt8]] {
    guard bytes.count >= SecretIndex.shortestCut else { return [] }
    return (0..<3).flatMap { skipped in
      // The letters at the edges stand for other bytes, too.
      let text = encoded(bytes[(3 - skipped) % 3..<bytes.count])
      return Set([text, text.map { $0 == 0x2B ? 0x2D : $0 == 0x2F ? 0x5F : $0 }])
    }
  }

  /// The letters of whole groups of three bytes.
  private static func encoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var (text, start) = ([UInt8](), bytes.startIndex)
    while start + 3 <= bytes.endIndex {
      let group = bytes[start..<(start + 3)].reduce(0) { $0 << 8 | Int($1) }
      text += [18, 12, 6, 0].map { letters[group >> $0 & 63] }
      start += 3
    }
    return text
  }
}
