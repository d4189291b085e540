import CLibrary
import TestSupport
import Testing

@testable import System

@Suite(.blocking)
struct InputFileTests {
  private let folder: TemporaryFolder

  /// The deadline for a writer to open a FIFO.
  private let soon = InputFile.WriterWait(.zero)

  init() throws { folder = try TemporaryFolder() }

  /// Opens a FIFO for reading and writing, which does not wait. If a program that another test starts
  /// inherited the descriptor, the FIFO would have no end.
  private static func openBoth(_ path: String) throws -> FileDescriptor {
    try FileDescriptor.open(path, O_RDWR | O_CLOEXEC)
  }

  private func all(_ input: InputFile) throws -> String {
    var bytes: [UInt8] = []
    while case let piece = try input.read(upTo: 3), !piece.isEmpty { bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test
  func `A file is read to its end`() throws {
    let path = try folder.write("1\n22\n333", to: "a")
    #expect(try all(.open(path, writer: soon)) == "1\n22\n333")
    #expect(try all(.open("/dev/null", writer: soon)).isEmpty)
  }

  @Test
  func `A missing file and a directory are reported`() throws {
    let missing = #expect(throws: SystemError.self) {
      try InputFile.open(folder["a"], writer: soon)
    }
    #expect(missing?.isMissing == true)
    let directory = #expect(throws: SystemError.self) {
      try InputFile.open(folder.path, writer: soon)
    }
    #expect(directory?.isDirectory == true)
  }

  @Test
  func `The wait for a FIFO without a writer ends with the time-out`() throws {
    let path = try folder.makeFIFO("fifo")
    let error = #expect(throws: SystemError.self) {
      try InputFile.open(path, writer: soon)
    }
    #expect(error?.isTimeout == true)
  }

  @Test
  func `A FIFO without a writer is noticed once, and read when its writer comes`() throws {
    let path = try folder.makeFIFO("fifo")
    let (notices, writers) = (Counter(), Mailbox<FileDescriptor>())
    let wait = InputFile.WriterWait(.seconds(3600), noticeAfter: .zero) {
      _ = notices.next()
      guard let writer = try? Self.openBoth(path) else { return }
      try? writer.write(Array("1".utf8))
      writers.put(writer)
    }
    let input = try InputFile.open(path, writer: wait)
    #expect(try input.read(upTo: 9) == Array("1".utf8))
    #expect(notices.next() == 2)
    for writer in writers.all { writer.close() }
  }

  @Test
  func `A FIFO that has a writer is not noticed`() throws {
    let path = try folder.makeFIFO("fifo")
    let writer = try Self.openBoth(path)
    let notices = Counter()
    _ = try InputFile.open(
      path,
      writer: InputFile.WriterWait(.seconds(3600), noticeAfter: .zero) { _ = notices.next() })
    #expect(notices.next() == 1)
    writer.close()
  }

  @Test
  func `A FIFO with a writer is read to its end, however slow it is`() throws {
    let path = try folder.makeFIFO("fifo")
    let writer = try Self.openBoth(path)
    let input = try InputFile.open(path, writer: soon)
    try writer.write(Array("1\n2".utf8))
    #expect(try input.read(upTo: 9) == Array("1\n2".utf8))
    try writer.write(Array("2\n".utf8))
    writer.close()
    #expect(try all(input) == "2\n")
  }

  @Test
  func `A writer that opens the FIFO later is waited for`() async throws {
    let path = try folder.makeFIFO("fifo")
    let text = String(repeating: "2026011210000001\n", count: 20_000)
    try SystemThread.detach {
      // A signal that another test sends can interrupt this; then the reader would wait for ever.
      var writer: FileDescriptor?
      repeat { writer = try? FileDescriptor.open(path, O_WRONLY | O_CLOEXEC) } while writer == nil
      try? writer?.write(Array(text.utf8))
      writer?.close()
    }
    #expect(try all(.open(path)) == text)
  }

  @Test
  func `A FIFO that is closed without data is an empty input`() throws {
    let path = try folder.makeFIFO("fifo")
    let writer = try Self.openBoth(path)
    let input = try InputFile.open(path, writer: soon)
    writer.close()
    #expect(try all(input).isEmpty)
  }

  @Test
  func `A FIFO ends if its writer closes it`() throws {
    let path = try folder.makeFIFO("fifo")
    let both = try Self.openBoth(path)
    let input = try InputFile.open(folder.write("one\ntwo", to: "text"), writer: soon)
    #expect(try input.readLine() == "one")
    #expect(try input.readAll(limit: 100) == Array("two".utf8))
    #expect(try input.readLine() == nil)
    try both.write(Array("line\nrest".utf8))
    let fifo = try InputFile.open(path, writer: soon)
    #expect(try fifo.readLine() == "line")
    both.close()
    #expect(try fifo.readAll(limit: 2) == Array("res".utf8))
    #expect(try fifo.readAll(limit: 2) == Array("t".utf8))
    #expect(throws: SystemError(code: ETIMEDOUT)) { try InputFile.open(path, writer: soon) }
  }
}
