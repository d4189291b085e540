import Platform
import Synchronization

/// Sends requests with libcurl, which is loaded, and whose thread is started, with the first.
///
/// Connections are kept open and used again. Everything is given back with the value.
package final class CurlTransport: HTTPTransport {
  private struct Engine {
    let driver: CurlDriver
    let thread: OwnThread
  }

  private let libraries: [String]
  private let options: CurlOptions
  private let engine = Mutex<Engine?>(nil)

  /// - Parameters:
  ///   - certificateFile: certificates in PEM to trust in place of the system's (`SSL_CERT_FILE`).
  ///   - libraries: the names that libcurl may have, nil for the usual ones.
  package init(
    certificateFile: String?, proxies: ProxySettings, libraries: [String]? = nil
  ) {
    self.libraries = libraries ?? CurlLibrary.names
    options = CurlOptions(certificateFile: certificateFile, proxies: proxies)
  }

  deinit {
    guard let engine = engine.withLock({ $0 }) else { return }
    engine.driver.end()
    engine.thread.join()
  }

  package func send(
    _ request: HTTPRequest, within time: Duration
  ) async throws(TransportFailure) -> HTTPResponse {
    guard time > .zero else {
      throw TransportFailure(.timedOut, isSent: false, detail: "no time is left")
    }
    let driver = try driver()
    let transfer = CurlTransfer(request, within: time)
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        transfer.continuation = continuation
        driver.add(transfer)
      }
    } onCancel: {
      driver.cancel(transfer)
    }
    return try outcome.get()
  }

  /// A libcurl that could not be loaded is tried again the next time.
  private func driver() throws(TransportFailure) -> CurlDriver {
    let result = engine.withLock { engine -> Result<CurlDriver, TransportFailure> in
      if let engine { return .success(engine.driver) }
      do throws(TransportFailure) {
        let driver = try CurlDriver(CurlLibrary(names: libraries), options)
        engine = Engine(driver: driver, thread: try driver.start())
        return .success(driver)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
