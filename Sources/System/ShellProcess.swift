import CLibrary
import CSystem

/// A running shell, which ends if this process ends. One thread writes its input, reads its output, and waits for its end.
struct ShellProcess: ~Copyable {
  private let number: pid_t
  private let watch: Int32
  /// -1 after it is closed; the same for `output`.
  private var input: Int32
  private var output: Int32
  /// The shell may run while this descriptor is open.
  private let life: Int32
  private let group: ProcessGroup?
  private var unsent: ArraySlice<UInt8>
  private var tail = OutputTail()
  private var end: ShellCommand.End?

  init(_ command: ShellCommand) throws(SystemError) {
    var shell = iapctl_shell()
    let variables = ChildEnvironment(removing: command.removing, adding: command.variables)
    guard let variables, !command.line.utf8.contains(0) else { throw SystemError(code: EINVAL) }
    let problem = variables.withPointers {
      iapctl_shell_start(command.line, $0, command.lock?.descriptor ?? -1, &shell)
    }
    guard problem == 0 else { throw SystemError(code: problem) }
    (number, input, output, life) = (shell.process, shell.input, shell.output, shell.life)
    watch = iapctl_child_watch(number)
    unsent = command.input[...]
    group = command.group
    group?.begin(number)
  }

  deinit {
    for descriptor in [input, output, life, watch] where descriptor >= 0 { _ = close(descriptor) }
  }

  /// Waits for the command to end. Kills it after the time limit.
  mutating func finish(limit: Duration, grace: Duration) -> ShellCommand.Ending {
    var isLate = false
    serve(until: Deadline(after: limit)) { $0.end != nil }
    if end == nil {
      isLate = true
      stop(grace: grace)
    }
    // Reads the remaining output. The number of reads is limited, because a child process may write
    // without end.
    for _ in 0..<64 where listen() {}
    group?.close()
    iapctl_child_bury(number)
    let end = isLate ? .timedOut : end ?? .timedOut
    return ShellCommand.Ending(end, output: tail.text)
  }

  /// Sends SIGTERM to the command and its child processes, and SIGKILL after `grace`. Until
  /// `iapctl_child_bury`, the system does not reuse the process number.
  private mutating func stop(grace: Duration) {
    _ = kill(-number, SIGTERM)
    _ = kill(-number, SIGCONT)
    // A child process that still has the output open may be about to end.
    serve(until: Deadline(after: grace)) { $0.end != nil && $0.output < 0 }
    _ = kill(-number, SIGKILL)
    serve(until: .never) { $0.end != nil }
  }

  /// Writes input and reads output until a deadline.
  private mutating func serve(
    until deadline: Deadline, or isDone: (borrowing ShellProcess) -> Bool
  ) {
    look()
    while !isDone(self) {
      if deadline.isOver { return }
      let events = wait(until: deadline)
      if events.output { _ = listen() }
      if events.input { feed() }
      look()
    }
  }

  /// Waits until a stream is ready or the command may have ended.
  private func wait(until deadline: Deadline) -> (input: Bool, output: Bool) {
    // `poll` ignores negative descriptors.
    var waiting = [
      pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: end == nil ? watch : -1, events: Int16(POLLIN), revents: 0),
    ]
    // If the system cannot report the end of a child process, check every 10 ms.
    let next = watch < 0 && end == nil ? Deadline(after: .milliseconds(10)) : deadline
    guard poll(&waiting, nfds_t(waiting.count), next.milliseconds) > 0 else {
      return (false, false)
    }
    return (waiting[0].revents != 0, waiting[1].revents != 0)
  }

  private mutating func look() {
    guard end == nil else { return }
    var (status, killer): (Int32, Int32) = (0, 0)
    switch iapctl_child_look(number, &status, &killer) {
    case 0: return
    case 1: end = killer == 0 ? .exited(status: status) : .killed(signal: killer)
    case let problem: end = .notStarted(SystemError(code: -problem))
    }
    unsent = []
    feed()
  }

  /// Writes as much input as the pipe accepts. The command need not read all of it.
  private mutating func feed() {
    guard input >= 0 else { return }
    let count = unsent.withUnsafeBytes { write(input, $0.baseAddress, min($0.count, 1 << 16)) }
    if count > 0 { unsent = unsent.dropFirst(count) }
    let isOver = count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR
    guard unsent.isEmpty || isOver else { return }
    _ = close(input)
    input = -1
  }

  /// Reads a part of the output.
  ///
  /// - Returns: whether there was any output.
  private mutating func listen() -> Bool {
    guard output >= 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    let count = read(output, &buffer, buffer.count)
    if count > 0 {
      tail.append(buffer[..<count])
    } else if count == 0 {
      _ = close(output)
      output = -1
    }
    return count > 0
  }
}

/// Keeps the last 4096 bytes of an output.
struct OutputTail {
  private static let most = 4096
  private var bytes: [UInt8] = []
  private var isCut = false

  mutating func append(_ more: ArraySlice<UInt8>) {
    bytes += more.suffix(Self.most)
    let excess = bytes.count - Self.most
    isCut = isCut || excess > 0 || more.count > Self.most
    if excess > 0 { bytes.removeFirst(excess) }
  }

  /// The text, with invalid UTF-8 replaced. The rest of a character that was cut at the beginning
  /// is removed.
  var text: String {
    let isContinued = { (byte: UInt8) in byte & 0xC0 == 0x80 }
    let rest = isCut ? bytes.prefix(3).prefix(while: isContinued).count : 0
    return String(decoding: bytes.dropFirst(rest), as: UTF8.self)
  }
}
