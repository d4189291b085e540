import CCurl

/// The transfers under way. Belongs to the thread that drives libcurl.
struct CurlWork {
  private struct Running {
    let transfer: CurlTransfer
    let handle: CurlHandle
  }

  private let library: CurlLibrary
  private let options: CurlOptions
  private let multi: CurlMulti
  private var running: [UnsafeMutableRawPointer: Running] = [:]

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
      let handle = try transfer.handle(library, options, multi.sockets)
      guard multi.add(handle) else { throw .unavailable("libcurl accepts no more transfers") }
      running[handle.easy] = Running(transfer: transfer, handle: handle)
    } catch {
      transfer.end(.failure(error))
    }
  }

  /// Lets go of a transfer, unless it is over or has not come yet.
  mutating func cancel(_ transfer: CurlTransfer) {
    guard let running = running.values.first(where: { $0.transfer === transfer }) else { return }
    remove(running)
    transfer.end(.failure(Self.cancellation(of: transfer)))
  }

  /// Moves all of them on as far as they can be.
  mutating func advance() {
    let isSound = multi.perform()
    while let (easy, code) = multi.finished() {
      guard let running = running[easy] else { continue }
      let result = running.handle.result(code)
      remove(running)
      if code != CURLE_OK, running.transfer.canBeginAgain {
        begin(running.transfer)
      } else {
        running.transfer.end(running.transfer.outcome(result, options.proxies))
      }
    }
    if !isSound { fail() }
  }

  /// Ends all of them, because libcurl does not go on.
  mutating func fail() {
    for running in Array(running.values) {
      remove(running)
      running.transfer.end(
        .failure(running.transfer.failure(.broken, "libcurl stopped")))
    }
  }

  /// Leaves all of them, and the memory that they use, for ever.
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
