/// Keeps the last 4096 bytes of an output.
struct OutputTail {
  private static let most = 4096
  private var bytes: [UInt8] = []
  private var isCut = false

  mutating func append(_ more: ArraySlice<UInt8>) {
    bytes += more.suffix(Self.most)
    let excess = bytes.count - Self.most
    isCut = isCut || excess > 0 || more.count > Self.most
    if excess > 0 { bytes.removeFirst(excess) }
  }

  /// The text, with invalid UTF-8 replaced. The rest of a character that was cut at the beginning
  /// is removed.
  var text: String {
    let isContinued = { (byte: UInt8) in byte & 0xC0 == 0x80 }
    let rest = isCut ? bytes.prefix(3).prefix(while: isContinued).count : 0
    return String(decoding: bytes.dropFirst(rest), as: UTF8.self)
  }
}
