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
  private let awaited = AwaitedSockets()
  /// Whether ``wake()`` failed once. Then ``wait()`` returns after 10 ms.
  private let wakeFails = Atomic<Bool>(false)

  /// - Parameter connections: the maximum number of connections; further transfers wait.
  init(_ library: CurlLibrary, connections: Int) throws(TransportFailure) {
    guard
      let multi = iapctl_curl_multi_make(
        library.table, connections, AwaitedSockets.watch, awaited.context)
    else {
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

  /// Advances the transfers that are new, whose sockets are ready since the last wait, or whose time
  /// has come, without waiting; false after a fatal error of libcurl. libcurl would look at all
  /// others with a system call each.
  func perform() -> Bool {
    while let (socket, events) = awaited.nextReady() {
      guard advance(socket, events) else { return false }
    }
    return advance(CURL_SOCKET_TIMEOUT, 0)
  }

  private func advance(_ socket: curl_socket_t, _ events: Int32) -> Bool {
    iapctl_curl_multi_advance(library.table, multi, socket, events) == CURLM_OK
  }

  /// Waits until a transfer can advance, or until ``wake()`` is called.
  ///
  /// - Parameter isPatient: if false, it only looks which transfers can advance now.
  func wait(isPatient: Bool = true) -> Bool {
    let most: Int32 = !isPatient ? 0 : wakeFails.load(ordering: .relaxed) ? 10 : 1000
    var code = CURLM_OK
    awaited.wait { sockets in
      var count: Int32 = 0
      code = iapctl_curl_multi_wait(
        library.table, multi, sockets.baseAddress, UInt32(sockets.count), most, &count)
      return count
    }
    return code == CURLM_OK
  }

  func wake() {
    guard iapctl_curl_multi_wake(library.table, multi) != CURLM_OK else { return }
    wakeFails.store(true, ordering: .relaxed)
  }

  /// The next finished transfer.
  func finished() -> (easy: UnsafeMutableRawPointer, code: CURLcode)? {
    var code = CURLE_OK
    guard let easy = iapctl_curl_multi_finished(library.table, multi, &code) else { return nil }
    return (easy, code)
  }
}

/// The sockets that libcurl waits for, and which of them are ready.
///
/// Only the thread that runs libcurl may use it.
private final class AwaitedSockets {
  private var sockets: [curl_waitfd] = []

  /// A callback that tells which sockets libcurl waits for. Its context is this object.
  static let watch: curl_socket_callback = { _, socket, what, context, _ in
    guard let context else { return 0 }
    Unmanaged<AwaitedSockets>.fromOpaque(context).takeUnretainedValue().watch(socket, what)
    return 0
  }

  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  private func watch(_ socket: curl_socket_t, _ what: Int32) {
    let index = sockets.firstIndex { $0.fd == socket }
    if what == CURL_POLL_REMOVE {
      if let index { sockets.remove(at: index) }
      return
    }
    let events =
      (what & CURL_POLL_IN != 0 ? Int16(CURL_WAIT_POLLIN) : 0)
      | (what & CURL_POLL_OUT != 0 ? Int16(CURL_WAIT_POLLOUT) : 0)
    if let index {
      sockets[index].events = events
    } else {
      sockets.append(curl_waitfd(fd: socket, events: events, revents: 0))
    }
  }

  /// Calls `wait` with the sockets that libcurl waits for.
  ///
  /// - Parameter wait: sets the events of the sockets, and returns how many sockets have any.
  func wait(_ wait: (UnsafeMutableBufferPointer<curl_waitfd>) -> Int32) {
    for index in sockets.indices { sockets[index].revents = 0 }
    let count = sockets.withUnsafeMutableBufferPointer { wait($0) }
    // Which socket has failed is not told. It is found with the others.
    guard count > 0, sockets.allSatisfy({ $0.revents == 0 }) else { return }
    for index in sockets.indices { sockets[index].revents = Int16(CURL_WAIT_POLLPRI) }
  }

  /// Removes and returns the events of a socket since the last wait, as `CURL_CSELECT`: 0 if libcurl
  /// has to look for itself. A socket that was opened since has none.
  func nextReady() -> (socket: curl_socket_t, events: Int32)? {
    guard let index = sockets.firstIndex(where: { $0.revents != 0 }) else { return nil }
    let events = Int32(sockets[index].revents)
    sockets[index].revents = 0
    guard events & CURL_WAIT_POLLPRI == 0 else { return (sockets[index].fd, 0) }
    return (
      sockets[index].fd,
      (events & CURL_WAIT_POLLIN != 0 ? CURL_CSELECT_IN : 0)
        | (events & CURL_WAIT_POLLOUT != 0 ? CURL_CSELECT_OUT : 0)
    )
  }
}
