import Synchronization

/// Numbers that no other caller gets.
package final class Counter: Sendable {
  private let last = Atomic<Int>(0)

  package init() {}

  package func next() -> Int { last.add(1, ordering: .relaxed).newValue }
}

/// What was written to a stream.
package final class Transcript: Sendable {
  private let bytes = Mutex<[UInt8]>([])

  package init() {}

  package func add(_ more: [UInt8]) { bytes.withLock { $0 += more } }

  package var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }
}
