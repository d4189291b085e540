import CLibrary
import CSystem

/// The end of a wait on the monotonic clock.
package struct Deadline: Sendable {
  /// In nanoseconds on the monotonic clock.
  private let end: Int64

  package static let never = Deadline(end: .max)

  private init(end: Int64) { self.end = end }

  package init(after wait: Duration) {
    let (seconds, attoseconds) = wait.components
    let (length, isLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (end, isLate) = Clocks.monotonicNanoseconds().addingReportingOverflow(
      length + attoseconds / 1_000_000_000)
    self.end = isLong || isLate ? .max : end
  }

  package var isOver: Bool { end != .max && Clocks.monotonicNanoseconds() >= end }

  /// The remaining time for `poll`: -1 means no limit.
  var milliseconds: Int32 {
    guard end != .max else { return -1 }
    return Int32(clamping: max(0, (end - Clocks.monotonicNanoseconds()) / 1_000_000 + 1))
  }

  /// Waits until a file has data or is at its end.
  ///
  /// - Parameter file: nil to wait for the deadline only.
  /// - Returns: false if the deadline has passed.
  /// - Throws: ``SystemError/stopped`` if a signal asked the process to stop, before or during the
  ///   wait.
  func wait(untilReadable file: FileDescriptor?) throws(SystemError) -> Bool {
    // `poll` ignores negative descriptors.
    try wait(forSocket: file?.number ?? -1, reads: true, writes: false, canStop: true)
  }
}

extension Deadline {
  /// The deadline that comes first.
  package static func earlier(_ one: Deadline, _ other: Deadline) -> Deadline {
    one.end < other.end ? one : other
  }

  /// Waits until a socket of a C library has data, or has room for data.
  ///
  /// - Parameters:
  ///   - reads: whether data is waited for.
  ///   - writes: whether room for data is waited for.
  ///   - canStop: whether a signal that asks the process to stop ends the wait.
  /// - Returns: false if the deadline has passed.
  /// - Throws: ``SystemError/stopped`` if a signal ended the wait.
  package func wait(
    forSocket socket: Int32, reads: Bool, writes: Bool, canStop: Bool
  ) throws(SystemError) -> Bool {
    let timer = canStop ? try Signals.timer() : -1
    let events = (reads ? Int16(POLLIN) : 0) | (writes ? Int16(POLLOUT) : 0)
    while true {
      guard !canStop || Signals.pending == nil else { throw .stopped }
      var waiting = [
        pollfd(fd: timer, events: Int16(POLLIN), revents: 0),
        pollfd(fd: socket, events: events, revents: 0),
      ]
      // Other signals, such as SIGWINCH or SIGCONT, do not end the wait.
      guard poll(&waiting, 2, milliseconds) >= 0 || errno == EINTR else { throw .last }
      if canStop, Signals.pending != nil { continue }
      if waiting[1].revents != 0 { return true }
      if isOver { return false }
    }
  }
}
