import CommandLine
import IAPCore

/// `iapctl completion`
enum CompletionCommand: Command {
  static let shell = Operand(
    .one, ValueParser<Shell>.choice("SHELL"), "the shell")

  static let specification = CommandSpecification(
    "print a completion script",
    discussion: [
      "Prints a script that completes the commands and options of iapctl in a shell. Names from "
        + "a fixture store and from the configuration, such as products, users and stuck "
        + "payments, are looked up each time. Completion never sends a request over the network.",
      "'make install' installs the scripts where the shells look for them; bash also needs its "
        + "package bash-completion, and zsh needs compinit. Without 'make install', add 'source "
        + "<(iapctl completion bash)' to ~/.bashrc, 'source <(iapctl completion zsh)' to "
        + "~/.zshrc, or 'iapctl completion fish | source' to ~/.config/fish/config.fish.",
    ],
    heading: "Tools", operands: [shell.specification],
    examples: [
      Example("iapctl completion bash > iapctl.bash", "write the script for bash to a file"),
      Example("iapctl completion fish > iapctl.fish", "the script for fish"),
    ])

  static let needs = SettingsNeed.nothing

  struct Inputs: Equatable, Sendable { var shell: Shell }

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    Inputs(shell: try arguments.value(of: shell))
  }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    .text(inputs.shell.script)
  }
}

/// A command that completes purchases of a user and prints them: `restore` and `reprocess`.
protocol CompletingCommand: Command where Inputs == UserInMarkets {
  /// The message if there was nothing to complete.
  static var nothing: String { get }

  static func complete(
    _ inputs: UserInMarkets, with service: any IAPService
  ) async throws(IAPError) -> CompletionReport
}

extension CompletingCommand {
  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> UserInMarkets {
    UserInMarkets(user: try settings.requiredUser(), markets: settings.markets)
  }

  static func schema(for inputs: UserInMarkets) -> RecordSchema? { PurchaseRecord.schema }

  static func hasEffect(_ inputs: UserInMarkets) -> Bool { true }

  static func run(_ inputs: UserInMarkets, in context: Context) async throws -> Report {
    let service = try context.service()
    let names = GivenNames(users: [inputs.user], markets: inputs.markets)
    try await context.noteUnknownNames(names, to: service)
    let done = try await complete(inputs, with: service)
    let section = RecordSection(
      "purchases", PurchaseRecord.schema,
      records: PurchaseRecord.batch(done.purchases))
    return Report(.lists([section])) {
      var summary = Report.Summary()
      summary.failures = FailureTally(done.failures)
      summary.isPartial = !done.purchases.isEmpty || !done.closed.isEmpty
      summary.notices = done.closed.map { "payment \($0) was never charged; it is closed now" }
      if !summary.isPartial, done.failures.isEmpty { summary.hints = [nothing] }
      return summary
    }
  }
}

/// The user and the markets whose purchases are completed.
struct UserInMarkets: Equatable, Sendable {
  var user: Identifier
  /// Empty means all.
  var markets: [StoreCode]
}
