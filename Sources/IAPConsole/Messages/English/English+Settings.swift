import CommandLine
import IAPCore
import Languages
import Text

extension English {
  func text(_ problem: PlaceProblem) -> ErrorText {
    switch problem {
    case .notChosen(let profiles):
      ErrorText(
        "iapctl does not know which service to ask",
        hint: profiles.isEmpty
          ? """
          name a fixture store with --store PATH, give the app key of the REST API with \
          --app-key-file PATH, or make a profile that keeps it, with: iapctl config init
          """
          : """
          choose a profile with --profile NAME, or for all commands with: iapctl config use NAME; \
          \(list(profiles))
          """)
    case .twoPlaces(let store, let url):
      ErrorText(
        "two backends given: a fixture store by \(store), and a URL by \(url)", hint: giveOne)
    case .twoKeysInProfile(let credential, let key):
      ErrorText(
        "two \(name(credential))s given: \(key), and \(credential.fileKey)",
        hint: "remove one of them")
    case .twoKeys(let credential, let other, let profile):
      ErrorText(
        "two \(name(credential))s given: \(credential.variable), and \(other)",
        hint: """
          for the key of the profile, give --profile \(profile) or unset \(credential.variable); for \
          the key of the variable, set \(Variables.url) too
          """)
    case .keysOfOtherPlaces(let credential, let url, let keys):
      ErrorText(
        """
        no \(name(credential)) for \(url): \
        \(sentences: keys.map { text($0, credential) }, separator: ", and ")
        """,
        hint: """
          give the key of this server with --\(credential.fileOption.specification.name) PATH, or \
          \(credential.variable) together with \(Variables.url)
          """)
    case .unknownProfile(let name, let path, let suggestion, let profiles, let isCurrent):
      unknownProfile(name, path, suggestion, profiles, isCurrent)
    case .storeOnly:
      ErrorText(
        "this works only on a fixture store, but the REST API was chosen",
        hint: "name a fixture store with --store PATH")
    case .settingOfStores(let name):
      ErrorText(
        "\(name) works only on a fixture store",
        hint: "leave it out, or name a fixture store with --store PATH")
    case .unusedByStore(let option, let name):
      ErrorText(
        "a fixture store, chosen by \(name), does not use --\(option)",
        hint: "add --url URL to use a server, or leave --\(option) out")
    case .unusedByAPI(let option, let api):
      ErrorText(
        "the \(api) API does not use --\(option)",
        hint: "leave it out, or choose another API with --api")
    case .severalMarkets(let markets, let name):
      ErrorText(
        "more than one market given\(name.map { Sentence(" by \($0)", context: "markets") }): \(list: markets)",
        hint: "name one with --market CODE")
    case .noUser(let canListAll):
      ErrorText(
        "no user given",
        hint: """
          name one with --user ID, \(Variables.user) or a profile\
          \(canListAll ? ", or all of them with --all-users" : nil)
          """)
    }
  }

  private func unknownProfile(
    _ name: Identifier, _ path: String?, _ suggestion: String?, _ profiles: [Identifier],
    _ isCurrent: Bool
  ) -> ErrorText {
    ErrorText(
      "no profile '\(name)'\(path.map { " in \($0)" as Sentence })\(didYouMean(suggestion))",
      hint: profiles.isEmpty
        ? """
        add the profile with: iapctl config set store \
        PATH\(TypedOptions.shellText(GlobalOptions.profile.specification.name, name.text))
        """
        : "\(list(profiles))\(isCurrent ? "; switch to one with: iapctl config use NAME" : nil)")
  }

  func name(_ credential: Credential) -> Sentence {
    switch credential {
    case .appKey: "app key"
    case .secretKey: "secret key"
    }
  }

  private func text(_ key: PlaceProblem.OtherKey, _ credential: Credential) -> Sentence {
    switch key {
    case .profile(let profile, let place): "the key of profile \(profile) is for \(text(place))"
    case .environment(let place): "\(credential.variable) is for \(text(place))"
    }
  }

  /// The place: `the fixture store game.db`, `https://a.example`.
  func text(_ place: Place) -> Sentence {
    switch place {
    case .store(let path): "the fixture store \(path)"
    case .server(let url): "\(ServerURL.masked(url))"
    }
  }

  /// `the profiles are live, ci`.
  func list(_ profiles: [Identifier]) -> Sentence {
    let others = profiles.count - ConfigurationFile.mostNamed
    return """
      the profiles are \(list: profiles.prefix(ConfigurationFile.mostNamed).map(\.text))\
      \(others > 0 ? " and \(others) others" : nil)
      """
  }

