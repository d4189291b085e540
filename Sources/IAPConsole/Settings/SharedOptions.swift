import CommandLine
import IAPMessages

/// The groups of shared options (``GlobalOptions``) that a command uses.
///
/// A command refuses the shared options that it does not use: a user would expect an ignored option
/// to have an effect. Options such as `--output` and `--quiet`, which are in no group, are accepted by
/// every command, so that a script can pass them to all commands.
struct SharedOptions: OptionSet, Sendable {
  let rawValue: Int

  static let store = SharedOptions(rawValue: 1 << 0)
  static let server = SharedOptions(rawValue: 1 << 1)
  static let retries = SharedOptions(rawValue: 1 << 2)
  static let clock = SharedOptions(rawValue: 1 << 3)
  static let user = SharedOptions(rawValue: 1 << 4)
  /// Several users; instead of ``user``.
  static let users = SharedOptions(rawValue: 1 << 5)
  static let market = SharedOptions(rawValue: 1 << 6)
  static let package = SharedOptions(rawValue: 1 << 7)
  static let appSeq = SharedOptions(rawValue: 1 << 8)
  /// The command prints records, which have fields and a header.
  static let records = SharedOptions(rawValue: 1 << 9)
  /// The records contain access tokens.
  static let tokens = SharedOptions(rawValue: 1 << 10)
  /// The command reads or writes the journal.
  static let journal = SharedOptions(rawValue: 1 << 11)

  /// The command uses a fixture store or a server.
  static let backend: SharedOptions = [.store, .server, .retries, .clock]
  /// What belongs to a place: it counts only for the place that it was given for (``SettingSource``).
  static let place: SharedOptions = [.store, .server, .package, .appSeq]
  /// What has no effect on a fixture store.
  static let serverOnly: SharedOptions = [.server, .retries, .package, .appSeq]

  /// The options of these groups, in the order of the groups.
  var own: [OptionSpecification] {
    GlobalOptions.grouped.filter { !$0.group.isDisjoint(with: self) }
      .sorted { $0.group.rawValue < $1.group.rawValue }.map(\.specification)
  }

  /// All shared options that a command with these groups accepts, in the order of
  /// ``GlobalOptions``.
  var taken: [OptionSpecification] {
    GlobalOptions.grouped.filter { contains($0.group) && ($0.group != .users || !contains(.user)) }
      .map(\.specification)
  }

  /// The shared options that a command with these groups refuses.
  var refused: [OptionSpecification] {
    let taken = Set(taken.map(\.name))
    return GlobalOptions.all.filter { !taken.contains($0.name) }
  }
}

extension SharedOptions {
  /// The version of the app's SDK, of the commands that verify purchases.
  static let sdk = Option(
    "sdk", .sdkVersion, fallback: "any version",
    "the version of the app's SDK; error com.nhncloud.iap 11 if it cannot verify")
}

extension ParsedArguments {
  /// Throws if one of these options was given.
  ///
  /// - Parameter command: the command in the error message, with the option that makes it ignore
  ///   these. Example: `purchase --deferred`.
  func refuse(_ options: [OptionSpecification], by command: String) throws(UsageError) {
    guard let option = options.first(where: { values[$0.name] != nil }) else { return }
    throw UsageError(
      SettingUsage.unusedByCommand(
        option: option.name, command: command,
        help: "iapctl \(path.joined(separator: " ")) --help"))
  }
}
