import CLibrary
import System

/// A program on a pseudo-terminal.
///
/// Nothing sleeps: each wait ends with its event, or fails after its time limit. After a failure
/// the program is killed, so that later waits of the test fail at once. It is also killed when the
/// value is released.
package final class Terminal {
  /// The text that did not appear, and the text that appeared instead.
  package struct Problem: Error, CustomStringConvertible {
    package let description: String
  }

  /// The longest wait, in milliseconds. No test depends on it; it only ends a test that hangs.
  private static let limit: Int64 = 60_000

  private let line: PseudoTerminal
  private let number: pid_t
  private var seen: [UInt8] = []
  /// The position in `seen` at which the next wait begins to search.
  private var place = 0
  private var isOver = false

  /// Starts a program. `words` begins with its path, and `variables` is its whole environment.
  package init(_ words: [String], variables: [String: String]) throws {
    line = try PseudoTerminal(rows: 24, columns: 200)
    number = try line.start(words, variables: variables)
  }

  deinit { end() }

  /// All output so far, including control sequences and the echo of typed keys.
  package var text: String { String(decoding: seen, as: UTF8.self) }

  /// Types keys. Output is read at the same time, because the program may write much before it
  /// reads.
  package func send(_ keys: String) throws {
    var rest = Array(keys.utf8)[...]
    let deadline = Self.deadline()
    while !rest.isEmpty {
      let ready = try events(POLLIN | POLLOUT, until: deadline, for: "the keys to be taken")
      if ready & POLLOUT != 0 { rest = rest.dropFirst(try line.send(rest)) }
      // After a hang-up, writing always succeeds, so the hang-up is checked here.
      if ready & ~POLLOUT != 0, try !receive() { throw problem("ended before the keys were typed") }
    }
  }

  /// Waits for a text after the one that the last wait found. Returns the output between the two.
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

  /// Waits for the end of the program. A signal counts as 128 plus its number, as in a shell.
  ///
  /// The program must not close its terminal before it ends.
  package func finish() throws -> Int32 {
    if isOver { throw problem("was over before") }
    let deadline = Self.deadline()
    repeat { _ = try events(POLLIN, until: deadline, for: "the end") } while try receive()
    return reap()
  }

  /// Hangs up the terminal. The program gets a signal, and its output is lost.
  package func closeConnection() { line.closeConnection() }

  /// Waits for the end of a program after its terminal was closed. Returns the same as `finish`.
  package func finishUnseen() -> Int32 { reap() }

  /// Kills the program if it runs. Its child processes get a hang-up from the terminal.
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

  /// Reads the available output; false at the end.
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

  /// The error for a wait that cannot succeed any more. Kills the program.
  func problem(_ what: String) -> Problem {
    end()
    let rest = String(decoding: seen[place...], as: UTF8.self)
    return Problem(description: "\(what); shown meanwhile: \(rest.debugDescription)")
  }

  private static func now() -> Int64 { Clocks.monotonicNanoseconds() / 1_000_000 }

  private static func deadline() -> Int64 { now() + limit }
}
