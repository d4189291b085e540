import CCurl
import Synchronization

/// A libcurl multi handle: parallel transfers and their connections.
///
/// Only the thread that runs libcurl may use it, except ``wake()``.
final class CurlMulti: @unchecked Sendable {
  private let library: CurlLibrary
  private let multi: UnsafeMutableRawPointer
  /// The sockets of its connections.
  let sockets = CurlSockets()
  /// Whether ``wake()`` failed once. Then ``wait()`` returns after 10 ms.
  private let isDeaf = Atomic<Bool>(false)

  /// - Parameter connections: the maximum number of connections; further transfers wait.
  init(_ library: CurlLibrary, connections: Int) throws(TransportFailure) {
    guard let multi = iapctl_curl_multi_make(library.table, connections) else {
      throw .unavailable("libcurl cannot be started")
    }
    self.library = library
    self.multi = multi
  }

  deinit { iapctl_curl_multi_free(library.table, multi) }

  func add(_ handle: CurlHandle) -> Bool {
    iapctl_curl_multi_add(library.table, multi, handle.easy) == CURLM_OK
  }

  /// If the transfer is not finished, its connection is closed.
  func remove(_ handle: CurlHandle) {
    _ = iapctl_curl_multi_remove(library.table, multi, handle.easy)
  }

  /// Advances all transfers without waiting; false after a fatal error of libcurl.
  func perform() -> Bool { iapctl_curl_multi_perform(library.table, multi) == CURLM_OK }

  /// Waits until a transfer can advance, or until ``wake()`` is called.
  func wait() -> Bool {
    let most: Int32 = isDeaf.load(ordering: .relaxed) ? 10 : 1000
    return iapctl_curl_multi_wait(library.table, multi, most) == CURLM_OK
  }

  func wake() {
    guard iapctl_curl_multi_wake(library.table, multi) != CURLM_OK else { return }
    isDeaf.store(true, ordering: .relaxed)
  }

  /// The next finished transfer.
  func finished() -> (easy: UnsafeMutableRawPointer, code: CURLcode)? {
    var code = CURLE_OK
    guard let easy = iapctl_curl_multi_finished(library.table, multi, &code) else { return nil }
    return (easy, code)
  }
}
