import CommandLine
import IAPCore

/// What to do if a purchase, a restore or a reprocess may or may not have happened.
extension PurchaseCommand {
  static func hint(for error: IAPError, _ inputs: Inputs, _ typed: TypedOptions) -> String? {
    guard error.outcome == .unknown, case .buy(let request, _) = inputs else { return nil }
    func command(_ name: String) -> String { typed.command(name, of: request.user) }
    return "the purchase may have happened; before you buy again, check: \(command("unconsumed")); "
      + "\(command("subscriptions")); complete an interrupted purchase with: "
      + "\(command("reprocess"))"
  }
}

extension ConsumeCommand {
  static func hint(for error: IAPError, _ inputs: Inputs, _ typed: TypedOptions) -> String? {
    SettlingCommands.hint(for: error, typed)
  }
}

extension RestoreCommand {
  static func hint(for error: IAPError, _ inputs: Inputs, _ typed: TypedOptions) -> String? {
    guard error.outcome == .unknown else { return nil }
    return "it may have been restored; it is safe to run it again: "
      + typed.command("restore", of: inputs.user)
  }
}

extension ReprocessCommand {
  static func hint(for error: IAPError, _ inputs: Inputs, _ typed: TypedOptions) -> String? {
    guard error.outcome == .unknown else { return nil }
    return "it may have been completed; complete the rest with: "
      + "\(typed.command("reprocess", of: inputs.user)); then list what can be consumed with: "
      + typed.command("unconsumed", of: inputs.user)
  }
}

extension TypedOptions {
  /// The command line of a command for a user, in the same place.
  fileprivate func command(_ name: String, of user: Identifier) -> String {
    "iapctl \(name)" + Self.words("user", user.text)
      + words([GlobalOptions.market.specification] + Self.backend)
  }
}
