import Synchronization
import System

/// The thread that drives libcurl, and what it has been told to do.
final class CurlDriver: Sendable {
  /// Why the thread is to end.
  enum End: Sendable {
    /// Nothing is under way.
    case idle
    /// The process ends: what is under way stays as it is, and nobody is told.
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

  /// As many connections as half of the files allow that can still be opened: the other half is for
  /// the rest of the process.
  private static var affordableConnections: Int {
    let (files, enough) = (OpenFiles.ofConnection * 2, 1024)
    return max(1, OpenFiles.room(for: enough * files) / files)
  }

  func add(_ transfer: CurlTransfer) { order { $0.added.append(transfer) } }

  /// May come before the transfer itself.
  func cancel(_ transfer: CurlTransfer) {
    transfer.isCancelled.store(true, ordering: .releasing)
    order { $0.cancelled.append(transfer) }
  }

  func end(_ end: End) { order { $0.end = end } }

  private func order(_ change: (inout Orders) -> Void) {
    orders.withLock { change(&$0) }
    multi.wake()
  }

  /// What the thread does until ``end(_:)``.
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
