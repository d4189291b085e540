import Synchronization

/// Collects the bytes for standard output and writes them in large blocks.
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

  /// Throws if the reader has closed the pipe. It finds this without writing.
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
