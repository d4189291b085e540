import Synchronization

/// The keys of an object, in one array of bytes.
final class JSONKeys: Sendable {
  let names: [String]
  private let isASCII: Bool
  /// The place after the key that was looked up last. Most callers ask in order, so it is tried
  /// first.
  private let next = Atomic(0)
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
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  func place(of name: String) -> Int? {
    let place = next.load(ordering: .relaxed)
    // Texts of ASCII are equal only if their bytes are.
    if isASCII, place < names.count, names[place] == name {
      next.store(place + 1, ordering: .relaxed)
      return place
    }
    guard let found = search(name) else { return nil }
    next.store(found + 1, ordering: .relaxed)
    return found
  }

  private func search(_ name: String) -> Int? {
    for place in names.indices where name.isSame(as: names[place]) { return place }
    return nil
  }

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
    for offset in 0..<count where text[index + 1 + offset] != bytes[first + offset] {
      return false
    }
    return true
  }
}
