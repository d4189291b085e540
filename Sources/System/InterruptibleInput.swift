import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file, a FIFO or a terminal that is read for as long as it takes, and left when a signal asks
/// to stop: whatever waits here then fails with `EINTR`.
package final class InterruptibleInput: Sendable {
  private let file: FileDescriptor
  private let isOwned: Bool
  /// Whether it is a file that anybody but its owner may read; what comes through a pipe is not kept.
  package let isReadableByOthers: Bool
  /// What came while it was looked whether there is a writer.
  private let early: Mutex<[UInt8]>

  /// How often it looks for a signal that came just before it began to wait, in milliseconds.
  private static let moment: Int32 = 50

  /// Standard input stays open.
  package static let standardInput = InterruptibleInput(
    .standardInput, isOwned: false, isReadableByOthers: false)

  private init(_ file: FileDescriptor, isOwned: Bool, isReadableByOthers: Bool) {
    self.file = file
    self.isOwned = isOwned
    self.isReadableByOthers = isReadableByOthers
    early = Mutex([])
  }

  deinit { if isOwned { file.close() } }

  /// Opens a file. A FIFO is open when there is somebody to write to it.
  ///
  /// - Parameter patience: how long to wait for a writer, in nanoseconds; without one it then fails
  ///   with `ETIMEDOUT`.
  package static func open(
    _ path: String, patience: Int64
  ) throws(SystemError) -> InterruptibleInput {
    let file = try FileDescriptor.open(path, waits: false)
    let mode: mode_t
    do throws(SystemError) {
      mode = try file.mode()
    } catch {
      file.close()
      throw error
    }
    let input = InterruptibleInput(
      file, isOwned: true, isReadableByOthers: UserFiles.isOpen(mode))
    let kind = mode & S_IFMT
    guard kind != S_IFDIR else { throw SystemError(code: EISDIR) }
    if kind == S_IFIFO { try input.waitForWriter(patience) }
    return input
  }

  /// Reads up to `count` bytes; an empty answer is the end of the file.
  package func read(upTo count: Int) throws(SystemError) -> [UInt8] {
    let early = early.withLock { bytes in
      defer { bytes = [] }
      return bytes
    }
    guard early.isEmpty else { return early }
    while try !isReady() {}
    return try file.read(upTo: count)
  }

  /// Reads to the end, or to one byte more than `limit` so that the caller sees that it was passed.
  package func readAll(limit: Int) throws(SystemError) -> [UInt8] {
    var all: [UInt8] = []
    while all.count <= limit {
      let piece = try read(upTo: min(1 << 16, limit - all.count + 1))
      if piece.isEmpty { break }
      all += piece
    }
    return all
  }

  /// What comes before the end of a line, which is taken too; nil at the end of the input. Nothing
  /// is read beyond it.
  package func readLine() throws(SystemError) -> String? {
    var line: [UInt8] = []
    while let byte = try read(upTo: 1).first {
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }

  /// Waits for a moment.
  ///
  /// - Returns: whether there is something to read, or the end.
  private func isReady() throws(SystemError) -> Bool {
    guard Signals.pending == nil else { throw SystemError(code: EINTR) }
    do throws(SystemError) {
      return try file.isReadable(within: Self.moment)
    } catch {
      // Other signals ask for nothing: a terminal's new size, a continuation.
      guard error.isInterruption, Signals.pending == nil else { throw error }
      return false
    }
  }

  private func waitForWriter(_ patience: Int64) throws(SystemError) {
    let start = Clocks.monotonicNanoseconds()
    while try !isReady() {
      // Nothing there and nobody to write it reads as the end of the file.
      guard let bytes = try file.readAtOnce(upTo: 1) else { return }
      guard bytes.isEmpty else { return early.withLock { $0 = bytes } }
      // Somebody wrote nothing and has gone: this is the end. A pipe of the shell's, '<(…)', may
      // have come to it before it is opened here.
      guard !file.hasLostWriter else { return }
      guard Clocks.monotonicNanoseconds() - start < patience else {
        throw SystemError(code: ETIMEDOUT)
      }
    }
  }
}
