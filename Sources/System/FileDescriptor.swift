import CLibrary

/// An open file of this process, named by its number.
package struct FileDescriptor: Sendable {
  package static let standardInput = FileDescriptor(number: 0)
  package static let standardOutput = FileDescriptor(number: 1)
  package static let standardError = FileDescriptor(number: 2)

  let number: Int32

  private init(number: Int32) { self.number = number }

  /// Whether a person may sit at the other end.
  package var isTerminal: Bool { isatty(number) == 1 }

  /// The width of the terminal in columns, or nil where the descriptor is none or does not know.
  package var columns: Int? {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Whether it is a pipe, a socket or a terminal that nobody reads any more.
  package var isClosedByReader: Bool {
    var state = pollfd(fd: number, events: 0, revents: 0)
    return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLERR | POLLHUP) != 0
  }

  /// Writes all of the bytes, waiting where the other end is slow.
  package func write(_ bytes: some Collection<UInt8>) throws(SystemError) {
    let contiguous = Array(bytes)
    var written = 0
    while written < contiguous.count {
      let count = contiguous.withUnsafeBytes { buffer in
        systemWrite(number, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      }
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

  /// Reads up to `count` bytes; an empty answer is the end of the file, and nil is nothing yet of a
  /// descriptor that does not wait.
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

  /// Whether it is a pipe or a FIFO whose writers have all gone; false while there was none yet.
  var hasLostWriter: Bool {
    #if os(Linux)
      var state = pollfd(fd: number, events: 0, revents: 0)
      return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLHUP) != 0
    #else
      // Other systems say the same of a FIFO that no writer has opened yet.
      return false
    #endif
  }

  /// Opens a file for reading.
  ///
  /// - Parameter waits: whether to wait for a writer where the file is a FIFO.
  package static func open(
    _ path: String, waits: Bool = true
  ) throws(SystemError) -> FileDescriptor {
    try open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | (waits ? 0 : O_NONBLOCK))
  }

  /// What kind of file it is, and who may do what with it: `st_mode`.
  func mode() throws(SystemError) -> mode_t {
    var facts = stat()
    guard fstat(number, &facts) == 0 else { throw SystemError.last }
    return facts.st_mode
  }

  /// Opens a file for writing: a new one, or one that is emptied.
  ///
  /// - Parameter mode: who may do what with a new one, less what the process masks.
  static func create(
    _ path: String, mode: mode_t = 0o666
  ) throws(SystemError) -> FileDescriptor {
    try open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode: mode)
  }

  /// - Parameter mode: who may do what with a file that is made.
  static func open(
    _ path: String, _ flags: Int32, mode: mode_t = 0
  ) throws(SystemError) -> FileDescriptor {
    let number = systemOpen(path, flags, mode)
    guard number >= 0 else { throw SystemError.last }
    return FileDescriptor(number: number)
  }

  /// Waits until what was written is on the disk.
  package func synchronize() throws(SystemError) {
    guard fsync(number) == 0 else { throw SystemError.last }
  }

  /// Gives the descriptor back.
  package func close() { systemClose(number) }

  /// Puts something harmless where the process was started without one of its three streams.
  ///
  /// Without it, the next file that is opened (a store, say) would take the number, and output
  /// meant for a person would be written into it. What is put there answers every use of the
  /// stream with an error, as the missing one would have.
  package static func occupyMissingStandardStreams() {
    for number in Int32(0)...2 where fcntl(number, F_GETFD) == -1 && errno == EBADF {
      _ = systemOpen("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
