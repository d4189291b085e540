import CCurl
import Synchronization
import System

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
