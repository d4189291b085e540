/// The texts that are bound to a statement. SQLite reads them here, and makes no copies.
struct BoundTexts: ~Copyable {
  private var bytes: UnsafeMutableBufferPointer<CChar>

  init() { bytes = .allocate(capacity: 256) }

  deinit { bytes.deallocate() }

  /// Makes room for the texts of the values. The texts before are lost.
  mutating func makeRoom(for values: [Value]) {
    var count = 0
    for case .text(let text) in values { count += text.utf8.count }
    guard count > bytes.count else { return }
    bytes.deallocate()
    bytes = .allocate(capacity: count * 2)
  }

  /// Copies a text.
  ///
  /// - Parameter end: the end of the text before; 0 for the first text.
  /// - Returns: the address of the text, which is not nil for an empty one: SQLite takes nil for
  ///   null.
  func add(_ text: String, after end: inout Int) -> UnsafeBufferPointer<CChar> {
    let (start, count) = (end, text.utf8.count)
    end += count
    let place = UnsafeMutableBufferPointer(rebasing: bytes[start..<end])
    let isCopied: Void? = text.utf8.withContiguousStorageIfAvailable { text in
      UnsafeMutableRawBufferPointer(place).copyMemory(from: UnsafeRawBufferPointer(text))
    }
    if isCopied == nil { _ = place.update(fromContentsOf: text.utf8.map { CChar(bitPattern: $0) }) }
    return UnsafeBufferPointer(place)
  }
}
