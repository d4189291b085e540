import CCurl
import System

/// The transfers in progress. Only the thread that runs libcurl may use it.
struct CurlWork {
  private struct Running {
    let transfer: CurlTransfer
    let handle: CurlHandle
  }

  private let library: CurlLibrary
  private let options: CurlOptions
  private let multi: CurlMulti
  private var running: [UnsafeMutableRawPointer: Running] = [:]
  /// Handles of finished transfers. To set their options takes longer than a request.
  private var idle: [CurlHandle] = []
  private static let mostIdle = 64

  init(library: CurlLibrary, options: CurlOptions, multi: CurlMulti) {
    self.library = library
    self.options = options
    self.multi = multi
  }

  mutating func begin(_ transfer: CurlTransfer) {
    if transfer.isCancelled.load(ordering: .acquiring) {
      return transfer.end(.failure(Self.cancellation(of: transfer)))
    }
    do throws(TransportFailure) {
      let handle = try handle(for: transfer)
      try transfer.begin(on: handle, with: multi.sockets)
      guard multi.add(handle) else { throw .unavailable("libcurl accepts no more transfers") }
      running[handle.easy] = Running(transfer: transfer, handle: handle)
    } catch {
      transfer.end(.failure(error))
    }
  }

  private mutating func handle(for transfer: CurlTransfer) throws(TransportFailure) -> CurlHandle {
    if let index = idle.lastIndex(where: { $0.fits(transfer.request) }) {
      return idle.remove(at: index)
    }
    return try transfer.handle(library, options, multi.sockets)
  }

  /// Keeps the handle of a successful transfer for the next one. After a failure, libcurl may keep a
  /// part of the error in the handle.
  private mutating func keep(_ handle: CurlHandle) {
    if idle.count == Self.mostIdle { idle.removeFirst() }
    idle.append(handle)
  }

  /// Cancels a transfer, unless it is finished or was not added.
  mutating func cancel(_ transfer: CurlTransfer) {
    guard let running = running.values.first(where: { $0.transfer === transfer }) else { return }
    remove(running)
    transfer.end(.failure(Self.cancellation(of: transfer)))
  }

  /// Advances all transfers without waiting.
  mutating func advance() {
    let isSound = multi.perform()
    while let (easy, code) = multi.finished() {
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
  mutating func fail() {
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

  private mutating func remove(_ one: Running) {
    multi.remove(one.handle)
    running[one.handle.easy] = nil
  }

  private static func cancellation(of transfer: CurlTransfer) -> TransportFailure {
    transfer.failure(.cancelled, "cancelled")
  }
}
