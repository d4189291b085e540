import CLibrary
import CSystem

/// What the process was started with, as bytes that may or may not be text, and its end.
package enum CurrentProcess {
  /// A word of the command line or a variable whose bytes are not UTF-8.
  package struct NotText: Error, Equatable, Sendable {
    /// The position, counted from 1 after the program's name; for a variable, its name.
    package let place: String
    /// The bytes, with what cannot be read replaced.
    package let repaired: String
  }

  /// Whether the process was started with nothing at all, not even a name of the program. No shell
  /// does that: whoever did lost the words.
  package static var hasNoArguments: Bool {
    guard let name = words.first else { return true }
    return words.count == 1 && (name.map { $0.pointee == 0 } ?? true)
  }

  /// The words after the program's name.
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

  /// The words after the program's name, with what cannot be read replaced.
  package static var repairedArguments: [String] {
    words.dropFirst().compactMap { $0.map { String(cString: $0) } }
  }

  /// All words, from the system if it hands them over, else as Swift finds them.
  private static var words: UnsafeBufferPointer<UnsafeMutablePointer<CChar>?> {
    var first: UnsafePointer<UnsafeMutablePointer<CChar>?>?
    let count = iapctl_arguments(&first)
    guard count < 0 else { return UnsafeBufferPointer(start: first, count: Int(count)) }
    return UnsafeBufferPointer(
      start: UnsafePointer(CommandLine.unsafeArgv), count: Int(CommandLine.argc))
  }

  package static var number: Int32 { getpid() }

  /// Ends the process.
  package static func end(_ code: Int32) -> Never { systemExit(code) }

  /// Has a function called when the process ends by itself, before those that were noted earlier.
  package static func beforeEnd(_ body: @convention(c) () -> Void) { _ = atexit(body) }

  /// Wipes a variable out of the memory that other processes of this user can look at.
  package static func conceal(_ name: String) {
    guard let bytes = getenv(name) else { return }
    memset(bytes, 0, strlen(bytes))
    unsetenv(name)
  }

  /// One variable of the environment.
  package static func variable(_ name: String) throws(NotText) -> String? {
    guard let bytes = getenv(name) else { return nil }
    guard let value = String(validatingCString: bytes) else {
      throw NotText(place: name, repaired: String(cString: bytes))
    }
    return value
  }
}
