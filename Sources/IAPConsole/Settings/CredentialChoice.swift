import CommandLine
import IAPCore
import IAPMessages
import IAPWire
import Languages

/// A credential of the place.
enum CredentialChoice {
  case file(Setting<String?>)
  case key(Setting<Secret?>)
  /// A file of the profile, and a key of the environment: the problem, unless they are the same.
  case fileBeside(Setting<String?>, Secret, problem: UsageError)
  case none
  /// Two keys are given, or keys only for other places.
  case problem(UsageError)
}

extension SettingSource {
  /// The dialect that the first of these levels names.
  func dialect(at levels: [SettingLevel]) -> WireDialect {
    let option = GlobalOptions.api.specification
    let found = levels.lazy.compactMap { find(option, at: $0) }.first
    return found?.values.last.flatMap(WireDialect.init) ?? .usual
  }

  /// The dialect of the place.
  var dialect: WireDialect {
    (lookup(GlobalOptions.api.specification)?.values.last).flatMap(WireDialect.init) ?? .usual
  }

  /// The credential of the place. Without one, an app key is not sent.
  var neededCredential: Credential { dialect.traits.credential ?? .appKey }

  /// The credential in the environment.
  func ofEnvironment(_ credential: Credential) -> Setting<Secret?>? {
    guard var key = variables[credential.variable] else { return nil }
    // As at the end of a file.
    if key.last?.isNewline == true { key.removeLast() }
    guard !key.isEmpty else { return nil }
    return Setting(Secret(key), at: .variable(credential.variable))
  }

  func hasKeyOfProfile(_ credential: Credential, at level: SettingLevel) -> Bool {
    guard let profile, level == profileLevel else { return false }
    return profile[credential] != nil
      || find(credential.fileSetting.specification, at: level) != nil
  }

  /// The credential of the place. No option takes it itself, because other users can read the
  /// command line of a process.
  func choice(of credential: Credential) throws(UsageError) -> CredentialChoice {
    if let typed = try arguments.value(of: credential.fileSetting) {
      return .file(Setting(typed, at: .option(credential.fileSetting.specification)))
    }
    if case .success(.store) = chosen.place { return .none }
    let profile = try ofProfile(credential)
    if case .problem = profile { return profile }
    guard let own = ofEnvironment(credential), environmentOfKey == nil else {
      guard case .none = profile else { return profile }
      return errorOfOtherPlaces(credential).map { .problem($0) } ?? .none
    }
    switch profile {
    case .none: return .key(own)
    case .key(let key) where key.wrappedValue == own.wrappedValue: return profile
    // A typed profile, or a place in the environment, decides between them.
    case .key, .file:
      if choice.isTyped { return profile }
      if chosen.isNamed(at: .environment) { return .key(own) }
      let problem = twoKeys(credential, profile)
      guard case .file(let file) = profile, let key = own.wrappedValue else {
        return .problem(problem)
      }
      return .fileBeside(file, key, problem: problem)
    case .problem, .fileBeside: return profile
    }
  }

  /// The key of the profile, if it is for the place.
  private func ofProfile(_ credential: Credential) throws(UsageError) -> CredentialChoice {
    guard let profile, chosen.fits(profileLevel) else { return .none }
    let file = try value(of: credential.fileSetting)
    guard let key = profile[credential] else {
      return file.wrappedValue == nil ? .none : .file(file)
    }
    let location = Location.profile(profile, key: credential.profileKey)
    guard file.wrappedValue != nil else { return .key(Setting(key, at: location)) }
    return .problem(
      UsageError(
        PlaceUsage.twoKeysInProfile(credential, key: location.name), origin: location.origin))
  }

  /// The place that the environment names, if it is another one than the chosen one: its keys are
  /// for that place. A typed profile replaces the environment, but not what its key is for.
  private var environmentOfKey: Place? {
    guard case .success(let place) = chosen.place else { return nil }
    let store = variable(of: GlobalOptions.store.specification)?.values.last
    let url = variable(of: GlobalOptions.url.specification)?.values.last
    let named = [store.map { Place.store(path: $0) }, url.map { .server(url: $0) }]
    return named.compactMap(\.self).first { !$0.isSame(as: place) }
  }

  private func twoKeys(_ credential: Credential, _ choice: CredentialChoice) -> UsageError {
    let name: String? =
      switch choice {
      case .file(let file): file.location?.name
      case .key(let key): key.location?.name
      case .none, .problem, .fileBeside: nil
      }
    let typed = (self.profile?.name).map { ShellText.quoted($0.text) } ?? "NAME"
    return UsageError(
      PlaceUsage.twoKeys(credential, other: name ?? credential.profileKey, profile: typed),
      origin: .variable(credential.variable))
  }

  /// The error if credentials are set, but none for this server. Nil if none is set, or if the API
  /// needs none.
  private func errorOfOtherPlaces(_ credential: Credential) -> UsageError? {
    guard case .success(.server(let url)) = chosen.place, dialect.traits.credential == credential
    else { return nil }
    var keys: [Sentence] = []
    if let profile, let place = chosen.isElsewhere(profileLevel),
      hasKeyOfProfile(credential, at: profileLevel)
    {
      keys.append(PlaceUsage.key(of: profile.name, isFor: place.sentence))
    }
    if ofEnvironment(credential) != nil, let place = environmentOfKey {
      keys.append(PlaceUsage.key(in: credential.variable, isFor: place.sentence))
    }
    guard !keys.isEmpty else { return nil }
    return UsageError(
      PlaceUsage.keysOfOtherPlaces(credential, url: ServerURL.masked(url), keys),
      origin: .configuration)
  }
}
