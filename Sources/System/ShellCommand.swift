import CLibrary
import CSystem

/// A shell command with its input, environment and time limit.
package struct ShellCommand: Equatable, Sendable {
  package enum End: Equatable, Sendable {
    case exited(status: Int32)
    case killed(signal: Int32)
    /// The command was killed because it exceeded its time limit.
    case timedOut
    /// The shell could not be started.
    case notStarted(SystemError)
  }

  package struct Ending: Equatable, Sendable {
    package let end: End
    /// The end of its standard output and standard error, in the order of writing.
    package var output: String
    /// Whether something that the command began may still be at work.
    package var mayBeAtWork = false

    package init(_ end: End, output: String = "") {
      self.end = end
      self.output = output
    }
  }

  /// The argument of `/bin/sh -c`.
  package var line: String
  /// The content of its standard input.
  package var input: [UInt8] = []
  /// The variables of this process that the command does not inherit.
  package var removing: Set<String> = []
  /// Variables that are added or replaced.
  package var variables: [String: String] = [:]
  /// The time after which it is ended, also while this process or the machine sleeps.
  package var limit: Duration
  /// The time between SIGTERM and SIGKILL, after the time limit and for what the command left behind.
  package var grace = Self.usualGrace
  /// A lock that is kept until nothing of the command runs, also if this process ends before that.
  package var lock: FileLock?
  /// The processes of the command, for a caller that may end them. If there is such a caller, the
  /// command ends with this process; nil to let it run to its end or its limit.
  package var group: ProcessGroup?

  package static let usualGrace = Duration.seconds(2)

  package init(_ line: String, limit: Duration) {
    self.line = line
    self.limit = limit
  }

  /// Runs the command in a new session: Ctrl-C does not reach it, and it cannot read from the
  /// terminal. What it leaves running, in the background or in other sessions, is ended before its end
  /// is reported. If its supervisor is killed, this process has to do that
  /// (``CurrentProcess/adoptOrphans()``).
  package func run() async -> Ending {
    let deadline = Self.nanoseconds(limit, after: Clocks.sleeplessNanoseconds())
    return await withCheckedContinuation { continuation in
      do throws(SystemError) {
        try SystemThread.detach { continuation.resume(returning: runHere(until: deadline)) }
      } catch {
        continuation.resume(returning: Ending(.notStarted(error)))
      }
    }
  }

  private func runHere(until deadline: Int64) -> Ending {
    do throws(SystemError) {
      let (supervisor, channel) = try start(until: deadline)
      group?.begin(channel)
      var end = iapctl_shell_end()
      iapctl_shell_finish(supervisor, channel, &end)
      group?.close()
      systemClose(channel)
      return Ending(end)
    } catch {
      return Ending(.notStarted(error))
    }
  }

  private func start(until deadline: Int64) throws(SystemError) -> (pid_t, channel: Int32) {
    let variables = ChildEnvironment(removing: removing, adding: variables)
    guard let variables, !line.utf8.contains(0) else { throw SystemError(code: EINVAL) }
    var (supervisor, channel): (pid_t, Int32) = (0, 0)
    let problem = line.withCString { line in
      variables.withPointers { environment in
        input.withUnsafeBytes { input in
          var command = iapctl_shell()
          (command.line, command.environment) = (line, environment)
          command.input = input.baseAddress?.assumingMemoryBound(to: CChar.self)
          command.input_count = input.count
          command.lock = lock?.descriptor ?? -1
          command.deadline = deadline
          command.grace = Self.nanoseconds(grace, after: 0)
          command.ends_with_caller = group == nil ? 0 : 1
          return iapctl_shell_start(&command, &supervisor, &channel)
        }
      }
    }
    guard problem == 0 else { throw SystemError(code: problem) }
    return (supervisor, channel)
  }

  /// Never later than in a hundred years, so that the supervisor can add to it.
  private static func nanoseconds(_ wait: Duration, after start: Int64) -> Int64 {
    let (seconds, attoseconds) = min(wait, .seconds(3_155_760_000)).components
    return start + seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}

extension ShellCommand.Ending {
  fileprivate init(_ end: iapctl_shell_end) {
    self.init(
      end.problem != 0
        ? .notStarted(SystemError(code: end.problem))
        : end.is_late != 0
          ? .timedOut
          : end.killer != 0 ? .killed(signal: end.killer) : .exited(status: end.status),
      output: withUnsafeBytes(of: end.output) { bytes in
        // The rest of a character that was cut at the beginning is removed.
        let isContinued = { (byte: UInt8) in byte & 0xC0 == 0x80 }
        let bytes = bytes.prefix(Int(end.count))
        let rest = end.is_cut == 0 ? 0 : bytes.prefix(3).prefix(while: isContinued).count
        return String(decoding: bytes.dropFirst(rest), as: UTF8.self)
      })
    mayBeAtWork = end.is_uncertain != 0
  }
}
