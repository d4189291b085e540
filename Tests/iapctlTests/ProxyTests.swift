import TestSupport
import Testing

/// Proxies from the environment variables.
@Suite(.blocking)
struct ProxyTests {
  private static let key = "CANARY-app-key"
  private static let list = """
    {"header": {"isSuccessful": true, "resultCode": 0, "resultMessage": "SUCCESS"},
     "result": {"products": [], "failures": [], "isAnswered": true}}
    """

  private func program(_ folder: TemporaryFolder, _ proxy: HostileServer, _ url: String) -> Program
  {
    var program = Program(in: folder)
    for name in ["http_proxy", "https_proxy", "all_proxy"] {
      program.variables[name] = proxy.url("")
      program.variables[name.uppercased()] = proxy.url("")
    }
    program.variables["IAPCTL_APP_KEY"] = Self.key
    program.variables["IAPCTL_URL"] = url
    program.variables["IAPCTL_API"] = "fixture"
    return program
  }

  @Test
  func `Plain HTTP requests use no proxy`() throws {
    let (server, proxy) = (
      try HostileServer(.answering("200 OK", Self.list)), try HostileServer(.tunnel)
    )
    let folder = try TemporaryFolder()
    let run = try program(folder, proxy, server.url("")).run("products")
    #expect(run.status == 0, "\(run.errors)")
    #expect(server.hits.count == 1)
    #expect(proxy.connections == 0)
  }

  @Test(.tool("openssl"))
  func `An HTTPS proxy sees neither the app key nor the path`() throws {
    let server = try TLSServer(at: "fixture/v1/products", Self.list)
    let proxy = try HostileServer(.tunnel)
    let folder = try TemporaryFolder()
    var program = program(folder, proxy, "https://127.0.0.1:\(server.port)")
    program.variables["SSL_CERT_FILE"] = try TestAuthority.shared.get().certificateFile
    let run = try program.run("products")
    #expect(run.status == 0, "\(run.errors)")
    #expect(proxy.heads.count == 1)
    #expect(proxy.heads.allSatisfy { $0.hasPrefix("CONNECT 127.0.0.1:\(server.port) ") })
    #expect(!proxy.received.contains(Self.key) && !proxy.received.contains("/fixture"))
  }
}
