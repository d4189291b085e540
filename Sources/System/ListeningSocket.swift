import CLibrary

/// A TCP socket that accepts connections.
package struct ListeningSocket: Sendable {
  package enum Problem: Error, Equatable, Sendable {
    /// The host name has no address; with the message of the system.
    case noAddress(String)
    /// The address does not belong to this machine.
    case notHere(SystemError)
    case refused(SystemError)
  }

  /// The file descriptor.
  package let number: Int32
  /// The numeric address, such as `127.0.0.1` or `::1`.
  package let host: String
  package let port: Int
  /// Whether only this machine can connect.
  package let isLoopback: Bool

  /// Listens on the first available address of a host.
  ///
  /// - Parameter port: 0 for any free port.
  package init(host: String, port: Int) throws(Problem) {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = streamSocket
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, String(port), &hints, &list)
    guard code == 0 else { throw .noAddress(Self.words(for: code)) }
    defer { freeaddrinfo(list) }
    var problem = Problem.noAddress("no address")
    var next = list
    while let address = next {
      do throws(SystemError) {
        number = try Self.listen(at: address.pointee)
        (self.host, self.port, isLoopback) = Self.name(of: number)
        return
      } catch {
        problem = error.code == EADDRNOTAVAIL ? .notHere(error) : .refused(error)
      }
      next = address.pointee.ai_next
    }
    throw problem
  }

  package func close() { systemClose(number) }

  private static func words(for code: Int32) -> String {
    gai_strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }

  private static func listen(at address: addrinfo) throws(SystemError) -> Int32 {
    let number = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
    guard number >= 0 else { throw SystemError.last }
    var on: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    // The port of a server that has ended can be reused at once. A port in use is still refused.
    _ = setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &on, size)
    guard fcntl(number, F_SETFD, FD_CLOEXEC) == 0,
      fcntl(number, F_SETFL, O_NONBLOCK) == 0,
      bind(number, address.ai_addr, address.ai_addrlen) == 0, systemListen(number, SOMAXCONN) == 0
    else {
      let problem = SystemError.last
      systemClose(number)
      throw problem
    }
    return number
  }

  /// The local address of a socket.
  private static func name(of number: Int32) -> (host: String, port: Int, isLoopback: Bool) {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    var (host, port) = ([CChar](repeating: 0, count: 128), [CChar](repeating: 0, count: 16))
    withUnsafeMutablePointer(to: &address) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = getsockname(number, address, &size)
        _ = getnameinfo(
          address, size, &host, socklen_t(host.count), &port, socklen_t(port.count),
          NI_NUMERICHOST | NI_NUMERICSERV)
      }
    }
    let name = String(upToZero: host)
    return (name, Int(String(upToZero: port)) ?? 0, Loopback.isAddress(name))
  }
}
