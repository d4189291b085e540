package import IAPCore
package import Languages

/// What is asked and said while profiles are made, copied, renamed and removed.
package enum SetupMessages {
  /// Where the app key of a copied profile is.
  package enum CopiedKey: Sendable {
    /// Both profiles name the same file.
    case file(path: String)
    /// The configuration file has it twice now.
    case value
  }

  // init
  /// The line above the first question.
  package static func begin(path: String) -> Sentence {
    """
    This makes a profile in \(path). Return takes the value in brackets; Ctrl-C ends without a \
    change.
    """
  }

  package static func askName(usual: Identifier?) -> Sentence {
    "Name of the profile\(bracketed(usual?.text)): "
  }

  package static func askURL(usual: String) -> Sentence {
    "Address of the server\(bracketed(usual)): "
  }

  package static func askAPI(_ names: [String], usual: String) -> Sentence {
    "API (\(list: names))\(bracketed(usual)): "
  }

  /// What is typed is not shown.
  package static func askKey(_ credential: Credential) -> Sentence {
    switch credential {
    case .appKey: "App key (not shown while you type; Return if it is in a file): "
    case .secretKey: "Secret key (not shown while you type; Return if it is in a file): "
    }
  }

  package static func askKeyFile(_ credential: Credential) -> Sentence {
    switch credential {
    case .appKey: "File that contains only the app key: "
    case .secretKey: "File that contains only the secret key: "
    }
  }

  package static var askAppID: Sentence { "ID of the app: " }
  package static var askAppSeq: Sentence { "Number of the app (app sequence): " }
  /// - Parameter usual: empty for all markets.
  package static func askMarkets(usual: [StoreCode]) -> Sentence {
    """
    Markets, separated by commas\
    \(usual.isEmpty ? " [all]" : bracketed(usual.map(\.text).joined(separator: ","))): 
    """
  }

  package static var askPackage: Sentence {
    "Package of the app, for subscriptions (or AS=NAME,GG=NAME) [none]: "
  }

  package static func askJournal(usual: String?) -> Sentence {
    "Journal: a file, or the postgresql:// URL of a team\(bracketed(usual)): "
  }

  package static func preview(_ profile: Identifier, path: String) -> Sentence {
    "Profile \(profile), new in \(path):"
  }

  package static func setting(key: String, value: String) -> Sentence { "\(key): \(value)" }
  /// The file of the app key is made too.
  package static func newKeyFile(path: String) -> Sentence {
    "the app key goes into the new file \(path), for you alone to read"
  }

  package static func askToWrite(becomesCurrent: Bool) -> Sentence {
    """
    The server is asked first; nothing is consumed.\
    \(becomesCurrent ? " The profile becomes the current one." : nil) Write it? [Y/n] 
    """
  }

  /// The server is asked.
  package static var asking: Sentence { "asking the server" }
  /// The server could not be asked.
  package static var askToWriteAnyway: Sentence {
    "The settings could not be tried. Write the profile anyway? [y/N] "
  }

  package static func keyFileMade(path: String) -> Sentence {
    "the app key is in \(path), which only you can read"
  }

  /// Hints for the errors after which nothing is written.
  package static var keyRefused: Sentence {
    "no profile was written; copy the app key from the IAP console again, and check the address"
  }

  package static func notWritten(_ error: IAPError) -> Sentence {
    """
    no profile was written\
    \(ErrorMessages.hint(of: error).map { Sentence("; \($0)", context: "hint") })
    """
  }

  /// Variables name another place than the new profile, which is the current one.
  package static func variablesPrevail(_ names: [String], over profile: Identifier) -> Sentence {
    """
    set in the environment, and used before the current profile: \(list: names); unset \
    \(plural: names.count, "it", "them"), or use --profile \(profile)
    """
  }

  // remove, rename, copy
  /// - Parameter holdsKey: whether the profile has the app key itself.
  package static func askToRemove(_ profile: Identifier, path: String, holdsKey: Bool) -> Sentence {
    """
    Remove profile '\(profile)' from \(path)\
    \(holdsKey ? ", together with the app key in it" : nil)? [y/N] 
    """
  }

  /// - Parameter keyFile: the file of the app key, which no other profile names. It stays.
  package static func removed(_ profile: Identifier, path: String, keyFile: String?) -> Sentence {
    """
    removed profile \(profile) from \(path)\
    \(keyFile.map { "; the file with its app key is still there: \($0)" as Sentence })
    """
  }

  package static func renamed(_ old: Identifier, to new: Identifier, isCurrent: Bool) -> Sentence {
    "renamed profile \(old) to \(new)\(isCurrent ? "; it is the current profile" : nil)"
  }

  /// - Parameter key: nil if the profile has no app key.
  package static func copied(_ old: Identifier, to new: Identifier, key: CopiedKey?) -> Sentence {
    "copied profile \(old) to \(new)\(key.map { "; \(sentence($0))" as Sentence })"
  }

  /// The variable names a profile that was removed or renamed.
  package static func variableNamesNone(profile: Identifier) -> Sentence {
    "\(Variables.profile) still names profile \(profile), which does not exist any more"
  }

  /// The value that Return takes: ` [AS]`.
  private static func bracketed(_ usual: String?) -> Sentence? { usual.map { " [\($0)]" } }

  private static func sentence(_ key: CopiedKey) -> Sentence {
    switch key {
    case .file(let path): "both use the app key in \(path)"
    case .value: "the app key was copied too"
    }
  }
}
