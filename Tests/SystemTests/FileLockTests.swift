import TestSupport
import Testing

@testable import System

@Suite("Locks on files") struct FileLockTests {
  @Test("The right to replace a file goes to one after the other, and leaves nothing behind")
  func replacement() async throws {
    let folder = try TemporaryFolder()
    let path = folder["settings/file"]
    let first = try ReplacementLock(on: path, until: .never)
    #expect(throws: SystemError.timedOut) {
      _ = try ReplacementLock(on: path, until: Deadline(after: .zero))
    }
    async let second = waiting { try ReplacementLock(on: path, until: .never) }
    first.release()
    try await second.release()
    #expect(TemporaryFolder.names(of: folder["settings"]).isEmpty)
  }

  @Test("A byte is locked while its holder is there, and each byte by itself")
  func bytes() throws {
    let folder = try TemporaryFolder()
    let path = folder["locks"]
    var holder: FileLock? = try FileLock(path, like: path)
    try holder?.lock(7)
    let other = try FileLock(reading: path)
    #expect(try other.isLocked(7))
    #expect(try !other.isLocked(8))
    #expect(throws: SystemError.self) { try FileLock(path, like: path).lock(7) }
    holder = nil
    #expect(try !other.isLocked(7))
  }
}
