import IAPCore
import IAPRemote
import TestSupport
import Testing

struct CancellingTests {
  private let transport = CurlTransport.plain()

  @Test
  func `A request that is cancelled in flight counts as sent`() async throws {
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let server = try HostileServer(
      HostileServer.Behaviour { connection in
        try connection.request()
        arrival.yield()
        try connection.waitForEnd()
      })
    let (transport, request) = (transport, HTTPRequest.consume(server.url()))
    let task = Task { try await transport.failure(request) }
    var arrived = arrivals.makeAsyncIterator()
    await arrived.next()
    task.cancel()
    let failure = try await task.value
    #expect(failure.kind == .cancelled)
    #expect(failure.isSent)
    #expect(server.hits.count == 1)
  }

  @Test
  func `A request that is cancelled before it starts is not sent`() async throws {
    let server = try HostileServer(.answering())
    let (transport, request) = (transport, HTTPRequest.consume(server.url()))
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await transport.failure(request)
    }
    task.cancel()
    let failure = try await task.value
    #expect(failure.kind == .cancelled)
    #expect(!failure.isSent)
    #expect(server.connections == 0)
  }

  @Test
  func `Cancelling a request does not affect other requests`() async throws {
    let mute = try HostileServer(.mute)
    let server = try HostileServer(.answering())
    let transport = transport
    let requests = [HTTPRequest.consume(mute.url())]
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<100 {
        let task = number % 2 == 0 ? Task { try await transport.failure(requests[0]) } : nil
        task?.cancel()
        group.addTask {
          if let task { return try await task.value.kind == .cancelled ? 0 : 1 }
          return try await transport.answer(.consume(server.url())).status == 200 ? 0 : 1
        }
      }
      for try await mistakes in group { #expect(mistakes == 0) }
    }
    #expect(server.hits.count == 50)
  }
}
