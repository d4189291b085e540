import Synchronization

/// Collects the bytes for standard output and writes them in large blocks.
final class OutputBuffer: Sendable {
  private let output: Environment.Output
  private let bytes = Mutex<[UInt8]>([])
  /// The size of a block, and whether anything was written.
  private let state = Mutex((size: 1 << 16, isWritten: false))

  init(_ output: Environment.Output) { self.output = output }

  func append(_ more: [UInt8]) throws(Environment.Output.Problem) {
    let size = state.withLock { $0.size }
    // A large block is written as it is.
    if more.count >= size {
      try flush()
      return try write(more)
    }
    let isFull = bytes.withLock { bytes in
      bytes.append(contentsOf: more)
      return bytes.count >= size
    }
    if isFull { try flush() }
  }

  /// From now on, nothing is written before there are so many bytes, unless it is flushed.
  func hold(upTo size: Int) { state.withLock { $0.size = size } }

  /// All bytes so far, if nothing was written.
  var whole: [UInt8]? { state.withLock { $0.isWritten } ? nil : bytes.withLock { $0 } }

  /// Drops the bytes that are not written.
  func drop() { bytes.withLock { $0 = [] } }

  private func write(_ block: [UInt8]) throws(Environment.Output.Problem) {
    state.withLock { $0.isWritten = true }
    try output.write(block)
  }

  /// Throws if the reader has closed the pipe. It finds this without writing.
  func checkReader() throws(Environment.Output.Problem) {
    if output.isClosed() { throw .closedPipe }
  }

  func flush() throws(Environment.Output.Problem) {
    var piece: [UInt8] = []
    bytes.withLock { swap(&$0, &piece) }
    guard !piece.isEmpty else { return }
    try write(piece)
    // Its memory is used again.
    piece.removeAll(keepingCapacity: true)
    bytes.withLock { if $0.isEmpty { swap(&$0, &piece) } }
  }
}
