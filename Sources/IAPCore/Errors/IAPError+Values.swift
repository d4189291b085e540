// The values of reasons. The tables of messages have their words.
extension IAPError {
  package enum SecretKind: Hashable, Sendable {
    case accessToken
    /// The access tokens of several payments.
    case accessTokens
    case appKey
    case secretKey
  }

  /// What stands beside a secret. It never contains the character, which may belong to the secret.
  package enum ForeignText: Hashable, Sendable {
    case nullCharacter
    case lineBreak
    /// A control or invisible character.
    case control
    case space
    /// A character that an app key cannot contain.
    case notInAppKey
  }

  package enum IdentifierKind: Hashable, Sendable {
    case user, product, payment
  }

  /// Why a text is not the address of a server.
  package enum URLProblem: Error, Hashable, Sendable {
    case invalidCharacter
    case noScheme
    case scheme(String)
    case userName
    /// It has a path, a query or a fragment.
    case path
    case noBracket
    case host
    case port
    /// Plain http to another machine.
    case plain
  }

  /// What an API lacks, so that an option does not work with it.
  package enum Lack: Hashable, Sendable {
    /// Lists of several users.
    case usersTogether
    case productIdentifiers
    case purchaseTimes
    /// The store's identifiers of the charges, which are its order numbers.
    case transactions
    case inactiveSubscriptions
    case statuses
    case markets
    /// A call that completes payments by their number.
    case paymentsByNumber
    /// Subscriptions that are on hold.
    case subscriptionsOnHold
  }

  /// What can be done that an API cannot do. It selects no more payments, because the list may be
  /// consumed.
  package enum Alternative: Hashable, Sendable {
    /// A fixture store, or a server of one: to try it.
    case fixtureAPI
    /// The app of the player, which restores what the store of the device has.
    case restoringApp
    /// The app of the player, which completes broken-off purchases at its start.
    case startingApp
    /// One user at a time.
    case oneUser
    /// The console of the app store.
    case storeConsole
    case serviceAPI
    case serviceAPIWithPackage
    case serviceAPIWithAppSeq
    case gamebaseAPI
    /// The number of the app, or that of the product.
    case numbers
    /// A list of payments by the times in the IAP console.
    case paymentsByTime
    /// A search by the order number in the IAP console.
    case storeReferenceKey
    /// The lists of what is stuck and of what was consumed; the rest is in the IAP console.
    case listsAndConsole
  }

  package enum Library: Hashable, Sendable {
    case curl, microHTTPD, postgres
  }

  /// What could not be opened, because too many files are open.
  package enum OpenedFile: Hashable, Sendable {
    /// - Parameter path: `-` is standard input.
    case file(path: String)
    case connection(to: String)
    case socket
    case filesOfBatch, filesOfRequest, filesOfServer
  }

  /// Why a rehearsal failed.
  package enum RehearsalProblem: Hashable, Sendable {
    /// The first run, which is not disrupted, did not end as it should.
    ///
    /// - Parameter said: the last line of its output.
    case firstRunFailed(CommandFailure, said: String?)
    case firstRunWrong(Identifier, verdict: String)
    case nothingGranted
    /// - Parameter verdicts: how many of the failed cases have each verdict: `lost 2`.
    case casesFailed(Int, of: Int, verdicts: [String])
    /// The command that prints the grants failed in the first run, or did not end.
    case grantedFailed(CommandFailure, said: String?)
    /// A line of what that command prints is not a payment number.
    case grantedLine(Int, String)
  }

  /// Why a fixture store does not make a change.
  package enum ChangeProblem: Hashable, Sendable {
    /// - Parameter missing: the options that say what was charged: `--receipt ID`.
    case chargeUnknown(Identifier, PaymentState, missing: [String])
    case transactionOfOther(
      transaction: Identifier, payment: Identifier, instead: Identifier)
    case periodBegins(at: Instant, Identifier, after: Instant)
    /// Another payment of the same subscription ends later.
    case otherEnds(at: Instant, Identifier, after: Instant)
    /// - Parameter now: the time of the store.
    case endNotLater(Instant, now: Instant)
    case periodEnded(at: Instant, Identifier)
    /// Only the App Store has the verifications V1 and V2.
    case noVerification(StoreCode)
  }
}
