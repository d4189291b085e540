/// What went wrong, for programs and for people: a code to switch on, and what it is about.
///
/// The words are chosen in one place (``ErrorMessages``), the exit code in another.
package struct IAPError: Error, Hashable, Sendable {
  /// A code is never shown without its domain: the same numbers mean other things elsewhere.
  package enum Code: Hashable, Sendable {
    case iap(IAPCode)
    case http(HTTPCode)
    case iapctl(ConsoleCode)
  }

  /// What is known about the payment after the failure.
  package enum Outcome: String, Sendable {
    case notApplied = "not-applied"
    case applied
    case unknown
  }

  package let code: Code
  package let reason: Reason
  /// The result code of the IAP server, where it gave one or would have.
  package let serverCode: Int?
  package let httpStatus: Int?
  package internal(set) var outcome: Outcome
  /// What the caller knows that it concerns, and the reason does not name.
  var context = Subject()
  /// The market whose part of a list is missing because of it; nil for an error of anything else.
  package internal(set) var missingMarket: StoreCode?

  package init(
    _ code: Code, _ reason: Reason, serverCode: Int? = nil, httpStatus: Int? = nil,
    outcome: Outcome = .notApplied
  ) {
    self.code = code
    self.reason = reason
    self.serverCode = serverCode
    self.httpStatus = httpStatus
    self.outcome = outcome
  }

  /// An error of the domain `com.nhncloud.iap`.
  package static func iap(_ code: IAPCode, _ reason: Reason) -> IAPError {
    IAPError(.iap(code), reason)
  }

  /// An error of the domain `com.nhncloud.http`.
  package static func http(_ code: HTTPCode, _ reason: Reason) -> IAPError {
    IAPError(.http(code), reason)
  }

  /// An error of iapctl's own.
  package static func iapctl(_ code: ConsoleCode, _ reason: Reason) -> IAPError {
    IAPError(.iapctl(code), reason)
  }

  /// The server's 5018: the payment was consumed, nobody says by whom.
  package static func alreadyConsumed(_ payment: Identifier) -> IAPError {
    IAPError(
      .iap(.changePurchaseStatusFailed), .payment(payment, .consumedBefore),
      serverCode: ServerCode.alreadyConsumed.rawValue)
  }

  /// The same, where more is known of who consumed it.
  package static func alreadyConsumed(_ reason: Reason) -> IAPError {
    IAPError(
      .iap(.changePurchaseStatusFailed), reason,
      serverCode: ServerCode.alreadyConsumed.rawValue)
  }

  /// A change of a store of which it is not known whether it was applied.
  package static func commitFailed(path: String, why: String) -> IAPError {
    IAPError(.iapctl(.unsettled), .file(path, .commitFailed(why: why)), outcome: .unknown)
  }

  /// A file that is in its place, and may be gone after a power failure.
  package static func notDurable(path: String, why: String) -> IAPError {
    IAPError(.iapctl(.unsettled), .file(path, .notDurable(why: why)), outcome: .unknown)
  }

  /// Neither a token nor a user whose list has it.
  package static func tokenMissing(_ payment: Identifier) -> IAPError {
    .iapctl(
      .usage,
      .usage(
        "the token of payment \(payment) is not known",
        hint: "name the user with --user ID, or give the token with --token-file FILE"))
  }

  /// Whether the payment had been consumed before.
  package var isAlreadyConsumed: Bool { serverCode == ServerCode.alreadyConsumed.rawValue }

  /// Whether every further call to the same server would end with it.
  package var strikesEveryCall: Bool {
    switch (code, reason) {
    case (.iapctl(.libraryMissing), _), (_, .untrusted), (_, .notInAPI), (_, .optionNotInAPI): true
    case (.http(.requestFailed), _):
      httpStatus.map { (300..<500).contains($0) && ![408, 409, 425, 429].contains($0) } ?? false
    default: false
    }
  }

  /// The same reason, for a payment behind the one that it struck: of that it is known that nothing
  /// was sent.
  package var ofThoseBehind: IAPError {
    IAPError(code, reason, serverCode: serverCode, httpStatus: httpStatus)
      .about(storeCode: context.storeCode)
  }

  /// What it says where an earlier attempt at the same may have happened: a refusal, or that
  /// nothing was sent, proves nothing of that one. Only the payment itself having been consumed
  /// does.
  package var afterUnknown: IAPError {
    guard !isAlreadyConsumed else { return self }
    var error = self
    error.outcome = .unknown
    return error
  }

  package var domain: String {
    switch code {
    case .iap: ErrorDomain.iap.text
    case .http: ErrorDomain.http.text
    case .iapctl: "iapctl"
    }
  }

  /// The number in its domain; nil for iapctl's own.
  package var number: Int? {
    switch code {
    case .iap(let code): code.rawValue
    case .http(let code): code.rawValue
    case .iapctl: nil
    }
  }

  package var name: String {
    switch code {
    case _ where isAlreadyConsumed: "alreadyConsumed"
    case .iap(let code): code.name
    case .http(let code): code.name
    case .iapctl(let code): code.rawValue
    }
  }

  /// Whether the same call may well succeed in a moment, with nothing changed.
  package var isRetryable: Bool {
    guard outcome == .notApplied else { return false }
    return switch code {
    case .iap(let code): code.isRetryable
    case .http(let code): code.isRetryable(httpStatus: httpStatus)
    case .iapctl(.storeBusy), .iapctl(.journalBusy), .iapctl(.configurationBusy),
      .iapctl(.interrupted):
      true
    case .iapctl: false
    }
  }
}

