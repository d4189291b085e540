import CCurl

/// The libcurl that was loaded on demand. It is never unloaded, because it and its libraries do not
/// support that.
struct CurlLibrary: @unchecked Sendable {
  /// The possible file names, in order of preference.
  static var names: [String] {
    #if canImport(Darwin)
      ["libcurl.4.dylib", "/usr/lib/libcurl.4.dylib", "/opt/homebrew/opt/curl/lib/libcurl.4.dylib"]
    #else
      ["libcurl.so.4", "libcurl-gnutls.so.4"]
    #endif
  }

  /// Written once, when the library is loaded.
  let table: OpaquePointer

  /// Loads the first library that works. Throws `unavailable` with the problem of each one.
  init(names: [String]) throws(TransportFailure) {
    var problems: [String] = []
    for name in names {
      var problem = [CChar](repeating: 0, count: 512)
      if let table = iapctl_curl_load(name, &problem, problem.count) {
        self.table = table
        return
      }
      problems.append(Self.text(problem))
    }
    throw .unavailable(
      "libcurl cannot be loaded (\(problems.joined(separator: "; "))); \(Self.remedy)")
  }

  private static var remedy: String {
    #if canImport(Darwin)
      "it belongs to the system: try 'brew install curl'"
    #else
      "install it: 'apt-get install libcurl4', 'dnf install libcurl', 'apk add libcurl'"
    #endif
  }

  /// The message for a result code.
  func words(for code: CURLcode) -> String { String(cString: iapctl_curl_error(table, code)) }

  /// The text of a C string.
  static func text(_ characters: some Sequence<CChar>) -> String {
    String(
      decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

extension TransportFailure {
  /// libcurl is missing or lacks a function.
  static func unavailable(_ detail: String) -> TransportFailure {
    TransportFailure(.unavailable, isSent: false, detail: detail)
  }
}
