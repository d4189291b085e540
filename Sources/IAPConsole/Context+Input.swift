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
}
