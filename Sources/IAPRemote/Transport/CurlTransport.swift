import Synchronization

/// Sends requests with libcurl. The first request loads libcurl and starts its thread.
///
/// Connections are kept open and reused. They are closed when this object is freed.
package final class CurlTransport: HTTPTransport {
  private let libraries: [String]
  private let options: CurlOptions
  private let driver = Mutex<CurlDriver?>(nil)

  /// - Parameters:
  ///   - certificateFile: a PEM file with the certificates to trust instead of the system's
  ///     (`SSL_CERT_FILE`).
  ///   - idleTime: the maximum idle time after which a connection is reused, in whole seconds. The
  ///     server may have closed a connection that was idle for longer. If a mutating request is
  ///     sent on it, its outcome is unknown.
  ///   - libraries: the file names of libcurl; nil for the usual ones.
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

  /// If libcurl cannot be loaded, the next request tries it again.
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
