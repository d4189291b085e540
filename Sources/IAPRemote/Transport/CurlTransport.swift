import Synchronization

/// Sends requests with libcurl, which is loaded, and whose thread is started, with the first.
///
/// Connections are kept open and used again. Everything is given back with the value.
package final class CurlTransport: HTTPTransport {
  private let libraries: [String]
  private let options: CurlOptions
  private let driver = Mutex<CurlDriver?>(nil)

  /// - Parameters:
  ///   - certificateFile: certificates in PEM to trust in place of the system's (`SSL_CERT_FILE`).
  ///   - idleTime: how long a connection may have been idle, in whole seconds, and be used again. One
  ///     that has been idle for longer may be dead at its other end, and a mutating request that
  ///     finds out has an unknown outcome.
  ///   - libraries: the names that libcurl may have, nil for the usual ones.
  package init(
    certificateFile: String?, proxies: ProxySettings, idleTime: Duration = .seconds(15),
    libraries: [String]? = nil
  ) {
    self.libraries = libraries ?? CurlLibrary.names
    options = CurlOptions(
      certificateFile: certificateFile, proxies: proxies, idleTime: idleTime)
  }

  deinit {
    if let driver = driver.withLock({ $0 }) { CurlThreads.end(driver) }
  }

  package func send(
    _ request: HTTPRequest, within time: Duration
  ) async throws(TransportFailure) -> HTTPResponse {
    guard time > .zero else {
      throw TransportFailure(.timedOut, isSent: false, detail: "the time limit was reached")
    }
    let driver = try startedDriver()
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
  private func startedDriver() throws(TransportFailure) -> CurlDriver {
    let result = driver.withLock { driver -> Result<CurlDriver, TransportFailure> in
      if let driver { return .success(driver) }
      do throws(TransportFailure) {
        let started = try CurlDriver(CurlLibrary(names: libraries), options)
        try CurlThreads.start(started)
        driver = started
        return .success(started)
      } catch {
        return .failure(CurlResult.isOutOfFiles ? .outOfFiles(isSent: false) : error)
      }
    }
    return try result.get()
  }
}
