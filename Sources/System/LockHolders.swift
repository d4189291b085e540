import CLibrary

extension FileLock {
  /// The processes of this machine that hold a lock of a process that has ended, such as the commands
  /// that it began. Empty if the process itself still holds it. For people only: it does not see the
  /// processes of other users, and none on a system without `/proc`.
  package func holders(of position: Int64, besides process: Int32) -> [Int32] {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { return [] }
    let (inode, start) = (":\(facts.st_ino)", String(position))
    guard !Self.holds(process, inode, start) else { return [] }
    return Files.names(in: "/proc").compactMap(Int32.init).filter { Self.holds($0, inode, start) }
      .sorted()
  }

  /// - Parameters:
  ///   - inode: the end of the file's name in the list of locks: its number after a colon.
  ///   - start: the first locked byte.
  private static func holds(_ process: Int32, _ inode: String, _ start: String) -> Bool {
    let folder = "/proc/\(process)/fdinfo"
    return Files.names(in: folder).contains { name in
      guard let bytes = try? Files.read(folder + "/" + name, limit: 1 << 16) else { return false }
      // A line: `lock: 1: OFDLCK ADVISORY WRITE -1 fe:00:1234 17 17`.
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").contains { line in
        let words = line.split(whereSeparator: \.isWhitespace)
        return words.count == 9 && words[0] == "lock:" && words[2] == "OFDLCK"
          && words[6].hasSuffix(inode) && words[7] == start
      }
    }
  }
}
