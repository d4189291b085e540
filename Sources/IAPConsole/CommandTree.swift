import CommandLine
import IAPCore
import IAPMessages

/// The list of commands: one line for each, with the shared options that it uses.
enum CommandTree {
  /// The options of commands on payments: backend, user, markets, app.
  private static let payments: SharedOptions =
    [.backend, .user, .market, .appSeq, .records, .tokens]
  /// The options that a profile can set, for `config show`.
  private static let settings: SharedOptions =
    [.store, .server, .user, .market, .package, .appSeq, .journal, .records]

  static let commands: [CommandNode] = [
    CommandNode("products", ProductsCommand.self, uses: [.backend, .market, .appSeq, .records]),
    CommandNode(
      "purchase", PurchaseCommand.self, uses: [.backend, .user, .market, .records, .tokens]),
    CommandNode(
      "unconsumed", UnconsumedCommand.self, uses: payments.subtracting(.user).union(.users)),
    CommandNode("consume", ConsumeCommand.self, uses: payments.union(.journal)),
    CommandNode("subscriptions", SubscriptionsCommand.self, uses: payments.union(.package)),
    CommandNode(
      "restore", RestoreCommand.self, uses: [.backend, .user, .market, .records, .tokens]),
    CommandNode(
      "reprocess", ReprocessCommand.self, uses: [.backend, .user, .market, .records, .tokens]),
    CommandNode(
      group: "payment", "what happened to a payment", heading: "Purchases",
      [
        CommandNode(
          "list", PaymentListCommand.self, uses: [.backend, .users, .market, .records, .tokens]),
        CommandNode(
          "show", PaymentShowCommand.self,
          uses: payments.subtracting(.user).union([.users, .journal])),
      ]),
    CommandNode(
      group: "store", "make, seed, dump, age and break a fixture store", heading: "Tools",
      [
        CommandNode("init", StoreInitCommand.self, uses: .clock),
        CommandNode("load", StoreLoadCommand.self, uses: [.store, .clock]),
        CommandNode("dump", StoreDumpCommand.self, uses: [.store, .clock]),
        CommandNode("log", StoreLogCommand.self, uses: [.store, .clock, .users, .records]),
      ] + CommandNode.storeChanges + [
        CommandNode("check", StoreCheckCommand.self, uses: [.store, .clock, .records]),
        CommandNode("advance", StoreAdvanceCommand.self, uses: [.store, .clock, .records]),
        CommandNode("stats", StoreStatsCommand.self, uses: [.store, .clock, .records]),
        CommandNode(
          group: "fault", "plan simulated failures",
          [
            CommandNode(
              "add", StoreFaultAddCommand.self, uses: [.store, .clock, .user, .market, .records]),
            CommandNode("list", StoreFaultListCommand.self, uses: [.store, .clock, .records]),
            CommandNode("clear", StoreFaultClearCommand.self, uses: [.store, .clock]),
          ]),
      ]),
    CommandNode("serve", ServeCommand.self, uses: [.store, .clock]),
    CommandNode("rehearse", RehearseCommand.self, uses: [.clock, .records]),
    CommandNode(
      group: "config", "show and edit profiles", heading: "Tools",
      [
        CommandNode("init", ConfigInitCommand.self, uses: NewProfile.options),
        CommandNode(
          "check", ConfigCheckCommand.self,
          uses: [.store, .server, .market, .appSeq, .journal, .records]),
        CommandNode("set", ConfigSetCommand.self),
        CommandNode("get", ConfigGetCommand.self, uses: .records),
        CommandNode("show", ConfigShowCommand.self, uses: settings),
        CommandNode("list", ConfigListCommand.self, uses: .records),
        CommandNode("path", ConfigPathCommand.self, uses: .records),
        CommandNode("use", ConfigUseCommand.self),
        CommandNode("unset", ConfigUnsetCommand.self),
        CommandNode("copy", ConfigCopyCommand.self),
        CommandNode("rename", ConfigRenameCommand.self),
        CommandNode("remove", ConfigRemoveCommand.self),
      ]),
    CommandNode(
      group: "journal", "what was consumed, by whom, with what outcome", heading: "Tools",
      [
        CommandNode("list", JournalListCommand.self, uses: [.journal, .records, .user, .market]),
        CommandNode("show", JournalShowCommand.self, uses: [.journal, .records]),
        CommandNode(
          "export", JournalExportCommand.self, uses: [.journal, .records, .user, .market]),
        CommandNode("settle", JournalSettleCommand.self, uses: [.journal, .records]),
        CommandNode("note", JournalNoteCommand.self, uses: [.journal, .records]),
        CommandNode(
          "report", JournalReportCommand.self, uses: [.journal, .records, .user, .market]),
        CommandNode("init", JournalInitCommand.self),
        CommandNode("import", JournalImportCommand.self),
      ]),
    CommandNode("explain", ExplainCommand.self, uses: .records),
    CommandNode("completion", CompletionCommand.self),
    CommandNode("tour", TourCommand.self),
    CommandNode("help", HelpCommand.self),
    CommandNode("__complete", CompleteCommand.self),
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
    options: GlobalOptions.all, examples: examples,
    refused: ["app-key"],
    refusedCommands: Set(RefusedCommand.allCases.map(\.rawValue)), commands)

  /// The command or group at a path of names. Example: `["store", "init"]`.
  static func node(_ path: [String]) -> CommandNode? { root.descendant(path[...]) }

  /// The shared options of the command that words name, which may have arguments behind it; nil if the first
  /// names none.
  static func uses(of words: [Substring]) -> SharedOptions? {
    var node = root
    for word in words {
      guard let next = node.subcommands.first(where: { $0.name == word }) else { break }
      node = next
    }
    return node.name == root.name ? nil : node.uses
  }
}
