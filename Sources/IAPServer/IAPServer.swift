package import IAPCore
package import IAPFixtures
import System

/// A fixture store over HTTP, until it is stopped.
package final class IAPServer: Sendable {
  package struct Options: Sendable {
    package var host = "127.0.0.1"
    /// 0 takes one that is free.
    package var port = 0
    /// How many connections there may be at once, if the process may have so many files open.
    /// Before they are too many, those that have waited longest for a request make room.
    package var connections = 1000
    /// After how many seconds without a byte a connection is closed.
    package var patience = 30
    /// The file of the C library, as the system's loader looks for it.
    package var library = MicroHTTPD.file
    /// The words for an error.
    package var describe: @Sendable (IAPError) -> String
    /// Waits, for a fault that makes an answer slow; ends early where its task is cancelled.
    package var sleep: @Sendable (Duration) async throws -> Void
    /// Told of every answer; called on any thread.
    package var log: @Sendable (LogEntry) -> Void

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

  /// A request, and how it ended.
  package struct LogEntry: Sendable {
    package let method: String
    package let path: String
    /// Nil where the connection was closed without an answer.
    package let status: Int?
    /// The result code in the answer's body, where there is one.
    package let resultCode: Int?
    /// What is wrong with the store itself, and was not told to the caller.
    package let trouble: IAPError?
  }

  private let listener: ListeningSocket
  private let daemon: MicroHTTPD
  private let scheduler: RequestScheduler

  /// The address in digits, and the port that was taken.
  package var host: String { listener.host }
  package var port: Int { listener.port }
  /// Whether only this machine can connect.
  package var isLoopback: Bool { listener.isLoopback }
  /// Where to find it: `http://127.0.0.1:8080`.
  package var url: String {
    "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }

  /// The same as making one, in a process that may run out of files: what it cannot do without is
  /// open before the first connection.
  package static func start(
    store: FixtureStore, options: Options
  ) async throws(IAPError) -> IAPServer {
    do {
      try await OpenFiles.openThoseOfTheRuntime()
    } catch {
      throw .iapctl(.tooManyOpenFiles, .outOfFiles("the files of a server"))
    }
    return try IAPServer(store: store, options: options)
  }

  /// Loads the library, listens, and answers from now on.
  ///
  /// - Throws: `libraryMissing`, or `addressUnusable`; `usage` where the host is no address of this
  ///   machine.
  package init(store: FixtureStore, options: Options) throws(IAPError) {
    try MicroHTTPD.load(options.library)
    var options = options
    options.connections = Self.affordable(options.connections)
    listener = try Self.listen(options)
    scheduler = RequestScheduler(
      handler: RequestHandler(store: store, describe: options.describe), options)
    do {
      daemon = try MicroHTTPD(serving: scheduler, on: listener, options)
    } catch {
      listener.close()
      throw error
    }
  }

  /// Accepts nobody any more, finishes the requests that have arrived whole, and closes.
  ///
  /// Until it is called the server lives, whether somebody holds it or not. To be called once.
  package func stop() async {
    daemon.quiesce()
    await scheduler.drain()
    daemon.stop()
    listener.close()
  }

  /// As many connections as there can be beside the files that the process has open for itself.
  private static func affordable(_ connections: Int) -> Int {
    let own = 32
    return max(1, min(connections, OpenFiles.allow(connections + own) - own))
  }

  private static func listen(_ options: Options) throws(IAPError) -> ListeningSocket {
    do {
      return try ListeningSocket(host: options.host, port: options.port)
    } catch {
      switch error {
      case .noAddress(let why):
        throw .iapctl(.usage, .usage("invalid host '\(options.host)': \(why)", hint: hostHint))
      case .notHere(let error):
        throw .iapctl(
          .usage,
          .usage(
            "'\(options.host)' is not an address of this machine: \(error.text)", hint: hostHint))
      case .refused(let error) where error.isOutOfFiles:
        throw .iapctl(.tooManyOpenFiles, .outOfFiles("a socket"))
      case .refused(let error):
        throw .iapctl(
          .addressUnusable, .cannotListen(at: "\(options.host):\(options.port)", why: error.text))
      }
    }
  }

  private static let hostHint = "name an address of this machine, such as 127.0.0.1 or ::1"
}
