import CLibrary
import CTestSocket
import System

/// Where a method has the name of the call.
private func send(_ signal: Int32, to process: pid_t) { _ = kill(process, signal) }

/// The built binary, run as a process.
package struct Program: Sendable {
  /// What a process did.
  package struct Run: Sendable {
    package let status: Int32
    package let output: String
    package let errors: String
  }

  /// The path of the binary: `IAPCTL_BINARY`, else the one that was built beside the tests.
  package static let path: String = {
    if let path = getenv("IAPCTL_BINARY") { return String(cString: path) }
    return beside("iapctl")
  }()

  private let folder: TemporaryFolder
  /// What the process sees of the environment; nothing else.
  package var variables: [String: String] = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]

  package init(in folder: TemporaryFolder) {
    self.folder = folder
    variables["TMPDIR"] = folder.path
    variables["XDG_STATE_HOME"] = folder["state"]
  }

  /// Runs the binary with words.
  package func run(_ words: String..., input: String = "") throws -> Run {
    try run(words: words, input: input)
  }

  /// Runs the binary with words.
  package func run(words: [String], input: String = "") throws -> Run {
    try launch([Self.path] + words, input: input).wait()
  }

  /// Runs a script with `$IAPCTL` set to the binary.
  package func shell(_ script: String, input: String = "") throws -> Run {
    try launch(["/bin/sh", "-c", script], input: input).wait()
  }

  /// Starts the binary and does not wait for it.
  package func start(_ words: String...) throws -> Started { try start(words: words) }

  /// Starts the binary and does not wait for it.
  package func start(words: [String]) throws -> Started {
    try launch([Self.path] + words, input: "")
  }

  /// Starts a server and waits for the line in which it says where it listens.
  ///
  /// - Parameter program: what to start in place of the binary.
  /// - Throws: where it ends without one; its errors are in the run.
  package func serve(_ words: String..., by program: String = Self.path) throws -> Server {
    let (process, text) = try startTelling([program, "serve"] + words)
    guard let port = text.split(separator: ":").last.flatMap({ Int($0.dropLast()) }) else {
      throw NotServing(run: try process.wait())
    }
    return Server(process: process, line: text, port: port)
  }

  /// Starts a program and waits for the first line that it prints; an empty one where it ends
  /// without.
  package func startTelling(_ words: [String]) throws -> (process: Started, line: String) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError.last }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let process: Started
    do {
      defer { close(ends[1]) }
      process = try launch(words, input: "", output: ends[1])
    }
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.last != UInt8(ascii: "\n"), read(ends[0], &byte, 1) == 1 { line.append(byte) }
    return (process, String(decoding: line, as: UTF8.self))
  }

  /// A program that was built beside the tests.
  package static func beside(_ name: String) -> String {
    Files.folder(of: CommandLine.arguments[0]) + "/" + name
  }

  /// A server that did not begin.
  package struct NotServing: Error { package let run: Run }

  /// A server under way.
  package struct Server: Sendable {
    package let process: Started
    /// What it said.
    package let line: String
    package let port: Int

    /// Stops it and waits for its end.
    @discardableResult
    package func stop(_ signal: Int32 = SIGTERM) throws -> Run {
      process.kill(signal)
      return try process.wait()
    }
  }

  /// A process under way.
  package struct Started: Sendable {
    fileprivate let number: pid_t
    fileprivate let outputPath: String
    fileprivate let errorsPath: String

    package func kill(_ signal: Int32) { send(signal, to: number) }

    #if os(Linux)
      /// Sends a signal and waits until the process has taken it.
      package func interrupt(_ signal: Int32) throws {
        kill(signal)
        while try isPending(signal), !hasEnded { sched_yield() }
      }

      /// Waits until the process has a file open, or has ended.
      package func waitUntilOpen(_ path: String) {
        let wanted = Array(Files.ownPath(path).utf8)
        while !hasEnded {
          for descriptor in 0..<64 {
            var name = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink("/proc/\(number)/fd/\(descriptor)", &name, name.count)
            if count > 0, name.prefix(count).map(UInt8.init(bitPattern:)) == wanted { return }
          }
          sched_yield()
        }
      }

      /// The number of the system call that its main thread waits in; nil while it waits in none.
      package var systemCall: String? {
        get throws {
          let words = try Self.text("/proc/\(number)/syscall").split(separator: " ")
          return words.first == "running" ? nil : words.first.map(String.init)
        }
      }

      private func isPending(_ signal: Int32) throws -> Bool {
        let status = try Self.text("/proc/\(number)/status").split(separator: "\n")
        let mask = status.first { $0.hasPrefix("ShdPnd:") }?.split(separator: "\t").last
        return UInt64(mask ?? "0", radix: 16).map { $0 >> (signal - 1) & 1 == 1 } ?? false
      }
    #endif

    /// Whether it has ended; then it still wants to be waited for.
    package var hasEnded: Bool {
      var information = siginfo_t()
      return waitid(P_PID, id_t(number), &information, WEXITED | WNOHANG | WNOWAIT) == 0
        && information.si_signo != 0
    }

    /// Waits for its end; a signal counts as 128 and its number, as in a shell.
    package func wait() throws -> Run {
      var status: Int32 = 0
      while waitpid(number, &status, 0) == -1 {
        guard errno == EINTR else { throw SystemError.last }
      }
      let signal = status & 0x7F
      return Run(
        status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal,
        output: try Self.text(outputPath), errors: try Self.text(errorsPath))
    }

    private static func text(_ path: String) throws -> String {
      String(decoding: try Files.read(path, limit: 1 << 30), as: UTF8.self)
    }
  }

  #if os(Linux)
    /// Runs the binary for the most memory that it held, in KiB, until all but the last of its
    /// output was read. Then it waits for its reader, who looks.
    ///
    /// - Parameter preparation: what a shell does before each of its two runs.
    package func peakMemory(_ line: String, after preparation: String = ":") throws -> Int {
      let run = try shell(
        """
        cd '\(folder.path)'
        \(preparation)
        bytes=$($IAPCTL \(line) | wc -c)
        \(preparation)
        mkfifo memory && { $IAPCTL \(line) > memory & process=$!; }
        exec 9< memory
        head -c $((bytes - 200000)) <&9 > /dev/null
        grep VmHWM /proc/$process/status
        cat <&9 > /dev/null
        wait $process && rm memory
        """)
      guard run.status == 0, let peak = Int(run.output.filter(\.isNumber)) else {
        throw SystemError(code: EIO)
      }
      return peak
    }
  #endif

  /// - Parameter output: where standard output goes; a file where nil.
  private func launch(
    _ words: [String], input: String, output: Int32? = nil
  ) throws -> Started {
    let name = "run-\(Self.next())"
    let paths = (
      input: try folder.write(input, to: name + ".in"), output: folder[name + ".out"],
      errors: folder[name + ".err"]
    )
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let writing = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, 0, paths.input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, paths.output, writing, 0o600)
    if let output { posix_spawn_file_actions_adddup2(&actions, output, 1) }
    posix_spawn_file_actions_addopen(&actions, 2, paths.errors, writing, 0o600)
    // Libraries open files that a process would inherit, and that count among those it may have.
    _ = iapctl_inherit_below(&actions, 3)
    var attributes = try Self.unblocked()
    defer { posix_spawnattr_destroy(&attributes) }
    var all = variables
    all["IAPCTL"] = Self.path
    var number = pid_t()
    let code = Self.withCStrings(words) { arguments in
      Self.withCStrings(all.map { "\($0)=\($1)" }) { environment in
        posix_spawn(&number, words[0], &actions, &attributes, arguments, environment)
      }
    }
    guard code == 0 else { throw SystemError(code: code) }
    return Started(number: number, outputPath: paths.output, errorsPath: paths.errors)
  }

  /// A process that can be signalled: the threads that tests run on block signals, and a process
  /// would inherit that.
  private static func unblocked() throws -> posix_spawnattr_t {
    var (attributes, none) = (posix_spawnattr_t(), sigset_t())
    guard posix_spawnattr_init(&attributes) == 0 else { throw SystemError.last }
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    return attributes
  }

  /// Lends an array of C strings that ends with nil.
  static func withCStrings<Answer>(
    _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Answer
  ) -> Answer {
    var pointers = texts.map { strdup($0) } + [nil]
    defer { pointers.forEach { free($0) } }
    return pointers.withUnsafeMutableBufferPointer { buffer in
      // The array ends with nil, so it has an address.
      body(buffer.baseAddress.unsafelyUnwrapped)
    }
  }

  private static func next() -> Int { counter.next() }
  private static let counter = Counter()
}
