import CommandLine
import IAPCore
import IAPMessages
import IAPWire

/// The place that the sources of settings choose.
///
/// The place is taken whole from the highest level that names a store or a server. The settings of a place
/// (API, app key, app sequence, packages, and a profile's user) count only at levels that name the
/// same place or none, so that an app key goes only to the server that it was given for.
struct ChosenPlace: Sendable {
  /// Where the command acts, or why that is not clear.
  private(set) var place: Result<Place, UsageError> = .failure(Place.notChosen(profiles: []))
  /// The profile, if it names the place.
  private(set) var profile: Identifier?
  /// The level that decides; nil if none names a place.
  private var level: SettingLevel?
  private var named: [(level: SettingLevel, place: Place)] = []

  /// The settings that belong to a place.
  private static let parts = Set(SharedOptions.place.own.map(\.name))

  init() {}

  init(of source: SettingSource) {
    for level in SettingLevel.allCases {
      guard let (name, problem) = Self.named(at: level, by: source) else { continue }
      named.append((level, name))
      if self.level == nil {
        (self.level, place) = (level, problem.map { .failure($0) } ?? .success(name))
      }
    }
    if level == nil {
      let isKeyGiven = Credential.allCases.contains { credential in
        source.arguments.values[credential.fileSetting.specification.name] != nil
          || source.ofEnvironment(credential) != nil
      }
      place =
        isKeyGiven
        ? .success(.server(url: source.dialect(at: SettingLevel.allCases).traits.usualOrigin))
        : .failure(Place.notChosen(profiles: source.choice.names))
    }
    if isNamed(at: source.profileLevel), fits(source.profileLevel) {
      profile = source.profile?.name
    }
  }

  /// Whether a level names a place.
  func isNamed(at level: SettingLevel) -> Bool { name(at: level) != nil }

  private func name(at level: SettingLevel) -> Place? { named.first { $0.level == level }?.place }

  /// Whether a level names the chosen place, or none.
  func fits(_ level: SettingLevel) -> Bool { isElsewhere(level) == nil }

  /// The place that a level names, if it is another one than the chosen one.
  func isElsewhere(_ level: SettingLevel) -> Place? {
    guard let name = name(at: level), case .success(let place) = place, !name.isSame(as: place)
    else {
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
        .store(path: store.values.last ?? ""), url.map { twoPlaces(store.location, $0.location) }
      )
    case (nil, let url?): return (.server(url: url.values.last ?? ""), nil)
    case (nil, nil):
      // The key of a profile without a URL is for the usual server.
      guard Credential.allCases.contains(where: { source.hasKeyOfProfile($0, at: level) }) else {
        return nil
      }
      return (.server(url: source.dialect(at: [.option, level]).traits.usualOrigin), nil)
    }
  }

  private static func twoPlaces(_ store: Location, _ url: Location) -> UsageError {
    UsageError(PlaceUsage.twoPlaces(store: store.name, url: url.name), origin: url.origin)
  }
}
