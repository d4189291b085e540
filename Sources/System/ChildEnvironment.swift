import CLibrary
import CSystem

/// The variables of a child, as the system wants them.
struct ChildEnvironment: ~Copyable {
  private var entries: [UnsafeMutablePointer<CChar>?] = []

  /// Those of this process, byte by byte, but for some, and others besides.
  ///
  /// Nil where one that is added cannot be a variable: no NUL may stand in it.
  init?(removing: Set<String>, adding: [String: String]) {
    guard !adding.contains(where: { ($0.key + $0.value).utf8.contains(0) }) else { return nil }
    var next = iapctl_environment()
    while let entry = next?.pointee {
      // Byte by byte: a value that begins with an accent is one character with the sign before it.
      let name = String(String(cString: entry).utf8.prefix { $0 != UInt8(ascii: "=") }) ?? ""
      if !removing.contains(name) && adding[name] == nil { entries.append(strdup(entry)) }
      next = next?.advanced(by: 1)
    }
    for (name, value) in adding { entries.append(strdup("\(name)=\(value)")) }
  }

  deinit { for entry in entries { free(entry) } }

  borrowing func withPointers<Answer>(
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Answer
  ) -> Answer {
    // The array ends with nil, so it has an address.
    (entries + [nil]).withUnsafeBufferPointer { body($0.baseAddress.unsafelyUnwrapped) }
  }
}
