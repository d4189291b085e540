import CLibrary
import Foundation
import TestSupport
import Testing

@testable import System

@Suite(.blocking)
struct InputFileTests {
  private let folder: TemporaryFolder

  /// The deadline for a writer to open a FIFO.
  private let soon = InputFile.WriterWait(.zero)

  init() throws { folder = try TemporaryFolder() }

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
    let (notices, writers) = (Counter(), Mailbox<FileHandle>())
    let wait = InputFile.WriterWait(.seconds(3600), noticeAfter: .zero) {
      _ = notices.next()
      // Opening a FIFO for reading and writing does not wait.
      guard let writer = FileHandle(forUpdatingAtPath: path) else { return }
      try? writer.write(contentsOf: Data("1".utf8))
      writers.put(writer)
    }
    let input = try InputFile.open(path, writer: wait)
    #expect(try input.read(upTo: 9) == Array("1".utf8))
    #expect(notices.next() == 2)
  }

  @Test
  func `A FIFO that has a writer is not noticed`() throws {
    let path = try folder.makeFIFO("fifo")
    let writer = try #require(FileHandle(forUpdatingAtPath: path))
    let notices = Counter()
    _ = try InputFile.open(
      path,
      writer: InputFile.WriterWait(.seconds(3600), noticeAfter: .zero) { _ = notices.next() })
    #expect(notices.next() == 1)
    try writer.close()
  }

  @Test
  func `A FIFO with a writer is read to its end, however slow it is`() throws {
    let path = try folder.makeFIFO("fifo")
    // Opening a FIFO for reading and writing does not wait.
    let writer = try #require(FileHandle(forUpdatingAtPath: path))
    let input = try InputFile.open(path, writer: soon)
    try writer.write(contentsOf: Data("1\n2".utf8))
    #expect(try input.read(upTo: 9) == Array("1\n2".utf8))
    try writer.write(contentsOf: Data("2\n".utf8))
    try writer.close()
    #expect(try all(input) == "2\n")
  }

  @Test
  func `A writer that opens the FIFO later is waited for`() async throws {
    let path = try folder.makeFIFO("fifo")
    let text = String(repeating: "2026011210000001\n", count: 20_000)
    let writing = Thread {
      // A signal that another test sends can interrupt this; then the reader would wait for ever.
      var writer: FileHandle?
      repeat { writer = FileHandle(forWritingAtPath: path) } while writer == nil
      try? writer?.write(contentsOf: Data(text.utf8))
    }
    writing.start()
    #expect(try all(.open(path)) == text)
  }

  @Test
  func `A FIFO that is closed without data is an empty input`() throws {
    let path = try folder.makeFIFO("fifo")
    let writer = try #require(FileHandle(forUpdatingAtPath: path))
    let input = try InputFile.open(path, writer: soon)
    try writer.close()
    #expect(try all(input).isEmpty)
  }

  @Test
  func `A FIFO ends if its writer closes it`() throws {
    let path = try folder.makeFIFO("fifo")
    // Opened for reading and writing, so that opening does not wait.
    let both = try FileDescriptor.open(path, O_RDWR)
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
