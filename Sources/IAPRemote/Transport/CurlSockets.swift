import CCurl
import System

/// The sockets of libcurl's connections. Before libcurl reuses a connection, iapctl checks that it
/// has no unread data.
///
/// Data that arrived before the request was sent cannot be its response, but libcurl would treat it
/// as one. Only the thread that runs libcurl may use this class.
final class CurlSockets {
  private struct Connection {
    /// The local port; 0 until the socket is connected.
    var port: Int32 = 0
    var isAnswered = false
    /// Whether responses are matched to requests by a stream number (HTTP/2).
    var isMultiplexed = false
  }

  private var connections: [curl_socket_t: Connection] = [:]
  private var byPort: [Int32: [curl_socket_t]] = [:]
  /// The sockets whose port is not known yet.
  private var unconnected: [curl_socket_t] = []

  /// Callbacks that open and close sockets. Their context is this object.
  static let open: curl_opensocket_callback = { context, _, address in
    guard let address else { return CURL_SOCKET_BAD }
    let socket = iapctl_curl_open_socket(address)
    if socket != CURL_SOCKET_BAD { CurlSockets.of(context)?.add(socket) }
    return socket
  }

  static let close: curl_closesocket_callback = { context, socket in
    CurlSockets.of(context)?.forget(socket)
    return iapctl_curl_close_socket(socket)
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> CurlSockets? {
    context.map { Unmanaged<CurlSockets>.fromOpaque($0).takeUnretainedValue() }
  }

  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  private func add(_ socket: curl_socket_t) {
    connections[socket] = Connection()
    unconnected.append(socket)
  }

  private func forget(_ socket: curl_socket_t) {
    if let port = connections.removeValue(forKey: socket)?.port {
      byPort[port]?.removeAll { $0 == socket }
      if byPort[port]?.isEmpty == true { byPort[port] = nil }
    }
    unconnected.removeAll { $0 == socket }
  }

  /// Whether a request may be sent on the connection with this local port.
  ///
  /// - Parameter isSecure: whether the connection uses TLS. Before the first response, unread data
  ///   may then belong to the handshake.
  func isClean(_ port: Int32, isSecure: Bool) -> Bool {
    let found = sockets(at: port)
    return !found.isEmpty
      && found.allSatisfy { socket in
        guard let connection = connections[socket], !connection.isMultiplexed else { return true }
        if isSecure, !connection.isAnswered { return true }
        return switch iapctl_curl_input_of(socket) {
        case iapctl_curl_input_none: true
        // If a new connection has ended, libcurl detects it itself.
        case iapctl_curl_input_ended: !connection.isAnswered
        default: false
        }
      }
  }

  /// Records that the connection with this local port received a response.
  func setAnswered(_ port: Int32, isMultiplexed: Bool) {
    for socket in sockets(at: port) {
      guard let known = connections[socket],
        !known.isAnswered || known.isMultiplexed != isMultiplexed
      else { continue }
      connections[socket]?.isAnswered = true
      connections[socket]?.isMultiplexed = isMultiplexed
    }
  }

  private func sockets(at port: Int32) -> [curl_socket_t] {
    unconnected.removeAll { socket in
      let port = iapctl_curl_local_port(socket)
      guard port != 0 else { return false }
      connections[socket]?.port = port
      byPort[port, default: []].append(socket)
      return true
    }
    return byPort[port] ?? []
  }
}
