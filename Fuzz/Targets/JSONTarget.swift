import JSON

/// The JSON reader with each set of rules, whole and in chunks.
enum JSONTarget {
  /// A longer input is not read byte by byte, which is slow.
  private static let longestInBytes = 1000

  @Sendable
  static func run(_ input: [UInt8]) async throws {
    for rules in [JSONReader.Rules.strict, .lenient, .response] {
      let value = try? JSONReader.read(input, rules: rules) { try $0.value() }
      let isSkipped = (try? JSONReader.read(input, rules: rules) { try $0.skip() }) != nil
      // What is skipped is held to the grammar only.
      try Finding.require(value == nil || isSkipped, "it is read but cannot be skipped")
      for size in input.count <= longestInBytes ? [1, 7] : [] {
        try Finding.require(
          readInChunks(input, size, rules) == value, "it is another value in chunks of \(size)")
      }
      if let value { try checkWriting(value) }
    }
    _ = try? JSONReader.read(input) { try $0.rawValue(keptBytes: 16, searchLimit: 64) }
  }

  private static func readInChunks(
    _ input: [UInt8], _ size: Int, _ rules: JSONReader.Rules
  ) -> JSONValue? {
    var rest = input[...]
    var reader = JSONReader(rules: rules) {
      defer { rest = rest.dropFirst(size) }
      return Array(rest.prefix(size))
    }
    do {
      let value = try reader.value()
      try reader.finish()
      return value
    } catch {
      return nil
    }
  }

  private static func checkWriting(_ value: JSONValue) throws {
    var bytes: [UInt8] = []
    JSONWriter.append(value, to: &bytes)
    let again = try? JSONReader.read(bytes, rules: .lenient) { try $0.value() }
    try Finding.require(again == value, "what is written is not read again")
  }
}
