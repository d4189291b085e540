import IAPCore

/// The one place where failures become sentences.
///
/// Voice: what happened, to what, in the past or present tense, in lower case, without a full
/// stop; the hint is an instruction. Everything that came from outside is made visible by the one
/// who prints it.
enum ErrorMessages {
  /// What happened: the meaning of the code in a language, then what exactly.
  static func message(of error: IAPError, in language: Language) -> String {
    let part = error.missingMarket.map { "list incomplete: \($0): " } ?? ""
    let detail = detail(of: error.reason)
    guard let meaning = error.meaning else { return part + detail }
    return "\(part)\(meaning[language]): \(detail)"
  }

  private static func detail(of reason: IAPError.Reason) -> String {
    // Every reason stands here, so that the compiler asks where a new one belongs.
    switch reason {
    case .marketSwitchedOff, .noSuchProduct, .productNotInUse, .productUnknownToStore,
      .subscriptionOwned, .purchaseUnfinished, .paymentSheetClosed, .chargeRefused,
      .receiptRejected, .purchasesSwitchedOff, .limitPassed:
      selling(reason)
    case .paymentUnknown, .notListed, .consumedByRun, .consumedAfterUnknown,
      .paymentInAnotherMarket, .paymentOfAnotherUser, .tokenWrong,
      .consumedBefore, .notConsumable, .notPaid, .subscriptionRevoked, .leftUnknown,
      .listedNoMore, .heldByRun,
      .outcomeUnrecorded:
      payment(reason)
    case .receiptOfAnotherProduct, .receiptWithoutUser, .receiptOfAnotherUser, .periodOver,
      .renewalWithoutReceipt, .storeAccountUnreadable:
      receipt(reason)
    case .fault, .answerLost, .notAStore, .nothingAtPath, .directoryAtPath, .unreadable, .damaged,
      .madeByNewerVersion, .cannotWrite, .commitFailed, .notDurable, .lockedByOthers,
      .existsAlready, .clockBack, .seed:
      store(reason)
    case .urlRefused, .noAppKey, .secretReadable, .unreachable, .untrusted, .noAnswerInTime,
      .answerCutOff, .statusNotOK,
      .answerNotDocumented, .serverSaid, .notInAPI, .optionNotInAPI, .outage, .askedToWait:
      remote(reason)
    case .notAJournal, .journalReadable, .notInJournal, .journalInOldUse, .journalReplaced,
      .paymentOnServers, .outcomeKnown, .entryUncertain:
      journal(reason)
    case .usage, .resultsUnread, .outputFailed, .inputTooLarge, .inputNotText, .inputEmpty,
      .inputLate,
      .secretNotAlone, .inputFormatUnknown, .inputEncoding, .numbersRounded, .badLines, .noWriter,
      .notConfirmed, .nothingFound,
      .codeNotListed,
      .problemsFound, .stopped, .libraryMissing, .cannotListen, .outOfFiles,
      .deliveryFailed, .undoFailed, .bug:
      console(reason)
    }
  }

  private static func selling(_ reason: IAPError.Reason) -> String {
    switch reason {
    case .marketSwitchedOff(let market): "market \(market) is switched off"
    case .noSuchProduct(let product, let market, _): "no product \(product) in market \(market)"
    case .productNotInUse(let product): "product \(product) is not in use"
    case .productUnknownToStore(let product):
      "product \(product) is invalid: the store has no information on it"
    case .subscriptionOwned(let product, let user, let until):
      "user \(user) has \(product)" + (until.map { " until \($0)" } ?? "")
    case .purchaseUnfinished(let product, let user, let payment):
      "user \(user) has an incomplete purchase of \(product), payment \(payment)"
    case .paymentSheetClosed(let product):
      "the user closed the payment sheet for \(product); no money was taken"
    case .chargeRefused(let product):
      "the store refused the charge for \(product); no money was taken"
    case .receiptRejected(let payment): "the receipt of payment \(payment) did not verify"
    case .purchasesSwitchedOff(let user): "purchases are switched off for user \(user)"
    case .limitPassed(let user, let limit, let spent, let currency):
      "user \(user) has spent \(spent) of \(limit) \(currency) this month"
    default: ""
    }
  }

