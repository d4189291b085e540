/// How many rows something was found in, and the first of their lines.
package struct FirstLines: Sendable {
  package private(set) var count = 0
  /// Each once: a document can have many rows in a line.
  package private(set) var lines: [Int] = []

  private static let most = 10

  /// - Parameter line: nil if the row is of no file.
  mutating func add(_ line: Int?) {
    count += 1
    if let line, lines.count < Self.most, lines.last != line { lines.append(line) }
  }
}
