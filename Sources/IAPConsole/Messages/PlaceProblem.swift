import CommandLine
import IAPCore

/// Why a command does not know where it acts, or with which key, or cannot act there.
enum PlaceProblem: UsageProblem {
  /// A credential that is set for another place.
  enum OtherKey: Hashable, Sendable {
    case profile(Identifier, Place)
    case environment(Place)
  }

  /// Nothing names a place.
  case notChosen(profiles: [Identifier])
  /// - Parameters:
  ///   - store: the option, variable or key that names the fixture store.
  ///   - url: the one that gives the URL.
  case twoPlaces(store: String, url: String)
  /// A profile has a key and a file of a key.
  case twoKeysInProfile(Credential, key: String)
  /// - Parameter profile: the word for `--profile`.
  case twoKeys(Credential, other: String, profile: String)
  case keysOfOtherPlaces(Credential, url: String, [OtherKey])
  /// - Parameter current: whether the configuration file makes the profile the current one.
  case unknownProfile(
    Identifier, path: String?, suggestion: String?, profiles: [Identifier], isCurrent: Bool)
  /// A command that works only on a fixture store.
  case storeOnly
  /// An option or variable that works only on a fixture store.
  case settingOfStores(String)
  /// An option of servers, if the fixture store was chosen by this option or variable.
  case unusedByStore(option: String, chosenBy: String)
  case unusedByAPI(option: String, api: String)
  case severalMarkets([StoreCode], givenBy: String?)
  case noUser(canListAll: Bool)
}
