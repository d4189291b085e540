import IAPCore
import IAPMessages
import System

extension Context {
  /// Opens a file, or standard input for `-`. If a FIFO has no writer for two seconds, a note says
  /// what iapctl waits for.
  func openInput(_ path: String, _ limit: Duration) throws(IAPError) -> InputStream {
    let messages = messages
    return try environment.openInput(
      path,
      InputFile.WriterWait(limit) {
        messages.note(InputMessages.waitingForWriter(path: path))
      })
  }

  /// Reads a file, or standard input for `-`.
  func readInput(_ path: String, limit: Int) throws -> [UInt8] {
    let bytes =
      path == "-"
      ? try environment.readInput(limit) : try environment.readFile(path, limit)
    guard bytes.count <= limit else {
      throw IAPError.iapctl(.inputInvalid, .input(path, .tooLarge(limit: limit)))
    }
    return bytes
  }

  /// Reads UTF-8 text from a file, or from standard input for `-`.
  func readText(_ path: String, limit: Int) throws -> String {
    guard let text = String(validating: try readInput(path, limit: limit), as: UTF8.self) else {
      throw IAPError.iapctl(.inputInvalid, .input(path, .notUTF8))
    }
    return text
  }

  // MARK: Secrets

  /// The maximum sizes in bytes. Real tokens and keys are much shorter.
  private static let (longestToken, longestKey) = (1 << 16, 4096)

  /// Reads an access token from a file, a pipe, or standard input for `-`. The input must contain
  /// only the token.
  func readToken(from path: String) throws -> Secret {
    try readSecret(.accessToken, from: path, limit: Self.longestToken)
  }

  /// Reads an app key or another credential, in the same way as ``readToken(from:)``.
  func readKey(_ credential: Credential = .appKey, from path: String) throws -> Secret {
    try readSecret(credential.kind, from: path, limit: Self.longestKey)
  }

  private func readSecret(
    _ secret: IAPError.SecretKind, from path: String, limit: Int
  ) throws -> Secret {
    let file =
      path == "-"
      ? UserFile(bytes: try environment.readInput(limit), isReadableByOthers: false)
      : try environment.readOwnFile(path, limit, settings.timeout)
    guard !file.isReadableByOthers else {
      throw IAPError.iapctl(.configuration, .file(path, .secretReadable(secret)))
    }
    if secret != .accessToken, path != "-" { try environment.requireOwnSettings(path) }
    guard file.bytes.count <= limit else {
      throw IAPError.iapctl(.inputInvalid, .input(path, .tooLarge(limit: limit)))
    }
    return try secret.read(file.bytes, from: path)
  }
}
