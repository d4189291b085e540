import IAPCore
import IAPRemote
import TestSupport
import Testing

/// When a proxy is used, and what is sent to it.
struct ProxyTests {
  private func transport(
    _ proxy: String, certificateFile: String? = nil, except: String = ""
  ) -> CurlTransport {
    let variables = [
      "http_proxy": proxy, "https_proxy": proxy, "ALL_PROXY": proxy, "NO_PROXY": except,
    ]
    return CurlTransport(
      certificateFile: certificateFile, proxies: ProxySettings(variables: variables))
  }

  @Test(.tool("openssl"))
  func `A proxy sees neither the app key nor the path`() async throws {
    let authority = try TestAuthority.shared.get()
    let (server, proxy) = (try TLSServer(), try HostileServer(.tunnel))
    let transport = transport(
      proxy.url("").replacing("//", with: "//me:word@"), certificateFile: authority.certificateFile)
    let response = try await transport.answer(.query(server.url()))
    #expect(response.text == TLSServer.answer)
    #expect(response.headers.retryAfter == nil)
    #expect(proxy.heads.count == 1)
    let head = try #require(proxy.heads.first)
    #expect(head.hasPrefix("CONNECT 127.0.0.1:\(server.port) HTTP/1.1\r\n"))
    #expect(head.contains("Proxy-Authorization: Basic bWU6d29yZA==\r\n"))
    #expect(!head.lowercased().contains("x-key"))
    #expect(!proxy.received.contains(appKey))
    #expect(!proxy.received.contains("/answer"))
  }

  @Test
  func `A plain HTTP request uses no proxy`() async throws {
    let (server, proxy) = (try HostileServer(.answering()), try HostileServer(.answering()))
    let transport = transport(proxy.url(""))
    _ = try await transport.answer(.consume(server.url()))
    #expect(server.hits.count == 1)
    #expect(proxy.connections == 0)
  }

  /// The status is that of the proxy and is not a result of the request.
  @Test(arguments: ["407 Who", "403 No", "502 Bad", "200 OK\r\nX: y"])
  func `Nothing is sent if the proxy does not connect`(_ status: String) async throws {
    let proxy = try HostileServer(
      HostileServer.Behaviour { connection in
        try connection.head()
        try connection.answer(status, "no such luck")
      })
    let transport = transport(proxy.url(""))
    let failure = try await transport.failure(.consume("https://127.0.0.1:9/"))
    #expect(
      failure.kind == (status.hasPrefix("200") ? .insecure : .unreachable), "\(failure.detail)")
    #expect(!failure.isSent)
    #expect(failure.response == nil)
    #expect(!proxy.received.contains(appKey))
  }

  @Test
  func `Nothing is sent if the proxy cannot be reached`() async throws {
    let listener = try TestSocket.listening()
    let port = try listener.port()
    listener.close()
    let transport = transport("http://127.0.0.1:\(port)")
    let failure = try await transport.failure(.consume("https://127.0.0.1:9/"))
    #expect(failure.kind == .unreachable && !failure.isSent)
  }

  @Test(.tool("openssl"))
  func `Hosts in no_proxy use no proxy`() async throws {
    let authority = try TestAuthority.shared.get()
    let (server, proxy) = (try TLSServer(), try HostileServer(.tunnel))
    let transport = transport(
      proxy.url(""), certificateFile: authority.certificateFile, except: "example.com,127.0.0.1")
    _ = try await transport.answer(.query(server.url()))
    #expect(proxy.connections == 0)
  }

  @Test(arguments: [
    "gopher://me:hunter2@127.0.0.1:1", "http://me:hunter2@:x", "http://me:hunter2@",
  ])
  func `An invalid proxy URL is reported without its password`(_ proxy: String) async throws {
    let failure = try await transport(proxy).failure(.consume("https://127.0.0.1:9/"))
    #expect(!failure.isSent)
    #expect(!"\(failure)".contains("hunter2"), "\(failure)")
  }

  @Test
  func `Lower-case proxy variables take precedence, and empty ones are ignored`() async throws {
    let (first, second) = (
      try HostileServer(.closingAfterHead), try HostileServer(.closingAfterHead)
    )
    let variables = [
      ["https_proxy": first.url(""), "HTTPS_PROXY": second.url("")],
      ["https_proxy": "", "HTTPS_PROXY": first.url(""), "all_proxy": second.url("")],
      ["HTTPS_PROXY": "", "all_proxy": first.url(""), "http_proxy": second.url("")],
    ]
    for variables in variables {
      let transport = CurlTransport(
        certificateFile: nil, proxies: ProxySettings(variables: variables))
      let failure = try await transport.failure(.query("https://127.0.0.1:9/"))
      #expect(failure.kind == .unreachable && !failure.isSent)
    }
    #expect(first.connections == 3)
    #expect(second.connections == 0)
  }
}
