package import Languages

extension IAPError {
  /// What an API lacks, so that an option does not work with it.
  package struct Lack: Hashable, Sendable {
    package let sentence: Sentence

    package static let usersTogether = Self(sentence: "lists one user at a time")
    package static let productIdentifiers = Self(sentence: "lists product numbers, not identifiers")
    package static let purchaseTimes = Self(sentence: "gives no times of purchase")
    package static let transactions = Self(sentence: "gives no order numbers")
    package static let inactiveSubscriptions = Self(sentence: "lists only active subscriptions")
    package static let statuses = Self(sentence: "gives no status")
    package static let markets = Self(sentence: "lists no markets")
    package static let paymentsByNumber = Self(
      sentence: "has no call that completes payments by their number")
    package static let subscriptionsOnHold = Self(
      sentence: "lists no subscriptions that are on hold")
  }

  /// What can be done that an API cannot do. It selects no more payments, because the list may be
  /// consumed.
  package struct Alternative: Hashable, Sendable {
    package let sentence: Sentence

    package static let fixtureAPI = Self(
      sentence: """
        the player buys it in the app. To try it without money, use a fixture store with --store PATH, or \
        a server of 'iapctl serve' with --api fixture
        """)
    package static let restoringApp = Self(
      sentence: """
        only the app can restore what the store of the device has; the player starts that in the app. List \
        what is paid and not consumed with: iapctl unconsumed --user ID
        """)
    package static let startingApp = Self(
      sentence: """
        the app completes a broken-off purchase when it starts the next time. If no app can, set the payment \
        to Success or to Refund in the IAP console (Transaction tab)
        """)
    package static let oneUser = Self(sentence: "name the user with --user ID")
    package static let storeConsole = Self(
      sentence:
        "only the console of the app store shows it (App Store Connect, Google Play Console)")
    package static let serviceAPI = Self(sentence: "use --api service")
    package static let serviceAPIWithPackage = Self(
      sentence: "use --api service with --package NAME")
    package static let serviceAPIWithAppSeq = Self(
      sentence: "use --api service with the app's number: --app-seq N")
    package static let gamebaseAPI = Self(sentence: "only games on Gamebase can: --api gamebase")
    package static let numbers = Self(
      sentence: "give the app's number with --app-seq N, or the product's number with --product")
    package static let paymentsByTime = Self(
      sentence: """
        games on Gamebase have times: --api gamebase. Otherwise look up the times in the IAP console \
        (Transaction tab), then give these payments by number: iapctl consume PAYMENT_SEQ --user ID
        """)
    package static let storeReferenceKey = Self(
      sentence: """
        look up the payment in the IAP console (Transaction tab, search by Store Reference Key), then \
        give it by number: iapctl consume PAYMENT_SEQ --user ID
        """)
    package static let listsAndConsole = Self(
      sentence: """
        list what is stuck with: iapctl unconsumed --user ID; what iapctl has consumed with: iapctl \
        journal list; only the IAP console has all payments (Transaction tab)
        """)
  }
}
