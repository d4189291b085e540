import CommandLine
import IAPCore
import IAPMessages
import Languages
import Text

/// What is used, and what is set but not used.
extension SettingSource {
  typealias Row = (key: String, value: String?, source: Sentence?)

  private static let mask = "\(Secret(""))"

  /// The settings that a profile can have, with their values and sources. Behind them, the values that
  /// are set at another level and not used.
  ///
  /// - Parameters:
  ///   - journal: the path of the journal that is used.
  ///   - language: that of the defaults that are words.
  func rows(journal: String?, in language: Language) -> [Row] {
    var used: [Row] = []
    var unused: [Row] = []
    for option in [GlobalOptions.profile.specification] + ConfigurationFormat.options {
      let key = option.sources.key ?? option.name
      let text = { (values: [String]) in
        let text = values.joined(separator: ",")
        return option == GlobalOptions.url.specification
          ? ServerURL.masked(text) : MaskedText.withoutPassword(text)
      }
      let found = lookup(option) ?? (option.sources.key == nil ? currentProfile : nil)
      let usual = usual(option, journal: journal, language)
      used.append(
        (
          key, found.map { text($0.values) } ?? usual,
          found?.location.source ?? usual.map { _ in ConfigMessages.usualSource() }
        ))
      let others = [variable(of: option), find(option, at: .profile)].compactMap(\.self)
      for other in others
      where other.location != found?.location && other.values != found?.values {
        unused.append((key, text(other.values), ConfigMessages.notUsed(other.location.source)))
      }
    }
    for credential in Credential.allCases {
      let rows = rows(of: credential)
      used.append(rows.used)
      unused += rows.unused
    }
    let source = requiresTicket ? currentProfile?.location.source : ConfigMessages.usualSource()
    used.append((ConfigurationFormat.requireTicket, String(requiresTicket), source))
    return used + unused
  }

  private func rows(of credential: Credential) -> (used: Row, unused: [Row]) {
    let (key, choice) = (credential.rawValue, choice(of: credential))
    var location: Location?
    if case .key = choice.source { location = choice.location }
    let others =
      [
        self.key(inEnvironment: credential).map { _ in .variable(credential.variable) },
        profile.flatMap { $0.keys[credential] == nil ? nil : .profile($0, key: key) },
      ].compactMap(\.self) as [Location]
    return (
      (key, location.map { _ in Self.mask }, location?.source),
      others.filter { $0 != location }.map {
        (key, Self.mask, ConfigMessages.notUsed($0.source))
      }
    )
  }

  private var currentProfile: Found? {
    profile.map { ([$0.name.text], .profile($0, key: "")) }
  }

  private func usual(
    _ option: OptionSpecification, journal: String?, _ language: Language
  ) -> String? {
    switch option {
    case GlobalOptions.url.specification:
      if case .success(.store) = place { nil } else { dialect.traits.usualOrigin }
    case GlobalOptions.journal.specification: journal
    case GlobalOptions.profile.specification: nil
    case GlobalOptions.settle.specification:
      if case .success(.store) = place {
        "0s"
      } else {
        "\(Settings.usualSettle.components.seconds)s"
      }
    default: option.fallback.map { language.text($0) }
    }
  }

  /// What a typed profile replaces in the environment, and what it takes from it, for a command that
  /// uses these options.
  func notes(for options: [OptionSpecification]) -> [Sentence] {
    guard let profile else { return [] }
    guard choice.isTyped else {
      // The API is a part of the place, which the profile names whole.
      let api = GlobalOptions.api.specification
      let isOfProfile = SettingLevel.allCases.first(where: names(placeAt:)) == .profile
      guard isOfProfile, options.contains(api), isReplaced(api) else { return [] }
      return [
        ConfigMessages.unused(variables: api.sources.variable.map { [$0] } ?? [], profile.name)
      ]
    }
    let credential = neededCredential
    let (own, used) = (key(inEnvironment: credential), choice(of: credential))
    let isOwnUsed = own.map { used.source == .key($0) } ?? true
    let names = options.compactMap { option in
      if option == credential.fileSetting.specification {
        return isOwnUsed ? nil : credential.variable
      }
      return isReplaced(option) ? option.sources.variable : nil
    }
    let beating = options.filter { option in
      let said = find(option, at: .profile)?.values
      return said != nil && find(option, at: .option).map { $0.values != said } ?? false
    }
    var notes: [Sentence] = []
    if !beating.isEmpty {
      notes.append(ConfigMessages.beaten(by: beating.map { "--\($0.name)" }, profile.name))
    }
    if !names.isEmpty {
      notes.append(ConfigMessages.unused(variables: names, profile.name))
    }
    if used.location == .variable(credential.variable),
      options.contains(credential.fileSetting.specification)
    {
      notes.append(ConfigMessages.noKey(credential, profile.name))
    }
    return notes
  }

  /// Whether the profile replaces the variable of an option by something else.
  private func isReplaced(_ option: OptionSpecification) -> Bool {
    guard option.sources.key != nil,
      let own = variable(of: option)?.values.joined(separator: ",")
    else { return false }
    let used = lookup(option)?.values.joined(separator: ",") ?? option.fallback ?? ""
    return option == GlobalOptions.url.specification
      ? !ServerURL.areSame(own, used) : !own.utf8.elementsEqual(used.utf8)
  }
}
