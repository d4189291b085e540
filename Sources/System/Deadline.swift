import CLibrary

/// The end of a wait, on the monotonic clock.
package struct Deadline: Sendable {
  /// In nanoseconds.
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

  /// What is left, as `poll` takes it: negative for ever.
  var milliseconds: Int32 {
    guard end != .max else { return -1 }
    return Int32(clamping: max(0, (end - Clocks.monotonicNanoseconds()) / 1_000_000 + 1))
  }

  /// Waits until a file can be read, or is at its end.
  ///
  /// - Parameter file: nil to wait for nothing but the deadline.
  /// - Returns: false once the deadline is over.
  /// - Throws: ``SystemError/stopped`` if a signal asked the process to stop, before or meanwhile.
  func wait(untilReadable file: FileDescriptor?) throws(SystemError) -> Bool {
    let alarm = try Signals.alarm()
    while true {
      guard Signals.pending == nil else { throw .stopped }
      // A negative number is passed over.
      var waiting = [
        pollfd(fd: alarm, events: Int16(POLLIN), revents: 0),
        pollfd(fd: file?.number ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      // Other signals ask for nothing: a terminal's new size, a continuation.
      guard poll(&waiting, 2, milliseconds) >= 0 || errno == EINTR else { throw .last }
      if waiting[1].revents != 0, Signals.pending == nil { return true }
      if isOver, Signals.pending == nil { return false }
    }
  }
}
