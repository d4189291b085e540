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

  #if os(Linux)
    /// What a program left behind can have a folder that does not let go of its links, as the folders of
    /// some build tools do.
    @Test
    func `Of a folder that is removed, links are not followed, also if they stay`() throws {
      let folder = try TemporaryFolder()
      for name in ["kept", "old", "old/deep", "old/deep/shut"] { try folder.makeFolder(name) }
      try folder.write("mine", to: "kept/data")
      try folder.write("left", to: "old/deep/file")
      for link in ["old/link", "old/deep/shut/link"] {
        #expect(symlink(folder["kept"], folder[link]) == 0)
      }
      try folder.setMode(0o555, of: "old/deep/shut")
      try asAnotherUser(of: folder) { Files.removeFolder(folder["old"]) }
      #expect(folder.names == ["kept", "old"])
      #expect(TemporaryFolder.names(of: folder["old"]) == ["deep"])
      #expect(TemporaryFolder.names(of: folder["old/deep"]) == ["shut"])
      #expect(try folder.read("kept/data") == Array("mine".utf8))
      try folder.setMode(0o700, of: "old/deep/shut")
      Files.removeFolder(folder["old"])
      #expect(folder.names == ["kept"])
      #expect(try folder.read("kept/data") == Array("mine".utf8))
    }

    /// Runs `body` as the user `nobody` if this is root, whom no folder stops. Only this thread changes.
    private func asAnotherUser(of folder: TemporaryFolder, _ body: () -> Void) throws {
      guard geteuid() == 0 else { return body() }
      let address = try #require(dlsym(dlopen(nil, RTLD_NOW), "setfsuid"))
      let setUser = unsafeBitCast(address, to: (@convention(c) (uid_t) -> CInt).self)
      let nobody: uid_t = 65534
      for name in ["", "/kept", "/kept/data", "/old", "/old/deep", "/old/deep/shut"] {
        #expect(chown(folder.path + name, nobody, nobody) == 0)
      }
      _ = setUser(nobody)
      defer { _ = setUser(0) }
      body()
    }
  #endif
}
