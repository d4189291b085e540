import Records

/// The keys of an object, in one array of bytes.
struct JSONKeys: Hashable, Sendable {
  let names: [String]
  private let bytes: [UInt8]
  /// Where each key begins in ``bytes``, and the end of the last one.
  private let starts: [Int]

  init(_ names: [String]) {
    self.names = names
    var (bytes, starts): ([UInt8], [Int]) = ([], [0])
    for name in names {
      bytes += name.utf8
      starts.append(bytes.count)
    }
    (self.bytes, self.starts) = (bytes, starts)
  }

  func place(of name: String) -> Int? { names.firstIndex { name.hasSameBytes(as: $0) } }

  /// The key that stands in quotes at the index of a text, written without escapes.
  ///
  /// - Parameter next: the key that is tried first. Most writers use the same order.
  func place(at index: Int, of text: [UInt8], next: Int) -> Int? {
    for place in next..<names.count where stands(place, at: index, of: text) { return place }
    for place in 0..<next where stands(place, at: index, of: text) { return place }
    return nil
  }

  func length(of place: Int) -> Int { starts[place + 1] - starts[place] }

  private func stands(_ place: Int, at index: Int, of text: [UInt8]) -> Bool {
    let (first, count) = (starts[place], length(of: place))
    guard index + count + 1 < text.count, text[index + count + 1] == UInt8(ascii: "\"") else {
      return false
    }
    return text.withUnsafeBytes { text in
      bytes.withUnsafeBytes { bytes in
        UnsafeRawBufferPointer(rebasing: text[(index + 1)...].prefix(count))
          .hasSameBytes(as: UnsafeRawBufferPointer(rebasing: bytes[first...].prefix(count)))
      }
    }
  }
}
