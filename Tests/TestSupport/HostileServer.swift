import Synchronization
import System

/// An HTTP server on 127.0.0.1 that behaves as badly as a test wants, and remembers everything.
///
/// Each connection has a thread. All of them are over when the value is gone.
package final class HostileServer: Sendable {
  /// A request that arrived whole: a server would have acted on it.
  package struct Hit: Sendable {
    /// The connection it came on, counted from 1.
    package let connection: Int
    package let method: String
    package let target: String
    /// By lower-case name.
    package let headers: [String: String]
    package let body: String
  }

  package let port: Int
  private let log = Log()
  private let listener: TestSocket
  private let thread: SystemThread

  package init(_ behaviour: Behaviour) throws {
    let (listener, log) = (try TestSocket.listening(), log)
    self.listener = listener
    port = try listener.port()
    thread = try SystemThread { Self.serve(listener, behaviour, log) }
  }

  /// Ends all connections.
  deinit {
    let (sockets, _) = log.end()
    sockets.forEach { $0.closeConnection() }
    // Wakes the one who waits for the next connection.
    _ = try? TestSocket.connected(to: port)
    thread.join()
    log.end().threads.forEach { $0.join() }
  }

  /// The URL of a path.
  package func url(_ path: String = "/", scheme: String = "http", host: String = "127.0.0.1")
    -> String
  { "\(scheme)://\(host):\(port)\(path)" }

  /// How many connections were made.
  package var connections: Int { log.state.withLock { $0.connections } }

  /// What arrived whole, in its order.
  package var hits: [Hit] { log.state.withLock { $0.hits } }

  /// The heads that arrived, with or without a body after them.
  package var heads: [String] { log.state.withLock { $0.heads } }

  /// All bytes that arrived, of all connections.
  package var received: String {
    String(decoding: log.state.withLock { $0.received }, as: UTF8.self)
  }

  private static func serve(_ listener: TestSocket, _ behaviour: Behaviour, _ log: Log) {
    while let socket = try? listener.accept() {
      guard let number = log.open(socket) else { return }
      let thread = try? SystemThread {
        // Whatever goes wrong, the connection is over; the test sees it at the other end.
        try? behaviour.run(HostileConnection(number: number, socket: socket, log: log))
        socket.close()
      }
      if let thread { log.state.withLock { $0.threads.append(thread) } }
    }
  }
}

extension HostileServer {
  /// What a server has seen.
  final class Log: Sendable {
    struct State {
      var connections = 0
      var hits: [Hit] = []
      var heads: [String] = []
      var received: [UInt8] = []
      fileprivate var sockets: [TestSocket] = []
      fileprivate var threads: [SystemThread] = []
      fileprivate var isOver = false
    }

    let state = Mutex(State())

    /// The number of a new connection, or nil when there are to be no more.
    fileprivate func open(_ socket: TestSocket) -> Int? {
      state.withLock { state in
        if state.isOver { return nil }
        state.sockets.append(socket)
        state.connections += 1
        return state.connections
      }
    }

    fileprivate func end() -> (sockets: [TestSocket], threads: [SystemThread]) {
      state.withLock { state in
        state.isOver = true
        return (state.sockets, state.threads)
      }
    }
  }
}
