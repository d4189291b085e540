import Synchronization
import System

/// The thread that runs libcurl, and its queue of orders.
final class CurlDriver: Sendable {
  /// Why the thread ends.
  enum End: Sendable {
    /// No transfer is in progress.
    case idle
    /// The process ends. Transfers in progress are abandoned without a result.
    case abandoned
  }

  private struct Orders: Sendable {
    var added: [CurlTransfer] = []
    var cancelled: [CurlTransfer] = []
    var end: End?
  }

  private let library: CurlLibrary
  private let options: CurlOptions
  private let multi: CurlMulti
  private let orders = Mutex(Orders())

  init(_ library: CurlLibrary, _ options: CurlOptions) throws(TransportFailure) {
    self.library = library
    self.options = options
    multi = try CurlMulti(library, connections: Self.affordableConnections)
  }

  /// The maximum number of connections: they may use half of the file descriptors that are still
  /// available. The rest of the process needs the other half.
  private static var affordableConnections: Int {
    let (files, enough) = (OpenFiles.ofConnection * 2, 1024)
    return max(1, OpenFiles.room(for: enough * files) / files)
  }

  func add(_ transfer: CurlTransfer) { order { $0.added.append(transfer) } }

  /// May be called before ``add(_:)``.
  func cancel(_ transfer: CurlTransfer) {
    transfer.isCancelled.store(true, ordering: .releasing)
    order { $0.cancelled.append(transfer) }
  }

  func end(_ end: End) { order { $0.end = end } }

  private func order(_ change: (inout Orders) -> Void) {
    orders.withLock { change(&$0) }
    multi.wake()
  }

  /// The loop of the thread; ends after ``end(_:)``.
  func run() {
    var work = CurlWork(library: library, options: options, multi: multi)
    while true {
      let orders = orders.withLock { orders in
        defer { orders = Orders() }
        return orders
      }
      orders.added.forEach { work.begin($0) }
      if let end = orders.end {
        return end == .idle ? work.fail() : work.abandon()
      }
      orders.cancelled.forEach { work.cancel($0) }
      work.advance()
      if !multi.wait() { work.fail() }
    }
  }
}
