import IAPCore

/// Converts errors to sentences. No other code does.
///
/// A message says what happened, and to which payment, market or file. It begins in lower case and
/// has no full stop. Control characters in data are made visible when the message is printed
/// (``Messages``).
enum ErrorMessages {
  /// What happened. In a language other than English, the SDK's phrase for the code in that language
  /// follows in brackets. In English it would only repeat the sentence; `explain` shows it.
  static func message(of error: IAPError, in language: Language) -> String {
    let part = error.missingMarket.map { "list incomplete: \($0): " } ?? ""
    let phrase =
      language == .english ? "" : error.meaning.map { " (\($0[language]))" } ?? ""
    return part + sentence(error.reason) + phrase
  }

  private static func sentence(unlisted numbers: [Int64], _ payments: Int) -> String {
    let products = numbers.map(String.init).joined(separator: ", ")
    return
      "\(payments == 1 ? "1 payment is" : "\(payments) payments are") of a product that the item "
      + "list does not have, and was not compared with --product: productSeq \(products.isEmpty ? "unknown" : products)"
  }

  private static func sentence(_ reason: IAPError.Reason) -> String {
    switch reason {
    case .marketSwitchedOff(let market): "market \(market) is switched off"
    case .productsUnlisted(let numbers, let payments): sentence(unlisted: numbers, payments)
    case .product(let product, let problem): sentence(product, problem)
    case .user(let user, let problem): sentence(user, problem)
    case .payment(let payment, let problem): sentence(payment, problem)
    case .receipt(let transaction, .withoutUser):
      "the receipt of transaction \(transaction) names no application user"
    case .receipt(let transaction, .ofAnotherUser):
      "the receipt of transaction \(transaction) names another user"
    case .receipt(let transaction, .sdkCannotVerify(let sdk, let verification)):
      "the market verifies by \(verification.rawValue), which SDK \(sdk) cannot do, so the receipt "
        + "of transaction \(transaction) was not completed"
    case .fault(let operation): "the fixture store simulated a failure of '\(operation)'"
    case .answerLost(let operation):
      "the fixture store applied '\(operation)' and simulated the loss of the answer"
    case .clockBack(let to, let from):
      "the clock of the store is at \(from) and cannot go back to \(to)"
    case .clockOutOfRange(let from, let period):
      "the clock of the store is at \(from); \(period) later is after the year 9999"
    case .clockFollowsRealTime(let path): "\(path) follows the real time"
    case .seed(let place, let problem): "\(place): \(problem)"
    case .file(let path, let problem): sentence(path, problem)
    case .input(let name, let problem): sentence(name, problem)
    case .journal(let name, let problem): "the journal \(name) \(sentence(problem))"
    case .server(let origin, let problem): sentence(origin, problem)
    case .urlRefused(let url, let why, _): "\(url): \(why)"
    case .noAppKey: "no app key given"
    case .statusNotOK(401): "the app key was refused (HTTP status 401)"
    case .statusNotOK(let status): "the server answered with HTTP status \(status)"
    case .answerNotDocumented(let what): "the answer is not the documented one: \(what)"
    case .serverSaid(let code, let message):
      "the server refused with result code \(code)" + (message.map { ": \($0)" } ?? "")
    case .notInAPI(let operation, let api, _):
      "the API '\(api)' has no call for '\(operation)'"
        + (operation == "purchase" ? ": a real payment starts on the user's device" : "")
    case .optionNotInAPI(let option, let api, let why, _):
      "the \(api) API \(why), so \(option) does not work with it"
    case .outage(let count):
      "the outcomes of the last \(count) consumes are unknown; the rest was not sent"
    case .askedToWait(let time):
      "the server has answered 'try again later' (HTTP 429) for "
        + "\(time.components.seconds / 60) minutes and has accepted nothing; the rest was not sent"
    case .usage(let message, _): message
    case .resultsUnread: "the reader of the results closed the pipe"
    case .outputFailed(let stream, let why, let done):
      "\(stream) cannot be written: \(why)" + (done.map { "; before that: \($0)" } ?? "")
    case .notConfirmed: "not confirmed; nothing was consumed"
    case .nothingFound(let what): "no \(what)"
    case .codeNotListed(let code, let domain):
      (isNumber(code) ? "code \(code)" : "name '\(code)'")
        + " is not listed in \(domain?.text ?? "any domain")"
    case .stopped(let signal): stopped(by: signal)
    case .libraryMissing(let name, let why, _): "\(name) cannot be loaded: \(why)"
    case .cannotListen(let address, let why): "cannot listen at \(address): \(why)"
    case .programNotStarted(let name, let why, _): "cannot run '\(name)': \(why)"
    case .outOfFiles(let what): "cannot open \(what): too many open files"
    case .outOfDescriptors(let limit):
      "cannot open the sockets of a server: \(limit) files are open already"
    case .outOfThreads: "cannot start the threads of a request or a server"
    case .outOfMemory(let path): "too little memory for \(path)"
    case .bug(let what): "a bug in iapctl: \(what)"
    }
  }