  func text(_ message: ConfigMessage) -> Sentence {
    switch message {
    case .noProfiles(let path): "no profiles in \(path)"
    case .wrote(let profile, let path, let isNowCurrent):
      "wrote profile \(profile) in \(path)\(isNowCurrent ? "; it is the current profile now" : nil)"
    case .unusedKeyFile(let path):
      """
      \(path) may have an app key, and no profile uses it; an interrupted 'config init' leaves such a \
      file. If you do not need it: rm \(quoted(path))
      """
    case .notSet(let key, let profile): "profile \(profile) has no setting \(key)"
    case .switched(let profile): "switched to profile \(profile)"
    case .variableNames(let profile):
      "\(Variables.profile) names profile \(profile), which is used until the variable is unset"
    case .unused(let variables, let profile):
      "not used with --profile \(profile): \(list: variables)"
    case .unknownTimeZone(let name):
      "\(Variables.timeZone): this machine has no time zone '\(name)'; times are in UTC"
    case .noKey(let credential, let profile):
      "profile \(profile) has no \(name(credential)): \(credential.variable) is used"
    }
  }

  func text(_ problem: SettingProblem) -> ErrorText {
    switch problem {
    case .nullCharacter(let name): ErrorText("\(name): contains a null character")
    case .inputReadTwice(let option):
      ErrorText(
        "--\(option) and the app key cannot both be read from standard input",
        hint: "read one of them from a file")
    case .unusedByCommand(let option, let command, let help):
      ErrorText("'\(command)' does not use --\(option)", hint: "see '\(help)'")
    case .fileInvalid(let path, let place, let problem):
      ErrorText(
        "\(path)\(place.isEmpty ? nil : ", \(place)"): \(problem.sentence)",
        hint: "see 'man 5 iapctl-config'")
    case .noConfigurationFolder:
      ErrorText(
        "no folder for the configuration file",
        hint: "set \(Variables.home) or \(Variables.configurationHome)")
    case .noJournalFolder:
      ErrorText(
        "no folder for the journal",
        hint: "give --journal FILE, or set \(Variables.home) or \(Variables.stateHome)")
    case .notBoolean(let key, let value): ErrorText("\(key): '\(value)' is not true or false")
    case .notByMarket(let key, let part, let all):
      ErrorText(
        "\(key): '\(part)' is not MARKET=VALUE",
        hint: "write AS=VALUE,GG=VALUE, or set \(all) for all markets")
    case .keyHasValue(let key, let command):
      ErrorText(
        "\(key) takes no value: it would be visible in the process list",
        hint: "pass it on standard input: \(command)")
    case .notGiven(let option):
      ErrorText(
        Sentence("no \(option) given", context: "option"),
        hint: "on a terminal, iapctl asks for what is missing")
    case .secretNotPrinted(let key, let path):
      ErrorText(
        "\(key) is a secret, which is not printed",
        hint: "commands use it with the profile; to copy it, read it in \(path)")
    case .notSet(let key, let profile):
      ErrorText(
        "profile '\(profile)' does not set \(key)",
        hint: "'iapctl config show' shows the value that is used, and its source")
    case .nameTaken(let profile, let path):
      ErrorText(
        "there is a profile '\(profile)' in \(path)",
        hint: """
          choose another name, or change that profile with: iapctl config set KEY VALUE \
          --profile \(profile)
          """)
    case .removesCurrentProfile(let profile, let others):
      ErrorText(
        "'\(profile)' is the current profile",
        hint: "switch to another one first, with: iapctl config use NAME; \(list(others))")
    case .unknownTimeZone(let name, let source):
      ErrorText(
        "\(source): this machine has no time zone '\(name)'",
        hint: "a time zone has a name such as Asia/Seoul, Asia/Tokyo or UTC")
    case .orderNumber(let word, let name, let order):
      ErrorText(
        """
        \(name): '\(word)' is an order number of \(Sentence(stringLiteral: order.storeName)), not a \
        payment number
        """,
        hint: """
          \(lookingUpOrder). Only a fixture store finds it by this number: iapctl payment show \
          \(quoted(word))
          """)
    case .noFields:
      ErrorText("--fields: this command prints no records", hint: "leave --fields out")
    case .unknownField(let name, let suggestion, let fields):
      ErrorText(
        "--fields: no field '\(name)'\(didYouMean(suggestion))",
        hint: "the fields are \(list: fields)"
      )
    }
  }

  var giveOne: Sentence { "give only one of them" }
}
