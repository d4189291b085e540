package import JSON

extension IAPError {
  /// What exactly happened, with the names of the things concerned. There is one case for each
  /// sentence of the error messages, grouped by area.
  package enum Reason: Hashable, Sendable {
    case marketSwitchedOff(StoreCode)
    /// Payments of products that the item list does not have, by the numbers of the products.
    case productsUnlisted([Int64], payments: Int)
    case product(Identifier, ProductProblem)
    case user(Identifier, UserProblem)
    case payment(Identifier, PaymentProblem)
    case receipt(transaction: Identifier, ReceiptProblem)
    /// A fixture store simulated a failure: nothing was applied.
    case fault(operation: String)
    /// A fixture store applied the operation, and simulated the loss of the response.
    case answerLost(operation: String)
    case clockBack(to: Instant, from: Instant)
    /// The clock would pass the last instant that can be stored.
    case clockOutOfRange(from: Instant, by: CalendarPeriod)
    /// A store that has no clock of its own, by its path.
    case clockFollowsRealTime(path: String)
    case seed(place: String, problem: JSONProblem.Kind)
    /// The same, with the path of the seed; `-` is standard input.
    case seedFile(String, place: String, problem: JSONProblem.Kind)

    /// A file, by its path; `-` is standard input.
    case file(String, FileProblem)
    /// The content of a file, by its path; `-` is standard input.
    case input(String, InputProblem)
    /// The payment numbers on the command line were rounded, as those of an input
    /// (``InputProblem/numbersRounded(ending:of:)``).
    case argumentsRounded(ending: Int, of: Int)
    case temporaryFileNotWritten(why: String)

    /// A journal in a database, by its URL without the query.
    case journal(String, JournalProblem)

    /// The connection to a server, by its origin.
    case server(String, ServerProblem)
    /// - Parameter setting: what names the URL: `--url`.
    case urlRefused(String, setting: String, URLProblem, isConfigured: Bool)
    case noKey(Credential)
    /// - Parameter setting: what gives the key.
    case keyInvalid(Credential, setting: String)
    /// The Gamebase API needs the ID of the app.
    case noAppID
    /// The legacy API needs the number of the app.
    case noAppSeq
    /// - Parameter offered: the package that the market's item list names.
    case noPackage(StoreCode, offered: String?)
    case identifierTooLong(IdentifierKind, bytes: Int, limit: Int)
    case statusNotOK(Int)
    case answerNotDocumented(String)
    case serverSaid(code: Int, message: String?)
    case notInAPI(operation: String, api: String, alternative: Alternative)
    case optionNotInAPI(option: String, api: String, why: Lack, alternative: Alternative)
    /// The outcomes of this number of consumes in a row are unknown.
    case outage(unknownInARow: Int)
    /// The server answered 429 for this time, and accepted nothing.
    case askedToWait(Duration)

    /// A change of a fixture store that contradicts what it has.
    case change(ChangeProblem)

    case rehearsal(RehearsalProblem)

    /// An invalid command line or setting, in the language of the reader.
    case usage(String, hint: String?)
    case resultsUnread
    /// Standard output cannot be written.
    ///
    /// - Parameter done: what the command did before, as a sentence.
    case outputFailed(why: String, done: String?)
    case notConfirmed
    /// The number of failed checks of profiles.
    case profileChecksFailed(Int)
    /// A change of the configuration was not confirmed.
    case changeNotConfirmed
    case nothingFound(EmptyList)
    case codeNotListed(String, in: ErrorDomain?)
    case codeNotInOldSDK(String)
    case settingNotSet(key: String, profile: Identifier)
    case stopped(signal: Int32)
    case libraryMissing(Library, name: String, why: String)
    case cannotListen(at: String, why: String)
    case hostInvalid(String, why: String)
    /// The host is not this machine.
    case hostElsewhere(String, why: String)
    /// - Parameter isMissing: false if the program was found but cannot be run.
    case programNotStarted(String, why: String, isMissing: Bool)
    case outOfFiles(OpenedFile)
    /// Every descriptor below this number is in use.
    case outOfDescriptors(below: Int)
    case outOfThreads
    /// The file that was being read or written.
    case outOfMemory(String)
    case bug(String)
  }

  package enum ProductProblem: Hashable, Sendable {
    case notFound(market: StoreCode, soldIn: [StoreCode])
    case notInUse
    case unknownToStore
    /// Its product type is UNKNOWN.
    case ofUnknownType
    /// The first period of the subscription would end after the last date that can be stored.
    case periodEndsAfterCalendar
    case subscriptionOwned(user: Identifier, until: Instant?)
    /// The user has another product of the same subscription group.
    case groupOwned(user: Identifier, by: Identifier, until: Instant?)
    case purchaseUnfinished(user: Identifier, payment: Identifier)
    case paymentSheetClosed
    case chargeRefused
  }

  package enum UserProblem: Hashable, Sendable {
    case purchasesSwitchedOff
    case limitPassed(limit: Price, spent: Price, currency: String)
    case storeAccountUnreadable
  }

