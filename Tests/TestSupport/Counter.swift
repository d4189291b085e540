import Synchronization

/// Returns 1, 2, 3 and so on. No two callers get the same number.
package final class Counter: Sendable {
  private let last = Atomic<Int>(0)

  package init() {}

  package func next() -> Int { last.add(1, ordering: .relaxed).newValue }
}

/// The text that was written to a stream.
package final class Transcript: Sendable {
  private let bytes = Mutex<[UInt8]>([])

  package init() {}

  package func add(_ more: [UInt8]) { bytes.withLock { $0 += more } }

  package var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }
}

/// A list that tests append to from any thread.
package final class Mailbox<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])

  package init() {}

  package func put(_ element: Element) { elements.withLock { $0.append(element) } }

  package var all: [Element] { elements.withLock { $0 } }
}
