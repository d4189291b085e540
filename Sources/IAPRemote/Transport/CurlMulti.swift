import CCurl
import Synchronization

/// The transfers that libcurl runs at once, and their connections.
///
/// One thread drives it; only ``wake()`` may be called by any.
final class CurlMulti: @unchecked Sendable {
  private let library: CurlLibrary
  private let multi: UnsafeMutableRawPointer
  /// Those of its connections.
  let sockets = CurlSockets()
  /// Whether a call to wake it failed: then it looks by itself.
  private let isDeaf = Atomic<Bool>(false)

  /// - Parameter connections: how many there may be at once; what needs another waits.
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

  /// A connection whose transfer is not over is closed.
  func remove(_ handle: CurlHandle) {
    _ = iapctl_curl_multi_remove(library.table, multi, handle.easy)
  }

  /// Does what can be done without waiting; false where libcurl is beyond help.
  func perform() -> Bool { iapctl_curl_multi_perform(library.table, multi) == CURLM_OK }

  /// Waits until there is something to do, or somebody wakes it.
  func wait() -> Bool {
    let most: Int32 = isDeaf.load(ordering: .relaxed) ? 10 : 1000
    return iapctl_curl_multi_wait(library.table, multi, most) == CURLM_OK
  }

  func wake() {
    guard iapctl_curl_multi_wake(library.table, multi) != CURLM_OK else { return }
    isDeaf.store(true, ordering: .relaxed)
  }

  /// The next transfer that is over.
  func finished() -> (easy: UnsafeMutableRawPointer, code: CURLcode)? {
    var code = CURLE_OK
    guard let easy = iapctl_curl_multi_finished(library.table, multi, &code) else { return nil }
    return (easy, code)
  }
}
