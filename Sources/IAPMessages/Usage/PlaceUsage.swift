package import IAPCore
package import Languages
import Text

/// Why a command does not know where it acts, or with which key, or cannot act there.
package enum PlaceUsage {
  /// The maximum number of profiles that a hint names.
  private static let mostNamed = 20

  /// Nothing names a store to serve.
  package static var nothingToServe: ErrorText {
    ErrorText(
      "iapctl does not know which fixture store to serve",
      hint:
        "serve the sample game with --sample, a seed with --seed FILE, or a store with --store PATH"
    )
  }

  /// Nothing names a place.
  package static func notChosen(profiles: [Identifier]) -> ErrorText {
    ErrorText(
      "iapctl does not know which service to ask",
      hint: profiles.isEmpty
        ? """
        name a fixture store with --store PATH, give the app key of the REST API with \
        --app-key-file PATH, or make a profile that keeps it, with: iapctl config init
        """
        : """
        choose a profile with --profile NAME, or for all commands with: iapctl config use \
        \(only(profiles)); \(list(profiles))
        """)
  }

  /// A profile was chosen that names no place.
  package static func profileWithoutPlace(_ profile: Identifier, _ credential: Credential)
    -> ErrorText
  {
    let option = ShellText.option("profile", profile.text)
    return ErrorText(
      "profile '\(profile)' names no place: it has no store, no url and no \(credential.name)",
      hint: """
        for the REST API, give it the key with: iapctl config set \(credential.fileKey) FILE\(option); for a \
        fixture store, give it the store with: iapctl config set store PATH\(option)
        """)
  }

  /// - Parameters:
  ///   - store: the option, variable or key that names the fixture store.
  ///   - url: the one that gives the URL.
  package static func twoPlaces(store: String, url: String) -> ErrorText {
    ErrorText(
      "two backends given: a fixture store by \(store), and a URL by \(url)", hint: giveOne)
  }

  /// A profile has a key and a file of a key.
  package static func twoKeysInProfile(_ credential: Credential, key: String) -> ErrorText {
    ErrorText(
      "two \(credential.name)s given: \(key), and \(credential.fileKey)",
      hint: "remove one of them")
  }

  /// - Parameter profile: the word for `--profile`.
  package static func twoKeys(_ credential: Credential, other: String, profile: String) -> ErrorText
  {
    ErrorText(
      "two \(credential.name)s given: \(credential.variable), and \(other)",
      hint: """
        for the key of the profile, give --profile \(profile) or unset \(credential.variable); for \
        the key of the variable, set \(Variables.url) too
        """)
  }

  package static func keysOfOtherPlaces(_ credential: Credential, url: String, _ keys: [Sentence])
    -> ErrorText
  {
    ErrorText(
      """
      no \(credential.name) for \(url): \
      \(sentences: keys, separator: ", and ")
      """,
      hint: """
        give the key of this server with --\(credential.fileOption) PATH, or, without --profile, \
        \(credential.variable) together with \(Variables.url)
        """)
  }

  /// A key of a profile that is set for another place.
  package static func key(of profile: Identifier, isFor place: Sentence) -> Sentence {
    "the key of profile \(profile) is for \(place)"
  }

  /// A key in a variable that is set for another place.
  package static func key(in variable: String, isFor place: Sentence) -> Sentence {
    "\(variable) is for \(place)"
  }

  /// - Parameter isCurrent: whether the configuration file makes the profile the current one.
  package static func unknownProfile(
    _ name: Identifier, path: String?, suggestion: String?, profiles: [Identifier], isCurrent: Bool,
    isToChange: Bool = false
  ) -> ErrorText {
    let file: Sentence? = path.map { " in \($0)" }
    // The address of a journal can be given in place of a name.
    let shown = Identifier(MaskedText.withoutPassword(name.text))
    let message: Sentence = "no profile '\(shown)'\(file)\(ArgumentUsage.didYouMean(suggestion))"
    if shown != name { return ErrorText(message) }
    guard !profiles.isEmpty else {
      let option = ShellText.option("profile", name.text)
      return ErrorText(
        message,
        hint: isToChange
          ? "there are no profiles; make one with: iapctl config init"
          : "add the profile with: iapctl config set store PATH\(option)")
    }
    return ErrorText(
      message,
      hint:
        "\(list(profiles))\(isCurrent ? "; switch to one with: iapctl config use \(only(profiles))" : nil)"
    )
  }

  /// The profile, quoted for a shell, if there is only one.
  static func only(_ profiles: [Identifier]) -> String {
    profiles.count == 1 ? ShellText.quoted(profiles[0].text) : "NAME"
  }

  /// A command that works only on a fixture store.
  package static var storeOnly: ErrorText {
    ErrorText(
      "this works only on a fixture store, but the REST API was chosen",
      hint: "name a fixture store with --store PATH")
  }

  /// An option or variable that works only on a fixture store.
  package static func settingOfStores(_ name: String) -> ErrorText {
    ErrorText(
      "\(name) works only on a fixture store",
      hint: "leave it out, or name a fixture store with --store PATH")
  }

  /// An option of servers, if the fixture store was chosen by this option or variable.
  package static func unusedByStore(option: String, chosenBy name: String) -> ErrorText {
    ErrorText(
      "a fixture store, chosen by \(name), does not use --\(option)",
      hint: "add --url URL to use a server, or leave --\(option) out")
  }

  package static func unusedByAPI(option: String, api: String) -> ErrorText {
    ErrorText(
      "the \(api) API does not use --\(option)",
      hint: "leave it out, or choose another API with --api")
  }

  package static func severalMarkets(_ markets: [StoreCode], givenBy name: String?) -> ErrorText {
    let source = name.map { Sentence(" by \($0)", context: "markets") }
    return ErrorText(
      "more than one market given\(source): \(list: markets)",
      hint: "name one with --market CODE")
  }

  package static func noUser(canListAll: Bool) -> ErrorText {
    ErrorText(
      "no user given",
      hint: """
        name one with --user ID, \(Variables.user) or a profile\
        \(canListAll ? ", or all of them with --all-users" : nil)
        """)
  }

  /// `the profiles are live, ci`.
  static func list(_ profiles: [Identifier]) -> Sentence {
    let others = profiles.count - mostNamed
    return """
      the profiles are \(list: profiles.prefix(mostNamed).map(\.text))\
      \(others > 0 ? " and \(others) others" : nil)
      """
  }

  static var giveOne: Sentence { "give only one of them" }
}
