import System
import TestSupport
import Testing

struct OpenFilesTests {
  @Test
  func `The number of files that can still be opened is known`() throws {
    #expect(OpenFiles.room(for: 0) == 0)
    #expect(OpenFiles.room(for: 10) == 10)
    #expect(OpenFiles.room(for: 300) == 300)
    let most = OpenFiles.allow(0)
    #expect((1..<most).contains(OpenFiles.room(for: most)))
  }

  @Test
  func `"Too many open files" is distinguished from other errors`() {
    #expect(SystemError.outOfFiles.isOutOfFiles)
    #expect(!SystemError(code: 2).isOutOfFiles)
  }
}
