import IAPCore

/// A server hands out short names. One that is absurdly long is a mistake, or worse, and nothing that
/// a server should have to read.
enum IdentifierLimits {
  /// - Parameter what: what is named, for a person.
  static func check(_ name: Identifier?, _ what: String) throws(IAPError) {
    guard let count = name?.text.utf8.count, count > Identifier.longest else { return }
    throw .iapctl(
      .usage,
      .usage(
        "the \(what) has \(count) bytes, more than the limit of \(Identifier.longest)",
        hint: "copy it again from its source, without other text"))
  }
}
