import Synchronization
import System

/// A proxy in front of a server on a port, which cuts connections where a test wants it.
package final class CuttingProxy: Sendable {
  package enum Direction: Sendable, CaseIterable { case toServer, toClient }

  private struct State {
    /// The bytes that still pass in a direction; then all connections are cut.
    var cut: (direction: Direction, bytes: Int)?
    /// Whether the cut also refuses new connections.
    var staysDown = false
    var isDown = false
    var sockets: [TestSocket] = []
  }

  /// The port of the proxy.
  package let port: Int
  private let target: Int
  private let listener: TestSocket
  private let state = Mutex(State())

  package init(to target: Int) throws {
    self.target = target
    listener = try TestSocket.listening()
    port = try listener.port()
    let (listener, known) = (listener, Weak(self))
    try SystemThread.detach {
      while let client = try? listener.accept() {
        guard let proxy = known.proxy else { return client.reset() }
        proxy.open(client)
      }
    }
  }

  deinit {
    cutAll()
    listener.closeConnection()
  }

  /// Cuts all connections after some more bytes in a direction.
  ///
  /// - Parameter staysDown: whether to refuse new connections from then on, until ``setDown(_:)``.
  package func cut(_ direction: Direction, after bytes: Int, staysDown: Bool = false) {
    state.withLock {
      $0.cut = (direction, bytes)
      $0.staysDown = staysDown
    }
  }

  /// Whether the planned cut has not happened.
  package var isCutPending: Bool { state.withLock { $0.cut != nil } }

  /// Cancels the planned cut.
  package func cutNothing() { state.withLock { $0.cut = nil } }

  /// Cuts all connections now.
  package func cutAll() {
    let sockets = state.withLock { state in
      defer { state.sockets = [] }
      return state.sockets
    }
    for socket in sockets { socket.closeConnection() }
  }

  /// Cuts all connections, and refuses new ones until it is switched on again.
  package func setDown(_ isDown: Bool) {
    state.withLock { $0.isDown = isDown }
    if isDown { cutAll() }
  }

  private func open(_ client: TestSocket) {
    guard !state.withLock({ $0.isDown }), let server = try? TestSocket.connected(to: target) else {
      client.reset()
      return
    }
    state.withLock { $0.sockets += [client, server] }
    let proxy = Weak(self)
    for (from, to, direction) in [
      (client, server, Direction.toServer), (server, client, .toClient),
    ] {
      try? SystemThread.detach {
        while let bytes = try? from.read(), let known = proxy.proxy,
          known.pass(bytes, to, direction)
        {}
        from.closeConnection()
        to.closeConnection()
      }
    }
  }

  /// - Returns: false if the connection is cut.
  private func pass(_ bytes: [UInt8], _ to: TestSocket, _ direction: Direction) -> Bool {
    let allowed = state.withLock { state -> Int? in
      guard let cut = state.cut, cut.direction == direction else { return nil }
      guard bytes.count >= cut.bytes else {
        state.cut = (direction, cut.bytes - bytes.count)
        return nil
      }
      state.cut = nil
      if state.staysDown { state.isDown = true }
      return cut.bytes
    }
    guard let allowed else { return (try? to.write(bytes)) != nil }
    try? to.write(bytes.prefix(allowed))
    cutAll()
    return false
  }

  /// The threads do not keep the proxy alive.
  private final class Weak: Sendable {
    weak let proxy: CuttingProxy?
    init(_ proxy: CuttingProxy) { self.proxy = proxy }
  }
}
