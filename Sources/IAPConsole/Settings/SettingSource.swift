import CommandLine
import IAPCore

/// Looks up each setting in the command line, then in the environment, then in the profile.
struct SettingSource {
  let arguments: ParsedArguments
  let variables: [String: String]
  var profile: Profile?

  func value<Value: Equatable>(of option: Option<Value>) throws(UsageError) -> Setting<Value?> {
    if let value = try arguments.value(of: option) {
      return Setting(value, at: .option(option.specification))
    }
    guard let (words, location) = lookup(option.specification), let word = words.first
    else { return Setting(wrappedValue: nil) }
    return Setting(try read(word, option.syntax, at: location), at: location)
  }

  func values<Value: Equatable>(of option: ListOption<Value>) throws(UsageError) -> Setting<[Value]>
  {
    let values = try arguments.values(of: option)
    if !values.isEmpty { return Setting(values, at: .option(option.specification)) }
    guard let (words, location) = lookup(option.specification) else {
      return Setting(wrappedValue: [])
    }
    var list: [Value] = []
    for word in option.words(in: words) {
      list.append(try read(word, option.syntax, at: location))
    }
    return Setting(list, at: location)
  }

  /// The app key from the environment or the profile. No option takes it, because other users can
  /// read the command line of a process.
  var appKey: Setting<Secret?> {
    if let key = variables[Variables.appKey], !key.isEmpty {
      return Setting(Secret(key), at: .variable(Variables.appKey))
    }
    guard let profile, let key = profile.appKey else { return Setting(wrappedValue: nil) }
    return Setting(key, at: .profile(profile, key: ConfigurationFormat.appKey))
  }

  /// The app's package in each market.
  var packages: Setting<[StoreCode: String]> {
    guard let profile, !profile.packages.isEmpty else { return Setting(wrappedValue: [:]) }
    return Setting(
      profile.packages, at: .profile(profile, key: ConfigurationFormat.packages))
  }

  /// The words of an option and where they were set. Nil if it was not set.
  ///
  /// An empty variable counts as not set. In the variable of a list, the words are separated by
  /// commas.
  func lookup(_ option: OptionSpecification) -> (words: [String], location: Location)? {
    if let words = arguments.values[option.name] { return (words, .option(option)) }
    if let name = option.sources.variable, let text = variables[name], !text.isEmpty {
      let words =
        option.isList
        ? text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) : [text]
      return (words, .variable(name))
    }
    guard let profile, let words = profile.words(of: option) else { return nil }
    return (words, .profile(profile, key: option.sources.key ?? ""))
  }

  private func read<Value>(
    _ word: String, _ syntax: ValueParser<Value>, at location: Location
  ) throws(UsageError) -> Value {
    guard !word.utf8.contains(0) else {
      throw UsageError("\(location.name): contains a null character", origin: location.origin)
    }
    guard let value = syntax.read(word) else {
      let error = UsageError.value(
        word, of: location.name, expectation: syntax.expectation,
        suggestion: Suggestions.closest(to: word, among: syntax.kind.choices))
      throw UsageError(error.message, hint: error.hint, origin: location.origin)
    }
    return value
  }
}
