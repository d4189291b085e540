import CommandLine
import IAPCore
import IAPMessages

/// The sources of settings, in their order of precedence.
enum SettingLevel: CaseIterable, Sendable {
  case option
  /// The profile of a typed `--profile`.
  case typedProfile
  case environment
  /// The profile of `IAPCTL_PROFILE`, or else the current one of the configuration file.
  case currentProfile
}

/// The profile that is used, and how it was chosen.
struct ProfileChoice: Sendable {
  var profile: Profile?
  /// Whether `--profile` names it. Then it replaces the environment.
  var isTyped = false
  /// The names of all profiles, for messages.
  var names: [Identifier] = []

  static let none = ProfileChoice()
}

/// Looks up settings in the command line, the profile and the environment.
struct SettingSource {
  let arguments: ParsedArguments
  let variables: [String: String]
  let choice: ProfileChoice
  private(set) var chosen = ChosenPlace()

  var profile: Profile? { choice.profile }

  init(
    arguments: ParsedArguments, variables: [String: String], _ choice: ProfileChoice = .none
  ) {
    (self.arguments, self.variables, self.choice) = (arguments, variables, choice)
    chosen = ChosenPlace(of: self)
  }

  func value<Value: Equatable>(of option: Option<Value>) throws(UsageError) -> Setting<Value?> {
    if let value = try arguments.value(of: option) {
      return Setting(value, at: .option(option.specification))
    }
    guard let (texts, location) = lookup(option.specification), let word = texts.first
    else { return Setting(wrappedValue: nil) }
    return Setting(try read(word, option.syntax, at: location), at: location)
  }

  func values<Value: Equatable>(of option: ListOption<Value>) throws(UsageError) -> Setting<[Value]>
  {
    let values = try arguments.values(of: option)
    if !values.isEmpty { return Setting(values, at: .option(option.specification)) }
    guard let (texts, location) = lookup(option.specification) else {
      return Setting(wrappedValue: [])
    }
    var list: [Value] = []
    for word in option.values(in: texts) {
      list.append(try read(word, option.syntax, at: location))
    }
    return Setting(list, at: location)
  }

  /// Whether the profile requires a ticket of each consume at the place.
  var requiresTicket: Bool {
    profileOfPlace?.values[ConfigurationFormat.requireTicket] == [String(true)]
  }

  /// The profile, unless it names another place than the chosen one.
  private var profileOfPlace: Profile? { chosen.fits(profileLevel) ? profile : nil }

  var profileLevel: SettingLevel { choice.isTyped ? .typedProfile : .currentProfile }

  /// The effective values of an option and where they were set. Nil if it was not set.
  func lookup(_ option: OptionSpecification) -> (values: [String], location: Location)? {
    for level in chosen.levels(for: option) {
      if let found = find(option, at: level) { return found }
    }
    return nil
  }

  /// The values of an option at one level.
  ///
  /// An empty variable counts as not set. In the variable of a list, the values are separated by
  /// commas. A typed profile replaces the variables of all settings that a profile can have.
  func find(
    _ option: OptionSpecification, at level: SettingLevel
  ) -> (values: [String], location: Location)? {
    switch level {
    case .option:
      return arguments.values[option.name].map { ($0, .option(option)) }
    case .environment:
      return choice.isTyped && option.sources.key != nil ? nil : variable(of: option)
    case .typedProfile, .currentProfile:
      guard let profile, level == profileLevel, let values = profile.values(of: option) else {
        return nil
      }
      return (values, .profile(profile, key: option.sources.key ?? ""))
    }
  }

  /// The values of an option's variable, also if a typed profile replaces it.
  func variable(of option: OptionSpecification) -> (values: [String], location: Location)? {
    guard let name = option.sources.variable, let text = variables[name], !text.isEmpty else {
      return nil
    }
    let values =
      option.isList
      ? text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) : [text]
    return (values, .variable(name))
  }

  private func read<Value>(
    _ word: String, _ syntax: ValueParser<Value>, at location: Location
  ) throws(UsageError) -> Value {
    guard !word.utf8.contains(0) else {
      throw UsageError(SettingUsage.nullCharacter(in: location.name), origin: location.origin)
    }
    guard let value = syntax.read(word) else {
      throw UsageError(
        ArgumentProblem.invalid(
          word, of: location.name, expectation: syntax.expectation,
          suggestion: Suggestions.closest(to: word, among: syntax.kind.choices)),
        origin: location.origin)
    }
    return value
  }
}
