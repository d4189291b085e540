import IAPCore
extension Context {
  func readToken(from file: String) throws -> Secret {
    let text = try readText(file, limit: 1 << 16)
    let token = text.hasSuffix("\r\n") || text.hasSuffix("\n") ? String(text.dropLast()) : text
    guard !token.isEmpty else {
      throw IAPError.iapctl(
        .inputInvalid, .inputEmpty(name: file == "-" ? "standard input" : file))
    }
    return Secret(token)
  }
}