extension IAPError {
  /// What exactly happened, to what. One case for each sentence of ``ErrorMessages``.
  package enum Reason: Hashable, Sendable {
    // Selling
    case marketSwitchedOff(StoreCode)
    case noSuchProduct(Identifier, market: StoreCode, soldIn: [StoreCode])
    case productNotInUse(Identifier)
    case productUnknownToStore(Identifier)
    case subscriptionOwned(Identifier, user: Identifier, until: Instant?)
    case purchaseUnfinished(Identifier, user: Identifier, payment: Identifier)
    case paymentSheetClosed(Identifier)
    case chargeRefused(Identifier)
    case receiptRejected(payment: Identifier)
    case purchasesSwitchedOff(user: Identifier)
    case limitPassed(user: Identifier, limit: Price, spent: Price, currency: String)

    // Payments
    case paymentUnknown(Identifier)
    case notListed(Identifier, user: Identifier)
    case paymentInAnotherMarket(Identifier, StoreCode)
    case paymentOfAnotherUser(payment: Identifier)
    case tokenWrong(payment: Identifier)
    case consumedBefore(payment: Identifier)
    /// By a run of ours: the journal has it.
    case consumedByRun(payment: Identifier)
    /// After an attempt of ours whose answer was lost.
    case consumedAfterUnknown(payment: Identifier)
    case leftUnknown(payment: Identifier)
    case listedNoMore(payment: Identifier)
    case heldByRun(
      payment: Identifier, user: String, host: String, process: Int32, since: Instant)
    case outcomeUnrecorded(payment: Identifier, outcome: String)
    case notConsumable(payment: Identifier, ProductType)
    case notPaid(payment: Identifier, PaymentState)
    case subscriptionRevoked(payment: Identifier)

    // Receipts
    case receiptOfAnotherProduct(payment: Identifier, bought: Identifier, receipt: Identifier)
    case receiptWithoutUser(transaction: Identifier)
    case receiptOfAnotherUser(transaction: Identifier)
    case periodOver(payment: Identifier, since: Instant)
    case renewalWithoutReceipt(payment: Identifier)
    case storeAccountUnreadable(user: Identifier)

    // Stores of fixtures
    case fault(operation: String)
    case answerLost(operation: String)
    case notAStore(path: String, what: String)
    case nothingAtPath(String)
    case directoryAtPath(String)
    case unreadable(path: String, why: String)
    case damaged(path: String, what: String)
    case madeByNewerVersion(path: String, format: Int, known: Int)
    case cannotWrite(path: String, why: String)
    /// A transaction whose COMMIT failed: it may be applied all the same.
    case commitFailed(path: String, why: String)
    /// The file is in its place, and a power failure may undo that.
    case notDurable(path: String, why: String)
    case lockedByOthers(path: String)
    case existsAlready(path: String)
    case clockBack(to: Instant, from: Instant)
    case seed(place: String, problem: String)

    // The REST API
    case urlRefused(String, why: String, isConfigured: Bool)
    case noAppKey
    case secretReadable(path: String, what: String)
    case unreachable(origin: String, why: String)
    case untrusted(origin: String, why: String)
    case noAnswerInTime(origin: String)
    case answerCutOff(origin: String, why: String)
    case statusNotOK(Int)
    case answerNotDocumented(String)
    case serverSaid(code: Int, message: String?)
    /// - Parameter alternative: what can do it, as an instruction.
    case notInAPI(operation: String, api: String, alternative: String)
    case optionNotInAPI(option: String, api: String, why: String, alternative: String)
    /// So many consumes in a row were left unknown.
    case outage(unknownInARow: Int)
    /// The server has asked to wait for so long, and accepted nothing.
    case askedToWait(Duration)

    // The journal
    case notAJournal(path: String, what: String)
    case journalReadable(path: String)
    case notInJournal(Identifier, path: String)
    /// An older iapctl works with a journal that has to be converted.
    case journalInOldUse(path: String)
    /// The file that a run works with has lost its name, or another has it.
    case journalReplaced(path: String)
    case paymentOnServers(Identifier, [ServerName])
    /// It failed while the entry was written; the disk may have it.
    case entryUncertain(Identifier, path: String, why: String)
    /// A person cannot settle what is known.
    ///
    /// - Parameter outcome: nil if the payment is known not to be consumed.
    case outcomeKnown(Identifier, _ outcome: String?)

    // The command and its streams
    case usage(String, hint: String?)
    case resultsUnread
    case outputFailed(stream: String, why: String, done: String?)
    case inputTooLarge(name: String, limit: Int)
    case inputNotText(name: String)
    case inputEmpty(name: String)
    case inputFormatUnknown(name: String)
    /// An input in another encoding than UTF-8.
    case inputEncoding(name: String, encoding: String)
    /// All long payment numbers of an input end in 0, as a spreadsheet leaves them.
    case numbersRounded(name: String)
    /// - Parameters:
    ///   - first: as many as are worth naming, of `count`.
    ///   - canSkip: whether the others could be used.
    case badLines(name: String, first: [BadLine], count: Int, canSkip: Bool)
    case noWriter(path: String)
    case inputLate(name: String)
    /// A file that is to hold a secret has something beside it, at a byte that is counted from 1.
    case secretNotAlone(name: String, what: String, found: String, byte: Int)
    case notConfirmed
    case nothingFound(what: String)
    case codeNotListed(String, in: ErrorDomain?)
    case problemsFound(count: Int, path: String)
    case stopped(signal: Int32)
    case libraryMissing(name: String, why: String, remedy: String)
    case cannotListen(at: String, why: String)
    /// What could not be opened.
    case outOfFiles(String)
    case deliveryFailed(payment: Identifier, CommandFailure, said: String?)
    case undoFailed(payment: Identifier, CommandFailure, said: String?)
    case bug(String)
  }
}
