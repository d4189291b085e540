import IAPCore
import IAPFixtures
import System
import TestSupport
import Testing

@testable import IAPServer

@Suite(.server)
struct StoppingTests {
  /// A stop ends the delay of a fault early, and the response is still sent.
  @Test
  func `A request in progress is answered before the server stops`() async throws {
    let isDelayed = Gate()
    let fault = #"{"on": "consume", "domain": "com.nhncloud.iap", "code": 12, "delay": "1h"}"#
    let host = Loopback.own
    let served = try ServedStore(Games.faults(fault), host: host) { duration in
      isDelayed.open()
      try await Task.sleep(for: duration)
    }
    let port = served.server.port
    let client = try await waiting {
      let client = try HTTPConnection(host: host, port: port)
      client.send(ServedStore.consume(1))
      return client
    }
    await isDelayed.wait(for: .zero)
    await served.server.stop()
    let (answer, next) = try await waiting { (client.answer(), client.answer()) }
    #expect(answer?.code == 5000)
    #expect(next == nil, "the connection is closed")
    if !Loopback.isShared {
      #expect(throws: SystemError.self) { try HTTPConnection(host: host, port: port) }
    }
  }

  /// All delays end at the same moment, on several threads. The last answer ends the server.
  @Test
  func `Many delayed requests are answered before the server stops`() async throws {
    let count = 50
    let areDelayed = Counter()
    let gate = Gate()
    let fault = #"""
      {"on": "consume", "domain": "com.nhncloud.iap", "code": 12, "delay": "1h", "times": 50}
      """#
    let served = try ServedStore(Games.faults(fault)) { duration in
      if areDelayed.next() == count { gate.open() }
      try await Task.sleep(for: duration)
    }
    let port = served.server.port
    let clients = try await waiting {
      let clients = try (1...count).map { _ in try HTTPConnection(port: port) }
      for client in clients { client.send(ServedStore.consume(1)) }
      return clients
    }
    await gate.wait(for: .zero)
    await served.server.stop()
    let codes = try await waiting { clients.map { $0.answer()?.code } }
    #expect(codes == Array(repeating: 5000, count: count))
  }

  @Test
  func `The server does not wait for an incomplete request when it stops`() async throws {
    let served = try ServedStore(Games.crowd(1))
    let port = served.server.port
    let client = try await waiting {
      let client = try HTTPConnection(port: port)
      client.send(String(ServedStore.consume(1).dropLast()))
      let other = try HTTPConnection(port: port)
      other.send(ServedStore.products)
      #expect(other.answer()?.code == 0)
      return client
    }
    await served.server.stop()
    #expect(try await waiting { client.answer() } == nil)
    let store = try FixtureStore(openAt: served.folder["store.db"], options: .test)
    #expect(
      try await store.wholeUnconsumed(UnconsumedQuery(owner: .everyone)).elements.count == 1)
  }

  @Test
  func `A port in use is reported`() async throws {
    let host = Loopback.own
    let served = try ServedStore(Games.crowd(1), host: host)
    let (port, folder) = (served.server.port, try TemporaryFolder())
    let store = try folder.store(Games.crowd(1))
    var options = IAPServer.Options(describe: { $0.name }, sleep: { _ in })
    (options.host, options.port) = (host, port)
    do throws(IAPError) {
      await (try IAPServer(store: store, options: options)).stop()
      Issue.record("the port is taken")
    } catch {
      #expect(error.code == .iapctl(.addressUnusable))
      #expect(error.reason == .cannotListen(at: "\(host):\(port)", why: "Address already in use"))
    }
    await served.server.stop()
    guard !Loopback.isShared else { return }
    let next = try IAPServer(store: store, options: options)
    #expect(next.port == port, "it can be taken at once when it is free")
    #expect(next.isLoopback)
    await next.stop()
  }

  @Test(arguments: ["192.0.2.1", "2001:db8::1", "a..b", String(repeating: "x", count: 300)])
  func `A host that is not an address of this machine is refused`(_ host: String) async throws {
    do {
      let served = try ServedStore(Games.crowd(1), host: host)
      await served.server.stop()
      Issue.record("nobody lives there")
    } catch let error as IAPError {
      #expect(error.code == .iapctl(.usage))
    }
  }

  @Test
  func `A missing libmicrohttpd is reported with its name`() async throws {
    let folder = try TemporaryFolder()
    let store = try folder.store(Games.crowd(1))
    var options = IAPServer.Options(describe: { $0.name }, sleep: { _ in })
    try folder.write("no library", to: "text.so")
    for name in ["libno-such-library.so.1", folder["text.so"]] {
      options.library = name
      do throws(IAPError) {
        await (try IAPServer(store: store, options: options)).stop()
        Issue.record("there is no such library")
      } catch {
        #expect(error.code == .iapctl(.libraryMissing))
        guard case .libraryMissing(.microHTTPD, name, let why) = error.reason else {
          Issue.record("\(error.reason)")
          continue
        }
        #expect(!why.isEmpty)
      }
    }
  }

  #if os(Linux)
    @Test
    func `A library that is not libmicrohttpd is refused`() {
      do throws(IAPError) {
        try MicroHTTPD.load("libc.so.6")
        Issue.record("it has no server")
      } catch {
        guard case .libraryMissing(_, _, let why) = error.reason else {
          Issue.record("\(error.reason)")
          return
        }
        #expect(why == "libc.so.6: lacks MHD_start_daemon")
      }
    }
  #endif
}
