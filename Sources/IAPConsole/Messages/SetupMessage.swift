import IAPCore

/// What is asked and said while profiles are made, copied, renamed and removed, by its id and its
/// values.
enum SetupMessage: Hashable, Sendable {
  /// Where the app key of a copied profile is.
  enum CopiedKey: Hashable, Sendable {
    /// Both profiles name the same file.
    case file(path: String)
    /// The configuration file has it twice now.
    case value
  }

  // init
  /// The line above the first question.
  case begin(path: String)
  case askName(usual: Identifier?)
  case askURL(usual: String)
  case askAPI([String], usual: String)
  /// What is typed is not shown.
  case askKey(Credential)
  case askKeyFile(Credential)
  case askAppID
  case askAppSeq
  /// - Parameter usual: empty for all markets.
  case askMarkets(usual: [StoreCode])
  case askPackage
  case askJournal(usual: String?)
  case preview(Identifier, path: String)
  case setting(key: String, value: String)
  /// The file of the app key is made too.
  case newKeyFile(path: String)
  case askToWrite(becomesCurrent: Bool)
  /// The server is asked.
  case asking
  /// The server could not be asked.
  case askToWriteAnyway
  case keyFileMade(path: String)
  /// Hints for the errors after which nothing is written.
  case keyRefused
  case notWritten(IAPError)
  /// Variables name another place than the new profile, which is the current one.
  case variablesPrevail([String], over: Identifier)

  // remove, rename, copy
  /// - Parameter holdsKey: whether the profile has the app key itself.
  case askToRemove(Identifier, path: String, holdsKey: Bool)
  /// - Parameter keyFile: the file of the app key, which no other profile names. It stays.
  case removed(Identifier, path: String, keyFile: String?)
  case renamed(Identifier, to: Identifier, isCurrent: Bool)
  /// - Parameter key: nil if the profile has no app key.
  case copied(Identifier, to: Identifier, key: CopiedKey?)
  /// The variable names a profile that was removed or renamed.
  case variableNamesNone(profile: Identifier)
}
