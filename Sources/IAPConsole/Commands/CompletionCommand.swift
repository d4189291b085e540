import CommandLine
import IAPCore

struct CompletionCommand: Command {
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

  let shell: Shell

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    shell = try arguments.value(of: Self.shell)
  }

  func run(in context: Context) async throws -> Report {
    .text(shell.script)
  }
}
