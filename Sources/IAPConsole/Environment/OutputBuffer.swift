import Synchronization

/// Collects what goes to standard output and hands it on in large pieces.
final class OutputBuffer: Sendable {
  private let output: Environment.Output
  private let bytes = Mutex<[UInt8]>([])

  private static let size = 1 << 16

  init(_ output: Environment.Output) { self.output = output }

  func append(_ more: [UInt8]) throws(Environment.Output.Problem) {
    let isFull = bytes.withLock { bytes in
      bytes.append(contentsOf: more)
      return bytes.count >= Self.size
    }
    if isFull { try flush() }
  }

  /// Notices a reader who went away while there is nothing to write yet.
  func probe() throws(Environment.Output.Problem) { if output.isClosed() { throw .closedPipe } }

  func flush() throws(Environment.Output.Problem) {
    let piece = bytes.withLock { bytes in
      let piece = bytes
      bytes.removeAll(keepingCapacity: true)
      return piece
    }
    if !piece.isEmpty { try output.write(piece) }
  }
}