  private static func sentence(
    _ product: Identifier, _ problem: IAPError.ProductProblem
  ) -> String {
    switch problem {
    case .notFound(let market, _): "no product \(product) in market \(market)"
    case .notInUse: "product \(product) is not in use"
    case .unknownToStore:
      "product \(product) is invalid: the store has no information on it"
    case .ofUnknownType: "product \(product) has the type UNKNOWN, so it cannot be bought"
    case .periodEndsAfterCalendar:
      "a subscription to \(product) would end after the last date of the calendar, in 9999"
    case .subscriptionOwned(let user, let until):
      "user \(user) already has \(product)" + (until.map { " until \($0)" } ?? "")
    case .groupOwned(let user, let owned, let until):
      "user \(user) already has \(owned)" + (until.map { " until \($0)" } ?? "")
        + ", which is in the same subscription group as \(product)"
    case .purchaseUnfinished(let user, let payment):
      "user \(user) has an incomplete purchase of \(product), payment \(payment)"
    case .paymentSheetClosed:
      "the user closed the payment sheet for \(product); no money was taken"
    case .chargeRefused: "the store refused the charge for \(product); no money was taken"
    }
  }

  private static func sentence(_ user: Identifier, _ problem: IAPError.UserProblem) -> String {
    switch problem {
    case .purchasesSwitchedOff: "purchases are switched off for user \(user)"
    case .limitPassed(let limit, let spent, let currency):
      "the purchase would exceed the monthly limit of user \(user): \(spent) of \(limit) "
        + "\(currency) spent"
    case .storeAccountUnreadable: "the store account of user \(user) cannot be read"
    }
  }

