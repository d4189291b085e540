import CLibrary
import CommandLine
package import Testing

/// A shell that can complete the words of a command.
package enum RealShell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// Where it is installed, or nil.
  package var path: String? {
    ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(rawValue)" }
      .first { access($0, X_OK) == 0 }
  }

  /// The name under which the shell looks for the completions of `iapctl`.
  package var scriptName: String {
    switch self {
    case .bash: "iapctl.bash"
    case .zsh: "_iapctl"
    case .fish: "iapctl.fish"
    }
  }

  /// The words that start it for a person who has configured nothing.
  func words(path: String, setup: String) -> [String] {
    switch self {
    case .bash: [path, "--norc", "--noprofile", "-i"]
    case .zsh: [path, "-f", "-i"]
    case .fish: [path, "--no-config", "--init-command", Self.sourcing(setup), "-i"]
    }
  }

  /// The line that is to be typed first, or nil where the shell was started with it.
  func firstLine(setup: String) -> String? { self == .fish ? nil : Self.sourcing(setup) }

  private static func sourcing(_ path: String) -> String { "source '\(path)'" }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test, and says so, where the shell is missing.
  package static func installed(_ shell: RealShell) -> Self {
    .enabled(
      if: shell.path != nil,
      "\(shell.rawValue) is not installed: 'make deps-test' installs it")
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test, and says so, where a program is missing.
  ///
  /// - Parameter installer: the command that installs it; nil if none of ours does.
  package static func tool(_ name: String, installedBy installer: String? = "make deps-test")
    -> Self
  {
    .enabled(
      if: ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"].contains {
        access("\($0)/\(name)", X_OK) == 0
      },
      Comment(
        rawValue: "\(name) is not installed"
          + (installer.map { ": '\($0)' installs it" } ?? "")))
  }
}
