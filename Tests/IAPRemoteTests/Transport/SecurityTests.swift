import IAPCore
import IAPRemote
import Synchronization
import System
import TestSupport
import Testing

/// The certificates that the transport accepts.
@Suite(.tool("openssl"))
struct SecurityTests {
  private let authority: TestAuthority
  private let transport: CurlTransport

  init() throws {
    authority = try TestAuthority.shared.get()
    transport = CurlTransport(certificateFile: authority.certificateFile, proxies: .none)
  }

  private func expectDistrust(
    _ server: TLSServer, by transport: CurlTransport,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for request in [HTTPRequest.consume(server.url()), .query(server.url())] {
      let failure = try await transport.failure(request, sourceLocation: sourceLocation)
      #expect(failure.kind == .insecure, "\(failure.detail)", sourceLocation: sourceLocation)
      #expect(!failure.isSent, sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: ["127.0.0.1", "localhost"])
  func `A server with a valid certificate is trusted`(_ host: String) async throws {
    let server = try TLSServer()
    let response = try await transport.answer(.query(server.url(host: host)))
    #expect(response.status == 200)
    #expect(response.text == TLSServer.answer)
  }

  @Test
  func `A certificate of an unknown authority is not trusted`() async throws {
    try await expectDistrust(try TLSServer(), by: .plain())
  }

  @Test(arguments: [TestAuthority.Flaw.expired, .otherHost, .selfSigned])
  func `An expired, mismatching or self-signed certificate is not trusted`(
    _ flaw: TestAuthority.Flaw
  ) async throws {
    try await expectDistrust(try TLSServer(flaw), by: transport)
  }

  @Test
  func `TLS 1.1 is refused`() async throws {
    let server = try TLSServer(options: "-tls1_1 -cipher ALL:@SECLEVEL=0")
    try await expectDistrust(server, by: transport)
  }

  @Test
  func `TLS 1.2 is accepted`() async throws {
    let server = try TLSServer(options: "-tls1_2")
    #expect(try await transport.answer(.query(server.url())).status == 200)
  }

  /// Requests that change something use the same TLS settings as queries.
  @Test(arguments: ["-tls1_2", "-tls1_3"])
  func `A consume is sent over TLS`(_ version: String) async throws {
    let server = try TLSServer(mute: version)
    let arrived = Mutex<Result<String, any Error>>(.success(""))
    // A new thread, so that it starts at once even if all threads for tasks are busy.
    let answering = try SystemThread {
      let body = #"{"accessToken":"\#(token)"}"#
      let request = Result { try server.answer(to: body, with: TLSServer.answer) }
      arrived.withLock { $0 = request }
    }
    let response = await transport.outcome(of: .consume(server.url()))
    answering.join()
    let received = try arrived.withLock { $0 }.get()
    #expect(try response.get().status == 200 && response.get().text == TLSServer.answer)
    #expect(received.contains("POST /answer HTTP/1.1"))
    #expect(received.contains("X-Key: \(appKey)"))
  }

  @Test(arguments: ["/nowhere/authority.pem", "/dev/null"])
  func `With a certificate file without certificates no server is trusted`(_ path: String)
    async throws
  {
    let transport = CurlTransport(certificateFile: path, proxies: .none)
    try await expectDistrust(try TLSServer(), by: transport)
  }
}
