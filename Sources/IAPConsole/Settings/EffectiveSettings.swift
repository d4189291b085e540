import CommandLine
import IAPCore
import IAPMessages

/// The settings that a profile can have, with their values and sources.
struct EffectiveSettings {
  struct Row: Equatable {
    let key: String
    let value: String?
    let source: String?
  }

  private(set) var used: [Row] = []
  /// The values that are set at another level and not used.
  private(set) var unused: [Row] = []

  private static let usual = "default"
  private static let mask = "\(Secret(""))"

  /// - Parameter journal: the path of the journal that is used.
  init(_ source: SettingSource, journal: String?) throws(UsageError) {
    add(GlobalOptions.profile.specification, source, usual: source.profile?.name.text)
    for option in ConfigurationFormat.options {
      let isJournal = option.name == GlobalOptions.journal.specification.name
      let isSettle = option.name == GlobalOptions.settle.specification.name
      if option.name == GlobalOptions.url.specification.name,
        case .success(.store) = source.chosen.place
      {
        add(option, source, usual: nil)
      } else {
        let isURL = option.name == GlobalOptions.url.specification.name
        let usual = isURL ? source.dialect.traits.usualOrigin : option.fallback
        add(option, source, usual: isJournal ? journal : isSettle ? nil : usual)
      }
    }
    for credential in Credential.allCases { try add(credential, source) }
    let requireTicket = ConfigurationFormat.requireTicket
    let isSet = source.requiresTicket
    used.append(
      Row(
        key: requireTicket, value: String(isSet),
        source: isSet ? source.profile.map(Self.name) : Self.usual))
  }

  private mutating func add(
    _ option: OptionSpecification, _ source: SettingSource, usual: String?
  ) {
    let key = option.sources.key ?? option.name
    func text(_ values: [String]) -> String {
      let text = values.joined(separator: ",")
      return option.name == GlobalOptions.url.specification.name
        ? ServerURL.masked(text) : ArgumentProblem.masked(text)
    }
    let found = source.lookup(option)
    if found == nil, option == GlobalOptions.profile.specification, let profile = source.profile {
      used.append(Row(key: key, value: usual, source: Self.name(profile)))
    } else {
      used.append(
        Row(
          key: key, value: found.map { text($0.values) } ?? usual,
          source: found?.location.source ?? usual.map { _ in Self.usual }))
    }
    for other in others(of: option, source) where other.location != found?.location {
      guard other.values != found?.values else { continue }
      unused.append(
        Row(key: key, value: text(other.values), source: "not used: \(other.location.source)"))
    }
  }

  /// What the variable and the profile say.
  private func others(
    of option: OptionSpecification, _ source: SettingSource
  ) -> [(values: [String], location: Location)] {
    [source.variable(of: option), source.find(option, at: source.profileLevel)].compactMap(\.self)
  }

  private mutating func add(
    _ credential: Credential, _ source: SettingSource
  ) throws(UsageError) {
    let key = credential.profileKey
    var effective: Location?
    if case .key(let own) = try source.choice(of: credential) { effective = own.location }
    used.append(
      Row(key: key, value: effective.map { _ in Self.mask }, source: effective?.source))
    let profile = source.profile.flatMap { profile in
      profile[credential].map { _ in Location.profile(profile, key: key) }
    }
    for other in [source.ofEnvironment(credential)?.location, profile].compactMap(\.self)
    where other != effective {
      unused.append(Row(key: key, value: Self.mask, source: "not used: \(other.source)"))
    }
  }

  private static func name(_ profile: Profile) -> String { "profile '\(profile.name)'" }
}
