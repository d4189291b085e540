import CommandLine
import IAPCore
import IAPMessages
import IAPWire
import Text

enum SettingLevel: CaseIterable, Sendable {
  case option, environment, profile
}

/// The profile that is used, and how it was chosen.
struct ProfileChoice: Equatable, Sendable {
  var profile: Profile?
  /// Whether `--profile` names it. Then it replaces the environment.
  var isTyped = false
  /// The names of all profiles, for messages.
  var names: [Identifier] = []

  static let none = ProfileChoice()
}

/// What the command line, the environment and a profile say, and which of it counts.
///
/// The place is taken whole from the highest level that names a store or a server. The settings of a
/// place (API, app key, app sequence, packages, and a profile's user) count only at levels that name
/// the same place or none, so that an app key goes only to the server that it was given for.
struct SettingSource: Equatable, Sendable {
  /// The values of a setting, and where they were set.
  typealias Found = (values: [String], location: Location)

  let arguments: ParsedArguments
  let variables: [String: String]
  let choice: ProfileChoice
  /// Where the command acts, or why that is not clear.
  private(set) var place: Result<Place, UsageError>
  private var named: [SettingLevel: Place] = [:]
  /// The level that decides; nil if none names a place.
  private var deciding: SettingLevel?

  private static let parts = Set(SharedOptions.place.own.map(\.name))

  init(
    _ arguments: ParsedArguments = ParsedArguments(), _ variables: [String: String] = [:],
    _ choice: ProfileChoice = .none
  ) {
    (self.arguments, self.variables, self.choice) = (arguments, variables, choice)
    place = .failure(Place.notChosen(profiles: choice.names))
    for level in levels {
      guard let (name, problem) = place(at: level) else { continue }
      named[level] = name
      if deciding == nil {
        (deciding, place) = (level, problem.map { .failure($0) } ?? .success(name))
      }
    }
    let isKeyGiven = Credential.allCases.contains { credential in
      arguments.values[credential.fileSetting.specification.name] != nil
        || key(inEnvironment: credential) != nil
    }
    if deciding == nil, isKeyGiven {
      place = .success(usualServer(at: levels))
    } else if deciding == nil, choice.isTyped, let profile {
      place = .failure(
        UsageError(
          PlaceUsage.profileWithoutPlace(profile.name, neededCredential), origin: .missingBackend))
    }
  }

  var profile: Profile? { choice.profile }

  /// The levels in their order of precedence.
  private var levels: [SettingLevel] {
    choice.isTyped ? [.option, .profile, .environment] : [.option, .environment, .profile]
  }
}

// MARK: The place

extension SettingSource {
  /// The place that a level names. With two, the store, and the error.
  private func place(at level: SettingLevel) -> (place: Place, problem: UsageError?)? {
    let store = find(GlobalOptions.store.specification, at: level)
    let url = find(GlobalOptions.url.specification, at: level)
    if let store {
      let problem = url.map {
        UsageError(
          PlaceUsage.twoPlaces(store: store.location.name, url: $0.location.name),
          origin: $0.location.origin)
      }
      return (.store(path: store.values.last ?? ""), problem)
    }
    if let url { return (.server(url: url.values.last ?? ""), nil) }
    // The key of a profile without a URL is for the usual server.
    guard level == .profile, Credential.allCases.contains(where: profileHasKey) else { return nil }
    return (usualServer(at: [.option, level]), nil)
  }

  /// The server of the dialect that the first of these levels names.
  private func usualServer(at levels: [SettingLevel]) -> Place {
    let api = GlobalOptions.api.specification
    return .server(
      url: Self.dialect(levels.lazy.compactMap { find(api, at: $0) }.first).traits.usualOrigin)
  }

  private static func dialect(_ found: Found?) -> WireDialect {
    found?.values.last.flatMap(WireDialect.init) ?? .usual
  }

  var dialect: WireDialect { Self.dialect(lookup(GlobalOptions.api.specification)) }

