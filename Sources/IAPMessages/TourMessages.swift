import IAPCore
package import Languages

/// What `tour` says before each command.
package enum TourMessages {
  package static var make: Sentence { "Make a store with a small sample game:" }
  package static var useStore: Sentence { "All commands below use that store:" }
  package static var products: Sentence { "What can be bought?" }
  package static var unconsumed: Sentence {
    "alice paid for an item and says that she did not get it. These purchases are stuck:"
  }

  package static var consume: Sentence {
    "You gave her the 100 gems by hand. Mark that payment as delivered:"
  }

  package static var unconsumedAfterwards: Sentence { "It is no longer in the list:" }
  package static var interrupted: Sentence {
    "bob buys 100 gems, and his phone dies after the charge:"
  }

  package static var reprocess: Sentence { "When the app starts again, it completes the purchase:" }
  package static var restore: Sentence {
    """
    carol reinstalled the game, and her weekly chest is missing. Restore it from her store account:
    """
  }

  package static var subscriptions: Sentence { "Now it is listed:" }
  package static func end(path: String) -> Sentence {
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
