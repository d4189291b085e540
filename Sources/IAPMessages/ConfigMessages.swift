package import IAPCore
package import Languages
import Text

/// What is noted about the profiles.
package enum ConfigMessages {
  package static func noProfiles(path: String) -> Sentence { "no profiles in \(path)" }
  /// - Parameter isNowCurrent: whether it became the current profile.
  package static func wrote(_ profile: Identifier, path: String, isNowCurrent: Bool) -> Sentence {
    "wrote profile \(profile) in \(path)\(isNowCurrent ? "; it is the current profile now" : nil)"
  }

  /// - Parameter others: the profiles that were there before.
  package static func made(_ profile: Identifier, path: String, beside others: [Identifier])
    -> Sentence
  {
    "made a new profile \(profile) in \(path), beside \(list: others)"
  }

  /// A file beside the configuration that may have a key, and that no profile names: 'config init' was
  /// killed before it wrote the profile.
  package static func unusedKeyFile(path: String) -> Sentence {
    """
    \(path) may have an app key, and no profile uses it; an interrupted 'config init' leaves such a \
    file. If you do not need it: rm \(ShellText.quoted(path))
    """
  }

  package static func notSet(key: String, _ profile: Identifier) -> Sentence {
    "profile \(profile) has no setting \(key)"
  }

  /// Where `config show` says that a setting was set.
  package static func source(_ profile: Identifier) -> Sentence { "profile '\(profile)'" }

  /// The source of a setting that was set nowhere.
  package static func usualSource() -> Sentence { "default" }

  /// The source of a value that is set and not used.
  ///
  /// - Parameter source: where it was set.
  package static func notUsed(_ source: Sentence) -> Sentence { "not used: \(source)" }

  package static func switched(to profile: Identifier) -> Sentence {
    "switched to profile \(profile)"
  }

  /// The variable names another profile than the current one.
  package static func variableNames(profile: String) -> Sentence {
    "\(Variables.profile) names profile \(profile), which is used until the variable is unset"
  }

  /// Variables that name another place than the current profile.
  package static func hidden(_ profile: Identifier, by variables: [String]) -> Sentence {
    """
    profile \(profile) is not used where commands act: \(list: variables) \
    \(plural: variables.count, "names", "name") another place, until unset or until --profile \(profile) is typed
    """
  }

  /// Options that were typed beside `--profile`, and say something else than the profile.
  package static func beaten(by options: [String], _ profile: Identifier) -> Sentence {
    "used in place of what profile \(profile) says: \(list: options)"
  }

  /// Variables that a typed profile replaces.
  package static func unused(variables: [String], _ profile: Identifier) -> Sentence {
    "not used with --profile \(profile): \(list: variables)"
  }

  /// The variable `TZ` names a time zone that the machine does not have.
  package static func unknownTimeZone(_ name: String) -> Sentence {
    "\(Variables.timeZone): this machine has no time zone '\(name)'; times are in UTC"
  }

  /// The app key of the environment is used.
  package static func noKey(_ credential: Credential, _ profile: Identifier) -> Sentence {
    "profile \(profile) has no \(credential.name): \(credential.variable) is used"
  }
}
