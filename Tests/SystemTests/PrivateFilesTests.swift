import CLibrary
import TestSupport
import Testing

@testable import System

struct PrivateFilesTests {
  /// Other users of a folder such as /tmp can make files in it.
  @Test
  func `A replaced file is never made through a file that another user has planted`() throws {
    let folder = try TemporaryFolder()
    let path = folder["config.json"]
    let victim = try folder.write("mine", to: "victim")
    let guess = "\(path).new-\(getpid())"
    #expect(symlink(victim, guess) == 0)
    try Files.replace(path, by: Array("key".utf8))
    #expect(try folder.read("config.json") == Array("key".utf8))
    #expect(try folder.read("victim") == Array("mine".utf8))
    #expect(folder.names.count == 3)
  }

  /// A folder stands for a file of a file system without hard links: neither can be linked.
  @Test
  func `Without hard links, what exists is not replaced`() throws {
    let folder = try TemporaryFolder()
    for name in ["new", "old"] { try Files.makeFolder(folder[name]) }
    #expect(throws: SystemError.present) {
      try Files.publish(folder["new"], as: folder["old"])
    }
    try Files.publish(folder["new"], as: folder["other"])
    #expect(folder.names.sorted() == ["old", "other"])
  }

  @Test
  func `The names of two new files differ, and a planted name is refused`() throws {
    let folder = try TemporaryFolder()
    let first = try FileDescriptor.makePrivate(beside: folder["a"])
    let second = try FileDescriptor.makePrivate(beside: folder["a"])
    defer { for made in [first, second] { made.file.close() } }
    #expect(first.path != second.path)
    #expect(try first.file.facts().st_mode & 0o7777 == 0o600)
    #expect(symlink(folder["none"], folder["link"]) == 0)
    for path in [first.path, folder["link"]] {
      #expect(throws: SystemError.present) { try FileDescriptor.makePrivate(path, O_RDWR) }
    }
    #expect(Files.identity(of: folder["none"]) == nil)
  }
}
