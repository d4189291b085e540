import CLibrary
import CommandLine
package import Testing

/// The shells that iapctl has completion scripts for.
package enum RealShell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The path of its executable, or nil if it is not installed.
  package var path: String? {
    ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(rawValue)" }
      .first { access($0, X_OK) == 0 }
  }

  /// The file name under which the shell looks for the completions of `iapctl`.
  package var scriptName: String {
    switch self {
    case .bash: "iapctl.bash"
    case .zsh: "_iapctl"
    case .fish: "iapctl.fish"
    }
  }

  /// The command line that starts the shell without the user's configuration.
  func words(path: String, setup: String) -> [String] {
    switch self {
    case .bash: [path, "--norc", "--noprofile", "-i"]
    case .zsh: [path, "-f", "-i"]
    case .fish: [path, "--no-config", "--init-command", Self.sourcing(setup), "-i"]
    }
  }

  /// The first line to type, or nil if the shell got its setup on the command line.
  func firstLine(setup: String) -> String? { self == .fish ? nil : Self.sourcing(setup) }

  private static func sourcing(_ path: String) -> String { "source '\(path)'" }
}

extension Trait where Self == ConditionTrait {
  /// Skips the test with a message if the shell is not installed.
  package static func installed(_ shell: RealShell) -> Self {
    .enabled(
      if: shell.path != nil,
      "\(shell.rawValue) is not installed: 'make deps-test' installs it")
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips the test with a message if the binary is that of a debug build.
  package static var released: Self {
    .enabled(
      if: getenv("IAPCTL_BINARY") != nil, "IAPCTL_BINARY names no release binary: use 'make test'")
  }

  /// Skips the test if the program has a sanitizer.
  ///
  /// - Parameter reason: why the test would say nothing about the program.
  package static func unsanitized(_ reason: Comment) -> Self {
    .disabled(if: getenv("IAPCTL_SANITIZER") != nil, reason)
  }

  /// Skips the test with a message if a program is not installed.
  ///
  /// - Parameter installer: the command that installs it; nil if the project has no such command.
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
