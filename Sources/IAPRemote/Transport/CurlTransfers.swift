import CCurl
import Synchronization
import System

/// The transfers in progress, in a multi handle of libcurl with their connections.
///
/// Only the thread that runs libcurl may use it, except ``wake()``.
final class CurlTransfers: @unchecked Sendable {
  private struct Running {
    let transfer: CurlTransfer
    let handle: CurlHandle
  }

  private let library: CurlLibrary
  private let options: CurlOptions
  private let multi: UnsafeMutableRawPointer
  /// The sockets of the connections.
  private let sockets = CurlSockets()
  private let awaited = AwaitedSockets()
  /// Whether ``wake()`` failed once. Then ``wait(isPatient:)`` returns after 10 ms.
  private let wakeFails = Atomic<Bool>(false)
  private var running: [UnsafeMutableRawPointer: Running] = [:]
  /// Handles of finished transfers. To set their options takes longer than a request.
  private var idle: [CurlHandle] = []
  private static let mostIdle = 64

  /// - Parameter connections: the maximum number of connections; further transfers wait.
  init(
    _ library: CurlLibrary, _ options: CurlOptions, connections: Int
  ) throws(TransportFailure) {
    guard
      let multi = iapctl_curl_multi_make(
        library.table, connections, AwaitedSockets.watch, awaited.context)
    else {
      throw .unavailable("libcurl cannot be started")
    }
    (self.library, self.options, self.multi) = (library, options, multi)
  }

  deinit { iapctl_curl_multi_free(library.table, multi) }

  func begin(_ transfer: CurlTransfer) {
    if transfer.isCancelled.load(ordering: .acquiring) {
      return transfer.end(.failure(Self.cancellation(of: transfer)))
    }
    do throws(TransportFailure) {
      let handle = try handle(for: transfer)
      try transfer.begin(on: handle, with: sockets)
      guard iapctl_curl_multi_add(library.table, multi, handle.easy) == CURLM_OK else {
        throw .unavailable("libcurl accepts no more transfers")
      }
      running[handle.easy] = Running(transfer: transfer, handle: handle)
    } catch {
      transfer.end(.failure(error))
    }
  }

  private func handle(for transfer: CurlTransfer) throws(TransportFailure) -> CurlHandle {
    if let index = idle.lastIndex(where: { $0.fits(transfer.request) }) {
      return idle.remove(at: index)
    }
    return try transfer.handle(library, options, sockets)
  }

  /// Keeps the handle of a successful transfer for the next one. After a failure, libcurl may keep a
  /// part of the error in the handle.
  private func keep(_ handle: CurlHandle) {
    if idle.count == Self.mostIdle { idle.removeFirst() }
    idle.append(handle)
  }

  /// Cancels a transfer, unless it is finished or was not added.
  func cancel(_ transfer: CurlTransfer) {
    guard let running = running.values.first(where: { $0.transfer === transfer }) else { return }
    remove(running)
    transfer.end(.failure(Self.cancellation(of: transfer)))
  }

  /// Advances all transfers without waiting.
  func advance() {
    let isSound = perform()
    var code = CURLE_OK
    while let easy = iapctl_curl_multi_finished(library.table, multi, &code) {
      guard let running = running[easy] else { continue }
      let result = running.handle.result(code)
      remove(running)
      if code == CURLE_OK, result.socketError.code == 0 { keep(running.handle) }
      if code != CURLE_OK, running.transfer.canBeginAgain {
        begin(running.transfer)
      } else {
        running.transfer.end(running.transfer.outcome(result, options.proxies))
      }
    }
    if !isSound { fail() }
  }

  /// Fails all transfers after a fatal error of libcurl.
  func fail() {
    for running in Array(running.values) {
      remove(running)
      running.transfer.end(
        .failure(running.transfer.failure(.broken, "libcurl stopped")))
    }
  }

  /// Abandons all transfers, and never frees their memory.
  func abandon() {
    for running in running.values {
      _ = Unmanaged.passRetained(running.transfer)
      _ = Unmanaged.passRetained(running.handle)
    }
  }

  /// If the transfer is not finished, its connection is closed.
  private func remove(_ one: Running) {
    _ = iapctl_curl_multi_remove(library.table, multi, one.handle.easy)
    running[one.handle.easy] = nil
  }

  private static func cancellation(of transfer: CurlTransfer) -> TransportFailure {
    transfer.failure(.cancelled, "cancelled")
  }

  // MARK: Waiting

  /// Advances the transfers that are new, whose sockets are ready since the last wait, or whose time
  /// has come, without waiting; false after a fatal error of libcurl. libcurl would look at all
  /// others with a system call each.
  private func perform() -> Bool {
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
