/// The shells with a completion script.
///
/// A script contains no command and no option. It runs `iapctl __complete SHELL -- WORD...` and
/// offers the printed candidates. The output has one candidate a line: a word, or a word, a tab and
/// a description. The line "tab, `files`" tells the shell to complete file names.
package enum Shell: String, Sendable, CaseIterable {
  case bash, zsh, fish

  /// The file name that the shell expects.
  package var scriptName: String {
    switch self {
    case .bash: "iapctl.bash"
    case .zsh: "_iapctl"
    case .fish: "iapctl.fish"
    }
  }

  package var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }
}
