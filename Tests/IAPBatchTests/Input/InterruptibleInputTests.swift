import Foundation
import System
import TestSupport
import Testing

struct InterruptibleInputTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func all(_ input: InterruptibleInput) throws -> String {
    var bytes: [UInt8] = []
    while case let piece = try input.read(upTo: 3), !piece.isEmpty { bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `a file is read to its end`() throws {
    let path = try folder.write("1\n22\n333", to: "a")
    #expect(try all(.open(path, patience: 0)) == "1\n22\n333")
    #expect(try all(.open("/dev/null", patience: 0)).isEmpty)
  }

  @Test func `what is no file is told`() throws {
    let missing = #expect(throws: SystemError.self) {
      try InterruptibleInput.open(folder["a"], patience: 0)
    }
    #expect(missing?.isMissing == true)
    let directory = #expect(throws: SystemError.self) {
      try InterruptibleInput.open(folder.path, patience: 0)
    }
    #expect(directory?.isDirectory == true)
  }

  @Test func `a FIFO that nobody writes to is given up`() throws {
    let path = try folder.makeFIFO("fifo")
    let error = #expect(throws: SystemError.self) {
      try InterruptibleInput.open(path, patience: 1)
    }
    #expect(error?.isTimeout == true)
  }

  @Test func `a writer that is there is waited for, however slow`() throws {
    let path = try folder.makeFIFO("fifo")
    // Open for both, a FIFO waits for nobody.
    let writer = try #require(FileHandle(forUpdatingAtPath: path))
    let input = try InterruptibleInput.open(path, patience: 0)
    try writer.write(contentsOf: Data("1\n2".utf8))
    #expect(try input.read(upTo: 9) == Array("1\n2".utf8))
    try writer.write(contentsOf: Data("2\n".utf8))
    try writer.close()
    #expect(try all(input) == "2\n")
  }

  @Test func `a writer that comes later is waited for`() async throws {
    let path = try folder.makeFIFO("fifo")
    let text = String(repeating: "2026011210000001\n", count: 20_000)
    let writing = Thread {
      let writer = FileHandle(forWritingAtPath: path)
      try? writer?.write(contentsOf: Data(text.utf8))
    }
    writing.start()
    #expect(try all(.open(path, patience: .max)) == text)
  }

  @Test func `a writer that says nothing has said all`() throws {
    let path = try folder.makeFIFO("fifo")
    let writer = try #require(FileHandle(forUpdatingAtPath: path))
    let input = try InterruptibleInput.open(path, patience: 0)
    try writer.close()
    #expect(try all(input).isEmpty)
  }
}
