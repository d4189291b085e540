import Languages
import Text

extension English {
  func text(_ message: TourMessage) -> Sentence {
    switch message {
    case .make: "Make a store with a small sample game:"
    case .useStore: "All commands below use that store:"
    case .products: "What can be bought?"
    case .unconsumed:
      "alice paid for an item and says that she did not get it. These purchases are stuck:"
    case .consume: "You gave her the 100 gems by hand. Mark that payment as delivered:"
    case .unconsumedAfterwards: "It is no longer in the list:"
    case .interrupted: "bob buys 100 gems, and his phone dies after the charge:"
    case .reprocess: "When the app starts again, it completes the purchase:"
    case .restore:
      """
      carol reinstalled the game, and her weekly chest is missing. Restore it from her store account:
      """
    case .subscriptions: "Now it is listed:"
    case .end(let path):
      """
      That is the end of the tour. The store is kept:
        export \(Variables.store)=\(path)
      Things to try:
        iapctl unconsumed --all-users
        iapctl consume --all --user alice --dry-run
        iapctl purchase gem.550 --user erin --payload slot-7
        iapctl subscriptions --user bob -o json
        iapctl store dump
        iapctl help
      """
    }
  }
}
