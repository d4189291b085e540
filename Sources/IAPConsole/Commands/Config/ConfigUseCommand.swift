import CommandLine
import IAPCore
import IAPMessages

struct ConfigUseCommand: Command {
  static let name = Operand(
    .one, .name("PROFILE", kind: .profiles), "the profile to use from now on")

  static let specification = CommandSpecification(
    "switch the current profile",
    discussion: [
      "The current profile is used if neither --profile nor IAPCTL_PROFILE names another."
    ],
    operands: [name.specification],
    examples: [
      Example("iapctl config use android", "switch to the profile android"),
      Example(
        "iapctl config use live && iapctl config list", "switch to live, then list the profiles"),
    ])

  static let needs = SettingsNeed.environment
  var hasEffect: Bool { true }

  let name: Identifier

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    name = Identifier(try arguments.value(of: Self.name))
  }

  func run(in context: Context) async throws -> Report {
    let notice = try ConfigurationFile.edit(in: context) { file in
      file.profile = try file.named(name).name
      return ConfigMessages.switched(to: name)
    }
    let variable = context.environment.variables[Variables.profile] ?? ""
    if !variable.isEmpty, Identifier(variable) != name {
      context.messages.warn(ConfigMessages.variableNames(profile: variable))
    }
    let hiding = [Variables.store, Variables.url].filter {
      !(context.environment.variables[$0] ?? "").isEmpty
    }
    if !hiding.isEmpty {
      context.messages.warn(ConfigMessages.hidden(name, by: hiding))
    }
    return .nothing(notices: [notice])
  }
}
