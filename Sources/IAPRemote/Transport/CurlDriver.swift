import CCurl
import Synchronization
import System

/// The thread that runs libcurl, and the inbox to which others post.
///
/// It also runs the tasks of a batch. A thread of their own would have to be woken up for each
/// response, which takes longer than all that they do with it.
final class CurlDriver: TaskExecutor {
  /// Why the thread ends.
  enum End: Sendable {
    /// No transfer is in progress.
    case idle
    /// The process ends. Transfers in progress are abandoned without a result.
    case abandoned
  }

  private struct Inbox: Sendable {
    var added: [CurlTransfer] = []
    var cancelled: [CurlTransfer] = []
    var jobs: [UnownedJob] = []
    var end: End?
    /// Whether the thread waits, and has to be woken up for an order.
    var isAwaited = false

    var isEmpty: Bool { added.isEmpty && cancelled.isEmpty && jobs.isEmpty && end == nil }
  }

  private let transfers: CurlTransfers
  private let inbox = Mutex(Inbox())

  init(_ library: CurlLibrary, _ options: CurlOptions) throws(TransportFailure) {
    transfers = try CurlTransfers(
      library, options, connections: Self.affordableConnections)
  }

  /// The maximum number of connections: they may use half of the file descriptors that are still
  /// available. The rest of the process needs the other half.
  private static var affordableConnections: Int {
    let (files, enough) = (OpenFiles.ofConnection * 2, 1024)
    return max(1, OpenFiles.room(for: enough * files) / files)
  }

  func add(_ transfer: CurlTransfer) { post { $0.added.append(transfer) } }

  /// May be called before ``add(_:)``.
  func cancel(_ transfer: CurlTransfer) {
    transfer.isCancelled.store(true, ordering: .releasing)
    post { $0.cancelled.append(transfer) }
  }

  func end(_ end: End) { post { $0.end = end } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    post { $0.jobs.append(job) }
  }

  private func post(_ change: (inout Inbox) -> Void) {
    let isAwaited = inbox.withLock { inbox in
      change(&inbox)
      defer { inbox.isAwaited = false }
      return inbox.isAwaited
    }
    if isAwaited { transfers.wake() }
  }

  /// The loop of the thread; ends after ``end(_:)``.
  func run() {
    while true {
      let inbox = takeInbox()
      if inbox.end == .abandoned { return transfers.abandon() }
      inbox.added.forEach { transfers.begin($0) }
      inbox.cancelled.forEach { transfers.cancel($0) }
      let executor = asUnownedTaskExecutor()
      inbox.jobs.forEach { $0.runSynchronously(on: executor) }
      if inbox.end == .idle { return transfers.fail() }
      // Also if there are more in the inbox: a task that yields waits for the responses that are there.
      transfers.advance()
      if !transfers.wait(isPatient: isToWait) { transfers.fail() }
    }
  }

  private func takeInbox() -> Inbox {
    inbox.withLock { inbox in
      defer { inbox = Inbox() }
      return inbox
    }
  }

  private var isToWait: Bool {
    inbox.withLock { inbox in
      inbox.isAwaited = inbox.isEmpty
      return inbox.isAwaited
    }
  }
}
