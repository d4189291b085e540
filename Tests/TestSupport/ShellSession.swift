import CommandLine
import System

/// A person at the prompt of a shell, where `iapctl` can be typed and completed.
///
/// What is found as `iapctl` notes the words it is called with and does nothing more; only
/// `iapctl __complete` is handed to the real binary.
package final class ShellSession {
  private let shell: RealShell
  private let folder: TemporaryFolder
  private let terminal: Terminal
  /// What tells the prompt that is shown from others, mostly its number.
  private var prompt = ""

  /// Starts a shell with the text of its completion script, and waits until it can be typed to.
  ///
  /// - Parameter variables: what the shell sees besides the usual.
  package init(
    _ shell: RealShell, in folder: TemporaryFolder, script: String,
    variables: [String: String] = [:]
  ) throws {
    guard let path = shell.path else { throw Terminal.Problem(description: "no \(shell)") }
    (self.shell, self.folder) = (shell, folder)
    try folder.write(script, to: shell.scriptName)
    let setup = try folder.write(shell.setup(folder: folder.path), to: "setup.\(shell)")
    try Self.install(in: folder)
    terminal = try Terminal(
      shell.words(path: path, setup: setup),
      variables: Self.variables(folder).merging(variables) { $1 })
    _ = try waitForPrompt()
    if let line = shell.firstLine(setup: setup) { try type(line) }
  }

  /// Types keys, among them `\t` to complete, then Return, and waits for the next prompt.
  ///
  /// Answers the words that `iapctl` was called with, as the shell passed them.
  package func complete(_ keys: String) throws -> [String] {
    Files.remove(folder[Self.log])
    let shown = try type(keys)
    guard let record = try? folder.read(Self.log) else {
      throw Terminal.Problem(
        description: "\(keys.debugDescription) did not call iapctl: \(shown.debugDescription)")
    }
    let fields = record.split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard let count = Int(fields[0]), fields.count == count + 2 else {
      throw Terminal.Problem(description: "iapctl was not called once: \(fields)")
    }
    return Array(fields.dropFirst().prefix(count))
  }

  /// What the shell offers for the word that the keys end in, as it would be passed, sorted.
  ///
  /// bash and zsh put all of it into the line, which is run, so no quote may be open; fish can be
  /// asked.
  package func candidates(_ keys: String) throws -> [String] {
    if shell == .fish { return try listed(keys).sorted() }
    let typed = try complete("\(keys)%")
    var offered = try complete("\(keys)\u{7}%")
    if offered == typed { return [] }
    let last = offered.removeLast()
    // It stands alone after a space, and otherwise at the end of a candidate that wants none.
    if last != "%" { offered.append(String(last.dropLast())) }
    return offered.dropFirst(typed.count - 1).sorted()
  }

  /// The candidates that fish prints, without their descriptions.
  private func listed(_ keys: String) throws -> [String] {
    let quoted = keys.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
    try type("complete --do-complete '\(quoted)' > \(Self.log)")
    return String(decoding: try folder.read(Self.log), as: UTF8.self).split(separator: "\n")
      .map { String($0.prefix { $0 != "\t" }) }
  }

  /// Types a line of any command, and answers what was shown until the next prompt.
  ///
  /// A line that is unfinished, with an open quote say, is an error and ends the shell.
  @discardableResult
  package func type(_ keys: String) throws -> String {
    try terminal.send("\(keys)\r")
    return try waitForPrompt()
  }

  /// Waits for another prompt than the last, which the shell may draw anew.
  private func waitForPrompt() throws -> String {
    let last = prompt
    var shown = ""
    while prompt == last {
      shown += try terminal.wait(for: RealShell.ready)
      prompt = try terminal.wait(for: "> ")
    }
    guard prompt != RealShell.unfinished else {
      throw terminal.problem("unfinished line: \(shown.debugDescription)")
    }
    return shown
  }

  /// Leaves the shell; answers its exit code.
  package func finish() throws -> Int32 {
    try terminal.send("exit\r")
    return try terminal.finish()
  }

  private static let log = "words"

  private static func variables(_ folder: TemporaryFolder) -> [String: String] {
    [
      "PATH": "\(folder.path):/usr/bin:/bin", "HOME": folder.path, "TMPDIR": folder.path,
      "TERM": "xterm", "LC_ALL": "C.UTF-8", "IAPCTL": Program.path, "INPUTRC": "/dev/null",
      "PS1": "\(RealShell.ready)0> ",
    ]
  }

  /// Puts down what is found as `iapctl`.
  ///
  /// Another process writes it: a file that this one has open for writing may be inherited by what
  /// a test beside starts, and cannot be executed while it is.
  private static func install(in folder: TemporaryFolder) throws {
    let script = """
      #!/bin/sh
      if [ "$1" = __complete ]; then exec "$IAPCTL" "$@"; fi
      printf '%s\\0' "$#" "$@" >> '\(folder[log])'

      """
    let path = folder["iapctl"]
    let run = try Program(in: folder).shell("cat > '\(path)' && chmod +x '\(path)'", input: script)
    guard run.status == 0 else { throw Terminal.Problem(description: run.errors) }
  }
}
