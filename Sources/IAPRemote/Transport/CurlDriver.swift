import CCurl
import Platform
import Synchronization

/// The thread that drives libcurl, and what it has been told to do.
final class CurlDriver: Sendable {
  private struct Orders: Sendable {
    var added: [CurlTransfer] = []
    var cancelled: [CurlTransfer] = []
    var isEnd = false
  }

  private let library: CurlLibrary
  private let options: CurlOptions
  private let multi: CurlMulti
  private let orders = Mutex(Orders())

  init(_ library: CurlLibrary, _ options: CurlOptions) throws(TransportFailure) {
    self.library = library
    self.options = options
    multi = try CurlMulti(library)
  }

  /// Starts the thread. It ends after ``end()`` and keeps the driver until then.
  func start() throws(TransportFailure) -> OwnThread {
    do {
      return try OwnThread { self.run() }
    } catch {
      throw .unavailable("no thread can be started: \(error.text)")
    }
  }

  func add(_ transfer: CurlTransfer) { order { $0.added.append(transfer) } }

  /// May come before the transfer itself.
  func cancel(_ transfer: CurlTransfer) {
    transfer.isCancelled.store(true, ordering: .releasing)
    order { $0.cancelled.append(transfer) }
  }

  func end() { order { $0.isEnd = true } }

  private func order(_ change: (inout Orders) -> Void) {
    orders.withLock { change(&$0) }
    multi.wake()
  }

  private func run() {
    var work = CurlWork(library: library, options: options, multi: multi)
    while true {
      let orders = orders.withLock { orders in
        defer { orders = Orders() }
        return orders
      }
      if orders.isEnd { break }
      orders.added.forEach { work.begin($0) }
      orders.cancelled.forEach { work.cancel($0) }
      work.advance()
      if !multi.wait() { work.fail() }
    }
    work.fail()
  }
}
