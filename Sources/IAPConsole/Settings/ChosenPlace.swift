import CommandLine
import IAPCore
import IAPRemote
import IAPWire

/// The place that the sources of settings choose.
///
/// It is taken whole from the highest level that names a store or a server. The settings of a place
/// (API, app key, app sequence, packages, and a profile's user) count only at levels that name the
/// same place or none, so that an app key goes only to the server that it was given for.
struct ChosenPlace: Sendable {
  /// Where the command acts, or why that is not clear.
  private(set) var place: Result<Place, UsageError> = .failure(Place.notChosen(profiles: []))
  /// The profile, if it names the place.
  private(set) var profile: Identifier?
  /// The level that decides; nil if none names a place.
  private var level: SettingLevel?
  private var named: [SettingLevel: Place] = [:]

  /// The settings that belong to a place.
  private static let parts = Set(SharedOptions.place.own.map(\.name))

  init() {}

  init(of source: SettingSource) {
    for level in SettingLevel.allCases {
      guard let (name, problem) = Self.named(at: level, by: source) else { continue }
      named[level] = name
      if self.level == nil {
        (self.level, place) = (level, problem.map { .failure($0) } ?? .success(name))
      }
    }
    if level == nil {
      let isKeyGiven =
        source.arguments.values[GlobalOptions.appKeyFile.specification.name] != nil
        || source.keyOfEnvironment != nil
      place =
        isKeyGiven
        ? .success(.server(url: ServerURL.usual))
        : .failure(Place.notChosen(profiles: source.choice.names))
    }
    if named[source.profileLevel] != nil, fits(source.profileLevel) {
      profile = source.profile?.name
    }
  }

  /// Whether a level names a place.
  func isNamed(at level: SettingLevel) -> Bool { named[level] != nil }

  /// Whether a level names the chosen place, or none.
  func fits(_ level: SettingLevel) -> Bool { isElsewhere(level) == nil }

  /// The place that a level names, if it is another one than the chosen one.
  func isElsewhere(_ level: SettingLevel) -> Place? {
    guard let name = named[level], case .success(let place) = place, !name.isSame(as: place) else {
      return nil
    }
    return name
  }

  /// The levels that can set an option, in their order of precedence.
  func levels(for option: OptionSpecification) -> [SettingLevel] {
    guard Self.parts.contains(option.name) else {
      let isUser = option.name == GlobalOptions.user.specification.name
      return SettingLevel.allCases.filter { isUser ? fits($0) || $0 == .environment : true }
    }
    // What the place's own level says comes before what others add.
    let own = [.option] + (level.map { [$0] } ?? [])
    return own + SettingLevel.allCases.filter { fits($0) && !own.contains($0) }
  }

  /// The place that a level names. With two, the store, and the error.
  private static func named(
    at level: SettingLevel, by source: SettingSource
  ) -> (place: Place, problem: UsageError?)? {
    let store = source.find(GlobalOptions.store.specification, at: level)
    let url = source.find(GlobalOptions.url.specification, at: level)
    switch (store, url) {
    case (let store?, let url):
      return (
        .store(path: store.words.last ?? ""), url.map { twoPlaces(store.location, $0.location) }
      )
    case (nil, let url?): return (.server(url: url.words.last ?? ""), nil)
    case (nil, nil):
      // The app key of a profile without a URL is for the usual server.
      return source.hasKeyOfProfile(at: level) ? (.server(url: ServerURL.usual), nil) : nil
    }
  }

  private static func twoPlaces(_ store: Location, _ url: Location) -> UsageError {
    UsageError(PlaceProblem.twoPlaces(store: store.name, url: url.name), origin: url.origin)
  }
}

/// The app key of the place.
enum AppKeyChoice {
  case file(Setting<String?>)
  case key(Setting<Secret?>)
  case none
  /// Two keys are given, or keys only for other places.
  case problem(UsageError)
}

extension SettingSource {
  /// The app key in the environment.
  var keyOfEnvironment: Setting<Secret?>? {
    guard let key = variables[Variables.appKey], !key.isEmpty else { return nil }
    return Setting(Secret(key), at: .variable(Variables.appKey))
  }

