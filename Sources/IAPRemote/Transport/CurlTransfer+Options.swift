import CCurl
import IAPCore

/// The settings of all requests of a transport.
struct CurlOptions: Sendable {
  /// A PEM file with the certificates to trust instead of the system's; nil for the system's.
  let certificateFile: String?
  let proxies: ProxySettings
  /// The maximum idle time after which a connection is reused, in whole seconds.
  let idleTime: Duration
}

extension CurlTransfer {
  /// Creates the libcurl handle of the transfer.
  func handle(
    _ library: CurlLibrary, _ options: CurlOptions, _ sockets: CurlSockets
  ) throws(TransportFailure) -> CurlHandle {
    let check = try RequestCheck(request, library)
    begin(with: sockets, isSecure: check.isSecure)
    let handle = try CurlHandle(library)
    try handle.set(Self.callbacks, context: Unmanaged.passUnretained(self).toOpaque())
    try handle.setProtocol(isSecure: check.isSecure)
    try handle.set(CURLOPT_URL, request.url)
    try setRequest(handle)
    try setBounds(handle, options)
    try handle.set(sockets)
    try handle.set(CURLOPT_FRESH_CONNECT, wantsNewConnection ? 1 : 0)
    try setRefusals(handle)
    try setSecurity(handle, options)
    try setProxy(handle, check.isSecure ? options.proxies : .none)
    return handle
  }

  private func setRequest(_ handle: CurlHandle) throws(TransportFailure) {
    var lines = request.headers.map { $0.text.isEmpty ? "\($0.name);" : "\($0.name): \($0.text)" }
    switch request.method {
    case .get:
      try handle.set(CURLOPT_HTTPGET, 1)
    case .post:
      try handle.set(CURLOPT_POST, 1)
      // The body comes from a callback. If libcurl had it in memory, it could send it again.
      try handle.set(CURLOPT_POSTFIELDSIZE_LARGE, size: body.count)
      // An empty `Expect:` prevents the wait for "100 Continue". An empty `Content-Type:` prevents
      // libcurl's default type of a form.
      lines.append("Expect:")
      let isTyped = request.headers.contains { $0.name.lowercased() == "content-type" }
      if !isTyped { lines.append("Content-Type:") }
    }
    try handle.set(headers: lines)
    try handle.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
  }

  private func setBounds(
    _ handle: CurlHandle, _ options: CurlOptions
  ) throws(TransportFailure) {
    try handle.set(CURLOPT_TIMEOUT_MS, milliseconds)
    try handle.set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds)
    try handle.set(CURLOPT_MAXFILESIZE_LARGE, size: max(1, request.responseLimit))
    try handle.set(CURLOPT_MAXAGE_CONN, max(1, Int(options.idleTime.components.seconds)))
    try handle.set(CURLOPT_NOSIGNAL, 1)
    // Without this, a timeout during a name lookup waits for the lookup to end, and blocks all
    // other transfers.
    handle.offer(CURLOPT_QUICK_EXIT, 1)
  }

  /// At least 1, because 0 means no limit.
  private var milliseconds: Int {
    let (seconds, attoseconds) = timeLeft.components
    guard seconds < 1_000_000 else { return 1_000_000_000 }
    return max(1, Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000))
  }

  private func setRefusals(_ handle: CurlHandle) throws(TransportFailure) {
    try handle.set(CURLOPT_FOLLOWLOCATION, 0)
    try handle.set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
    try handle.set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
    try handle.set(CURLOPT_HTTP09_ALLOWED, 0)
    try handle.set(CURLOPT_ACCEPT_ENCODING, nil)
  }

  private func setSecurity(
    _ handle: CurlHandle, _ options: CurlOptions
  ) throws(TransportFailure) {
    let oldest = Int(CURL_SSLVERSION_TLSv1_2)
    try handle.set(CURLOPT_SSLVERSION, oldest)
    try handle.set(CURLOPT_SSL_VERIFYPEER, 1)
    try handle.set(CURLOPT_SSL_VERIFYHOST, 2)
    try handle.set(CURLOPT_PROXY_SSLVERSION, oldest)
    try handle.set(CURLOPT_PROXY_SSL_VERIFYPEER, 1)
    try handle.set(CURLOPT_PROXY_SSL_VERIFYHOST, 2)
    guard let file = options.certificateFile else { return }
    // The file replaces the certificates of the system.
    for option in [CURLOPT_CAINFO, CURLOPT_PROXY_CAINFO] { try handle.set(option, file) }
    for option in [CURLOPT_CAPATH, CURLOPT_PROXY_CAPATH] { try handle.set(option, nil) }
  }

  /// Both options are always set, so that libcurl does not read the environment.
  private func setProxy(
    _ handle: CurlHandle, _ proxies: ProxySettings
  ) throws(TransportFailure) {
    try handle.set(CURLOPT_PROXY, proxies.proxy?.revealed ?? "")
    try handle.set(CURLOPT_NOPROXY, proxies.exceptions)
    try handle.set(CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE))
    try handle.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
  }
}
