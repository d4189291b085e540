import CLibrary
import CSystem

/// The environment variables of a child process, as a C array.
struct ChildEnvironment: ~Copyable {
  private var entries: [UnsafeMutablePointer<CChar>?] = []

  /// The variables of this process, without those in `removing` and with those in `adding`. Values
  /// are copied as bytes, because they may be invalid UTF-8.
  ///
  /// Nil if an added variable contains a NUL byte.
  init?(removing: Set<String>, adding: [String: String]) {
    guard !adding.contains(where: { ($0.key + $0.value).utf8.contains(0) }) else { return nil }
    var next = iapctl_environment()
    while let entry = next?.pointee {
      // Split as bytes: if the value begins with a combining character, Swift joins it with the
      // "=".
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
    // The array is never empty, so it has a base address.
    (entries + [nil]).withUnsafeBufferPointer { body($0.baseAddress.unsafelyUnwrapped) }
  }
}
