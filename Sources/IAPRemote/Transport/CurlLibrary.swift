import CCurl

/// A libcurl that was loaded when it was first needed. It stays: libraries like it cannot be
/// taken out again.
struct CurlLibrary: @unchecked Sendable {
  /// Under what names it may be installed, the best first.
  static var names: [String] {
    #if canImport(Darwin)
      ["libcurl.4.dylib", "/usr/lib/libcurl.4.dylib", "/opt/homebrew/opt/curl/lib/libcurl.4.dylib"]
    #else
      ["libcurl.so.4", "libcurl-gnutls.so.4"]
    #endif
  }

  /// Written once, by the loader.
  let table: OpaquePointer

  /// Loads the first that can be; fails with `unavailable` and what each of them lacks.
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

  /// The words for a result.
  func words(for code: CURLcode) -> String { String(cString: iapctl_curl_error(table, code)) }

  /// The bytes before the end of a C string.
  static func text(_ characters: some Sequence<CChar>) -> String {
    String(
      decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

extension TransportFailure {
  /// libcurl is missing, or is not up to it.
  static func unavailable(_ detail: String) -> TransportFailure {
    TransportFailure(.unavailable, isSent: false, detail: detail)
  }
}
