import IAPCore
import Languages
import Text

extension English {
  func text(_ message: SetupMessage) -> Sentence {
    switch message {
    case .begin(let path):
      """
      This makes a profile in \(path). Return takes the value in brackets; Ctrl-C ends without a \
      change.
      """
    case .askName(let usual): "Name of the profile\(bracketed(usual?.text)): "
    case .askURL(let usual): "Address of the server\(bracketed(usual)): "
    case .askAPI(let names, let usual): "API (\(list: names))\(bracketed(usual)): "
    case .askKey(.appKey): "App key (not shown while you type; Return if it is in a file): "
    case .askKey(.secretKey): "Secret key (not shown while you type; Return if it is in a file): "
    case .askKeyFile(.appKey): "File that contains only the app key: "
    case .askKeyFile(.secretKey): "File that contains only the secret key: "
    case .askAppID: "ID of the app: "
    case .askAppSeq: "Number of the app (app sequence): "
    case .askMarkets(let usual):
      """
      Markets, separated by commas\
      \(usual.isEmpty ? " [all]" : bracketed(usual.map(\.text).joined(separator: ","))): 
      """
    case .askPackage: "Package of the app, for subscriptions (or AS=NAME,GG=NAME) [none]: "
    case .askJournal(let usual):
      "Journal: a file, or the postgresql:// URL of a team\(bracketed(usual)): "
    case .preview(let profile, let path): "Profile \(profile), new in \(path):"
    case .setting(let key, let value): "\(key): \(value)"
    case .newKeyFile(let path): "the app key goes into the new file \(path), for you alone to read"
    case .askToWrite(let becomesCurrent):
      """
      The server is asked first; nothing is consumed.\
      \(becomesCurrent ? " The profile becomes the current one." : nil) Write it? [Y/n] 
      """
    case .asking: "asking the server"
    case .askToWriteAnyway: "The settings could not be tried. Write the profile anyway? [y/N] "
    case .keyFileMade(let path): "the app key is in \(path), which only you can read"
    case .keyRefused:
      "no profile was written; copy the app key from the IAP console again, and check the address"
    case .notWritten(let error):
      """
      no profile was written\
      \(ErrorMessages.hint(of: error).map { Sentence("; \($0)", context: "hint") })
      """
    case .variablesPrevail(let names, let profile):
      """
      set in the environment, and used before the current profile: \(list: names); unset \
      \(plural: names.count, "it", "them"), or use --profile \(profile)
      """
    case .askToRemove(let profile, let path, let holdsKey):
      """
      Remove profile '\(profile)' from \(path)\
      \(holdsKey ? ", together with the app key in it" : nil)? [y/N] 
      """
    case .removed(let profile, let path, let keyFile):
      """
      removed profile \(profile) from \(path)\
      \(keyFile.map { "; the file with its app key is still there: \($0)" as Sentence })
      """
    case .renamed(let old, let new, let isCurrent):
      "renamed profile \(old) to \(new)\(isCurrent ? "; it is the current profile" : nil)"
    case .copied(let old, let new, let key):
      "copied profile \(old) to \(new)\(key.map { "; \(sentence($0))" as Sentence })"
    case .variableNamesNone(let profile):
      "\(Variables.profile) still names profile \(profile), which does not exist any more"
    }
  }

  /// The value that Return takes: ` [AS]`.
  private func bracketed(_ usual: String?) -> Sentence? { usual.map { " [\($0)]" } }

  private func sentence(_ key: SetupMessage.CopiedKey) -> Sentence {
    switch key {
    case .file(let path): "both use the app key in \(path)"
    case .value: "the app key was copied too"
    }
  }
}