  package enum PaymentProblem: Hashable, Sendable {
    case notFound
    /// The number is the store's identifier of the charge, and not the payment number.
    case isTransaction(of: Identifier)
    /// - Parameter markets: those that were asked; empty for all.
    case notListed(user: Identifier, markets: [StoreCode] = [])
    /// Neither a payment number nor a transaction that a source has.
    ///
    /// - Parameters:
    ///   - users: whose unconsumed lists were asked; empty if a store was asked.
    ///   - markets: those that were asked; empty for all.
    case nowhere(users: [Identifier], markets: [StoreCode] = [])
    case inAnotherMarket(StoreCode)
    case ofAnotherUser
    /// Neither a token nor a user whose list could contain the payment.
    case ownerMissing
    /// The legacy API needs the number of its product.
    case productSeqMissing
    case tokenWrong
    case receiptRejected
    /// The market verifies receipts in a way that this version of the SDK does not know.
    case sdkCannotVerify(SDKVersion, Verification)
    case receiptOfAnotherProduct(bought: Identifier, receipt: Identifier)
    /// A file of the old SDK names another product or market than the payment has.
    case loggedForAnotherProduct(
      bought: Identifier, market: StoreCode, logged: Identifier, loggedMarket: StoreCode)
    case periodOver(since: Instant)
    case renewalWithoutReceipt
    case notConsumable(ProductType)
    case notPaid(PaymentState)
    case notPending(PaymentState)
    case notSubscription(ProductType)
    /// The console does not allow this change of the state.
    case changeRefused(from: PaymentState, to: PaymentState, in: StoreCode?)
    case subscriptionRevoked
    /// Google Play withholds the payment while its subscription has this status.
    case subscriptionWithheld(SubscriptionStatus)

    case consumedBefore
    /// Consumed, according to the journal.
    case consumedByRun
    /// Already consumed, after an attempt of iapctl whose response was lost.
    case consumedAfterUnknown
    case leftUnknown
    case unlisted
    /// Another run has claimed the payment.
    ///
    /// - Parameter commands: the processes of the run's commands that are still at work after the run
    ///   itself has ended; empty while the run exists.
    case heldByRun(
      user: String, host: String, process: Int32, since: Instant, commands: [Int32])

    /// A run of another machine is over, and the end of its command is not recorded.
    case commandOpen(user: String, host: String, process: Int32, since: Instant)
    /// What a row or a list says of the payment is not what was delivered.
    case contradictsDelivery(LineProblem)

    case deliveryFailed(CommandFailure, said: String?)
    case undoFailed(CommandFailure, said: String?)

    case outcomeUnrecorded(outcome: String)
    case notInJournal(path: String)
    /// The journal has this payment number on several servers.
    case onServers([ServerName])
    /// Writing a journal entry failed; the entry may be on disk.
    case entryUncertain(path: String, why: String)
    /// A person tried to settle an outcome that is known.
    ///
    /// - Parameter outcome: nil if the payment is known not to be consumed.
    case outcomeKnown(_ outcome: String?)
  }

  package enum ReceiptProblem: Hashable, Sendable {
    case withoutUser
    case ofAnotherUser
    /// As ``PaymentProblem/sdkCannotVerify(_:_:)``, for a receipt that no payment has.
    case sdkCannotVerify(SDKVersion, Verification)
  }

  package enum FileProblem: Hashable, Sendable {
    case missing
    case isDirectory
    /// - Parameter takesPipe: whether a pipe would do.
    case notRegular(takesPipe: Bool)
    case unreadable(why: String)
    case cannotWrite(why: String)
    case readOnly
    /// The folder of a new file does not exist.
    case folderMissing(folder: String)
    case existsAlready
    case lockedByOthers
    /// The file is a FIFO, and no process writes to it.
    case noWriter
    case secretReadable(SecretKind)
    /// Another account can write the file, or what leads to it.
    case othersCanWrite(String)
    /// Another account owns the file, or what leads to it.
    case othersOwn(String)
    /// The path is a symbolic link, or leads through one of another account.
    case isLink
    case damaged(what: String)
    case madeByNewerVersion(format: Int, known: Int)
    /// A version before the first release.
    case madeByOlderVersion(format: Int, known: Int)
    /// The COMMIT of a transaction failed; the transaction may have been applied.
    case commitFailed(why: String)
    /// The file was written, but a power failure may undo that.
    case notDurable(why: String)

    case notAStore(what: String)
    case problemsFound(count: Int)

    case notAPurchaseLog(what: String)
    /// A log beside it has a change that must be undone or applied before the file can be read.
    case unfinishedChange
    case notAJournal(what: String)
    case journalReadable
    /// Deleted, moved or replaced while it was in use.
    case replaced
    /// The write-ahead log beside it belongs to another file.
    case logOfAnotherFile
    /// A run is at work with a journal that was here before.
    case runOfOtherJournal
  }

  /// A problem of a journal in a database.
  package enum JournalProblem: Hashable, Sendable {
    case badURL
    /// The connection to another machine may be without TLS.
    case plaintext(host: String)
    case unreachable(why: String)
    /// The database has no journal.
    case absent
    case older(format: Int, known: Int)
    case newer(format: Int, known: Int)
    case noRight(why: String)
    /// The transactions of the account are read-only.
    case readOnly
    /// The password is missing or wrong.
    case login(why: String)
    /// A setting lets the database lose what it has confirmed.
    case notDurable(setting: String)
    case busy(why: String)
    case refused(why: String)
    /// The outcomes of payments that runs are working on were not imported.
    case inUse(payments: Int)
    /// The lease of this run is over, so that others can claim its payments.
    case runOver
    /// The database did not answer until the lease of this run was over.
    case cutOff(why: String)
    /// The database was restored during a run, or another one took its place.
    case replaced
    /// A pooler shares the sessions of the database between transactions.
    case sharedSession
    /// The database cannot store each character.
    case encoding(String)
  }

  package enum ServerProblem: Hashable, Sendable {
    /// The name of the host has no address.
    case unresolved(why: String)
    case unreachable(why: String)
    case untrusted(why: String)
    case noAnswerInTime
    case answerCutOff(why: String)
    /// The app is of the sandbox and the server of the real environment, or the other way round.
    case otherEnvironment(code: Int, message: String?)
    /// With this HTTP status the server asked to send nothing before an instant that is too late for the
    /// call.
    case asksToWait(until: Instant, status: Int)
  }
}
