import CLibrary
import CTerminal
import System

/// The controlling side of a pseudo-terminal. The program reads what is written here as typed keys.
final class PseudoTerminal {
  /// No child process inherits it. Otherwise the terminal would never hang up.
  private let master: Int32
  private var isHungUp = false
  /// The path of the side that the program opens.
  private let path: String

  init(rows: UInt16, columns: UInt16) throws {
    var name = [CChar](repeating: 0, count: 128)
    master = iapctl_open_terminal(&name, name.count)
    guard master >= 0 else { throw SystemError.last }
    path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    try Self.check(ioctl(master, UInt(TIOCSWINSZ), &size))
    try Self.check(fcntl(master, F_SETFL, O_RDWR | O_NONBLOCK))
  }

  deinit { closeConnection() }

  /// Closes the terminal, which hangs it up.
  func closeConnection() {
    if !isHungUp { close(master) }
    isHungUp = true
  }

  private static func check(_ answer: Int32) throws {
    guard answer == 0 else { throw SystemError.last }
  }

  /// Starts a program as the leader of a new session, with this as its terminal.
  func start(_ words: [String], variables: [String: String]) throws -> pid_t {
    #if canImport(Darwin)
      var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?)
    #else
      var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }

    // The first terminal that a session leader opens becomes the terminal of its session.
    posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    // The tests may have been started with signals ignored (`nohup`). An interactive shell has the
    // defaults.
    var (every, none) = (sigset_t(), sigset_t())
    sigfillset(&every)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &every)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
      &attributes,
      iapctl_spawn_session | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))

    var number = pid_t()
    let code = Program.withCStrings(words) { arguments in
      Program.withCStrings(variables.map { "\($0)=\($1)" }) { environment in
        posix_spawn(&number, words[0], &actions, &attributes, arguments, environment)
      }
    }
    guard code == 0 else { throw SystemError(code: code) }
    return number
  }

  /// Waits for one of the events. Returns those that occurred, or 0 after the time limit.
  func events(_ wanted: Int32, within milliseconds: Int32) throws -> Int32 {
    var waiting = pollfd(fd: master, events: Int16(wanted), revents: 0)
    guard poll(&waiting, 1, milliseconds) >= 0 || errno == EINTR else { throw SystemError.last }
    return Int32(waiting.revents)
  }

  /// The output that was not received yet; nil if no process has the program's side open.
  func receive() throws -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 12)
    let count = read(master, &buffer, buffer.count)
    if count > 0 { return Array(buffer.prefix(count)) }
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return [] }
    // At the end, Linux returns EIO; other systems return 0 bytes.
    guard count == 0 || errno == EIO else { throw SystemError.last }
    return nil
  }

  /// Types as many bytes as the terminal accepts, and returns their number.
  func send(_ bytes: some Sequence<UInt8>) throws -> Int {
    let buffer = Array(bytes)
    let count = write(master, buffer, buffer.count)
    guard count < 0 else { return count }
    guard errno == EAGAIN || errno == EINTR else { throw SystemError.last }
    return 0
  }
}
