import Synchronization
import System

/// The threads of this process that run libcurl.
///
/// At the end of the process, the libraries of libcurl free their memory, and a thread inside them
/// would crash. So the threads are stopped first.
enum CurlThreads {
  private struct State: Sendable {
    var running: [ObjectIdentifier: (driver: CurlDriver, thread: SystemThread)] = [:]
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
        return .unavailable("no thread can be started: \(error.text)")
      }
    }
    if let problem { throw problem }
  }

  /// Stops a driver without transfers, and waits for its thread.
  static func end(_ driver: CurlDriver) {
    state.withLock { state in
      guard let one = state.running.removeValue(forKey: ObjectIdentifier(driver)) else { return }
      driver.end(.idle)
      one.thread.join()
    }
  }

  /// Stops all threads at the end of the process. Transfers in progress get no result.
  private static func abandon() {
    state.withLock { state in
      state.isOver = true
      for one in state.running.values {
        one.driver.end(.abandoned)
        one.thread.join()
      }
    }
  }
}