  private static func sentence(
    _ payment: Identifier, _ problem: IAPError.PaymentProblem
  ) -> String {
    switch problem {
    case .notFound: "no payment \(payment)"
    case .isTransaction(let owner):
      "\(payment) is the transaction of payment \(owner), not a payment number"
    case .notListed(let user): "payment \(payment) is not in the unconsumed list of \(user)"
    case .inAnotherMarket(let market):
      "payment \(payment) belongs to market \(market), which was not given"
    case .ofAnotherUser: "payment \(payment) belongs to another user"
    case .tokenWrong: "the token does not belong to payment \(payment)"
    case .receiptRejected: "the receipt of payment \(payment) is invalid"
    case .sdkCannotVerify(let sdk, let verification):
      "the market verifies by \(verification.rawValue), which SDK \(sdk) cannot do, so payment "
        + "\(payment) failed"
    case .receiptOfAnotherProduct(let bought, let receipt):
      "payment \(payment) is for \(bought), its receipt for \(receipt)"
    case .loggedForAnotherProduct(let bought, let market, let logged, let loggedMarket):
      "payment \(payment) is for \(bought) in market \(market), but the file names \(logged) in "
        + "market \(loggedMarket)"
    case .periodOver(let since):
      "the subscription of payment \(payment) expired at \(since); the payment has failed, and its "
        + "money is still to be refunded"
    case .renewalWithoutReceipt:
      "payment \(payment) is a renewal, but no receipt contains its transaction"
    case .notConsumable(let type):
      "payment \(payment) is for a product of type \(type), which cannot be consumed"
    case .notPaid(let state): "payment \(payment) is in state \(state.rawValue)"
    case .notPending(let state):
      "payment \(payment) does not wait for approval; its state is \(state.rawValue)"
    case .notSubscription(let type):
      "payment \(payment) is for a product of type \(type), which is no subscription"
    case .changeRefused(let old, let new, let market):
      "the IAP console cannot change payment \(payment) from \(old.rawValue) to \(new.rawValue)"
        + ([.reserved, .charged].contains(old) && new == .success
          ? " in market \(market ?? "?")" : "")
    case .subscriptionRevoked: "the subscription of payment \(payment) was revoked"
    case .subscriptionWithheld(let status):
      "Google Play withholds payment \(payment): its subscription is \(status.name)"
    case .consumedBefore: "payment \(payment) was already consumed, not by this call"
    case .consumedByRun: "payment \(payment) is consumed according to the journal"
    case .consumedAfterUnknown:
      "payment \(payment) was already consumed, most likely by an earlier attempt of iapctl "
        + "whose answer was lost"
    case .leftUnknown:
      "payment \(payment) may have been consumed: an earlier run did not receive the answer"
    case .unlisted:
      "payment \(payment) is in no unconsumed list; it may have been consumed"
    case .heldByRun(let user, let host, let process, let since, let commands)
    where !commands.isEmpty:
      "a command of an earlier run is still at work for payment \(payment): "
        + (commands.count == 1 ? "process " : "processes ")
        + commands.map(String.init).joined(separator: ", ")
        + "; \(user) began the run on \(host) at \(since), and its process \(process) has ended"
    case .heldByRun(let user, let host, let process, let since, _):
      "payment \(payment) is being consumed by \(user) on \(host), process \(process), since \(since)"
    case .deliveryFailed(let failure, let said):
      "the delivery of payment \(payment) \(end(failure, said))"
    case .undoFailed(let failure, let said):
      "the undo command for payment \(payment) \(end(failure, said))"
    case .outcomeUnrecorded(let outcome):
      "the outcome of payment \(payment) (\(outcome)) could not be written to the journal"
    case .notInJournal(let path): "no payment \(payment) in the journal \(path)"
    case .onServers(let servers):
      "the journal has payment \(payment) of \(servers.count) servers: "
        + servers.map(\.text).joined(separator: ", ")
    case .entryUncertain(let path, let why):
      "writing the entry on payment \(payment) to \(path) failed: \(why); it may have been made"
    case .outcomeKnown(let outcome):
      "the outcome of payment \(payment) is already known: "
        + (outcome.map { "it is \($0)" } ?? "it is not consumed")
    }
  }

  private static func sentence(_ path: String, _ problem: IAPError.FileProblem) -> String {
    switch problem {
    case .missing: "there is no file \(path)"
    case .isDirectory: "\(path) is a directory"
    case .unreadable(let why): "\(path) cannot be read: \(why)"
    case .cannotWrite(let why): "\(path) cannot be written: \(why)"
    case .folderMissing(let folder):
      "\(path) cannot be written: there is no folder \(folder)"
    case .existsAlready: "\(path) already exists"
    case .lockedByOthers: "another process kept \(path) locked for longer than the time-out"
    case .noWriter: "no process wrote to the FIFO \(path) within the time-out"
    case .secretReadable(let what): "\(path) contains \(what), and other users can read it"
    case .damaged(let what): "\(path) is damaged: \(what)"
    case .madeByNewerVersion(let format, let known):
      "\(path) has format \(format), and this iapctl knows formats up to \(known)"
    case .madeByOlderVersion(let format, let known):
      "\(path) has format \(format), from before the first release; this iapctl needs format \(known)"
    case .commitFailed(let why):
      "writing the change of \(path) to the disk failed: \(why); the change may have been made, "
        + "or may appear later"
    case .notDurable(let why):
      "\(path) was written, but its folder could not be saved to the disk: \(why); a power failure "
        + "may undo it"
    case .notAStore(let what): "\(path) is not a fixture store: \(what)"
    case .problemsFound(let count): "\(path) has \(count) problem\(count == 1 ? "" : "s")"
    case .notAPurchaseLog(let what): "\(path) is not a purchase log of the old SDK: \(what)"
    case .notAJournal(let what): "\(path) is not a journal: \(what)"
    case .journalReadable:
      "other users can read the journal \(path), which says who paid for what"
    case .replaced: "\(path) was deleted, moved or replaced while it was in use"
    case .logOfAnotherFile:
      "\(path)-wal is the log of another file, which was deleted or replaced while a process used it"
    }
  }

