import TestSupport
import Testing

@testable import IAPRemote

/// What libcurl is told when it asks for the body of a request.
struct CurlTransferTests {
  /// The next bytes that libcurl would send.
  private func next(_ count: Int, of transfer: CurlTransfer) throws -> String {
    let read = try #require(CurlTransfer.callbacks.read)
    var bytes = [CChar](repeating: 0, count: count)
    let length = read(&bytes, 1, count, Unmanaged.passUnretained(transfer).toOpaque())
    return String(decoding: bytes.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  @Test
  func `It is sent from its beginning again only if the request changes nothing`() throws {
    for isMutating in [true, false] {
      let request = isMutating ? HTTPRequest.consume("http://a") : .list("http://a")
      let body = String(decoding: request.body ?? [], as: UTF8.self)
      let transfer = CurlTransfer(request, within: .seconds(60))
      #expect(try next(4, of: transfer) == body.prefix(4))
      let seek = try #require(CurlTransfer.callbacks.seek)
      let isRefused = seek(Unmanaged.passUnretained(transfer).toOpaque(), 0, 0) != 0
      #expect(isRefused == isMutating)
      #expect(try next(4, of: transfer) == body.dropFirst(isMutating ? 4 : 0).prefix(4))
      withExtendedLifetime(transfer) {}
    }
  }
}
