import CLibrary

/// Addresses of this machine that nothing else connects from or listens at: a port that was given
/// back there is free until its test takes it again. Where tests share one, any connection may take
/// it meanwhile.
package enum Loopback {
  #if os(Linux)
    package static let isShared = false
  #else
    package static let isShared = true
  #endif

  /// Another address each time, and another one in each process.
  package static var own: String {
    guard !isShared else { return "127.0.0.1" }
    let process = Int(getpid())
    return "127.\(1 + process / 256 % 250).\(process % 256).\(1 + counter.next() % 250)"
  }

  private static let counter = Counter()
}
