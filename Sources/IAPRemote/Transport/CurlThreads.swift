import Synchronization
import System

/// The threads of this process that drive libcurl.
///
/// When the process ends, the libraries that libcurl uses take themselves apart, and a thread that
/// is still in them would crash: it is stopped before.
enum CurlThreads {
  private struct State: Sendable {
    var running: [ObjectIdentifier: (driver: CurlDriver, thread: SystemThread)] = [:]
    var isEndAwaited = false
    var isOver = false
  }

  private static let state = Mutex(State())

  /// Starts a driver's thread, after libcurl was loaded: what is noted last is called first.
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

  /// Ends a driver that nobody uses any more, and waits for it.
  static func end(_ driver: CurlDriver) {
    state.withLock { state in
      guard let one = state.running.removeValue(forKey: ObjectIdentifier(driver)) else { return }
      driver.end(.idle)
      one.thread.join()
    }
  }

  /// Ends all of them where they are. Nobody learns what becomes of the transfers under way.
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
