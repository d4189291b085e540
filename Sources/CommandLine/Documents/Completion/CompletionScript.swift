/// A script that teaches a shell the command line.
package struct CompletionScript: Equatable, Sendable {
  package let shell: Shell
  package let text: String

  /// The name that the shell looks for.
  package var fileName: String {
    switch shell {
    case .bash: "iapctl.bash"
    case .zsh: "_iapctl"
    case .fish: "iapctl.fish"
    }
  }
}

/// The shells that there are scripts for.
package enum Shell: String, Sendable, CaseIterable {
  case bash, zsh, fish
}

extension Manual {
  /// A script for each shell.
  package var completions: [CompletionScript] { Shell.allCases.map(completion) }

  /// The script for a shell.
  package func completion(for shell: Shell) -> CompletionScript {
    let text =
      switch shell {
      case .bash: BashCompletion(self).text
      case .zsh: ZshCompletion(self).text
      case .fish: FishCompletion(self).text
      }
    return CompletionScript(shell: shell, text: text)
  }

  /// Every command and group that people see, with its path below the program; the program first.
  var commands: [(path: String, command: CommandSpecification)] {
    func below(
      _ command: CommandSpecification, _ path: String
    ) -> [(path: String, command: CommandSpecification)] {
      [(path, command)]
        + command.listed.flatMap { below($0, path.isEmpty ? $0.name : "\(path) \($0.name)") }
    }
    return below(program, "")
  }
}

extension CommandSpecification {
  /// Its options as they are typed, the short ones too.
  var optionWords: [String] { options.flatMap(\.words) }
}

extension OptionSpecification {
  /// The words that it is typed with: `--output` and `-o`.
  var words: [String] { ["--\(name)"] + (short.map { ["-\($0)"] } ?? []) }
}

extension String {
  /// The same text with a character written otherwise.
  func writing(_ character: Character, as text: String) -> String {
    split(separator: character, omittingEmptySubsequences: false).joined(separator: text)
  }
}
