import CCurl
import Synchronization
import System

/// The thread that runs libcurl, and its queue of orders.
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

  private struct Orders: Sendable {
    var added: [CurlTransfer] = []
    var cancelled: [CurlTransfer] = []
    var jobs: [UnownedJob] = []
    var end: End?
    /// Whether the thread waits, and has to be woken up for an order.
    var isAwaited = false

    var isEmpty: Bool { added.isEmpty && cancelled.isEmpty && jobs.isEmpty && end == nil }
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

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    order { $0.jobs.append(job) }
  }

  private func order(_ change: (inout Orders) -> Void) {
    let isAwaited = orders.withLock { orders in
      change(&orders)
      defer { orders.isAwaited = false }
      return orders.isAwaited
    }
    if isAwaited { multi.wake() }
  }

  /// The loop of the thread; ends after ``end(_:)``.
  func run() {
    var work = CurlWork(library: library, options: options, multi: multi)
    while true {
      let orders = takeOrders()
      if orders.end == .abandoned { return work.abandon() }
      orders.added.forEach { work.begin($0) }
      orders.cancelled.forEach { work.cancel($0) }
      let executor = asUnownedTaskExecutor()
      orders.jobs.forEach { $0.runSynchronously(on: executor) }
      if orders.end == .idle { return work.fail() }
      // Also if there are more orders: a task that yields waits for the responses that are there.
      work.advance()
      if !multi.wait(isPatient: isToWait) { work.fail() }
    }
  }

  private func takeOrders() -> Orders {
    orders.withLock { orders in
      defer { orders = Orders() }
      return orders
    }
  }

  private var isToWait: Bool {
    orders.withLock { orders in
      orders.isAwaited = orders.isEmpty
      return orders.isAwaited
    }
  }
}

/// The threads of this process that run libcurl.
///
/// At the end of the process, the libraries of libcurl free their memory, and a thread inside them
/// would crash. So the threads are stopped first.
enum CurlThreads {
  private struct State: Sendable {
    var running: [ObjectIdentifier: (driver: CurlDriver, thread: SystemThread)] = [:]
    /// Threads that ended their own drivers.
    var ending: [(driver: CurlDriver, thread: SystemThread)] = []
    var isEndAwaited = false
    var isOver = false
  }

  private static let state = Mutex(State())

  /// Starts the thread of a driver. libcurl must be loaded before: exit handlers run in reverse
  /// order, so iapctl's handler runs before the handlers of libcurl's libraries.
  static func start(_ driver: CurlDriver) throws(TransportFailure) {
    let problem = state.withLock { state -> TransportFailure? in
      if state.isOver { return .unavailable("the process is about to end") }
      if !state.isEndAwaited { CurrentProcess.beforeEnd { CurlThreads.abandon() } }
      state.isEndAwaited = true
      do throws(SystemError) {
        state.running[ObjectIdentifier(driver)] = (driver, try SystemThread { driver.run() })
        return nil
      } catch {
        return TransportFailure(.outOfThreads, isSent: false, detail: error.text)
      }
    }
    if let problem { throw problem }
  }

  /// Stops a driver without transfers, and waits for its thread. If a task on that thread was the
  /// last user of the driver, the end of the process waits for it.
  static func end(_ driver: CurlDriver) {
    let thread = state.withLock { state -> SystemThread? in
      guard !state.isOver,
        let one = state.running.removeValue(forKey: ObjectIdentifier(driver))
      else { return nil }
      guard one.thread.isCurrent else { return one.thread }
      state.ending.append(one)
      return nil
    }
    driver.end(.idle)
    thread?.join()
  }

  /// Stops all threads at the end of the process. Transfers in progress get no result.
  private static func abandon() {
    let threads = state.withLock { state in
      state.isOver = true
      return state.running.values + state.ending
    }
    for one in threads where !one.thread.isCurrent {
      one.driver.end(.abandoned)
      one.thread.join()
    }
  }
}

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