  /// The profile, if it names the place.
  var profileOfPlace: Identifier? {
    names(placeAt: .profile) && fits(.profile) ? profile?.name : nil
  }

  /// Whether the profile requires a ticket of each consume at the place.
  var requiresTicket: Bool {
    fits(.profile) && profile?.values[ConfigurationFormat.requireTicket] == [String(true)]
  }

  func names(placeAt level: SettingLevel) -> Bool { named[level] != nil }

  /// Whether a level names the chosen place, or none.
  func fits(_ level: SettingLevel) -> Bool { otherPlace(at: level) == nil }

  /// The place that a level names, if it is another one than the chosen one.
  func otherPlace(at level: SettingLevel) -> Place? {
    guard let name = named[level], case .success(let place) = place else { return nil }
    return name.isSame(as: place) ? nil : name
  }
}

// MARK: Single settings

extension SettingSource {
  /// What was typed, and what variables say of the place if a shell without them would act elsewhere.
  var typed: TypedOptions {
    var options: [OptionSpecification] = []
    if deciding == .environment, otherPlace(at: .profile) != nil {
      options = SharedOptions.place.own
    }
    if deciding == .profile, !choice.isTyped { options = [GlobalOptions.profile.specification] }
    // A shell without the variables has another journal, too. If only variables name the place, a command there
    // says that it has none.
    let journal = GlobalOptions.journal.specification
    if deciding != .environment || !options.isEmpty,
      case .variable? = lookup(journal)?.location.origin
    {
      options.append(journal)
    }
    var arguments = arguments
    for option in options where arguments.values[option.name] == nil {
      arguments.values[option.name] = variable(of: option)?.values
    }
    return TypedOptions(arguments)
  }

  func value<Value>(of option: Option<Value>) throws(UsageError) -> Value? {
    guard let (texts, location) = lookup(option.specification), let word = texts.last
    else { return nil }
    return try read(word, option.syntax, at: location)
  }

  func values<Value>(of option: ListOption<Value>) throws(UsageError) -> [Value] {
    guard let (texts, location) = lookup(option.specification) else { return [] }
    return try option.values(in: texts).map { word throws(UsageError) in
      try read(word, option.syntax, at: location)
    }
  }

  /// The values of an option that count. Nil if it was not set.
  func lookup(_ option: OptionSpecification) -> Found? {
    levels(for: option).lazy.compactMap { find(option, at: $0) }.first
  }

  /// The levels that can set an option, in their order of precedence.
  private func levels(for option: OptionSpecification) -> [SettingLevel] {
    guard Self.parts.contains(option.name) else {
      let isUser = option.name == GlobalOptions.user.specification.name
      return levels.filter { !isUser || $0 == .environment || fits($0) }
    }
    // What the place's own level says comes before what others add.
    let own = [.option] + (deciding.map { [$0] } ?? [])
    // A variable left over from other work would send a profile's key to another API.
    let isAPI = option.name == GlobalOptions.api.specification.name
    return own
      + levels.filter {
        fits($0) && !own.contains($0) && !(isAPI && deciding == .profile && $0 == .environment)
      }
  }

  /// The value of an option at a level. A typed profile replaces the variables of all settings that a profile can have.
  func find(_ option: OptionSpecification, at level: SettingLevel) -> Found? {
    switch level {
    case .option: arguments.values[option.name].map { ($0, .option(option)) }
    case .environment: choice.isTyped && option.sources.key != nil ? nil : variable(of: option)
    case .profile:
      profile.flatMap { profile in
        profile.values(of: option).map { ($0, .profile(profile, key: option.sources.key ?? "")) }
      }
    }
  }

  /// The values of an option's variable, also if a typed profile replaces it.
  ///
  /// An empty variable counts as not set. In the variable of a list, the values are separated by
  /// commas.
  func variable(of option: OptionSpecification) -> Found? {
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
