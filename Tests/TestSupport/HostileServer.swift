import Synchronization
import System

/// An HTTP server on 127.0.0.1 that misbehaves as a test needs it. It records all requests.
///
/// Each connection has a thread. When the value is released, all of them have ended.
package final class HostileServer: Sendable {
  /// A request that arrived completely, so that a real server would have executed it.
  package struct Hit: Sendable {
    /// The number of its connection, counted from 1.
    package let connection: Int
    package let method: String
    package let target: String
    /// Headers by name in lower case.
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

  deinit {
    let (sockets, _) = log.end()
    sockets.forEach { $0.closeConnection() }
    // Wakes the thread that accepts connections.
    _ = try? TestSocket.connected(to: port)
    thread.join()
    log.end().threads.forEach { $0.join() }
  }

  package func url(_ path: String = "/", scheme: String = "http", host: String = "127.0.0.1")
    -> String
  { "\(scheme)://\(host):\(port)\(path)" }

  /// The number of connections so far.
  package var connections: Int { log.state.withLock { $0.connections } }

  /// The complete requests, in order of arrival.
  package var hits: [Hit] { log.state.withLock { $0.hits } }

  /// The request heads that arrived, with or without a body.
  package var heads: [String] { log.state.withLock { $0.heads } }

  /// All bytes that arrived, on all connections.
  package var received: String {
    String(decoding: log.state.withLock { $0.received }, as: UTF8.self)
  }

  private static func serve(_ listener: TestSocket, _ behaviour: Behaviour, _ log: Log) {
    while let socket = try? listener.accept() {
      guard let number = log.open(socket) else { return }
      let thread = try? SystemThread {
        // After an error the connection is closed, which the test sees on its side.
        try? behaviour.run(HostileConnection(number: number, socket: socket, log: log))
        socket.close()
      }
      if let thread { log.state.withLock { $0.threads.append(thread) } }
    }
  }
}

extension HostileServer {
  /// The data that a server records.
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

    /// The number of a new connection, or nil if the server is ending.
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
