import CLibrary
import CTerminal
import System

/// The near end of a pseudo-terminal: what is written to it has been typed.
final class PseudoTerminal {
  /// No program that is started inherits it, or the line would never be hung up.
  private let master: Int32
  private var isHungUp = false
  /// The path of the far end.
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

  /// Goes away; nothing is asked of it any more.
  func closeConnection() {
    if !isHungUp { close(master) }
    isHungUp = true
  }

  private static func check(_ answer: Int32) throws {
    guard answer == 0 else { throw SystemError.last }
  }

  /// Starts a program as the leader of a session whose terminal this is.
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

    // The first terminal that the leader of a session opens becomes the session's.
    posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    // Whatever the tests were started to ignore (`nohup`), a person's shell does not.
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

  /// Waits until one of the events is there; answers those that are, 0 when the time is over.
  func events(_ wanted: Int32, within milliseconds: Int32) throws -> Int32 {
    var waiting = pollfd(fd: master, events: Int16(wanted), revents: 0)
    guard poll(&waiting, 1, milliseconds) >= 0 || errno == EINTR else { throw SystemError.last }
    return Int32(waiting.revents)
  }

  /// What was shown and not yet received; nil once nobody has the far end open.
  func receive() throws -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 12)
    let count = read(master, &buffer, buffer.count)
    if count > 0 { return Array(buffer.prefix(count)) }
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return [] }
    // Linux says the end with EIO, others as of a file.
    guard count == 0 || errno == EIO else { throw SystemError.last }
    return nil
  }

  /// Types as many of the bytes as there is room for, and answers how many.
  func send(_ bytes: some Sequence<UInt8>) throws -> Int {
    let buffer = Array(bytes)
    let count = write(master, buffer, buffer.count)
    guard count < 0 else { return count }
    guard errno == EAGAIN || errno == EINTR else { throw SystemError.last }
    return 0
  }
}
