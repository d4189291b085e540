import CCurl

/// The transfers that libcurl runs at once, and their connections.
///
/// One thread drives it; only ``wake()`` may be called by any.
final class CurlMulti: @unchecked Sendable {
  private let library: CurlLibrary
  private let multi: UnsafeMutableRawPointer
  /// Those of its connections.
  let sockets = CurlSockets()

  init(_ library: CurlLibrary) throws(TransportFailure) {
    guard let multi = iapctl_curl_multi_make(library.table) else {
      throw .unavailable("libcurl cannot be started")
    }
    self.library = library
    self.multi = multi
  }

  deinit { iapctl_curl_multi_free(library.table, multi) }

  func add(_ handle: CurlHandle) -> Bool {
    iapctl_curl_multi_add(library.table, multi, handle.easy) == CURLM_OK
  }

  /// A connection whose transfer is not over is closed.
  func remove(_ handle: CurlHandle) {
    _ = iapctl_curl_multi_remove(library.table, multi, handle.easy)
  }

  /// Does what can be done without waiting; false where libcurl is beyond help.
  func perform() -> Bool { iapctl_curl_multi_perform(library.table, multi) == CURLM_OK }

  /// Waits until there is something to do, or somebody wakes it.
  func wait() -> Bool { iapctl_curl_multi_wait(library.table, multi, 60_000) == CURLM_OK }

  func wake() { iapctl_curl_multi_wake(library.table, multi) }

  /// The next transfer that is over.
  func finished() -> (easy: UnsafeMutableRawPointer, code: CURLcode)? {
    var code = CURLE_OK
    guard let easy = iapctl_curl_multi_finished(library.table, multi, &code) else { return nil }
    return (easy, code)
  }
}
