#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A wait that is looked at in between: whether it is over, whether somebody asked to stop.
struct Deadline {
  private let end: Int64

  /// So long a moment is at most, in milliseconds: a request to stop is seen behind it.
  private static let moment: Int64 = 25

  init(for patience: Duration) {
    let (seconds, attoseconds) = patience.components
    let (length, isLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (end, isLate) = Clocks.monotonicNanoseconds().addingReportingOverflow(
      length + attoseconds / 1_000_000_000)
    self.end = isLong || isLate ? .max : end
  }

  var isOver: Bool { Clocks.monotonicNanoseconds() >= end }

  /// Waits for a moment. A signal ends it.
  func pause() { _ = poll(nil, 0, milliseconds) }

  /// Waits for a moment until there is something to read.
  ///
  /// - Returns: whether there is, or the end of it.
  func pause(untilReadable file: FileDescriptor) -> Bool {
    var waiting = pollfd(fd: file.number, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, milliseconds) > 0
  }

  private var milliseconds: Int32 {
    let rest = (end - Clocks.monotonicNanoseconds()) / 1_000_000 + 1
    return Int32(max(0, min(Self.moment, rest)))
  }
}
