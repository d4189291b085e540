import CCurl

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

  /// Callbacks that open and close sockets. Their context is this object.
  static let open: curl_opensocket_callback = { context, _, address in
    guard let address else { return CURL_SOCKET_BAD }
    let socket = iapctl_curl_open_socket(address)
    if socket != CURL_SOCKET_BAD { CurlSockets.of(context)?.connections[socket] = Connection() }
    return socket
  }

  static let close: curl_closesocket_callback = { context, socket in
    CurlSockets.of(context)?.connections[socket] = nil
    return iapctl_curl_close_socket(socket)
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> CurlSockets? {
    context.map { Unmanaged<CurlSockets>.fromOpaque($0).takeUnretainedValue() }
  }

  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

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
      connections[socket]?.isAnswered = true
      connections[socket]?.isMultiplexed = isMultiplexed
    }
  }

  private func sockets(at port: Int32) -> [curl_socket_t] {
    for (socket, connection) in connections where connection.port == 0 {
      connections[socket]?.port = iapctl_curl_local_port(socket)
    }
    return connections.filter { $0.value.port == port && port != 0 }.map(\.key)
  }
}
