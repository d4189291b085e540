import CLibrary
import Synchronization

/// Bytes that are read one after the other.
package protocol ByteInput: Sendable {
  /// Up to `count` bytes; none at the end.
  func read(upTo count: Int) throws(SystemError) -> [UInt8]
  /// Whether they are kept where anybody but the file's owner may read them.
  var isReadableByOthers: Bool { get }
}

extension ByteInput {
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
}

/// A file, a FIFO, a terminal or standard input, open to be read. A request to stop ends every wait
/// with ``SystemError/stopped``.
package final class InputFile: ByteInput {
  /// What may be at the path.
  package enum Kinds: Sendable {
    /// All but a directory.
    case any
    case regular
    case regularOrPipe
  }

  private let file: FileDescriptor
  private let mode: mode_t
  private let end: Deadline
  /// What came while it was looked whether there is a writer.
  private let early = Mutex<[UInt8]>([])

  /// Whether it is a file that anybody but its owner may read; what comes through a pipe is not kept.
  package var isReadableByOthers: Bool { isRegular && mode & 0o077 != 0 }

  private var isRegular: Bool { mode & S_IFMT == S_IFREG }

  /// Stays open.
  package static let standardInput = InputFile(
    .standardInput, (try? FileDescriptor.standardInput.mode()) ?? 0, until: .never)

  private init(_ file: FileDescriptor, _ mode: mode_t, until end: Deadline) {
    (self.file, self.mode, self.end) = (file, mode, end)
  }

  deinit { if file.number > 2 { file.close() } }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - writer: when there has to be somebody who writes to a FIFO. (Not tried where a FIFO that
  ///     was never opened to write reads as an empty one: macOS.)
  ///   - end: when all has to be read that is waited for; a regular file is not.
  /// - Throws: an error that ``SystemError/isTimeout`` after these times, as `read` does.
  package static func open(
    _ path: String, _ kinds: Kinds = .any, writer: Deadline? = nil, end: Deadline = .never
  ) throws(SystemError) -> InputFile {
    let file = try FileDescriptor.open(path, waits: false)
    let mode: mode_t
    do throws(SystemError) {
      mode = try file.mode()
    } catch {
      file.close()
      throw error
    }
    let input = InputFile(file, mode, until: end)
    switch (mode & S_IFMT, kinds) {
    case (S_IFDIR, _): throw SystemError(code: EISDIR)
    case (_, .any), (S_IFREG, _), (S_IFIFO, .regularOrPipe): break
    default: throw .wrongKind
    }
    if let writer, mode & S_IFMT == S_IFIFO { try input.waitForWriter(until: writer) }
    return input
  }

  package func read(upTo count: Int) throws(SystemError) -> [UInt8] {
    let early = early.withLock { bytes in
      defer { bytes = [] }
      return bytes
    }
    guard early.isEmpty else { return early }
    while true {
      if isRegular {
        guard Signals.pending == nil else { throw .stopped }
      } else {
        guard try end.wait(untilReadable: file) else { throw .timedOut }
      }
      do throws(SystemError) {
        if let bytes = try file.readAtOnce(upTo: count) { return bytes }
      } catch {
        guard error.code == EINTR else { throw error }
      }
    }
  }

  private func waitForWriter(until deadline: Deadline) throws(SystemError) {
    if try deadline.wait(untilReadable: file) { return }
    // A writer that is slow is waited for: nothing to read without one is the end of the file.
    guard let bytes = try file.readAtOnce(upTo: 1) else { return }
    guard bytes.isEmpty else { return early.withLock { $0 = bytes } }
    // One that wrote nothing and has gone is the end: a pipe of the shell's, '<(…)'.
    guard file.hasLostWriter else { throw .timedOut }
  }
}
