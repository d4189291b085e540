/// A function that takes any bytes. It must return, and may throw a ``Finding`` only.
package struct FuzzTarget: Sendable {
  /// The name of its folder in `Fuzz/Corpus`.
  package let name: String
  package let run: @Sendable (_ input: [UInt8]) async throws -> Void

  package static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }

  init(_ name: String, _ run: @escaping @Sendable (_ input: [UInt8]) async throws -> Void) {
    (self.name, self.run) = (name, run)
  }
}

extension FuzzTarget {
  private static let outer = [
    FuzzTarget("json", JSONTarget.run), FuzzTarget("seed", SeedTarget.run),
    FuzzTarget("batch", BatchTarget.run), FuzzTarget("answers", AnswersTarget.run),
    FuzzTarget("configuration", ConfigurationTarget.run), FuzzTarget("store", StoreTarget.run),
    FuzzTarget("journal", JournalTarget.run), FuzzTarget("output", OutputTarget.run),
  ]

  // These two call internal functions.
  #if DEBUG || FUZZING
    package static let all =
      outer + [
        FuzzTarget("arguments", ArgumentsTarget.run), FuzzTarget("requests", RequestsTarget.run),
      ]
  #else
    package static let all = outer
  #endif
}

/// A promise that an input broke.
package struct Finding: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }

  static func require(_ isTrue: Bool, _ description: @autoclosure () -> String) throws(Finding) {
    guard isTrue else { throw Finding(description()) }
  }
}

/// The bytes of an input that are still to be used.
struct FuzzInput {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// The next byte; 0 at the end.
  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// One of the choices, by the next byte.
  mutating func choose<Choice>(_ first: Choice, _ others: Choice...) -> Choice {
    let index = Int(byte()) % (others.count + 1)
    return index == 0 ? first : others[index - 1]
  }

  /// The bytes up to the next line feed, which is dropped.
  mutating func line() -> [UInt8] {
    let line = rest.prefix { $0 != UInt8(ascii: "\n") }
    rest = rest.dropFirst(line.count + 1)
    return Array(line)
  }

  /// All further bytes.
  mutating func all() -> [UInt8] {
    defer { rest = [] }
    return Array(rest)
  }

  var isAtEnd: Bool { rest.isEmpty }
}
