import CLibrary
import CSystem
import Synchronization

/// Whether nobody read a standard stream after a stop signal. Then the others are not waited for.
private let hasGivenUp = Atomic<Bool>(false)

/// An open file descriptor of this process.
package struct FileDescriptor: Sendable {
  package static let standardInput = FileDescriptor(number: 0)
  package static let standardOutput = FileDescriptor(number: 1)
  package static let standardError = FileDescriptor(number: 2)

  let number: Int32

  private init(number: Int32) { self.number = number }

  package var isTerminal: Bool { isatty(number) == 1 }

  /// Its path, if it is a terminal.
  var terminalPath: String? {
    var name = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard ttyname_r(number, &name, name.count) == 0 else { return nil }
    return String(upToZero: name)
  }

  /// The width of the terminal in columns; nil if it is not a terminal or has no known width.
  package var columns: Int? { terminalSize.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } }

  /// The height of the terminal in lines; nil if it is not a terminal or has no known height.
  package var rows: Int? { terminalSize.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }

  private var terminalSize: winsize? {
    var size = winsize()
    return ioctl(number, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }

  /// Sets whether the terminal shows what is typed.
  ///
  /// - Returns: whether it did before; true if the descriptor is not a terminal.
  package func showTyping(_ isShown: Bool) -> Bool {
    var state = termios()
    guard tcgetattr(number, &state) == 0 else { return true }
    let wasShown = state.c_lflag & tcflag_t(ECHO) != 0
    if isShown {
      state.c_lflag |= tcflag_t(ECHO)
    } else {
      state.c_lflag &= ~tcflag_t(ECHO)
    }
    // What was typed ahead is kept: answers can be pasted together.
    _ = tcsetattr(number, TCSADRAIN, &state)
    return wasShown
  }

  /// Whether it is a pipe, a socket or a terminal whose reader has closed it.
  package var isClosedByReader: Bool {
    var state = pollfd(fd: number, events: 0, revents: 0)
    return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLERR | POLLHUP) != 0
  }

  /// Writes all of the bytes to standard output or standard error. Waits if the reader is slow.
  ///
  /// - Throws: ``SystemError/stopped`` if a signal asked the process to stop, and nobody reads for a second.
  package func writeUnlessStopped(_ bytes: some Collection<UInt8>) throws(SystemError) {
    try write(bytes) { rest in
      guard canWrite() else { return nil }
      // A pipe that can be written has room for so much: this does not wait.
      let most = rest.count > PIPE_BUF && !isFile ? Int(PIPE_BUF) : rest.count
      return systemWrite(number, rest.baseAddress, most)
    }
  }

  /// Waits until somebody reads. Signals are looked for at times: a thread of Dispatch blocks them, and no
  /// signal ends its wait.
  ///
  /// - Returns: false if the process was told to stop and nobody reads.
  private func canWrite() -> Bool {
    var waiting = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    var pauses = 0
    while true {
      let found = poll(&waiting, 1, hasGivenUp.load(ordering: .relaxed) ? 0 : Self.pause)
      if found > 0 || found < 0 && errno != EINTR { return true }
      if found == 0, Signals.pending != nil {
        pauses += 1
        if hasGivenUp.load(ordering: .relaxed) || pauses > Self.patience {
          hasGivenUp.store(true, ordering: .relaxed)
          return false
        }
      }
    }
  }

  private var isFile: Bool { (try? facts().st_mode & S_IFMT) == S_IFREG }

  /// In milliseconds.
  private static let pause: Int32 = 200
  /// In pauses.
  private static let patience = 5

  /// Writes all of the bytes. Waits if the reader is slow.
  package func write(_ bytes: some Collection<UInt8>) throws(SystemError) {
    try write(bytes) { systemWrite(number, $0.baseAddress, $0.count) }
  }

  /// - Parameter step: writes some of the bytes, and returns as `write`; nil to stop.
  private func write(
    _ bytes: some Collection<UInt8>, _ step: (UnsafeRawBufferPointer) -> Int?
  ) throws(SystemError) {
    let contiguous = Array(bytes)
    var written = 0
    while written < contiguous.count {
      let count = contiguous.withUnsafeBytes { buffer in
        step(UnsafeRawBufferPointer(rebasing: buffer[written...]))
      }
      guard let count else { throw .stopped }
      if count >= 0 {
        written += count
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        var waiting = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waiting, 1, -1)
      } else if errno != EINTR {
        throw SystemError.last
      }
    }
  }

  /// Reads up to `count` bytes. Returns an empty array at the end of the file, and nil if a
  /// non-blocking descriptor has no data yet.
  func readAtOnce(upTo count: Int) throws(SystemError) -> [UInt8]? {
    var problem: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      let got = systemRead(number, buffer.baseAddress, count)
      initialized = max(0, got)
      if got < 0 { problem = SystemError.last }
    }
    guard let problem else { return bytes }
    guard problem.code == EAGAIN || problem.code == EWOULDBLOCK else { throw problem }
    return nil
  }

  /// Whether it is a pipe or a FIFO whose writers have all closed it; false if it had no writer
  /// yet.
  var hasLostWriter: Bool {
    #if os(Linux)
      var state = pollfd(fd: number, events: 0, revents: 0)
      return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLHUP) != 0
    #else
      // Other systems also report POLLHUP for a FIFO that no writer has opened yet.
      return false
    #endif
  }

  /// Opens a file for reading.
  ///
  /// - Parameter waits: whether to wait for a writer if the file is a FIFO.
  package static func open(
    _ path: String, waits: Bool = true
  ) throws(SystemError) -> FileDescriptor {
    try open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | (waits ? 0 : O_NONBLOCK))
  }

  /// What the system knows of the file.
  func facts() throws(SystemError) -> stat {
    var facts = stat()
    guard fstat(number, &facts) == 0 else { throw SystemError.last }
    return facts
  }

  /// Makes a new file that only its owner can read. If anything exists at the path, even a symbolic
  /// link, it throws ``SystemError/isPresent``.
  static func makePrivate(_ path: String, _ access: Int32) throws(SystemError) -> FileDescriptor {
    try open(path, access | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode: 0o600)
  }

  /// Makes a new private file for writing in the folder of `path`. No other user can predict its
  /// name, and so occupy it.
  static func makePrivate(
    beside path: String
  ) throws(SystemError) -> (file: FileDescriptor, path: String) {
    while true {
      let name = "\(path).new-\(String(UInt64.random(in: .min ... .max), radix: 36))"
      do throws(SystemError) {
        return (try makePrivate(name, O_WRONLY), name)
      } catch  where error.isPresent {}
    }
  }

  /// Opens a private file that several processes share, or makes it. A symbolic link is refused, and
  /// so is everything that is not a regular file. The permissions of an existing file stay.
  ///
  /// - Parameter mode: the permissions of a new file, whatever the umask.
  static func openShared(_ path: String, mode: mode_t) throws(SystemError) -> FileDescriptor {
    while true {
      do throws(SystemError) {
        let file = try makePrivate(path, O_RDWR)
        // Undoes the effect of the umask. It fails, without harm, on a file system without
        // permissions.
        _ = fchmod(file.number, mode)
        return file
      } catch {
        guard error.isPresent else { throw error }
      }
      do throws(SystemError) {
        return try openRegular(path, O_RDWR)
      } catch {
        // Another process may have removed the file in between.
        guard error.isMissing else { throw error }
      }
    }
  }

  /// Opens an existing regular file, but not through a symbolic link.
  static func openRegular(_ path: String, _ access: Int32) throws(SystemError) -> FileDescriptor {
    let file = try open(path, access | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    do throws(SystemError) {
      guard try file.facts().st_mode & S_IFMT == S_IFREG else { throw SystemError.wrongKind }
      return file
    } catch {
      file.close()
      throw error
    }
  }

  /// - Parameter mode: the permissions of a new file, reduced by the umask.
  static func open(
    _ path: String, _ flags: Int32, mode: mode_t = 0
  ) throws(SystemError) -> FileDescriptor {
    let number = systemOpen(path, flags, mode)
    guard number >= 0 else { throw SystemError.last }
    return FileDescriptor(number: number)
  }

  /// Waits until the written data is on disk.
  package func synchronize() throws(SystemError) {
    guard fsync(number) == 0 else { throw SystemError.last }
  }

  package func close() { systemClose(number) }

  /// Opens `/dev/null` for each standard stream that the process was started without.
  ///
  /// Without it, the next opened file (a store, for example) would get the number of the missing
  /// stream, and output for the user would be written into that file. `/dev/null` is opened so that
  /// every use of the stream fails, as with the missing stream.
  package static func occupyMissingStandardStreams() {
    for number in Int32(0)...2 where fcntl(number, F_GETFD) == -1 && errno == EBADF {
      _ = systemOpen("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}

/// The width of characters on a terminal, according to the C library.
package enum CharacterWidth {
  /// 0 for combining marks and control characters, 2 for wide East Asian characters, else 1.
  package static func columns(of scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F ? 0 : 1 }
    return max(0, Int(iapctl_columns(scalar.value)))
  }
}

extension [UInt8] {
  /// The first index of a byte in a range. It uses `memchr`, which compares many bytes at once.
  package func firstIndex(of byte: UInt8, from start: Int, to end: Int? = nil) -> Int? {
    let end = Swift.min(end ?? count, count)
    guard start < end else { return nil }
    return withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress,
        let found = memchr(base + start, Int32(byte), end - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }
}
