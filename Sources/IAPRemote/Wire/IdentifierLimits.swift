import IAPCore

/// Limits the length of identifiers that are sent to a server. Servers issue short ones, so a very
/// long one is a mistake or an attack.
enum IdentifierLimits {
  /// - Parameter what: the kind of identifier, for the message.
  static func check(_ name: Identifier?, _ what: String) throws(IAPError) {
    guard let count = name?.text.utf8.count, count > Identifier.longest else { return }
    throw .iapctl(
      .usage,
      .usage(
        "the \(what) has \(count) bytes, more than the limit of \(Identifier.longest)",
        hint: "copy it again from its source, without other text"))
  }
}
