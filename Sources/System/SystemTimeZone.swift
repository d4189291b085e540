import CLibrary

/// A time zone of the system's data, by the C library. A process has one: the variable `TZ` names it.
package enum SystemTimeZone {
  /// Where systems keep the data. The variable `TZDIR` names another folder.
  private static let folders = [
    "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo",
  ]

  /// Makes a time zone that of the process. Call it before there are threads that read variables.
  ///
  /// - Parameter name: as in the variable `TZ`: `Asia/Seoul`, the path of a file, or a rule such as
  ///   `KST-9`.
  /// - Returns: false if the system has no such time zone. Nothing is changed then.
  package static func use(_ name: String) -> Bool {
    let bare = name.hasPrefix(":") ? String(name.dropFirst()) : name
    guard !bare.utf8.contains(0), isRule(name) || file(of: bare) != nil else { return false }
    setenv("TZ", name, 1)
    tzset()
    return true
  }

  /// Seconds east of UTC at a number of seconds since 1970.
  package static func secondsEast(at seconds: Int64) -> Int64 {
    var (time, local) = (time_t(seconds), tm())
    return localtime_r(&time, &local) == nil ? 0 : Int64(local.tm_gmtoff)
  }

  private static func file(of name: String) -> String? {
    if name.hasPrefix("/") { return hasZone(name) ? name : nil }
    guard !name.split(separator: "/").contains("..") else { return nil }
    let own = getenv("TZDIR").map { [String(cString: $0)] } ?? []
    return (own + folders).map { "\($0)/\(name)" }.first(where: hasZone)
  }

  /// Whether a file begins as files of time zones do.
  private static func hasZone(_ path: String) -> Bool {
    let file = systemOpen(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { systemClose(file) }
    var head = [UInt8](repeating: 0, count: 4)
    return systemRead(file, &head, head.count) == head.count && head == Array("TZif".utf8)
  }

  /// Whether a name is a rule of POSIX: letters, or anything in angle brackets, and an offset.
  private static func isRule(_ name: String) -> Bool {
    var rest = name.utf8[...]
    if rest.first == UInt8(ascii: "<") {
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
      rest = rest[rest.index(after: end)...]
    } else {
      let letters = rest.prefix { (0x41...0x5A).contains($0 & 0xDF) }
      guard letters.count >= 3 else { return false }
      rest = rest[letters.endIndex...]
    }
    if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      rest = rest.dropFirst()
    }
    return rest.first.map { (0x30...0x39).contains($0) } ?? false
  }
}
