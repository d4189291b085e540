import CommandLine

/// Prints a completion script.
enum CompletionCommand: Command {
  static let shell = Operand(
    .one, ValueParser<Shell>.choice("SHELL"), "the shell that it is for")

  static let specification = CommandSpecification(
    "completion", "print a completion script",
    discussion: [
      "Prints the script that teaches a shell the commands and options of iapctl. What a fixture "
        + "store and the configuration know, such as products, users and stuck payments, is looked "
        + "up when the key is pressed; nothing is ever asked over a network for it.",
      "'make install' puts the scripts where the shells look for them: bash with its package "
        + "bash-completion, zsh where compinit runs, fish by itself. Without it: in ~/.bashrc "
        + "write 'source <(iapctl completion bash)'; in ~/.zshrc 'source <(iapctl completion "
        + "zsh)'; in ~/.config/fish/config.fish 'iapctl completion fish | source'.",
    ],
    heading: "Tools", operands: [shell.specification],
    examples: [
      Example("iapctl completion bash > iapctl.bash", "the script for bash, in a file"),
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
