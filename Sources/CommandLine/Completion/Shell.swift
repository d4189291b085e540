/// The shells that there are completion scripts for.
///
/// A script knows no command and no option: it asks `iapctl __complete SHELL -- WORD...` what can
/// stand at the cursor, and puts one of the answers there. An answer is a line: a word, and behind a
/// tab what it is. The line that is a tab and `files` asks the shell for the names of files.
package enum Shell: String, Sendable, CaseIterable {
  case bash, zsh, fish

  /// The name under which the shell looks for the script.
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
