import CLibrary
import Synchronization

/// A stream of bytes.
package protocol ByteInput: Sendable {
  /// Reads up to `count` bytes; empty at the end.
  func read(upTo count: Int) throws(SystemError) -> [UInt8]
  /// Whether the bytes come from a file that users other than its owner can read.
  var isReadableByOthers: Bool { get }
}

extension ByteInput {
  /// Reads to the end, or at most one byte more than `limit`, so that the caller sees that the
  /// limit is exceeded.
  package func readAll(limit: Int) throws(SystemError) -> [UInt8] {
    var all: [UInt8] = []
    while all.count <= limit {
      let piece = try read(upTo: min(1 << 16, limit - all.count + 1))
      if piece.isEmpty { break }
      all += piece
    }
    return all
  }

  /// Reads a line and its line end, and nothing after it. Returns the line without its end; nil at
  /// the end of the input.
  package func readLine() throws(SystemError) -> String? {
    var line: [UInt8] = []
    while let byte = try read(upTo: 1).first {
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }
}

/// A file, a FIFO, a terminal or standard input, open for reading. A stop signal ends every wait
/// with ``SystemError/stopped``.
package final class InputFile: ByteInput {
  /// The kinds of file that are accepted.
  package enum Kinds: Sendable {
    /// Any file except a directory.
    case any
    case regular
    case regularOrPipe
  }

  /// How long to wait for the writer of a FIFO. (Has no effect on macOS, where a FIFO without a
  /// writer reads as an empty file.)
  package struct WriterWait: Sendable {
    let limit: Duration
    let noticeAfter: Duration
    package let notice: @Sendable () -> Void

    /// - Parameter notice: called if the FIFO has no writer after `noticeAfter`.
    package init(
      _ limit: Duration, noticeAfter: Duration = .seconds(2),
      notice: @escaping @Sendable () -> Void = {}
    ) {
      (self.limit, self.noticeAfter, self.notice) = (limit, noticeAfter, notice)
    }
  }

  private let file: FileDescriptor
  private let facts: stat
  private let end: Deadline
  /// Bytes that were read during the check for a writer.
  private let early = Mutex<[UInt8]>([])

  /// Whether it is a regular file that users other than its owner can read. False for a pipe, which
  /// stores nothing.
  package var isReadableByOthers: Bool { isRegular && facts.st_mode & 0o077 != 0 }

  private var isRegular: Bool { facts.st_mode & S_IFMT == S_IFREG }

  /// Standard input, which is never closed.
  ///
  /// A terminal is opened again, so that a read of it never waits. Ctrl-C discards what was typed; if
  /// that happens between the wait and the read, the read of the terminal as inherited would wait.
  package static let standardInput: InputFile = {
    if let path = FileDescriptor.standardInput.terminalPath, let file = try? open(path) {
      return file
    }
    return InputFile(
      .standardInput, (try? FileDescriptor.standardInput.facts()) ?? stat(), until: .never)
  }()

  private init(_ file: FileDescriptor, _ facts: stat, until end: Deadline) {
    (self.file, self.facts, self.end) = (file, facts, end)
  }

  deinit { if file.number > 2 { file.close() } }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - writer: how long a FIFO may be without a writer; nil to wait when reading.
  ///   - end: until when all of the input must be read. Has no effect on a regular file.
  /// - Throws: an error with ``SystemError/isTimeout`` after these deadlines; so does `read`.
  package static func open(
    _ path: String, _ kinds: Kinds = .any, writer: WriterWait? = nil, end: Deadline = .never
  ) throws(SystemError) -> InputFile {
    let file = try FileDescriptor.open(path, waits: false)
    let facts: stat
    do throws(SystemError) {
      facts = try file.facts()
    } catch {
      file.close()
      throw error
    }
    let input = InputFile(file, facts, until: end)
    let kind = facts.st_mode & S_IFMT
    switch (kind, kinds) {
    case (S_IFDIR, _): throw SystemError(code: EISDIR)
    case (_, .any), (S_IFREG, _), (S_IFIFO, .regularOrPipe): break
    default: throw .wrongKind
    }
    if let writer, kind == S_IFIFO { try input.wait(for: writer) }
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

  private func wait(for writer: WriterWait) throws(SystemError) {
    let end = Deadline(after: writer.limit)
    if try hasWriter(by: .earlier(end, Deadline(after: writer.noticeAfter))) { return }
    if !end.isOver {
      writer.notice()
      if try hasWriter(by: end) { return }
    }
    throw .timedOut
  }

  /// Waits until the FIFO has a writer.
  ///
  /// - Returns: false if it had none before the deadline.
  private func hasWriter(by deadline: Deadline) throws(SystemError) -> Bool {
    if try deadline.wait(untilReadable: file) { return true }
    // If there is a slow writer, there is no data yet. Without a writer, the read returns the end
    // of the file.
    guard let bytes = try file.readAtOnce(upTo: 1) else { return true }
    guard bytes.isEmpty else {
      early.withLock { $0 = bytes }
      return true
    }
    // A writer that closed the FIFO without writing is an empty input, such as `<(true)` in a
    // shell.
    return file.hasLostWriter
  }
}
