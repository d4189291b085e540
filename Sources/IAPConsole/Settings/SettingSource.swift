import CommandLine

/// The places that a setting can come from: the command line, the environment, a profile; setting
/// by setting, in this order.
struct SettingSource {
  let arguments: ParsedArguments
  let variables: [String: String]
  var profile: Profile?

  /// A value, who said it, and what a message calls the place where it was said.
  typealias Found<Value> = (value: Value, origin: UsageError.Origin, name: String)

  func value<Value>(of option: Option<Value>) throws(UsageError) -> Found<Value>? {
    if let value = try arguments.value(of: option) {
      return (value, .commandLine, "--" + option.specification.name)
    }
    guard let (words, place) = words(of: option.specification), let word = words.first
    else { return nil }
    return (try read(word, option.syntax, from: place), place.origin, place.name)
  }

  func values<Value>(of option: ListOption<Value>) throws(UsageError) -> Found<[Value]>? {
    let values = try arguments.values(of: option)
    guard values.isEmpty else { return (values, .commandLine, "--" + option.specification.name) }
    guard let (words, place) = words(of: option.specification) else { return nil }
    var list: [Value] = []
    for word in option.words(in: words) {
      list.append(try read(word, option.syntax, from: place))
    }
    return (list, place.origin, place.name)
  }

  /// What was said of an option, as words, and by whom; nil where nobody said anything.
  func said(of option: OptionSpecification) -> (words: [String], source: String)? {
    if let words = arguments.values[option.name] { return (words, "--\(option.name)") }
    guard let (words, place) = words(of: option) else { return nil }
    return (words, place.source)
  }

  /// Where words stand that are no option's, and what a message calls it.
  private struct Place {
    let name: String
    /// The variable, or the profile.
    let source: String
    let origin: UsageError.Origin
  }

  /// A variable that is empty counts as none; one of a list has commas between its words.
  private func words(of option: OptionSpecification) -> ([String], Place)? {
    if let name = option.sources.variable, let text = variables[name], !text.isEmpty {
      let words =
        option.isList
        ? text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) : [text]
      return (words, Place(name: name, source: name, origin: .variable(name)))
    }
    guard let profile, let words = profile.words(of: option) else { return nil }
    let key = option.sources.key ?? ""
    return (
      words,
      Place(
        name: "\(key) of \(profile.place)", source: "profile '\(profile.name)'",
        origin: .configuration)
    )
  }

  private func read<Value>(
    _ word: String, _ syntax: ValueParser<Value>, from place: Place
  ) throws(UsageError) -> Value {
    guard !word.utf8.contains(0) else {
      throw UsageError("\(place.name): contains a null character", origin: place.origin)
    }
    guard let value = syntax.read(word) else {
      let error = UsageError.value(
        word, of: place.name, expectation: syntax.expectation,
        suggestion: Suggestions.closest(to: word, among: syntax.kind.choices))
      throw UsageError(error.message, hint: error.hint, origin: place.origin)
    }
    return value
  }
}
