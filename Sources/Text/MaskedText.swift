/// Makes a word safe to show that may be an address with a password.
package enum MaskedText {
  /// A word without the password of a URL, also of a misspelt one, or of a connection string, which must
  /// not appear in messages.
  package static func withoutPassword(_ word: String) -> String {
    if let end = endOfPasswordKey(word) { return word[..<end] + "…" }
    let rest = word.withoutScheme(of: "+.-")
    if let end = rest.lastIndex(of: "@"),
      let start = rest[..<end].firstIndex(where: { ":%".contains($0) })
    {
      return word[..<start] + ":…" + word[end...].prefix { $0 != "?" }
    }
    // A key can be written with percent signs.
    guard word.contains("://") else { return word }
    guard let end = rest.firstIndex(where: { "?%=".contains($0) }) else { return word }
    return word[..<end] + "…"
  }

  /// The end of the first `password=`, `passphrase =` or `PASSWORD%3D`.
  private static func endOfPasswordKey(_ word: String) -> String.Index? {
    for start in word.indices where word[start...].prefix(4).lowercased() == "pass" {
      let sign = word[start...].drop(while: \.isOfWord).drop(while: \.isWhitespace)
      for sign in [sign.prefix(1), sign.prefix(3)]
      where ["=", "%3d"].contains(sign.lowercased()) {
        return sign.endIndex
      }
    }
    return nil
  }
}
