import IAPCore

extension Context {
  /// The bytes of a file, or of standard input for `-`.
  func readInput(_ path: String, limit: Int) throws -> (name: String, bytes: [UInt8]) {
    let name = path == "-" ? "standard input" : path
    let bytes =
      path == "-"
      ? try environment.readInput(limit) : try environment.readFile(path, limit)
    guard bytes.count <= limit else {
      throw IAPError.iapctl(.inputInvalid, .input(name, .tooLarge(limit: limit)))
    }
    return (name, bytes)
  }

  /// The text of a file, or of standard input for `-`.
  func readText(_ path: String, limit: Int) throws -> String {
    let (name, bytes) = try readInput(path, limit: limit)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw IAPError.iapctl(.inputInvalid, .input(name, .notUTF8))
    }
    return text
  }

  // MARK: Secrets

  /// More than any token or key has.
  private static let (longestToken, longestKey) = (1 << 16, 4096)

  /// An access token that stands alone in a file, in a pipe, or on standard input for `-`.
  ///
  /// - Throws: `configuration` if other users can read the file.
  func readToken(from path: String) throws -> Secret {
    try readSecret(.accessToken, from: path, limit: Self.longestToken)
  }

  /// An app key, likewise.
  func readKey(from path: String) throws -> Secret {
    try readSecret(.appKey, from: path, limit: Self.longestKey)
  }

  private func readSecret(_ secret: SecretText, from path: String, limit: Int) throws -> Secret {
    let (name, file) = try readSecretFile(path, limit: limit)
    guard !file.isReadableByOthers else {
      throw IAPError.iapctl(
        .configuration, .file(path, .secretReadable(what: secret.nameWithArticle)))
    }
    guard file.bytes.count <= limit else {
      throw IAPError.iapctl(.inputInvalid, .input(name, .tooLarge(limit: limit)))
    }
    return try secret.read(file.bytes, from: name)
  }

  private func readSecretFile(
    _ path: String, limit: Int
  ) throws -> (name: String, file: UserFile) {
    guard path == "-" else {
      return (path, try environment.readOwnFile(path, limit, settings.timeout))
    }
    let bytes = try environment.readInput(limit)
    return ("standard input", UserFile(bytes: bytes, isReadableByOthers: false))
  }
}
