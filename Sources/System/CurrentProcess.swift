import CLibrary
import CSystem

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

  /// The value of an environment variable; nil if it is not set.
  package static func variable(_ name: String) throws(NotText) -> String? {
    guard let bytes = getenv(name) else { return nil }
    guard let value = String(validatingCString: bytes) else {
      throw NotText(place: name, repaired: String(cString: bytes))
    }
    return value
  }
}
