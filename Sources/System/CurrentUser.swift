import CLibrary

/// The user of this process, and the machine.
package enum CurrentUser {
  /// The login name of the real user; nil if the system has none.
  package static var loginName: String? { entry { $0.pw_name } }

  /// The home folder of the real user in the system's user database; nil if it has none.
  package static var home: String? { entry { $0.pw_dir } }

  private static func entry(_ field: (passwd) -> UnsafeMutablePointer<CChar>?) -> String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 1 << 14)
    guard getpwuid_r(getuid(), &entry, &buffer, buffer.count, &found) == 0,
      let text = found.flatMap({ field($0.pointee) })
    else { return nil }
    return String(cString: text)
  }

  /// The user ID of the real user.
  package static var number: UInt32 { getuid() }

  /// The name of the machine; nil if it has none.
  package static var host: String? {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
