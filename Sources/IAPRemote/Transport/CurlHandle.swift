import CCurl
import System

/// A libcurl easy handle with its options and the memory they point to.
///
/// Only the thread that runs libcurl may use it.
final class CurlHandle {
  let easy: UnsafeMutableRawPointer
  /// Whether its requests are encrypted.
  let isSecure: Bool
  private let request: HTTPRequest
  private let library: CurlLibrary
  private let errors: UnsafeMutablePointer<CChar>
  private var lines: UnsafeMutablePointer<curl_slist>?
  private var address: OpaquePointer?

  /// - Parameter request: a checked request.
  init(
    _ library: CurlLibrary, for request: HTTPRequest, isSecure: Bool
  ) throws(TransportFailure) {
    guard let easy = iapctl_curl_easy_make(library.table) else {
      throw .unavailable("libcurl cannot start a transfer")
    }
    self.easy = easy
    self.library = library
    (self.request, self.isSecure) = (request, isSecure)
    errors = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errors.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    try check(iapctl_curl_set_error_buffer(library.table, easy, errors), "the error buffer")
  }

  deinit {
    iapctl_curl_easy_free(library.table, easy)
    iapctl_curl_list_free(library.table, lines)
    iapctl_curl_url_free(library.table, address)
    errors.deallocate()
  }

  /// Whether all options fit the request, apart from those that each transfer sets.
  func fits(_ request: HTTPRequest) -> Bool {
    let own = self.request
    return own.method == request.method && own.url == request.url && own.headers == request.headers
      && own.responseLimit == request.responseLimit
  }

  /// A libcurl result with its messages.
  func result(_ code: CURLcode) -> CurlResult {
    CurlResult(
      code: code, words: errors.pointee == 0 ? library.words(for: code) : String(cString: errors),
      socketError: SystemError(code: iapctl_curl_socket_error(library.table, easy)),
      isResolved: iapctl_curl_is_resolved(library.table, easy) != 0)
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

  /// Sets an option if this libcurl supports it. For options that iapctl can do without.
  func offer(_ option: CURLoption, _ value: Int) {
    _ = iapctl_curl_set_long(library.table, easy, option, value)
  }

  /// Allows only HTTPS, or only HTTP.
  func setProtocol(isSecure: Bool) throws(TransportFailure) {
    try check(
      iapctl_curl_set_protocol(library.table, easy, isSecure ? 1 : 0), "the protocols allowed")
  }

  /// Opens the transfer's sockets through `sockets`, which must outlive all connections.
  func set(_ sockets: CurlSockets) throws(TransportFailure) {
    try check(
      iapctl_curl_set_sockets(
        library.table, easy, CurlSockets.open, CurlSockets.close, sockets.context),
      "how to open sockets")
  }

  /// Begins a transfer. The context must outlive it.
  func begin(
    _ callbacks: iapctl_curl_callbacks, context: UnsafeMutableRawPointer
  ) throws(TransportFailure) {
    errors.pointee = 0
    try check(
      iapctl_curl_set_callbacks(library.table, easy, callbacks, context), "the callbacks")
  }

  /// libcurl would parse a URL that is given as text once more.
  func set(url: String) throws(TransportFailure) {
    try check(iapctl_curl_set_url(library.table, easy, url, &address), "the URL")
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

  /// A transfer without one of its options might be unsafe, so it is not started.
  private func check(
    _ code: CURLcode, _ what: @autoclosure () -> String
  ) throws(TransportFailure) {
    guard code != CURLE_OK else { return }
    throw .unavailable("libcurl refuses \(what()): \(library.words(for: code))")
  }
}
