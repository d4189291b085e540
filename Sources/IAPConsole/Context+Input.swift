import IAPCore

extension Context {
  /// The bytes of a file, or of standard input for `-`.
  func readInput(_ path: String, limit: Int) throws -> (name: String, bytes: [UInt8]) {
    let name = path == "-" ? "standard input" : path
    let bytes =
      path == "-"
      ? try environment.input.readAll(limit) : try environment.readFile(path, limit)
    guard bytes.count <= limit else {
      throw IAPError.iapctl(.inputInvalid, .inputTooLarge(name: name, limit: limit))
    }
    return (name, bytes)
  }

  /// The text of a file, or of standard input for `-`.
  func readText(_ path: String, limit: Int) throws -> String {
    let (name, bytes) = try readInput(path, limit: limit)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw IAPError.iapctl(.inputInvalid, .inputNotText(name: name))
    }
    return text
  }

  // MARK: Secrets

  /// More than any token or key has.
  private static let (longestToken, longestKey) = (1 << 16, 4096)

  /// An access token that stands alone in a file, in a pipe, or on standard input for `-`.
  func readToken(from path: String) throws -> Secret {
    let (name, file) = try readSecretFile(path, limit: Self.longestToken)
    return try SecretText.accessToken.read(try bounded(file, name, Self.longestToken), from: name)
  }

  /// An app key, likewise; a file that others can read is refused.
  func readKey(from path: String) throws -> Secret {
    let (name, file) = try readSecretFile(path, limit: Self.longestKey)
    guard !file.isReadableByOthers else {
      throw IAPError.iapctl(.configuration, .secretReadable(path: path))
    }
    return try SecretText.appKey.read(try bounded(file, name, Self.longestKey), from: name)
  }

  private func readSecretFile(
    _ path: String, limit: Int
  ) throws -> (name: String, file: OwnFile) {
    guard path == "-" else {
      return (path, try environment.readOwnFile(path, limit, settings.timeout))
    }
    let bytes = try environment.input.readAll(limit)
    return ("standard input", OwnFile(bytes: bytes, isReadableByOthers: false))
  }

  private func bounded(_ file: OwnFile, _ name: String, _ limit: Int) throws -> [UInt8] {
    guard file.bytes.count <= limit else {
      throw IAPError.iapctl(.inputInvalid, .inputTooLarge(name: name, limit: limit))
    }
    return file.bytes
  }
}
