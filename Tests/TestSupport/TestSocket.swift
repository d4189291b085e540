import CLibrary
import CTestSocket
import Synchronization
import System

/// A TCP socket on 127.0.0.1 with blocking calls. Child processes do not inherit it.
///
/// Only one thread uses it, and that thread blocks signals. So a write to a closed connection is an
/// error and not a signal. Any thread may call ``closeConnection()``.
package final class TestSocket: Sendable {
  /// The other end has closed the connection.
  struct Closed: Error {}

  private let number: Int32
  private let isClosed = Mutex(false)

  private init(number: Int32) throws {
    guard number >= 0 else { throw SystemError.last }
    self.number = number
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
  }

  deinit { close() }

  private static func make() throws -> TestSocket {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #elseif canImport(Musl)
      let kind = SOCK_STREAM | SOCK_CLOEXEC
    #else
      let kind = SOCK_STREAM
    #endif
    return try TestSocket(number: socket(AF_INET, kind, 0))
  }

  /// Listens on a port that the system chooses.
  package static func listening(backlog: Int32 = 512) throws -> TestSocket {
    let socket = try make()
    try socket.withAddress(port: 0) { try check(bind(socket.number, $0, $1)) }
    try check(listen(socket.number, backlog))
    return socket
  }

  /// Begins to connect, without waiting for the connection.
  package static func connecting(to port: Int) throws -> TestSocket {
    let socket = try make()
    _ = fcntl(socket.number, F_SETFL, O_NONBLOCK)
    try socket.withAddress(port: port) { _ = connect(socket.number, $0, $1) }
    return socket
  }

  package static func connected(to port: Int) throws -> TestSocket {
    let socket = try make()
    try socket.withAddress(port: port) { try check(connect(socket.number, $0, $1)) }
    return socket
  }

  package func port() throws -> Int {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    try withUnsafeMutableBytes(of: &address) {
      try Self.check(
        getsockname(number, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, &length))
    }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  func accept() throws -> TestSocket { try TestSocket(number: iapctl_accept(number)) }

  func read() throws -> [UInt8] {
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      count = max(0, recv(number, buffer.baseAddress, buffer.count, 0))
    }
    if bytes.isEmpty { throw Closed() }
    return bytes
  }

  func write(_ bytes: some Collection<UInt8>) throws {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(number, $0.baseAddress, $0.count, 0) }
      guard count > 0 else { throw Closed() }
      rest = rest.dropFirst(count)
    }
  }

  /// The sockets that can be read, after at least one can or the time limit has passed.
  static func readable(_ sockets: [TestSocket], within milliseconds: Int32) -> [TestSocket] {
    var polled = sockets.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
    guard poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return [] }
    return zip(sockets, polled).compactMap { $1.revents == 0 ? nil : $0 }
  }

  /// Closes the sending side only.
  func finish() { _ = shutdown(number, Int32(SHUT_WR)) }

  /// Shuts the connection down, which ends every wait on both sides.
  func closeConnection() {
    isClosed.withLock { if !$0 { _ = shutdown(number, Int32(SHUT_RDWR)) } }
  }

  /// Closes the connection so that the other end sees a reset.
  func reset() {
    var abrupt = linger(l_onoff: 1, l_linger: 0)
    _ = setsockopt(
      number, SOL_SOCKET, SO_LINGER, &abrupt, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  package func close() {
    isClosed.withLock { isClosed in
      if isClosed { return }
      isClosed = true
      systemClose(number)
    }
  }

  private static func check(_ answer: Int32) throws {
    guard answer == 0 else { throw SystemError.last }
  }

  private func withAddress(
    port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Void
  ) throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    try withUnsafePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        try body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
