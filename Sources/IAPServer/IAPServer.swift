package import IAPCore
package import IAPFixtures
import IAPWire
import JSON
import System

/// An HTTP server for a fixture store. It runs until ``stop()`` is called.
package final class IAPServer: Sendable {
  package struct Options: Sendable {
    package var host = "127.0.0.1"
    /// Further names that requests may give it.
    package var allowedHosts: [String] = []
    /// If 0, the system chooses a free port.
    package var port = 0
    /// The maximum number of connections; fewer if the limit on open files is lower. Before the maximum
    /// is reached, the connection that has waited longest for a request is closed.
    package var connections = mostConnections
    /// The seconds without a byte after which a connection is closed.
    package var patience = 30
    /// The file name of the C library, for the dynamic loader: `libmicrohttpd.so.12`.
    package var library = MicroHTTPD.file
    /// The message of an error.
    package var describe: @Sendable (IAPError) -> String
    /// Waits, for a fault with a delay. It returns early if its task is cancelled.
    package var sleep: @Sendable (Duration) async throws -> Void
    /// Called for every response, on any thread.
    package var log: @Sendable (LogEntry) -> Void
    /// Called on the server's thread for each request of an operation that is whole, before it is
    /// executed: decides what happens to it. Nil to execute and answer all of them.
    package var intercept: (@Sendable (IAPOperation, _ payment: Identifier?) -> Interception)?

    package init(
      describe: @escaping @Sendable (IAPError) -> String,
      sleep: @escaping @Sendable (Duration) async throws -> Void,
      log: @escaping @Sendable (LogEntry) -> Void = { _ in }
    ) {
      self.describe = describe
      self.sleep = sleep
      self.log = log
    }
  }

  /// A request and its result, for the server's log.
  package struct LogEntry: Sendable {
    /// Nil if the request was malformed.
    package let request: (method: String, path: String)?
    /// The HTTP status, or nil if the connection was closed without a response.
    package let status: Int?
    /// The result code in the body of the response, if there is one.
    package let resultCode: Int?
    /// An error of the store file itself, which the client is not told.
    package let trouble: IAPError?
  }

  private let listener: ListeningSocket
  private let server: MicroHTTPD
  private let scheduler: RequestScheduler

  /// The numeric address, and the port that was bound.
  package var host: String { listener.host }
  package var port: Int { listener.port }
  /// True if only this machine can connect.
  package var isLoopback: Bool { listener.isLoopback }
  /// The base URL: `http://127.0.0.1:8080`.
  package var url: String {
    "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }

  /// The base URL for a client on this machine. It differs from ``url`` if the server listens at all
  /// addresses of the machine.
  package var urlOnThisMachine: String {
    switch host {
    case "0.0.0.0": "http://127.0.0.1:\(port)"
    case "::": "http://[::1]:\(port)"
    default: url
    }
  }

  /// Creates a server in a process that may run out of open files. It first opens the files that
  /// the Swift runtime needs later.
  package static func start(
    store: FixtureStore, options: Options
  ) async throws(IAPError) -> IAPServer {
    do {
      try await OpenFiles.openThoseOfTheRuntime()
    } catch {
      throw error.isOutOfThreads
        ? .iapctl(.tooManyThreads, .outOfThreads)
        : .iapctl(.tooManyOpenFiles, .outOfFiles(.filesOfServer))
    }
    return try IAPServer(store: store, options: options)
  }

  /// Loads the library, binds the port and begins to serve, with a connection of its own to the
  /// store.
  ///
  /// - Throws: `libraryMissing`, `addressUnusable`, or `usage` if the host is not an address of
  ///   this machine.
  package init(store: FixtureStore, options: Options) throws(IAPError) {
    try MicroHTTPD.load(options.library)
    var options = options
    options.connections = Self.affordable(options.connections)
    listener = try Self.listen(options)
    do throws(IAPError) {
      let executor = ExclusiveExecutor()
      scheduler = RequestScheduler(
        handler: RequestHandler(
          store: try store.reopened(on: executor), describe: options.describe),
        HeadCheck(
          host: listener.host, port: listener.port, isLoopback: listener.isLoopback,
          name: options.host, machine: CurrentUser.host,
          allowed: options.allowedHosts),
        executor, options)
      server = try MicroHTTPD(serving: scheduler, on: listener, options)
    } catch {
      listener.close()
      throw error
    }
  }

  /// Stops accepting connections, finishes the requests that have arrived whole, and closes.
  ///
  /// The server runs until this is called, even if nothing refers to it. Call it once only.
  package func stop() async {
    server.quiesce()
    await scheduler.drain()
    server.stop()
    listener.close()
  }

  /// The files that a server may have open beside its connections.
  private static let ownFiles = 32
  private static let mostConnections = MicroHTTPD.descriptors - ownFiles

  /// The number of connections that the limits on open files allow. With fewer than 2, none could be
  /// closed for a new one.
  private static func affordable(_ connections: Int) -> Int {
    let wanted = min(connections, mostConnections) + ownFiles
    return max(2, min(wanted, OpenFiles.allow(wanted)) - ownFiles)
  }

  private static func listen(_ options: Options) throws(IAPError) -> ListeningSocket {
    do {
      return try ListeningSocket(host: options.host, port: options.port)
    } catch {
      switch error {
      case .noAddress(let why):
        throw .iapctl(.usage, .hostInvalid(options.host, why: why))
      case .notHere(let error):
        throw .iapctl(.usage, .hostElsewhere(options.host, why: error.text))
      case .refused(let error) where error.isOutOfFiles:
        throw .iapctl(.tooManyOpenFiles, .outOfFiles(.socket))
      case .refused(let error):
        throw .iapctl(
          .addressUnusable, .cannotListen(at: "\(options.host):\(options.port)", why: error.text))
      }
    }
  }
}

/// Operations in the form that a server needs: for one payment, or with a whole list as the result.
extension FixtureStore {
  func consumeOne(_ request: Payment) throws(IAPError) -> ConsumeReceipt {
    guard let answer = consume([request]).first else {
      throw .iapctl(.bug, .bug("a consume without a result"))
    }
    return try answer.result.get()
  }

  /// The whole unconsumed list, and the markets that failed.
  func wholeUnconsumed(_ query: UnconsumedQuery) throws(IAPError) -> MarketResults<[Purchase]> {
    var (answer, next) = try firstUnconsumed(query)
    while let cursor = next {
      let page = try read { try $0.unconsumed(query, after: cursor) }
      answer.elements += page.purchases
      next = page.next
    }
    return answer
  }
}

extension MarketResults {
  /// The elements of all markets. If a market failed, its error is thrown, because the dialects
  /// `service` and `legacy` cannot report a partial list.
  func whole() throws(IAPError) -> Elements {
    if let failure = failures.first { throw failure.error }
    return elements
  }
}
