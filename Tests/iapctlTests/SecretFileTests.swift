import TestSupport
import Testing

/// Files, pipes and other paths from which an app key or a token is read.
@Suite(.blocking)
struct SecretFileTests {
  /// No server listens at this URL. A command that has read its key exits with 69.
  private static let query = "unconsumed --user a --market AS --url http://127.0.0.1:9 --retries 0"

  /// A program with a sample store, for commands with a token.
  private func program() throws -> (TemporaryFolder, Program) {
    let folder = try TemporaryFolder()
    let program = Program(in: folder)
    #expect(try program.run("store", "init", folder["game.db"], "--sample").status == 0)
    return (folder, program)
  }

  private func shell(
    _ script: String, _ folder: TemporaryFolder, _ program: Program
  ) throws -> Program.Run {
    try program.shell(
      """
      cd '\(folder.path)'; umask 077
      key="$IAPCTL \(Self.query) --app-key-file"
      token="$IAPCTL consume 2026011210000001 --store game.db --token-file"
      \(script)
      """)
  }

  @Test(arguments: [
    "printf 'hush\\n' > k; chmod 600 k; $key k", "printf hush | $key /dev/stdin",
    "mkfifo -m 600 k; { printf hu; printf 'sh\\n'; } > k & $key k",
    "mkfifo -m 644 k; printf hush > k & $key k", "printf hush > k; chmod 644 k; $key - < k",
    "export key; bash -c '$key <(printf hush)'",
  ])
  func `An app key can be read from a file or a pipe`(_ script: String) throws {
    let (folder, program) = try program()
    let run = try shell(script, folder, program)
    #expect(run.status == 69, "\(run.errors)")
  }

  @Test(arguments: [
    "printf 'sample-token-alice-1' | $token /dev/stdin",
    "mkfifo t; printf 'sample-token-alice-1\\r\\n' > t & $token t",
  ])
  func `A token can be read from a pipe`(_ script: String) throws {
    let (folder, program) = try program()
    let run = try shell(script, folder, program)
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test(
    arguments: [
      (
        "mkfifo -m 600 k; $key k --timeout 0.05", 66,
        "k was not written to its end within the time-"
      ),
      ("mkfifo t; $token t --timeout 0.05", 66, "t was not written to its end within the time-out"),
      // The pipe gets data, but its end never comes.
      (
        "mkfifo -m 600 k; exec 9<> k; printf hush >&9; $key k --timeout 0.05 9<&-", 66,
        "k was not written to its end"
      ),
      (
        "printf hush > k; chmod 644 k; $key k", 78,
        "k contains an app key, and other users can read it\nhint: run: chmod 600 k"
      ),
      (
        "printf hush > t; chmod 640 t; $token t", 78,
        "t contains an access token, and other users can read it\nhint: run: chmod 600 t"
      ),
      (
        "printf hush > t; chmod 602 t; $token /dev/stdin < t", 78, "hint: run: chmod 600 /dev/stdin"
      ),
      ("yes hush | $key /dev/stdin", 65, "/dev/stdin is longer than 4096 bytes"),
      ("yes hush | $token /dev/stdin", 65, "/dev/stdin is longer than 65536 bytes"),
      ("$key /dev/zero", 66, "it is neither a regular file nor a pipe"),
      ("$token /dev/zero", 66, "it is neither a regular file nor a pipe"),
      ("$token .", 66, "is a directory"), ("$token none", 66, "there is no file none"),
      (
        "printf 'hush\\nhush\\n' > k; chmod 600 k; $key k", 65,
        "k must contain only the app key: it has a line break at byte 5"
      ),
      (
        "printf 'hush\\nhush\\n' | $key -", 65,
        "standard input must contain only the app key: it has a line break at byte 5"
      ),
      (
        "printf 'hu\\0sh' > t; $token t", 65,
        "t must contain only the access token: it has a null character at byte 3"
      ),
    ] as [(String, Int32, String)])
  func `An invalid secret file is reported without its contents`(
    _ script: String, _ status: Int32, _ words: String
  ) throws {
    let (folder, program) = try program()
    let run = try shell(script, folder, program)
    #expect(run.status == status, "\(run.errors)")
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(!run.errors.contains("hush"))
  }

  /// The test opens the pipe for writing after the process has opened it for reading. Then the
  /// process waits.
  @Test(arguments: ["$key", "$token"])
  func `A signal ends the wait for a pipe`(_ line: String) throws {
    let (folder, program) = try program()
    let run = try shell(
      "mkfifo -m 600 f; \(line) f --timeout 100 & exec 9> f; kill -TERM $! && wait $!", folder,
      program)
    #expect(run.status == 143)
    #expect(run.errors.contains("terminated (signal 15)"))
  }
}
