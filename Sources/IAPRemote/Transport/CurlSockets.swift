import CCurl

/// The sockets of the connections that libcurl has open: it asks before it uses a connection
/// whether something lies on it already.
///
/// What lies there before the request was sent cannot be its answer, and libcurl would take it for
/// that. Belongs to the thread that drives libcurl.
final class CurlSockets {
  private struct Connection {
    /// The port at this end; 0 until it is connected.
    var port: Int32 = 0
    var isAnswered = false
    /// Whether answers find their requests by a number, as in HTTP/2.
    var isMultiplexed = false
  }

  private var connections: [curl_socket_t: Connection] = [:]

  /// The functions that open and close sockets, with this value as their context.
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

  /// Whether a request may be sent on the connection with a port at this end.
  ///
  /// - Parameter isSecure: whether TLS is spoken: then a connection that has not answered yet may
  ///   hold what belongs to the handshake.
  func isClean(_ port: Int32, isSecure: Bool) -> Bool {
    let found = sockets(at: port)
    return !found.isEmpty
      && found.allSatisfy { socket in
        guard let connection = connections[socket], !connection.isMultiplexed else { return true }
        if isSecure, !connection.isAnswered { return true }
        return switch iapctl_curl_input_of(socket) {
        case iapctl_curl_input_none: true
        // That a new connection has ended is for libcurl to find out.
        case iapctl_curl_input_ended: !connection.isAnswered
        default: false
        }
      }
  }

  /// Notes that an answer came on the connection with a port at this end.
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
