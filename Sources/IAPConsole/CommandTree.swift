import CommandLine
import IAPCore

/// The list of commands: one line for each, with the shared options that it uses.
enum CommandTree {
  /// The options of commands on payments: backend, user, markets, app.
  private static let payments: SharedOptions =
    [.backend, .user, .market, .appSeq, .records, .tokens]
  /// The options that a profile can set, for `config show`.
  private static let settings: SharedOptions =
    [.store, .server, .user, .market, .package, .appSeq, .journal, .records]

  static let commands: [CommandNode] = [
    CommandNode(ProductsCommand.self, uses: [.backend, .market, .appSeq, .records]),
    CommandNode(PurchaseCommand.self, uses: [.backend, .user, .market, .records, .tokens]),
    CommandNode(UnconsumedCommand.self, uses: payments),
    CommandNode(ConsumeCommand.self, uses: payments.union(.journal)),
    CommandNode(SubscriptionsCommand.self, uses: payments.union(.package)),
    CommandNode(RestoreCommand.self, uses: [.backend, .user, .market, .records, .tokens]),
    CommandNode(ReprocessCommand.self, uses: [.backend, .user, .market, .records, .tokens]),
    CommandNode(
      group: "store", "make, seed, dump and check a fixture store", heading: "Tools",
      [
        CommandNode(StoreInitCommand.self, uses: .clock),
        CommandNode(StoreLoadCommand.self, uses: [.store, .clock]),
        CommandNode(StoreDumpCommand.self, uses: [.store, .clock]),
        CommandNode(StoreCheckCommand.self, uses: [.store, .clock, .records]),
      ]),
    CommandNode(ServeCommand.self, uses: [.store, .clock]),
    CommandNode(
      group: "config", "show and edit profiles", heading: "Tools",
      [
        CommandNode(ConfigSetCommand.self),
        CommandNode(ConfigShowCommand.self, uses: settings),
        CommandNode(ConfigListCommand.self, uses: .records),
        CommandNode(ConfigPathCommand.self, uses: .records),
        CommandNode(ConfigUseCommand.self),
        CommandNode(ConfigUnsetCommand.self),
      ]),
    CommandNode(
      group: "journal", "what was consumed, by whom, with what outcome", heading: "Tools",
      [
        CommandNode(JournalListCommand.self, uses: [.journal, .records, .user, .market]),
        CommandNode(JournalShowCommand.self, uses: [.journal, .records]),
        CommandNode(JournalExportCommand.self, uses: [.journal, .records, .user, .market]),
        CommandNode(JournalSettleCommand.self, uses: [.journal, .records]),
        CommandNode(JournalNoteCommand.self, uses: [.journal, .records]),
      ]),
    CommandNode(ExplainCommand.self, uses: .records),
    CommandNode(CompletionCommand.self),
    CommandNode(TourCommand.self),
    CommandNode(HelpCommand.self),
    CommandNode(CompleteCommand.self),
  ]

  private static let discussion = [
    "Lists purchases that players paid for and may not have received, and marks them as "
      + "delivered. A fixture store lets you try everything first: it is a local simulation of "
      + "the purchase service in a file, with failures on demand; no device needed.",
    "A purchase is stuck if it is paid but not consumed. Consuming it marks it as delivered; "
      + "this cannot be undone. A market is an app store that takes the money: AS is the App "
      + "Store, GG is Google Play, ONESTORE is ONE store. Any other code is accepted as given.",
  ]

  private static let examples = [
    Example("iapctl store init rehearsal.db --sample", "make a store with a small sample game"),
    Example("iapctl unconsumed --user alice --store rehearsal.db", "list alice's stuck purchases"),
    Example(
      "iapctl consume 2026011210000001 --user alice --store rehearsal.db",
      "mark one payment as delivered"),
  ]

  /// The program, with its commands and the shared options.
  static let root = CommandNode(
    group: "iapctl", "a console for NHN Cloud in-app purchase", discussion: discussion,
    options: GlobalOptions.all, examples: examples, refused: refused, commands)

  private static let refused = [
    "app-key":
      "a key on the command line is visible in the process list; give it with --app-key-file "
      + "PATH or \(Variables.appKey)"
  ]

  /// The command or group at a path of names. Example: `["store", "init"]`.
  static func node(_ path: [String]) -> CommandNode? { root.descendant(path[...]) }
}
