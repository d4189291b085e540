import IAPCore

/// The list of commands: one line each.
enum CommandTree {
  static let commands: [CommandNode] = [
    CommandNode(ProductsCommand.self),
    CommandNode(PurchaseCommand.self),
    CommandNode(UnconsumedCommand.self),
    CommandNode(ConsumeCommand.self),
    CommandNode(SubscriptionsCommand.self),
    CommandNode(RestoreCommand.self),
    CommandNode(ReprocessCommand.self),
    CommandNode(
      group: "store", "make, seed, dump and check a fixture store", heading: "Tools",
      [
        CommandNode(StoreInitCommand.self),
        CommandNode(StoreLoadCommand.self),
        CommandNode(StoreDumpCommand.self),
        CommandNode(StoreCheckCommand.self),
      ]),
    CommandNode(ExplainCommand.self),
    CommandNode(TourCommand.self),
    CommandNode(HelpCommand.self),
  ]

  /// The program: its commands, and the options that all of them have.
  static let root = CommandNode(
    program: "iapctl", "a console for NHN Cloud in-app purchase", commands)

  /// The command or group at the end of a path of names.
  static func node(_ path: [String]) -> CommandNode? { root.descendant(path[...]) }
}
