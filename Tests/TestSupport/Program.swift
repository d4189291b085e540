import CLibrary
import CTestSocket
import System

/// A wrapper of `kill`, because a method below has the same name.
private func send(_ signal: Int32, to process: pid_t) { _ = kill(process, signal) }

/// The built binary, run as a process.
package struct Program: Sendable {
  /// The result of a process.
  package struct Run: Sendable {
    package let status: Int32
    package let output: String
    package let errors: String
  }

  /// The path of the binary: `IAPCTL_BINARY`, or the binary beside the test bundle.
  package static let path: String = {
    if let path = getenv("IAPCTL_BINARY") { return String(cString: path) }
    return beside("iapctl")
  }()

  /// The settings of the sanitizers, if 'make sanitize' has set them.
  private static let sanitizerOptions: [String: String] = {
    var values: [String: String] = [:]
    for name in ["ASAN_OPTIONS", "TSAN_OPTIONS"] {
      if let value = getenv(name) { values[name] = String(cString: value) }
    }
    return values
  }()

  private let folder: TemporaryFolder
  /// The whole environment of the process.
  package var variables: [String: String] = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]

  package init(in folder: TemporaryFolder) {
    self.folder = folder
    variables["TMPDIR"] = folder.path
    variables["XDG_STATE_HOME"] = folder["state"]
    // Without it, the profiles of the person who runs the tests would count.
    variables["HOME"] = folder.path
    variables.merge(Self.sanitizerOptions) { given, _ in given }
  }

  package func run(_ words: String..., input: String = "") throws -> Run {
    try run(words: words, input: input)
  }

  package func run(words: [String], input: String = "") throws -> Run {
    try launch([Self.path] + words, input: input).wait()
  }

  /// Runs a shell script. `$IAPCTL` is the path of the binary.
  package func shell(_ script: String, input: String = "") throws -> Run {
    try launch(["/bin/sh", "-c", script], input: input).wait()
  }

  /// Starts the binary without waiting for its end.
  package func start(_ words: String...) throws -> Started { try start(words: words) }

  /// Starts the binary without waiting for its end.
  package func start(words: [String]) throws -> Started {
    try launch([Self.path] + words, input: "")
  }

  /// Starts a server and waits for its first line, which has its port.
  ///
  /// - Parameter program: another program to start instead of the binary.
  /// - Throws: ``NotServing`` if it ends without such a line.
  package func serve(_ words: String..., by program: String = Self.path) throws -> Server {
    let (process, text) = try startTelling([program, "serve"] + words)
    guard let port = text.split(separator: ":").last.flatMap({ Int($0.dropLast()) }) else {
      throw NotServing(run: try process.wait())
    }
    return Server(process: process, line: text, port: port)
  }

  /// Starts a program and waits for its first line of output. The line is empty if the program ends
  /// without one.
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

  /// The path of another executable that was built beside the tests.
  package static func beside(_ name: String) -> String {
    Files.folder(of: CommandLine.arguments[0]) + "/" + name
  }

  /// The server ended before it printed its port.
  package struct NotServing: Error { package let run: Run }

  /// A running server.
  package struct Server: Sendable {
    package let process: Started
    /// Its first line of output.
    package let line: String
    package let port: Int

    /// Sends a signal and waits for the end of the process.
    @discardableResult
    package func stop(_ signal: Int32 = SIGTERM) throws -> Run {
      process.kill(signal)
      return try process.wait()
    }
  }

  /// A running process.
  package struct Started: Sendable {
    fileprivate let number: pid_t
    fileprivate let outputPath: String
    fileprivate let errorsPath: String

    /// Its process number, for scripts.
    package var numberText: String { "\(number)" }

    package func kill(_ signal: Int32) { send(signal, to: number) }

    #if os(Linux)
      /// Sends a signal and waits until it was delivered to the process.
      package func interrupt(_ signal: Int32) throws {
        kill(signal)
        while try isPending(signal), !hasEnded { sched_yield() }
      }

      /// Waits until the process has a lock on a file, or has ended. SQLite locks a `-shm` file as
      /// long as it has it open. (The list of the files that it has open is for root only, because
      /// it leaves no core dumps.)
      package func waitUntilLocked(_ path: String) throws {
        while !hasEnded {
          var facts = stat()
          if stat(path, &facts) == 0 {
            // "1: POSIX ADVISORY READ 4711 fe:01:123456 128 128"
            let isLocked = try Self.text("/proc/locks").split(separator: "\n").contains { line in
              let words = line.split(separator: " ")
              return words.contains("\(number)")
                && words.contains { $0.hasSuffix(":\(facts.st_ino)") }
            }
            if isLocked { return }
          }
          sched_yield()
        }
      }

      /// Whether its main thread waits for something.
      package var isAsleep: Bool {
        get throws {
          // The name in parentheses can have spaces: "4711 (iapctl) S 1 ...".
          let state = try Self.text("/proc/\(number)/stat").split(separator: ")").last
          return state?.split(separator: " ").first == "S"
        }
      }

      private func isPending(_ signal: Int32) throws -> Bool {
        let status = try Self.text("/proc/\(number)/status").split(separator: "\n")
        let mask = status.first { $0.hasPrefix("ShdPnd:") }?.split(separator: "\t").last
        return UInt64(mask ?? "0", radix: 16).map { $0 >> (signal - 1) & 1 == 1 } ?? false
      }
    #endif

    /// True if it has ended. Its exit status is not collected yet.
    package var hasEnded: Bool {
      var information = siginfo_t()
      return waitid(P_PID, id_t(number), &information, WEXITED | WNOHANG | WNOWAIT) == 0
        && information.si_signo != 0
    }

    /// Waits for its end. A signal counts as 128 plus its number, as in a shell.
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
    /// The peak memory of the binary in KiB. It is measured when nearly all output is read and the
    /// binary still waits to write the last of it.
    ///
    /// - Parameter preparation: shell commands before each of the two runs.
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

  /// - Parameter output: the descriptor for standard output; nil for a file.
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
    // Libraries may have open files that a child process would inherit and that count towards its
    // limit.
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

  /// Attributes that unblock all signals. The threads of tests block signals, and a child process
  /// inherits that.
  private static func unblocked() throws -> posix_spawnattr_t {
    var (attributes, none) = (posix_spawnattr_t(), sigset_t())
    guard posix_spawnattr_init(&attributes) == 0 else { throw SystemError.last }
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    return attributes
  }

  static func withCStrings<Answer>(
    _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Answer
  ) -> Answer {
    var pointers = texts.map { strdup($0) } + [nil]
    defer { pointers.forEach { free($0) } }
    return pointers.withUnsafeMutableBufferPointer { buffer in
      // The array has at least its terminating nil, so the buffer has an address.
      body(buffer.baseAddress.unsafelyUnwrapped)
    }
  }

  private static func next() -> Int { counter.next() }
  private static let counter = Counter()
}
