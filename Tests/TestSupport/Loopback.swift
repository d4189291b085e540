import CLibrary

/// Addresses of this machine that no other process uses. On such an address, a port that was
/// released stays free until the test binds it again. If there is only 127.0.0.1, as on macOS,
/// another process could take the port.
package enum Loopback {
  #if os(Linux)
    package static let isShared = false
  #else
    package static let isShared = true
  #endif

  /// A different address at each call and in each process.
  package static var own: String {
    guard !isShared else { return "127.0.0.1" }
    let process = Int(getpid())
    return "127.\(1 + process / 256 % 250).\(process % 256).\(1 + counter.next() % 250)"
  }

  private static let counter = Counter()
}
