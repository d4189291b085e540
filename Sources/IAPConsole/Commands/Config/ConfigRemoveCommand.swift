import CommandLine
import IAPCore
import IAPMessages
import Languages

struct ConfigRemoveCommand: Command {
  static let name = Operand(
    .one, .identifier("PROFILE", kind: .profiles), "the profile to remove")

  static let specification = CommandSpecification(
    "remove a profile",
    discussion: [
      "Removes the profile and its settings from the configuration file, also an app key that is "
        + "stored in it. A file that --app-key-file named stays.",
      "Asks first on a terminal; without a terminal, --yes is needed. The current profile is "
        + "removed only if it is the last one: switch to another one before.",
    ],
    operands: [name.specification],
    examples: [
      Example("iapctl config remove prod --yes", "remove a profile without a question"),
      Example(
        "iapctl config use live && iapctl config remove android",
        "remove the current profile, after a switch to another", status: 2),
    ])

  static let needs = SettingsNeed.environment
  var hasEffect: Bool { true }

  let name: Identifier

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    name = try arguments.value(of: Self.name)
  }

  func run(in context: Context) async throws -> Report {
    let file = try ConfigurationFile.readOrEmpty(in: context.environment)
    let profile = try file.named(name)
    // What is refused is not asked.
    var left = file
    try left.remove(name)
    try context.confirmChange(
      SetupMessages.askToRemove(name, path: file.path, holdsKey: !profile.keys.isEmpty))
    let keyFile = profile.keyFile.flatMap { path in
      left.profiles.values.contains { $0.keyFile == path } ? nil : path
    }
    var notices = [
      try ConfigurationFile.edit(in: context) { file in
        try file.remove(name)
        return SetupMessages.removed(name, path: file.path, keyFile: keyFile)
      }
    ]
    context.warnOfVariable(naming: name)
    if left.profiles.isEmpty { notices.append(ConfigMessages.noProfiles(path: file.path)) }
    return .nothing(notices: notices)
  }
}

extension Context {
  /// Warns if the variable names a profile that does not exist any more.
  func warnOfVariable(naming profile: Identifier) {
    guard environment.variables[Variables.profile].map({ Identifier($0) }) == profile else {
      return
    }
    messages.warn(SetupMessages.variableNamesNone(profile: profile))
  }

  /// Names the variables that count before the current profile; nil if none of them is set.
  func variables(before profile: Identifier) -> Sentence? {
    let names = [
      Variables.store, Variables.url, Variables.appKey, Variables.secretKey, Variables.profile,
    ].filter { name in
      let value = environment.variables[name] ?? ""
      return !value.isEmpty && (name != Variables.profile || Identifier(value) != profile)
    }
    return names.isEmpty ? nil : SetupMessages.variablesPrevail(names, over: profile)
  }
}
