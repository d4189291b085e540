import TestSupport

/// A system call of a process at which it is killed, or at which the disk fails.
struct CrashPoint: CustomStringConvertible {
  /// What happens, in the words of strace.
  enum Fault: String, CaseIterable {
    case kill = "signal=KILL"
    case full = "error=ENOSPC"
    case broken = "error=EIO"
  }

  let call: String
  let fault: Fault
  /// Which of the calls: 1 for the first.
  let number: Int
  /// Whether all later calls fail too, as they do on a disk that stays full.
  let isLasting: Bool

  var description: String {
    "\(call):\(fault.rawValue):when=\(number)\(isLasting ? "+" : "")"
  }

  /// The calls that write, sync, make or remove a file.
  static let calls = [
    "pwrite64", "write", "fdatasync", "fsync", "ftruncate", "link", "unlink", "mkdir", "fchmod",
    "renameat2",
  ]

  /// The series of points that differ in their number only. Each ends where the process makes no
  /// further such call.
  static func series() -> [(call: String, fault: Fault, isLasting: Bool)] {
    calls.flatMap { call in
      [(call, .kill, false), (call, .broken, false), (call, .full, false), (call, .full, true)]
    }
  }
}

/// What a process says with its exit status and its messages about its operation.
enum Statement {
  case applied, notApplied
  /// It was killed, it says that it does not know, or nothing could be written.
  case nothing

  init(status: Int, errors: String) {
    switch status {
    case 0: self = .applied
    case 7, 137: self = .nothing
    default:
      // The error is the last line. A consume has its outcome in its results too.
      let outcome = errors.matches(of: /"outcome":"([a-z-]+)"/).last?.1
      self = outcome == "not-applied" ? .notApplied : outcome == "applied" ? .applied : .nothing
    }
  }
}
