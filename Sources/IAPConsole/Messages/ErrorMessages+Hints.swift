import IAPCore
import IAPRemote

extension ErrorMessages {
  /// The hint for an error: specific to the situation, or else the remedy of the code. Nil if there
  /// is nothing to do.
  ///
  /// If the outcome is unknown, no hint says just "try again".
  static func hint(of error: IAPError) -> String? {
    if let hint = specificHint(of: error) { return hint }
    if error.outcome == .unknown {
      return "it may have happened: check the outcome before you repeat it"
    }
    if let hint = remoteHint(of: error.reason) { return hint }
    // The remedies of these codes are for a consume that may have been applied.
    return isAboutTheCall(error.code)
      ? "nothing was applied: run the command again" : error.explanation?.row.remedy
  }

  /// Whether the code says only that a call failed, and nothing about the payment.
  private static func isAboutTheCall(_ code: IAPError.Code) -> Bool {
    switch code {
    case .iap(.unknown), .http(.networkNotAvailable), .http(.requestFailed),
      .http(.requestTimeout), .http(.responseInvalid):
      true
    default: false
    }
  }

  /// The hint for an error of a server if nothing was applied, so that a retry is safe.
  private static func remoteHint(of reason: IAPError.Reason) -> String? {
    switch reason {
    case .statusNotOK(401), .statusNotOK(403):
      "check the app key; 'iapctl config show' shows its source"
    case .statusNotOK(429), .statusNotOK(503): "wait a minute, then try again"
    case .statusNotOK(300..<500): "check the URL"
    case .statusNotOK: "try again later; if it happens again, contact the operator of the server"
    case .server(_, .noAnswerInTime): "try again; if it happens again, use a longer --timeout"
    case .server: "check the network, the host's name and its certificate, then try again"
    case .answerNotDocumented:
      "check that the URL is the IAP server's, and that no proxy answers in its place"
    default: nil
    }
  }

  private static func specificHint(of error: IAPError) -> String? {
    switch error.reason {
    case .usage(_, let hint): hint
    case .marketSwitchedOff: "name other markets with --market"
    case .product(_, let problem): hint(problem)
    case .payment(let payment, let problem): hint(payment, problem)
    case .file(let path, let problem): hint(path, problem, error.code)
    case .input(_, let problem): hint(problem)
    case .journal(let name, let problem): hint(name, problem)
    case .clockBack: "give a later instant, or make a new store with: iapctl store init PATH"
    case .clockOutOfRange: "give a shorter duration"
    case .clockFollowsRealTime:
      "set its clock once with --now, for example --now +1d; then the clock stands still, and 'iapctl "
        + "store advance' moves it"
    case .notConfirmed: "preview with --dry-run, then confirm with --yes"
    case .outputFailed(_, _, .some): "check what was done before you run the command again"
    case .seed where error.code == .iapctl(.seedContradicts):
      "remove it from the seed, or load the seed into a new store"
    case .seed:
      "the manual page iapctl-fixture(5) describes every key; for a complete example: iapctl store "
        + "dump"
    case .libraryMissing(_, _, let remedy): remedy
    case .cannotListen: "choose another --port; 0 takes a free one"
    case .programNotStarted(_, _, isMissing: true):
      "give the path of a program, or a name that is in PATH; to run a shell command line, write: -- "
        + "sh -c 'LINE'"
    case .outOfFiles: "raise the limit, then run it again: ulimit -n 1024"
    case .outOfDescriptors:
      "the program that starts iapctl has left its files open; let it close them"
    case .outOfThreads:
      "raise the limits of processes (ulimit -u) and memory (ulimit -v), then run it again"
    case .outOfMemory: "raise the limit of memory (ulimit -v), then run it again"
    case .codeNotListed(let code, let domain): whereListed(code, notIn: domain)
    case .urlRefused where error.code == .http(.requiresSecureConnection):
      "give a URL that begins with https://, such as \(ServerURL.usual)"
    case .urlRefused: "give only scheme, host and port, such as \(ServerURL.usual)"
    case .productsUnlisted(let numbers, _):
      "if that is the product, give its number: --product \(numbers.first ?? 0); an item list is of one "
        + "market, which --app-seq names"
    case .noAppKey:
      "give it with --app-key-file PATH, \(Variables.appKey), or appKeyFile in a profile"
    case .notInAPI(_, _, let alternative), .optionNotInAPI(_, _, _, let alternative): alternative
    case .outage:
      "when the service answers again, run the command again with --resume: it settles the "
        + "unknown payments and sends the rest"
    case .askedToWait:
      "wait a few minutes, then run the command again with --resume: it sends the rest"
    case .bug: "please report it together with the command line"
    default: nil
    }
  }

  private static func hint(_ problem: IAPError.ProductProblem) -> String? {
    switch problem {
    case .notFound(_, let markets) where !markets.isEmpty:
      "it is sold in \(markets.map(\.text).joined(separator: ", ")): name the market with --market"
    case .notFound: "list the products with: iapctl products --all"
    case .purchaseUnfinished(let user, _): "complete it first: iapctl reprocess --user \(user)"
    default: nil
    }
  }

