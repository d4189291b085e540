import CCurl
import IAPCore
import Synchronization
import System

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

  /// Starts the thread. If that fails, the next request reports it.
  package var taskExecutor: (any TaskExecutor)? { try? startedDriver() }

  package func send(
    _ request: HTTPRequest, within time: Duration
  ) async throws(TransportFailure) -> HTTPResponse {
    let driver = try driver(within: time)
    let transfer = CurlTransfer(request, within: time)
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { waiting in
        transfer.ended = { waiting.resume(returning: $0) }
        driver.add(transfer)
      }
    } onCancel: {
      driver.cancel(transfer)
    }
    return try outcome.get()
  }

  package func begin(
    _ request: HTTPRequest, within time: Duration,
    ended: @escaping @Sendable (Result<HTTPResponse, TransportFailure>) -> Void
  ) {
    do throws(TransportFailure) {
      let driver = try driver(within: time)
      let transfer = CurlTransfer(request, within: time)
      transfer.ended = ended
      driver.add(transfer)
    } catch {
      ended(.failure(error))
    }
  }

  private func driver(within time: Duration) throws(TransportFailure) -> CurlDriver {
    guard time > .zero else {
      throw TransportFailure(.timedOut, isSent: false, detail: "the time limit was reached")
    }
    return try startedDriver()
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

/// The libcurl that was loaded on demand. It is never unloaded, because it and its libraries do not
/// support that.
struct CurlLibrary: @unchecked Sendable {
  /// The possible file names, in order of preference.
  static var names: [String] {
    #if canImport(Darwin)
      ["libcurl.4.dylib", "/usr/lib/libcurl.4.dylib", "/opt/homebrew/opt/curl/lib/libcurl.4.dylib"]
    #else
      ["libcurl.so.4", "libcurl-gnutls.so.4"]
    #endif
  }

  /// Written once, when the library is loaded.
  let table: OpaquePointer

  /// Loads the first library that works. Throws `unavailable` with the problem of each one.
  init(names: [String]) throws(TransportFailure) {
    var problems: [String] = []
    for name in names {
      var problem = [CChar](repeating: 0, count: 512)
      if let table = iapctl_curl_load(name, &problem, problem.count) {
        self.table = table
        return
      }
      problems.append(String(upToZero: problem))
    }
    throw .unavailable(
      "libcurl cannot be loaded (\(problems.joined(separator: "; "))); \(Self.remedy)")
  }

  private static var remedy: String {
    #if canImport(Darwin)
      "it belongs to the system: try 'brew install curl'"
    #else
      "install it: 'apt-get install libcurl4', 'dnf install libcurl', 'apk add libcurl'"
    #endif
  }

  /// The message for a result code.
  func words(for code: CURLcode) -> String { String(cString: iapctl_curl_error(table, code)) }
}

extension TransportFailure {
  /// libcurl is missing or lacks a function.
  static func unavailable(_ detail: String) -> TransportFailure {
    TransportFailure(.unavailable, isSent: false, detail: detail)
  }
}

/// The proxy for `https` requests. It only forwards an encrypted connection. Plain `http` is used
/// for this machine only, without a proxy.
package struct ProxySettings: Sendable {
  /// The URL of the proxy, which may contain a password; nil for none.
  let proxy: Secret?
  /// The hosts that are reached without the proxy, as in `NO_PROXY`.
  let exceptions: String

  package static let none = ProxySettings(variables: [:])

  /// Reads the same variables as curl, in the same order. An empty variable counts as missing.
  package init(variables: [String: String]) {
    func first(_ names: String...) -> String? {
      names.lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
    }
    proxy = first("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY").map { Secret($0) }
    exceptions = first("no_proxy", "NO_PROXY") ?? ""
  }
}
