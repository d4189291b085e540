import CLibrary
import TestSupport
import Testing

@testable import System

struct FileLockTests {
  @Test
  func `The right to replace a file goes to one after the other, and leaves nothing behind`()
    async throws
  {
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

  @Test
  func `A lock file is not opened through a symbolic link, and an existing one keeps its mode`()
    throws
  {
    let folder = try TemporaryFolder()
    let victim = try folder.write("mine", to: "victim")
    try folder.setMode(0o400, of: "victim")
    #expect(symlink(victim, folder["link"]) == 0)
    _ = try folder.makeFIFO("pipe")
    for name in ["link", "pipe"] {
      #expect(throws: SystemError.self) { try FileLock(folder[name], like: folder["none"]) }
      #expect(throws: SystemError.self) { try FileLock(reading: folder[name]) }
    }
    #expect(try mode(of: victim) == 0o400)
    try folder.setMode(0o640, of: "victim")
    _ = try FileLock(victim, like: folder["none"])
    #expect(try mode(of: victim) == 0o640)
    _ = try FileLock(folder["new"], like: victim)
    #expect(try mode(of: folder["new"]) == 0o640)
  }

  private func mode(of path: String) throws -> UInt32 {
    try UInt32(FileDescriptor.open(path).facts().st_mode & 0o7777)
  }

  @Test
  func `A byte is locked while its holder is there, and each byte by itself`() throws {
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