  private static func hint(_ payment: Identifier, _ problem: IAPError.PaymentProblem) -> String? {
    switch problem {
    case .notFound: "list what can be consumed with: iapctl unconsumed --user ID"
    case .inAnotherMarket(let market): "add --market \(market)"
    case .ofAnotherUser: "grant nothing; check the payment number and the user"
    case .isTransaction(let owner): "give the payment number instead: \(owner)"
    case .notListed:
      "check the user and the payment number; the payment may also be consumed or refunded"
    case .notPaid(.refund): "the money was refunded: do not grant the item"
    case .notPending, .notSubscription:
      "nothing was changed; to see what happened in the store: iapctl store log"
    case .loggedForAnotherProduct:
      "nothing was changed: correct the row in the file, then reprocess it again"
    case .sdkCannotVerify(_, let verification):
      "SDK 1.8 and later verify V1 and V2, 1.7 only V2, earlier ones only V1: use another SDK, or "
        + "iapctl store set-verification AS \(verification == .v1 ? "V2" : "V1")"
    case .changeRefused(.refund, _, _): "a refund is final"
    case .changeRefused:
      "the IAP console allows SUCCESS to REFUND; RESERVED and CHARGED to REFUND, and to SUCCESS "
        + "except on Google Play; FAILURE to SUCCESS or REFUND"
    case .consumedBefore:
      "Do not grant. If you granted just now, revoke it. If an earlier attempt ended with exit 7, "
        + "first check your records."
    case .consumedByRun:
      "do not grant again; to see when and by whom it was consumed: iapctl journal show \(payment)"
    case .consumedAfterUnknown:
      "check your own records, and grant only if the item was not granted"
    case .leftUnknown:
      "neither grant nor revoke; settle it with: iapctl consume \(payment) --resume"
    case .unlisted:
      "settle it with its token: iapctl consume \(payment) --resume --token-file FILE"
    case .heldByRun(_, _, _, _, let commands) where !commands.isEmpty:
      "wait for the command to end, or end it with: kill "
        + commands.map(String.init).joined(separator: " ")
    case .heldByRun:
      "wait for that run to end; to see what it did: iapctl journal show \(payment)"
    case .deliveryFailed:
      "fix the delivery command, then run iapctl again; the delivery command must be idempotent"
    case .undoFailed:
      "revoke the item by hand: the player may have it, and the consume was refused"
    case .outcomeUnrecorded: "fix the journal's disk, then run again with --resume"
    case .notInJournal: "list the payments in the journal with: iapctl journal list"
    case .onServers(let servers):
      "choose one of the servers: "
        + servers.map { "--server \($0)" }.joined(separator: ", or ")
    case .entryUncertain(let path, _):
      "check the disk, then check the journal: iapctl journal show \(payment) --journal "
        + "\(quoted(path))"
    case .outcomeKnown:
      "to see it: iapctl journal show \(payment); to add a note: iapctl journal note \(payment) "
        + "TEXT"
    default: nil
    }
  }

  private static func hint(
    _ path: String, _ problem: IAPError.FileProblem, _ code: IAPError.Code
  ) -> String? {
    switch problem {
    case .missing where code == .iapctl(.storeMissing), .notAStore:
      "make a store with: iapctl store init PATH --sample"
    case .missing: "check the path"
    case .isDirectory: "give the path of a file"
    case .unreadable where path == "standard input": nil
    case .unreadable:
      "check its permissions with: ls -l \(quoted(path)); ask its owner for access"
    case .problemsFound:
      "this file cannot be repaired: make a new store from its seed or an earlier dump with: iapctl "
        + "store init PATH --from SEED"
    case .folderMissing(let folder): "make the folder with: mkdir -p \(quoted(folder))"
    case .cannotWrite: "check the permissions and the space on the disk"
    case .existsAlready: "choose another path, or remove the file first"
    case .lockedByOthers where code == .iapctl(.journalBusy): "try again in a moment"
    case .lockedByOthers: "try again, or wait longer with --timeout"
    case .noWriter: "start the process that writes to it, or wait longer with --timeout"
    case .secretReadable: "run: chmod 600 \(quoted(path))"
    case .damaged where code == .iapctl(.inputInvalid):
      "copy the file again, together with the files beside it whose names begin with its name"
    case .damaged where code == .iapctl(.journalDamaged):
      "restore the journal from a backup; a new journal does not know which payments were "
        + "consumed"
    case .damaged:
      "make a new store from its seed or a dump; for details: iapctl store check --store "
        + "\(quoted(path))"
    case .madeByNewerVersion: "use the iapctl that made it, or a newer one"
    case .madeByOlderVersion: "read it with the iapctl that made it, and name another file here"
    case .commitFailed:
      "check the disk, then check the store before you run the command again: iapctl unconsumed "
        + "--all-users --store \(quoted(path))"
    case .notDurable: "check the disk, then check that the file exists: ls -l \(quoted(path))"
    case .notAPurchaseLog: "give the old SDK's file, usually named PurchaseLogDao.db"
    case .notAJournal: "give another file with --journal; iapctl creates the file if it is missing"
    case .journalReadable: "run: chmod o= \(quoted(path))"
    case .replaced:
      "restore the file, then run again with --resume; until then grant nothing"
    case .logOfAnotherFile:
      "end the processes that use the old file, then remove its log: "
        + "rm \(quoted(path + "-wal")) \(quoted(path + "-shm")). If both files are of one backup, "
        + "restore \(path) first and its log after it"
    }
  }