  private static func sentence(_ problem: IAPError.JournalProblem) -> String {
    switch problem {
    case .badURL: "has an invalid URL"
    case .plaintext(let host): "would be used without TLS, over the network to '\(host)'"
    case .unreachable(let why): "cannot be reached: \(why)"
    case .absent: "does not exist: the database has no tables of iapctl"
    case .older(let format, let known): "has format \(format); this iapctl needs format \(known)"
    case .newer(let format, let known): "has format \(format); this iapctl knows up to \(known)"
    case .noRight(let why): "cannot be used by this account: \(why)"
    case .login(let why): "refuses the login: \(why)"
    case .notDurable(let setting): "may lose what it has confirmed: the database has \(setting)"
    case .busy(let why): "was kept locked by others for longer than the time-out: \(why)"
    case .refused(let why): "did not accept an entry: \(why)"
    case .inUse(let count): "has \(count) of the payments in use; their outcomes were not imported"
    case .runOver:
      "has not heard of this run for so long that others may have claimed its payments"
    case .cutOff(let why):
      "could not be reached for so long that others may have claimed this run's payments: \(why)"
    case .replaced:
      "was restored, made again or moved to another server while it was in use; its last entries "
        + "may be missing"
    case .sharedSession:
      "is reached through a connection pooler that shares connections between transactions"
    case .encoding(let encoding):
      "cannot be made in this database, whose encoding \(encoding) does not have all characters"
    }
  }

  private static func sentence(_ name: String, _ problem: IAPError.InputProblem) -> String {
    switch problem {
    case .tooLarge(let limit): "\(name) is longer than \(limit) bytes"
    case .notUTF8: "\(name) is not UTF-8"
    case .empty: "\(name) is empty"
    case .late: "\(name) was not written to its end within the time-out"
    case .unknownFormat:
      "the first line of \(name) is not a JSON object, a payment number, or a CSV header with a "
        + "column paymentSeq"
    case .encoding(let encoding): "\(name) is \(encoding), not UTF-8"
    case .numbersRounded(let zeros, let count):
      "\(zeros) of \(count) payment numbers of 16 digits or more in \(name) end in 0: a spreadsheet "
        + "has rounded them"
    case .unknownColumns(let names, let count, _): unknownColumns(in: name, names, of: count)
    case .columnMissing(let column):
      "\(name) has no column '\(column)', which --columns names"
    case .headerBelow(let line):
      "the first line of \(name) is not the header: line \(line) looks like the header"
    case .workbook(let ending): "\(name) is a workbook (\(ending)), not a text file"
    case .badRow(let row, let problem): "\(name), row \(row): \(problem)"
    case .badLines(let first, let count, _): badLines(in: name, first, of: count)
    case .secretNotAlone(let what, let found, let byte):
      "\(name) must contain only the \(what): it has \(found) at byte \(byte)"
    }
  }

  private static func sentence(_ origin: String, _ problem: IAPError.ServerProblem) -> String {
    switch problem {
    case .unreachable(let why): "\(origin) cannot be reached: \(why)"
    case .untrusted(let why): "\(origin) cannot be trusted: \(why)"
    case .noAnswerInTime: "no answer from \(origin) within the time-out"
    case .answerCutOff(let why): "the answer of \(origin) was lost: \(why)"
    }
  }
}

