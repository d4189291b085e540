import CCurl
import IAPCore

/// How all requests of a transport travel.
struct CurlOptions: Sendable {
  /// The certificates to trust in place of the system's, in PEM.
  let certificateFile: String?
  let proxies: ProxySettings
  /// How long a connection may have been idle, in whole seconds, and be used again.
  let idleTime: Duration
}

extension CurlTransfer {
  /// Makes the transfer that libcurl is to run.
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
      // From the callback: what libcurl has in memory it would send again.
      try handle.set(CURLOPT_POSTFIELDSIZE_LARGE, size: body.count)
      // Without the first it waits for a permission, without the second it claims to send a form.
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
    // Does not wait for a name that is still being looked up when the time is over. All other
    // transfers would wait too.
    handle.offer(CURLOPT_QUICK_EXIT, 1)
  }

  /// libcurl takes 0 for no limit.
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
    // In place of the system's, not beside them.
    for option in [CURLOPT_CAINFO, CURLOPT_PROXY_CAINFO] { try handle.set(option, file) }
    for option in [CURLOPT_CAPATH, CURLOPT_PROXY_CAPATH] { try handle.set(option, nil) }
  }

  /// Both are always set, so that libcurl does not read the environment itself.
  private func setProxy(
    _ handle: CurlHandle, _ proxies: ProxySettings
  ) throws(TransportFailure) {
    try handle.set(CURLOPT_PROXY, proxies.proxy?.revealed ?? "")
    try handle.set(CURLOPT_NOPROXY, proxies.exceptions)
    try handle.set(CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE))
    try handle.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
  }
}
