import CommandLine
import IAPCore
import IAPMessages

/// The two names of `config copy` and `config rename`.
struct ProfileNames: Sendable {
  let old: Identifier
  let new: Identifier

  static let oldName = Operand(.one, .identifier("PROFILE", kind: .profiles), "the profile")
  static let newName = Operand(
    .one, at: 1, .identifier("NAME", kind: .text), "the new name, which no profile has yet")
  static let operands = [oldName.specification, newName.specification]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    (old, new) = (
      try arguments.value(of: Self.oldName), try arguments.value(of: Self.newName)
    )
  }
}

struct ConfigCopyCommand: Command {
  static let specification = CommandSpecification(
    "copy a profile",
    discussion: [
      "Makes a profile with the settings of another one. A name that is taken is refused. The file "
        + "of an app key is named by both profiles; an app key that is stored in the profile is "
        + "copied, and the command says so.",
      "An app key is for one server. If the copy is for another server, give it its own key: "
        + "'iapctl config set appKeyFile FILE --profile NAME'.",
    ],
    operands: ProfileNames.operands,
    examples: [
      Example("iapctl config copy live ci", "make the profile ci from live"),
      Example(
        """
        iapctl config copy live android-kr &&
          iapctl config set markets GG --profile android-kr
        """, "a profile for one market"),
    ])

  static let needs = SettingsNeed.environment
  var hasEffect: Bool { true }

  let names: ProfileNames

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    names = try ProfileNames(arguments)
  }

  func run(in context: Context) async throws -> Report {
    let notice = try ConfigurationFile.edit(in: context) { file in
      try file.copy(names.old, to: names.new)
      let key = try file.named(names.old).copiedKey
      return SetupMessages.copied(names.old, to: names.new, key: key)
    }
    return .nothing(notices: [notice])
  }
}

extension Profile {
  fileprivate var copiedKey: SetupMessages.CopiedKey? {
    keys.isEmpty ? keyFile.map { .file(path: $0) } : .value
  }
}

struct ConfigRenameCommand: Command {
  static let specification = CommandSpecification(
    "rename a profile",
    discussion: [
      "Gives a profile another name. A name that is taken is refused. If the profile is the current "
        + "one, it stays the current one."
    ],
    operands: ProfileNames.operands,
    examples: [
      Example("iapctl config rename ci test", "rename a profile"),
      Example("iapctl config rename test prod && iapctl config list", "rename, then list"),
    ])

  static let needs = SettingsNeed.environment
  var hasEffect: Bool { true }

  let names: ProfileNames

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    names = try ProfileNames(arguments)
  }

  func run(in context: Context) async throws -> Report {
    let notice = try ConfigurationFile.edit(in: context) { file in
      let isCurrent = file.profile == names.old
      try file.rename(names.old, to: names.new)
      return SetupMessages.renamed(names.old, to: names.new, isCurrent: isCurrent)
    }
    context.warnOfVariable(naming: names.old)
    return .nothing(notices: [notice])
  }
}