extension ErrorMessages {
  /// The message for several payments with the same error: `498 payments belong to another user, for
  /// example 1, 2, 3`, or `498 × 5000 CONSUME_FAILED, for example 1, 2, 3`.
  static func message(of group: FailureTally.Group, in language: Language) -> String {
    guard group.count > 1, let first = group.payments.first else {
      return message(of: group.error, in: language)
    }
    let numbers = group.payments.map(\.text).joined(separator: ", ")
    let names = group.count > group.payments.count ? ", for example \(numbers)" : ": \(numbers)"
    if language == .english, case .payment(_, let problem) = group.error.reason,
      let predicate = predicate(problem)
    {
      return "\(group.count) payments \(predicate)\(names)"
    }
    return "\(group.count) × \(kind(of: group.error.masking(first), in: language))\(names)"
  }

  /// The rest of a sentence about several payments; nil if the problem is of one payment.
  private static func predicate(_ problem: IAPError.PaymentProblem) -> String? {
    switch problem {
    case .notFound: "do not exist"
    case .notListed(let user): "are not in the unconsumed list of \(user)"
    case .inAnotherMarket(let market): "belong to market \(market), which was not given"
    case .ofAnotherUser: "belong to another user"
    case .notConsumable(let type): "are for products of type \(type), which cannot be consumed"
    case .notPaid(let state): "are in state \(state.rawValue)"
    case .subscriptionRevoked: "belong to revoked subscriptions"
    case .consumedBefore: "were already consumed, not by this call"
    case .consumedByRun: "are consumed according to the journal"
    case .leftUnknown: "may have been consumed: an earlier run did not receive the answers"
    case .unlisted: "are in no unconsumed list; they may have been consumed"
    default: nil
    }
  }

  private static func kind(of error: IAPError, in language: Language) -> String {
    guard case .serverSaid(let code, let said) = error.reason,
      let name = ServerCode(rawValue: code)?.name
    else { return message(of: error, in: language) }
    return "\(code) \(name)" + (said.map { $0 == name ? "" : " (\($0))" } ?? "")
  }
}

extension ErrorMessages {
  /// The first bad lines of an input, and the number of further ones.
  static func badLines(in name: String, _ first: [BadLine], of count: Int) -> String {
    let lines = first.map {
      "\(place(of: $0))\($0.isPredicate ? "" : ":") \($0.problem)"
    }
    if lines.count == 1, first[0].count == count { return "\(name), \(lines[0])" }
    let rest = count - first.reduce(0) { $0 + $1.count }
    return "\(name) has \(count) bad lines: " + lines.joined(separator: "; ")
      + (rest > 0 ? "; and \(rest) more" : "")
  }

  /// `line 3`, `lines 2–501, 503`.
  private static func place(of lines: BadLine) -> String {
    let ranges = lines.lines.map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)"
    }
    let rest = lines.count - lines.lines.reduce(0) { $0 + $1.count }
    return (lines.count == 1 ? "line " : "lines ") + ranges.joined(separator: ", ")
      + (rest > 0 ? " and \(rest) more" : "")
  }

  private static func unknownColumns(
    in name: String, _ names: [String], of count: Int
  ) -> String {
    let list = names.map { "'\($0)'" }.joined(separator: ", ")
    let rest = count > names.count ? " and \(count - names.count) more" : ""
    return count == 1
      ? "\(name) has a column that iapctl does not know: \(list)"
      : "\(name) has \(count) columns that iapctl does not know: \(list)\(rest)"
  }
}

extension ErrorMessages {
  /// How a command of the user ended, and the last line of its output.
  static func end(_ failure: CommandFailure, _ said: String?) -> String {
    let end =
      switch failure {
      case .exit(status: 126): "failed: the command cannot be run (exit status 126)"
      case .exit(status: 127): "failed: the command was not found (exit status 127)"
      case .exit(let status): "failed with exit status \(status)"
      case .signal(let signal): "was killed by signal \(signal)"
      case .timeOut(let limit): "had not ended after \(seconds(limit)) s and was stopped"
      case .notStarted(let why): "could not be started: \(why)"
      }
    return end + (said.map { "; it said: \($0)" } ?? "")
  }

  /// A time in seconds, with decimals only if it has a fraction: `60`, `0.500`.
  private static func seconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let thousandths = String(1000 + attoseconds / 1_000_000_000_000_000).dropFirst()
    return "\(seconds)" + (thousandths == "000" ? "" : ".\(thousandths)")
  }
}