  private static func payment(_ reason: IAPError.Reason) -> String {
    switch reason {
    case .paymentUnknown(let payment): "no payment \(payment)"
    case .notListed(let payment, let user):
      "payment \(payment) is not in the unconsumed list of \(user)"
    case .consumedByRun(let payment): "the journal knows payment \(payment) as consumed"
    case .consumedAfterUnknown(let payment):
      "payment \(payment) had been consumed before, most likely by an attempt of ours whose answer "
        + "was lost"
    case .paymentInAnotherMarket(let payment, let market):
      "payment \(payment) is of market \(market), which was not named"
    case .paymentOfAnotherUser(let payment): "payment \(payment) belongs to another user"
    case .tokenWrong(let payment): "the token is not that of payment \(payment)"
    case .consumedBefore(let payment):
      "payment \(payment) had been consumed before, not by this call"
    case .leftUnknown(let payment):
      "an earlier run left it open whether payment \(payment) was consumed"
    case .listedNoMore(let payment):
      "payment \(payment) is in no unconsumed list; it may have been consumed"
    case .heldByRun(let payment, let user, let host, let process, let since):
      "payment \(payment) is being consumed by \(user) on \(host), process \(process), since \(since)"
    case .outcomeUnrecorded(let payment, let outcome):
      "what became of payment \(payment) (\(outcome)) could not be written to the journal"
    case .notConsumable(let payment, let type):
      "payment \(payment) is for a product of type \(type), which is never consumed"
    case .notPaid(let payment, let state): "payment \(payment) is \(state.rawValue)"
    case .subscriptionRevoked(let payment):
      "the subscription of payment \(payment) was revoked"
    default: ""
    }
  }

  private static func receipt(_ reason: IAPError.Reason) -> String {
    switch reason {
    case .receiptOfAnotherProduct(let payment, let bought, let receipt):
      "payment \(payment) is for \(bought), its receipt for \(receipt)"
    case .receiptWithoutUser(let transaction):
      "the receipt of transaction \(transaction) names no application user"
    case .receiptOfAnotherUser(let transaction):
      "the receipt of transaction \(transaction) names another user"
    case .periodOver(let payment, let since):
      "the subscription of payment \(payment) expired at \(since)"
    case .renewalWithoutReceipt(let payment):
      "payment \(payment) is a renewal, and no receipt has its transaction"
    case .storeAccountUnreadable(let user):
      "the store account of user \(user) cannot be read"
    default: ""
    }
  }

  private static func store(_ reason: IAPError.Reason) -> String {
    switch reason {
    case .fault(let operation): "a fault of the fixture store struck '\(operation)'"
    case .answerLost(let operation):
      "a fault of the fixture store lost the answer to '\(operation)', which was applied"
    case .notAStore(let path, let what): "\(path) is no fixture store: \(what)"
    case .nothingAtPath(let path): "there is no file \(path)"
    case .directoryAtPath(let path): "\(path) is a directory"
    case .unreadable(let path, let why): "\(path) cannot be read: \(why)"
    case .damaged(let path, let what): "\(path) is damaged: \(what)"
    case .madeByNewerVersion(let path, let format, let known):
      "\(path) has format \(format), and this iapctl knows formats up to \(known)"
    case .cannotWrite(let path, let why): "\(path) cannot be written: \(why)"
    case .commitFailed(let path, let why):
      "writing the change of \(path) to the disk failed: \(why); the change may have been made, or "
        + "may appear later"
    case .notDurable(let path, let why):
      "\(path) was written, but its folder could not be saved to the disk: \(why); a power failure "
        + "may undo it"
    case .lockedByOthers(let path):
      "other processes kept \(path) locked for longer than the time-out"
    case .existsAlready(let path): "\(path) exists already"
    case .clockBack(let to, let from):
      "the store's clock cannot go back to \(to) from \(from)"
    case .seed(let place, let problem): "\(place): \(problem)"
    default: ""
    }
  }

