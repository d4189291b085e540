import CommandLine

/// The shared options (``GlobalOptions``) that a command uses.
///
/// A command refuses the shared options that it does not use: a user would expect an ignored option
/// to have an effect. Options such as `--output` and `--quiet`, which are in no group below, are
/// accepted by every command, so that a script can pass them to all commands.
struct SharedOptions: OptionSet, Sendable {
  let rawValue: Int

  static let store = SharedOptions(rawValue: 1 << 0)
  static let server = SharedOptions(rawValue: 1 << 1)
  static let retries = SharedOptions(rawValue: 1 << 2)
  static let clock = SharedOptions(rawValue: 1 << 3)
  static let user = SharedOptions(rawValue: 1 << 4)
  static let market = SharedOptions(rawValue: 1 << 5)
  static let package = SharedOptions(rawValue: 1 << 6)
  static let appSeq = SharedOptions(rawValue: 1 << 7)
  /// The command prints records, which have fields and a header.
  static let records = SharedOptions(rawValue: 1 << 8)
  /// The records contain access tokens.
  static let tokens = SharedOptions(rawValue: 1 << 9)
  /// The command reads or writes the journal.
  static let journal = SharedOptions(rawValue: 1 << 10)

  /// The command uses a fixture store or a server.
  static let backend: SharedOptions = [.store, .server, .retries, .clock]

  private static let members: [(group: SharedOptions, options: [OptionSpecification])] = [
    (.store, [GlobalOptions.store.specification]),
    (
      .server,
      [
        GlobalOptions.url.specification, GlobalOptions.api.specification,
        GlobalOptions.appKeyFile.specification,
      ]
    ),
    (.retries, [GlobalOptions.retries.specification]),
    (.clock, [GlobalOptions.now.specification]),
    (.user, [GlobalOptions.user.specification]),
    (.market, [GlobalOptions.market.specification]),
    (.package, [GlobalOptions.package.specification]),
    (.appSeq, [GlobalOptions.appSeq.specification]),
    (.records, [GlobalOptions.fields.specification, GlobalOptions.noHeader.specification]),
    (.tokens, [GlobalOptions.showTokens.specification]),
    (.journal, [GlobalOptions.journal.specification]),
  ]

  /// The options of these groups.
  var own: [OptionSpecification] {
    Self.members.filter { contains($0.group) }.flatMap(\.options)
  }

  /// All shared options that a command with these groups accepts, in the order of
  /// ``GlobalOptions``.
  var taken: [OptionSpecification] {
    let used = own
    let grouped = Self.members.flatMap(\.options)
    return GlobalOptions.all.filter { used.contains($0) || !grouped.contains($0) }
  }

  /// The shared options that a command with these groups refuses.
  var refused: [OptionSpecification] {
    let taken = taken
    return GlobalOptions.all.filter { !taken.contains($0) }
  }
}

extension ParsedArguments {
  /// Throws if one of these options was given.
  ///
  /// - Parameter command: the command in the error message, with the option that makes it ignore
  ///   these. Example: `purchase --deferred`.
  func refuse(_ options: [OptionSpecification], by command: String) throws(UsageError) {
    guard let option = options.first(where: { values[$0.name] != nil }) else { return }
    throw UsageError(
      "'\(command)' does not use --\(option.name)",
      hint: "see 'iapctl \(path.joined(separator: " ")) --help'")
  }
}
