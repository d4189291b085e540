import CommandLine
import System

/// An interactive shell in which `iapctl` can be typed and completed.
///
/// `iapctl` in this shell is a script that records its arguments. It calls the real binary only for
/// `iapctl __complete`.
package final class ShellSession {
  private let shell: RealShell
  private let folder: TemporaryFolder
  private let terminal: Terminal
  /// The text of the current prompt. It contains a number, so each prompt is different.
  private var prompt = ""

  /// Starts a shell with a completion script and waits for its first prompt.
  ///
  /// - Parameter variables: environment variables in addition to the usual ones.
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

  /// Types keys and Return, and waits for the next prompt. `\t` in the keys completes a word.
  ///
  /// - Returns: the arguments that `iapctl` was called with.
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

  /// The sorted candidates for the last word of the keys, as `iapctl` would get them.
  ///
  /// bash and zsh insert all candidates into the line, which is then run. So no quote may be open.
  /// fish prints its candidates.
  package func candidates(_ keys: String) throws -> [String] {
    if shell == .fish { return try listed(keys).sorted() }
    let typed = try complete("\(keys)%")
    var offered = try complete("\(keys)\u{7}%")
    if offered == typed { return [] }
    let last = offered.removeLast()
    // The `%` is a word of its own after a space. Without a space it is the end of the last
    // candidate.
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

  /// Types any line and returns the output before the next prompt.
  ///
  /// An unfinished line, such as one with an open quote, is an error and ends the shell.
  @discardableResult
  package func type(_ keys: String) throws -> String {
    try terminal.send("\(keys)\r")
    return try waitForPrompt()
  }

  /// Waits for a new prompt. The shell may print the same prompt several times.
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

  /// Ends the shell and returns its exit status.
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

  /// Writes the script that stands for `iapctl`.
  ///
  /// Another process writes it. If this process had the file open for writing, a child process of
  /// another test could inherit the descriptor, and the file could not be executed.
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
