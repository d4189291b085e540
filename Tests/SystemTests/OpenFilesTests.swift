import TestSupport
import Testing

@testable import System

struct OpenFilesTests {
  @Test("The files that can still be opened are counted")
  func room() throws {
    #expect(OpenFiles.room(for: 0) == 0)
    #expect(OpenFiles.room(for: 10) == 10)
    #expect(OpenFiles.room(for: 300) == 300)
    let most = OpenFiles.allow(0)
    #expect((1..<most).contains(OpenFiles.room(for: most)))
  }

  @Test("Too many open files are told from other errors")
  func errors() {
    #expect(SystemError.outOfFiles.isOutOfFiles)
    #expect(!SystemError(code: 2).isOutOfFiles)
  }

  @Test("What a FIFO's writer left unwritten is its end")
  func emptyFIFO() throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeFIFO("fifo")
    // Both ends, so that opening it does not wait.
    let both = try FileDescriptor.open(path, 2)
    let input = try InterruptibleInput.open(folder.write("one\ntwo", to: "text"), patience: 0)
    #expect(try input.readLine() == "one")
    #expect(try input.readAll(limit: 100) == Array("two".utf8))
    #expect(try input.readLine() == nil)
    try both.write(Array("line\nrest".utf8))
    let fifo = try InterruptibleInput.open(path, patience: 0)
    #expect(try fifo.readLine() == "line")
    both.close()
    #expect(try fifo.readAll(limit: 2) == Array("res".utf8))
    #expect(try fifo.readAll(limit: 2) == Array("t".utf8))
    #expect(throws: SystemError(code: 110)) { try InterruptibleInput.open(path, patience: 0) }
  }
}
