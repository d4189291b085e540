import CLibrary
import CSystem

extension String {
  /// The text that a C function wrote into a buffer. It ends at the first zero byte.
  package init(upToZero buffer: [CChar]) {
    self.init(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// The arguments and environment variables of this process, which may be invalid UTF-8, and its
/// exit.
package enum CurrentProcess {
  /// An argument or a variable that is not valid UTF-8.
  package struct NotText: Error, Equatable, Sendable {
    /// The position of the argument, from 1; or the name of the variable.
    package let place: String
    /// The text with invalid bytes replaced.
    package let repaired: String
  }

  /// Whether the argument list is empty or has only an empty program name. No shell does that, so
  /// the arguments were probably lost.
  package static var hasNoArguments: Bool {
    guard let name = words.first else { return true }
    return words.count == 1 && (name.map { $0.pointee == 0 } ?? true)
  }

  /// The arguments after the program's name.
  package static func arguments() throws(NotText) -> [String] {
    var texts: [String] = []
    for (index, word) in words.enumerated().dropFirst() {
      guard let word else { break }
      guard let text = String(validatingCString: word) else {
        throw NotText(place: "\(index)", repaired: String(cString: word))
      }
      texts.append(text)
    }
    return texts
  }

  /// The arguments after the program's name, with invalid bytes replaced.
  package static var repairedArguments: [String] {
    words.dropFirst().compactMap { $0.map { String(cString: $0) } }
  }

  /// All arguments: from the C runtime if possible, else from Swift.
  private static var words: UnsafeBufferPointer<UnsafeMutablePointer<CChar>?> {
    var first: UnsafePointer<UnsafeMutablePointer<CChar>?>?
    let count = iapctl_arguments(&first)
    guard count < 0 else { return UnsafeBufferPointer(start: first, count: Int(count)) }
    return UnsafeBufferPointer(
      start: UnsafePointer(CommandLine.unsafeArgv), count: Int(CommandLine.argc))
  }

  package static var number: Int32 { getpid() }

  /// How many processors the machine has; 1 if it does not say.
  package static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Exits with a status.
  package static func end(_ code: Int32) -> Never { systemExit(code) }

  /// Registers a function that is called at a normal exit, before the functions that were
  /// registered earlier.
  package static func beforeEnd(_ body: @convention(c) () -> Void) { _ = atexit(body) }

  /// Removes a variable and overwrites its value, which other processes of this user could read
  /// from memory.
  package static func conceal(_ name: String) {
    guard let bytes = getenv(name) else { return }
    memset(bytes, 0, strlen(bytes))
    unsetenv(name)
  }

  /// Makes sure that the memory of this process, with its secrets, is written to no core dump, and
  /// that the TLS libraries write the keys of connections to no file. Commands that this process
  /// starts get the former limit of core dumps.
  package static func keepSecretsInMemory() {
    iapctl_refuse_core_dumps()
    unsetenv("SSLKEYLOGFILE")
  }

  /// Lets this process end what a command leaves running whose supervisor is killed. The other child
  /// processes of this one must stay in its session.
  package static func adoptOrphans() { iapctl_adopt_orphans() }

  /// The value of an environment variable; nil if it is not set.
  package static func variable(_ name: String) throws(NotText) -> String? {
    guard let bytes = getenv(name) else { return nil }
    guard let value = String(validatingCString: bytes) else {
      throw NotText(place: name, repaired: String(cString: bytes))
    }
    return value
  }
}

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
    return String(upToZero: name)
  }
}

/// The environment variables of a child process, as a C array.
struct ChildEnvironment: ~Copyable {
  private var entries: [UnsafeMutablePointer<CChar>?] = []

  /// The variables of this process, without those in `removing` and with those in `adding`. Values
  /// are copied as bytes, because they may be invalid UTF-8.
  ///
  /// Nil if an added variable contains a NUL byte.
  init?(removing: Set<String>, adding: [String: String]) {
    guard !adding.contains(where: { ($0.key + $0.value).utf8.contains(0) }) else { return nil }
    var next = iapctl_environment()
    while let entry = next?.pointee {
      // Split as bytes: if the value begins with a combining character, Swift joins it with the
      // "=".
      let name = String(String(cString: entry).utf8.prefix { $0 != UInt8(ascii: "=") }) ?? ""
      if !removing.contains(name) && adding[name] == nil { entries.append(strdup(entry)) }
      next = next?.advanced(by: 1)
    }
    for (name, value) in adding { entries.append(strdup("\(name)=\(value)")) }
  }

  deinit { for entry in entries { free(entry) } }

  borrowing func withPointers<Answer>(
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Answer
  ) -> Answer {
    // The array is never empty, so it has a base address.
    (entries + [nil]).withUnsafeBufferPointer { body($0.baseAddress.unsafelyUnwrapped) }
  }
}

/// Data that the build stored in the binary.
package enum BuildFacts {
  /// The full hash of the commit that was built; nil if it was built outside a repository.
  package static var commit: String? {
    let name = String(cString: iapctl_build_commit())
    return name.isEmpty ? nil : name
  }
}

extension CurrentProcess {
  /// From now on, the end of standard input stops this process like SIGTERM. What arrives is ignored, and
  /// programs that this process starts have an empty standard input.
  package static func stopAtEndOfInput() throws(SystemError) {
    let (input, nothing) = (fcntl(0, F_DUPFD_CLOEXEC, 3), open("/dev/null", O_RDONLY | O_CLOEXEC))
    guard input >= 0, nothing >= 0, dup2(nothing, 0) == 0 else { throw .last }
    systemClose(nothing)
    try SystemThread.detach {
      var bytes = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(input, &bytes, bytes.count)
        if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { break }
        if count < 0, errno == EAGAIN {
          var waiting = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
          poll(&waiting, 1, -1)
        }
      }
      kill(getpid(), SIGTERM)
    }
  }
}