  func hasKeyOfProfile(at level: SettingLevel) -> Bool {
    guard let profile, level == profileLevel else { return false }
    return profile.appKey != nil || find(GlobalOptions.appKeyFile.specification, at: level) != nil
  }

  /// The app key of the place. No option takes the key itself, because other users can read the
  /// command line of a process.
  func appKey() throws(UsageError) -> AppKeyChoice {
    if let typed = try arguments.value(of: GlobalOptions.appKeyFile) {
      return .file(Setting(typed, at: .option(GlobalOptions.appKeyFile.specification)))
    }
    if case .success(.store) = chosen.place { return .none }
    let profile = try keyOfProfile()
    if case .problem = profile { return profile }
    guard let own = keyOfEnvironment, environmentOfKey == nil else {
      guard case .none = profile else { return profile }
      return keysElsewhere.map { .problem($0) } ?? .none
    }
    switch profile {
    case .none: return .key(own)
    case .key(let key) where key.wrappedValue == own.wrappedValue: return profile
    // A typed profile, or a place in the environment, decides between them.
    case .key, .file:
      if choice.isTyped { return profile }
      if chosen.isNamed(at: .environment) { return .key(own) }
      return .problem(twoKeys(of: profile))
    case .problem: return profile
    }
  }

  /// The key of the profile, if it is for the place.
  private func keyOfProfile() throws(UsageError) -> AppKeyChoice {
    guard let profile, chosen.fits(profileLevel) else { return .none }
    let file = try value(of: GlobalOptions.appKeyFile)
    guard let key = profile.appKey else { return file.wrappedValue == nil ? .none : .file(file) }
    let location = Location.profile(profile, key: ConfigurationFormat.appKey)
    guard file.wrappedValue != nil else { return .key(Setting(key, at: location)) }
    return .problem(
      UsageError(PlaceProblem.twoKeysInProfile(key: location.name), origin: location.origin))
  }

  /// The place that the environment names, if it is another one than the chosen one: its app key is
  /// for that place. A typed profile replaces the environment, but not what its key is for.
  private var environmentOfKey: Place? {
    guard case .success(let place) = chosen.place else { return nil }
    let store = variable(of: GlobalOptions.store.specification)?.words.last
    let url = variable(of: GlobalOptions.url.specification)?.words.last
    let named = [store.map { Place.store(path: $0) }, url.map { .server(url: $0) }]
    return named.compactMap(\.self).first { !$0.isSame(as: place) }
  }

  private func twoKeys(of profile: AppKeyChoice) -> UsageError {
    let name: String? =
      switch profile {
      case .file(let file): file.location?.name
      case .key(let key): key.location?.name
      case .none, .problem: nil
      }
    let typed = (self.profile?.name).map { TypedOptions.quoted($0.text) } ?? "NAME"
    return UsageError(
      PlaceProblem.twoKeys(other: name ?? ConfigurationFormat.appKey, profile: typed),
      origin: .variable(Variables.appKey))
  }

  /// The error if app keys are set, but none for this server. Nil if none is set, or if the API needs
  /// none.
  private var keysElsewhere: UsageError? {
    guard case .success(.server(let url)) = chosen.place, needsAppKey else { return nil }
    var keys: [PlaceProblem.OtherKey] = []
    if let profile, let place = chosen.isElsewhere(profileLevel), hasKeyOfProfile(at: profileLevel)
    {
      keys.append(.profile(profile.name, place))
    }
    if keyOfEnvironment != nil, let place = environmentOfKey {
      keys.append(.environment(place))
    }
    guard !keys.isEmpty else { return nil }
    return UsageError(
      PlaceProblem.keysOfOtherPlaces(url: ServerURL.masked(url), keys), origin: .configuration)
  }

  private var needsAppKey: Bool {
    let name = lookup(GlobalOptions.api.specification)?.words.last
    return (name.flatMap(WireDialect.init) ?? .usual).traits.credentialHeader != nil
  }
}