  private static func hint(_ name: String, _ problem: IAPError.JournalProblem) -> String? {
    switch problem {
    case .badURL: "write it as postgresql://USER@HOST:PORT/DATABASE?sslmode=verify-full"
    case .plaintext: "add sslmode=verify-full to the URL"
    case .unreachable: "check the URL, the network and the database; nothing was sent"
    case .older: "read it with the iapctl that made it, and make a journal in another database"
    case .absent:
      "check the name of the database; the owner of the database makes a journal in it with: iapctl "
        + "journal init URL --role ACCOUNT"
    case .newer: "use the iapctl that made it, or a newer one"
    case .noRight:
      "the owner of the database prints the rights to grant with: iapctl journal init URL --role "
        + "ACCOUNT"
    case .login:
      "check the user in the URL, and put the password into ~/.pgpass, or into the file "
        + "that PGPASSFILE names"
    case .notDurable: "the owner of the database has to change this setting"
    case .busy: "try again in a moment"
    case .inUse: "when those runs have ended, import the file again"
    case .refused: "see the log of the database"
    case .runOver, .cutOff:
      "check the connection to the database, then run again with --resume"
    case .replaced:
      "find out what happened to the database, then run again with --resume; until then grant nothing"
    case .sharedSession:
      "use session pooling (PgBouncer: pool_mode = session), or connect to the database directly"
    case .encoding:
      "make another database with: createdb --encoding UTF8 --template template0 NAME"
    }
  }

  private static func hint(_ problem: IAPError.InputProblem) -> String? {
    switch problem {
    case .late: "make sure that its writer closes it, or wait longer with --timeout"
    case .secretNotAlone(let what, _, _):
      "remove everything except the \(what); one line break at the end is allowed"
    case .unknownFormat:
      "for a CSV file, check the spelling of the column paymentSeq in the first line; for any "
        + "other file, give the format with --input-format jsonl, json or numbers"
    case .encoding(let encoding):
      "save it as 'CSV UTF-8', or convert it with: iconv -f \(encoding) -t UTF-8"
    case .numbersRounded:
      repairingNumbers + "; or add the columns price, currency and productSeq, so that each number "
        + "can be checked"
    case .unknownColumns(let names, let count, let meant):
      unknownColumns(names, isAll: count == names.count, meant)
    case .columnMissing: "write the name as it stands in the header"
    case .headerBelow: "remove the lines above the header"
    case .workbook:
      "open it in the spreadsheet program, format the column of payment numbers as text, and save "
        + "it as 'CSV UTF-8'"
    case .badLines(let lines, _, .canBeSkipped):
      (lines.contains(where: \.isDamaged) ? repairingNumbers + ". Then run again" : correcting)
        + ", or skip them with --skip-bad-lines"
    case .badLines(_, _, .wereSkipped):
      "the other lines are done: copy the bad lines and the header to a new file, correct them, and "
        + "consume that file"
    case .badLines(let lines, _, .mustBeCorrected):
      lines.contains(where: \.isDamaged)
        ? repairingNumbers : correcting + " and run again"
    case .badRow: "correct the row, or remove it from the file"
    case .tooLarge, .notUTF8, .empty: nil
    }
  }

  private static let correcting = "correct these lines"

  /// The cure for numbers that a spreadsheet changed.
  private static let repairingNumbers =
    "in the sheet, format the column as text and paste the numbers again; or list again with: "
    + "iapctl unconsumed -o spreadsheet"

  private static func unknownColumns(
    _ names: [String], isAll: Bool, _ meant: [String: String]
  ) -> String {
    let ignored = isAll ? quoted(names.joined(separator: ",")) : "all"
    let (column, name) =
      names.lazy.compactMap { name in meant[name].map { ($0, name) } }.first
      ?? ("user", names.first ?? "NAME")
    return "say what a column is, for example with --columns \(quoted("\(column)=\(name)")), or "
      + "that it does not matter with --ignore-columns \(ignored)"
  }

  /// Quotes a path for a shell.
  private static func quoted(_ path: String) -> String { TypedOptions.quoted(path) }
}

extension ErrorMessages {
  /// The note for information that a response contains in addition to the result.
  static func notice(_ notice: RemoteNotice) -> String {
    switch notice {
    case .appStopped(let app):
      "app \(app) is not in use (appUsingStatus STOP), so none of its products is active"
    case .productIdentifiersMissing(let error):
      "product identifiers are missing, because the app's item list could not be read: "
        + message(of: error, in: .english)
    case .marketWithoutPackage(let market, let offered):
      "market \(market) was left out, because its package is not given; name it with --package "
        + "\(market)=\(offered ?? "NAME")"
        + (offered == nil ? "" : ", the package that the item list names")
    }
  }
}
