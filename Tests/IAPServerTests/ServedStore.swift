import IAPCore
import IAPFixtures
import IAPServer
import Synchronization
import TestSupport

/// A store with a server in this process. The test must stop the server.
struct ServedStore: Sendable {
  let folder: TemporaryFolder
  let server: IAPServer
  let log = Log()

  /// The log entries of the server.
  final class Log: Sendable {
    private let entries = Mutex<[IAPServer.LogEntry]>([])

    func add(_ entry: IAPServer.LogEntry) { entries.withLock { $0.append(entry) } }

    var statuses: [Int?] { entries.withLock { $0.map(\.status) } }
  }

  init(
    _ seed: String, host: String = "127.0.0.1", connections: Int = 1000,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { _ in },
    intercept: (@Sendable (IAPOperation, Identifier?) -> Interception)? = nil
  ) throws {
    folder = try TemporaryFolder()
    let log = log
    var options = IAPServer.Options(
      describe: { $0.name }, sleep: sleep, log: { log.add($0) })
    (options.host, options.connections) = (host, connections)
    options.intercept = intercept
    // So long that no connection reaches the time-out, even on a slow machine.
    options.patience = 3600
    server = try IAPServer(store: try folder.store(seed), options: options)
  }

  /// Runs a blocking client and then stops the server.
  func run<Answer: Sendable>(
    _ client: @escaping @Sendable (_ port: Int) throws -> Answer
  ) async throws -> Answer {
    let port = server.port
    do {
      let answer = try await waiting { try client(port) }
      await server.stop()
      return answer
    } catch {
      await server.stop()
      throw error
    }
  }

  static let headers = [
    "Content-Type": "application/json", "X-NHN-TCIAP-AppKey": Games.key,
  ]

  /// A request that consumes a payment.
  static func consume(_ number: Int) -> String {
    HTTPConnection.request(
      "POST", "/v1/service/consume",
      body: #"{"paymentSeq": "\#(number)", "accessToken": "t\#(number)"}"#, headers: headers)
  }

  static let products = HTTPConnection.request(
    "GET", "/fixture/v1/products", headers: ["X-NHN-TCIAP-AppKey": Games.key])
}

extension HTTPConnection.Answer {
  /// The result code in the body.
  var code: Int? {
    body.firstMatch(of: /"resultCode":([0-9]+)/).flatMap { Int($0.1) }
  }
}
