import CommandLine
import IAPCore
import IAPMessages
import Languages

/// What a typed profile replaces in the environment, and what it takes from it.
struct ProfileNotes: Equatable, Sendable {
  private var profile: Identifier?
  /// The variables that are not read and differ from what is used, by the name of their option.
  private var replaced: [String: String] = [:]
  /// The credential of the environment that is used, because the profile has none.
  private var credentialOfEnvironment: Credential?

  init() {}

  init(_ source: SettingSource) {
    guard source.choice.isTyped, let profile = source.profile else { return }
    self.profile = profile.name
    for option in ConfigurationFormat.options {
      guard let variable = source.variable(of: option),
        !Self.isSame(variable.values, source.lookup(option)?.values, option)
      else { continue }
      replaced[option.name] = option.sources.variable
    }
    let credential = source.neededCredential
    guard let key = source.ofEnvironment(credential),
      let used = try? source.choice(of: credential)
    else { return }
    switch used {
    case .key(let own) where own.location == key.location: credentialOfEnvironment = credential
    case .key(let own) where own.wrappedValue == key.wrappedValue: break
    default: replaced[credential.fileSetting.specification.name] = credential.variable
    }
  }

  private static func isSame(
    _ values: [String], _ used: [String]?, _ option: OptionSpecification
  ) -> Bool {
    let used = used ?? option.fallback.map { [$0] } ?? []
    guard option.name == GlobalOptions.url.specification.name else { return values == used }
    return ServerURL.areSame(values.last ?? "", used.last ?? "")
  }

  /// The notes for a command that uses these options.
  func messages(for options: [OptionSpecification]) -> [Sentence] {
    guard let profile else { return [] }
    var notes: [Sentence] = []
    let names = options.compactMap { replaced[$0.name] }
    if !names.isEmpty {
      notes.append(ConfigMessages.unused(variables: names, profile))
    }
    if let credentialOfEnvironment,
      options.contains(credentialOfEnvironment.fileSetting.specification)
    {
      notes.append(ConfigMessages.noKey(credentialOfEnvironment, profile))
    }
    return notes
  }
}