  private static func remote(_ reason: IAPError.Reason) -> String {
    switch reason {
    case .urlRefused(let url, let why, _): "\(url) is no server's URL: \(why)"
    case .noAppKey: "no app key given"
    case .secretReadable(let path, let what):
      "\(path) contains \(what), and other users can read it"
    case .unreachable(let origin, let why): "\(origin) cannot be reached: \(why)"
    case .untrusted(let origin, let why): "\(origin) cannot be trusted: \(why)"
    case .noAnswerInTime(let origin): "no answer from \(origin) within the time-out"
    case .answerCutOff(let origin, let why): "the answer of \(origin) was lost: \(why)"
    case .statusNotOK(let status): "the server answered with HTTP status \(status)"
    case .answerNotDocumented(let what): "the answer is not the documented one: \(what)"
    case .serverSaid(let code, let message):
      "the server refused with result code \(code)" + (message.map { ": \($0)" } ?? "")
    case .notInAPI(let operation, let api, _):
      "the API '\(api)' has no call for '\(operation)'"
        + (operation == "purchase" ? ": a payment starts in the store, on the user's device" : "")
    case .optionNotInAPI(let option, let api, let why, _):
      "the API '\(api)' cannot do \(option): \(why)"
    case .outage(let count):
      "the last \(count) consumes in a row were left unknown; the rest was not sent"
    case .askedToWait(let time):
      "the server has asked to wait (HTTP 429) for \(time.components.seconds / 60) minutes and has "
        + "accepted nothing; the rest was not sent"
    default: ""
    }
  }

  private static func journal(_ reason: IAPError.Reason) -> String {
    switch reason {
    case .notAJournal(let path, let what): "\(path) is no journal: \(what)"
    case .journalReadable(let path):
      "other users can read the journal \(path), which says who paid for what"
    case .notInJournal(let payment, let path): "no payment \(payment) in the journal \(path)"
    case .journalInOldUse(let path):
      "an older version of iapctl is using the journal \(path), which must be converted first"
    case .journalReplaced(let path):
      "the journal \(path) was deleted, moved or replaced while it was in use"
    case .paymentOnServers(let payment, let servers):
      "the journal has payment \(payment) of \(servers.count) servers: "
        + servers.map(\.text).joined(separator: ", ")
    case .entryUncertain(let payment, let path, let why):
      "writing the entry on payment \(payment) to \(path) failed: \(why); it may have been made"
    case .outcomeKnown(let payment, let outcome):
      "the outcome of payment \(payment) is not unknown: "
        + (outcome.map { "it is \($0)" } ?? "it is not consumed")
    default: ""
    }
  }

  private static func console(_ reason: IAPError.Reason) -> String {
    switch reason {
    case .usage(let message, _): message
    case .outputFailed(let stream, let why, let done):
      "\(stream) cannot be written: \(why)" + (done.map { "; by then: \($0)" } ?? "")
    case .resultsUnread: "the reader of the results went away"
    case .inputTooLarge(let name, let limit): "\(name) is longer than \(limit) bytes"
    case .inputNotText(let name): "\(name) is not UTF-8"
    case .inputEmpty(let name): "\(name) is empty"
    case .inputFormatUnknown(let name):
      "the first line of \(name) is not a JSON object, a payment number, or a CSV header with a "
        + "column paymentSeq"
    case .inputEncoding(let name, let encoding): "\(name) is \(encoding), not UTF-8"
    case .numbersRounded(let name):
      "all payment numbers of 16 digits or more in \(name) end in 0: a spreadsheet has rounded them"
    case .badLines(let name, let first, let count, _): badLines(in: name, first, of: count)
    case .noWriter(let path): "no process wrote to the FIFO \(path) within the time-out"
    case .inputLate(let name): "\(name) was not written to its end within the time-out"
    case .secretNotAlone(let name, let what, let found, let byte):
      "\(name) does not hold the \(what) alone: \(found) at byte \(byte)"
    case .notConfirmed: "not confirmed; nothing was consumed"
    case .nothingFound(let what): "no \(what) found"
    case .codeNotListed(let code, let domain):
      "code \(code) is not listed in \(domain?.text ?? "any domain")"
    case .problemsFound(let count, let path):
      "\(path) has \(count) problem\(count == 1 ? "" : "s")"
    case .stopped(let signal): "stopped by signal \(signal)"
    case .libraryMissing(let name, let why, _): "\(name) cannot be loaded: \(why)"
    case .cannotListen(let address, let why): "cannot listen at \(address): \(why)"
    case .outOfFiles(let what): "cannot open \(what): too many open files"
    case .deliveryFailed(let payment, let failure, let said):
      "the delivery of payment \(payment) \(end(failure, said))"
    case .undoFailed(let payment, let failure, let said):
      "the undoing of payment \(payment) \(end(failure, said))"
    case .bug(let what): "a bug in iapctl: \(what)"
    default: ""
    }
  }
}
