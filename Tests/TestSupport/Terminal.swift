import CLibrary
import System

/// A program on a pseudo-terminal of its own, and the person in front of it.
///
/// Nothing sleeps: each wait ends with what it waits for, or fails when its limit has passed. The
/// program is killed then, so that whatever a test goes on to wait for fails at once; and it is
/// killed when the value goes.
package final class Terminal {
  /// What did not come, and what was to be seen instead.
  package struct Problem: Error, CustomStringConvertible {
    package let description: String
  }

  /// How long one wait takes at most, in milliseconds. No test asserts it: it ends hopeless ones.
  private static let limit: Int64 = 60_000

  private let line: PseudoTerminal
  private let number: pid_t
  private var seen: [UInt8] = []
  /// Where in `seen` the next wait begins to look.
  private var place = 0
  private var isOver = false

  /// Starts a program; `words` begin with its path, and it sees no variables but these.
  package init(_ words: [String], variables: [String: String]) throws {
    line = try PseudoTerminal(rows: 24, columns: 200)
    number = try line.start(words, variables: variables)
  }

  deinit { end() }

  /// All that the program and the terminal's echo have shown so far, control sequences included.
  package var text: String { String(decoding: seen, as: UTF8.self) }

  /// Types; a program that writes much before it reads is listened to meanwhile.
  package func send(_ keys: String) throws {
    var rest = Array(keys.utf8)[...]
    let deadline = Self.deadline()
    while !rest.isEmpty {
      let ready = try events(POLLIN | POLLOUT, until: deadline, for: "the keys to be taken")
      if ready & POLLOUT != 0 { rest = rest.dropFirst(try line.send(rest)) }
      // A line that was hung up can be written to for ever.
      if ready & ~POLLOUT != 0, try !receive() { throw problem("ended before the keys were typed") }
    }
  }

  /// Waits until a text is shown after the one that the last wait found; answers what came between.
  @discardableResult
  package func wait(for text: String) throws -> String {
    let sought = Array(text.utf8)
    let deadline = Self.deadline()
    while true {
      if let found = seen[place...].firstRange(of: sought) {
        defer { place = found.upperBound }
        return String(decoding: seen[place..<found.lowerBound], as: UTF8.self)
      }
      _ = try events(POLLIN, until: deadline, for: "'\(text)'")
      if try !receive() { throw problem("ended without '\(text)'") }
    }
  }

  /// Waits for the end of the program; a signal counts as 128 and its number, as in a shell.
  ///
  /// A program that lets go of its terminal and goes on is not one to be tested with this.
  package func finish() throws -> Int32 {
    if isOver { throw problem("was over before") }
    let deadline = Self.deadline()
    repeat { _ = try events(POLLIN, until: deadline, for: "the end") } while try receive()
    return reap()
  }

  /// Goes away: the program is told by a signal, and what it writes finds no place.
  package func closeConnection() { line.closeConnection() }

  /// Waits for the end of a program whose terminal went away; answers as `finish`.
  package func finishUnseen() -> Int32 { reap() }

  /// Kills the program if it runs. What it has started is hung up with the terminal.
  private func end() {
    if isOver { return }
    _ = kill(number, SIGKILL)
    _ = reap()
  }

  private func reap() -> Int32 {
    isOver = true
    var status: Int32 = 0
    while waitpid(number, &status, 0) == -1 && errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  /// Takes what is there to be read; false at the end.
  private func receive() throws -> Bool {
    guard let bytes = try line.receive() else { return false }
    seen += bytes
    return true
  }

  private func events(
    _ wanted: Int32, until deadline: Int64, for what: String
  ) throws -> Int32 {
    let rest = deadline - Self.now()
    let ready = try rest > 0 ? line.events(wanted, within: Int32(rest)) : 0
    guard ready != 0 || Self.now() < deadline else { throw problem("waited in vain for \(what)") }
    return ready
  }

  /// What to throw where there is nothing more to wait for; kills the program.
  func problem(_ what: String) -> Problem {
    end()
    let rest = String(decoding: seen[place...], as: UTF8.self)
    return Problem(description: "\(what); shown meanwhile: \(rest.debugDescription)")
  }

  private static func now() -> Int64 { Clocks.monotonicNanoseconds() / 1_000_000 }

  private static func deadline() -> Int64 { now() + limit }
}
