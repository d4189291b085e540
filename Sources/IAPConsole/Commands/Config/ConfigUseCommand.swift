import CommandLine
import IAPCore

/// Makes a profile the one that holds.
enum ConfigUseCommand: Command {
  static let name = Operand(
    .one, .name("PROFILE", kind: .data(.profiles)), "the profile that is to hold")

  static let specification = CommandSpecification(
    "use", "make a profile the one that holds",
    discussion: ["It holds wherever neither --profile nor its variable names another."],
    operands: [name.specification],
    examples: [
      Example("iapctl config use android", "from now on the profile android"),
      Example("iapctl config use live && iapctl config list", "another one, and which there are"),
    ])

  static let needs = SettingsNeed.environment

  struct Inputs: Equatable, Sendable { var name: Identifier }

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    Inputs(name: Identifier(try arguments.value(of: name)))
  }

  static func hasEffect(_ inputs: Inputs) -> Bool { true }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    try ConfigurationFile.edit(in: context) { file in
      guard file.profiles[inputs.name] != nil else {
        throw file.unknown(inputs.name, origin: .commandLine)
      }
      return ConfigurationFile(path: file.path, profile: inputs.name, profiles: file.profiles)
    }
    return .nothing(notices: ["profile \(inputs.name) holds now"])
  }
}
