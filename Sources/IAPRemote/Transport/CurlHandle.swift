import CCurl
import System

/// One transfer as libcurl knows it: its options, and the memory that they point to.
///
/// Belongs to the thread that drives libcurl.
final class CurlHandle {
  let easy: UnsafeMutableRawPointer
  private let library: CurlLibrary
  private let errors: UnsafeMutablePointer<CChar>
  private var lines: UnsafeMutablePointer<curl_slist>?

  init(_ library: CurlLibrary) throws(TransportFailure) {
    guard let easy = iapctl_curl_easy_make(library.table) else {
      throw .unavailable("libcurl cannot start a transfer")
    }
    self.easy = easy
    self.library = library
    errors = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errors.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    try check(iapctl_curl_set_error_buffer(library.table, easy, errors), "the error buffer")
  }

  deinit {
    iapctl_curl_easy_free(library.table, easy)
    iapctl_curl_list_free(library.table, lines)
    errors.deallocate()
  }

  /// What libcurl says about a result.
  func result(_ code: CURLcode) -> CurlResult {
    CurlResult(
      code: code, words: errors.pointee == 0 ? library.words(for: code) : String(cString: errors),
      socketError: SystemError(code: iapctl_curl_socket_error(library.table, easy)))
  }

  func set(_ option: CURLoption, _ value: Int) throws(TransportFailure) {
    try check(iapctl_curl_set_long(library.table, easy, option, value), option)
  }

  func set(_ option: CURLoption, size: Int) throws(TransportFailure) {
    try check(iapctl_curl_set_size(library.table, easy, option, curl_off_t(size)), option)
  }

  func set(_ option: CURLoption, _ text: String?) throws(TransportFailure) {
    try check(iapctl_curl_set_text(library.table, easy, option, text), option)
  }

  /// Sets what an older libcurl, which does not know it, can do without.
  func offer(_ option: CURLoption, _ value: Int) {
    _ = iapctl_curl_set_long(library.table, easy, option, value)
  }

  /// Allows the protocol and no other.
  func setProtocol(isSecure: Bool) throws(TransportFailure) {
    try check(
      iapctl_curl_set_protocol(library.table, easy, isSecure ? 1 : 0), "the protocols allowed")
  }

  /// Opens sockets that are known to all transfers, and that no program that is started inherits.
  /// They must stay where they are as long as any connection.
  func set(_ sockets: CurlSockets) throws(TransportFailure) {
    try check(
      iapctl_curl_set_sockets(
        library.table, easy, CurlSockets.open, CurlSockets.close, sockets.context),
      "how to open sockets")
  }

  /// The context must stay where it is as long as the handle.
  func set(
    _ callbacks: iapctl_curl_callbacks, context: UnsafeMutableRawPointer
  ) throws(TransportFailure) {
    try check(
      iapctl_curl_set_callbacks(library.table, easy, callbacks, context), "the callbacks")
  }

  func set(headers: [String]) throws(TransportFailure) {
    for line in headers {
      guard let longer = iapctl_curl_list_append(library.table, lines, line) else {
        throw .unavailable("no memory for the headers")
      }
      lines = longer
    }
    try check(iapctl_curl_set_headers(library.table, easy, lines), "the headers")
  }

  private func check(_ code: CURLcode, _ option: CURLoption) throws(TransportFailure) {
    try check(code, "option \(option.rawValue)")
  }

  /// A transfer that goes without one of its options is not the one that was meant.
  private func check(_ code: CURLcode, _ what: String) throws(TransportFailure) {
    guard code != CURLE_OK else { return }
    throw .unavailable("libcurl refuses \(what): \(library.words(for: code))")
  }
}
