import IAPCore

extension ErrorMessages {
  /// What to do: in exactly this situation, else what the catalogue says of the code; nil where
  /// there is nothing to do.
  ///
  /// What may have happened is never just repeated, whatever its code.
  static func hint(of error: IAPError) -> String? {
    if let hint = specificHint(of: error) { return hint }
    if error.outcome == .unknown { return lookFirst }
    return remoteHint(of: error.reason) ?? error.explanation?.remedy
  }

  /// What to do about a server where nothing was applied, so that there is nothing to look for.
  private static func remoteHint(of reason: IAPError.Reason) -> String? {
    switch reason {
    case .statusNotOK(401), .statusNotOK(403): "check the app key"
    case .statusNotOK(429), .statusNotOK(503): "wait a while, then try again"
    case .statusNotOK(300..<500): "check the URL"
    case .statusNotOK: "try again; if it stays so, ask who runs the server"
    case .noAnswerInTime: "try again, with a longer --timeout if need be"
    case .unreachable, .untrusted, .answerCutOff:
      "check the network, the host's name and its certificate, then try again"
    case .answerNotDocumented:
      "check that the URL leads to the IAP server and that no proxy answers for it"
    default: nil
    }
  }

  /// A path as a word that a shell takes.
  private static func quoted(_ path: String) -> String {
    TypedOptions.quoted(path)
  }

  private static let lookFirst = "it may have happened: check before you repeat it"

  private static func specificHint(of error: IAPError) -> String? {
    switch error.reason {
    case .usage(_, let hint): hint
    case .noSuchProduct(_, _, let markets) where !markets.isEmpty:
      "it is sold in \(markets.map(\.text).joined(separator: ", ")): name the market with --market"
    case .noSuchProduct: "'iapctl products --all' lists the products"
    case .marketSwitchedOff: "name other markets with --market"
    case .purchaseUnfinished(_, let user, _):
      "finish it first: iapctl reprocess --user \(user)"
    case .paymentUnknown: "'iapctl unconsumed' lists what can be consumed"
    case .paymentOfAnotherUser:
      "check the payment number and the user"
    case .notListed: "it may be consumed already, refunded, or another user's"
    case .consumedByRun(let payment):
      "nothing was sent; to see when and by whom: iapctl journal show \(payment)"
    case .consumedAfterUnknown:
      "check your own records, and grant only if the item was not granted"
    case .leftUnknown(let payment):
      "neither grant nor take back; settle it with: iapctl consume \(payment) --resume"
    case .listedNoMore(let payment):
      "settle it with its token: iapctl consume \(payment) --resume --token-file FILE"
    case .heldByRun(let payment, _, _, _, _):
      "wait for that run to end; to see what it did: iapctl journal show \(payment)"
    case .outcomeUnrecorded: "fix the journal's disk, then run again with --resume"
    case .consumedBefore:
      "already consumed elsewhere: do not grant, unless an earlier attempt of your own did it"
    case .notAStore: "make a store with 'iapctl store init PATH --sample'"
    case .nothingAtPath where error.code == .iapctl(.storeMissing):
      "make a store with 'iapctl store init PATH --sample'"
    case .notAJournal: "name another file with --journal; one that is missing is made"
    case .journalReadable(let path): "run: chmod o= \(quoted(path))"
    case .notInJournal: "'iapctl journal list' lists the payments that it has"
    case .journalInOldUse: "wait until that process ends, then try again"
    case .journalReplaced:
      "put the journal back, then run again with --resume; until then grant nothing"
    case .paymentOnServers(_, let servers):
      "name the one that you mean: "
        + servers.map { "--server \($0)" }.joined(separator: ", or ")
    case .entryUncertain(let payment, let path, _):
      "check the disk, then look: iapctl journal show \(payment) --journal \(quoted(path))"
    case .outcomeKnown(let payment, _):
      "see 'iapctl journal show \(payment)'; to add a remark: iapctl journal note \(payment) TEXT"
    case .nothingAtPath: "check the path"
    case .directoryAtPath: "name the file itself"
    case .damaged where error.code == .iapctl(.journalDamaged):
      "put a backup in its place; a new one does not know what is consumed"
    case .damaged: "make it anew from its seed or dump; 'iapctl store check' may tell more"
    case .madeByNewerVersion: "use the iapctl that made it, or a newer one"
    case .existsAlready: "remove it first, or choose another path"
    case .cannotWrite: "check the permissions and the space on the disk"
    case .commitFailed(let path, _):
      "check the disk, then look what the store says before you run the command again: "
        + "iapctl unconsumed --all-users --store \(quoted(path))"
    case .notDurable(let path, _): "check the disk and the file: ls -l \(quoted(path))"
    case .lockedByOthers where error.code == .iapctl(.journalBusy):
      "try again in a moment"
    case .lockedByOthers: "try again, or wait longer with --timeout"
    case .inputLate: "write it and close it, or wait longer with --timeout"
    case .secretNotAlone(_, let what, _, _):
      "write the \(what) into it and nothing else; only a line's end may stand behind it"
    case .clockBack: "give a later instant, or make the store anew"
    case .notConfirmed: "preview with --dry-run, then confirm with --yes"
    case .outputFailed(_, _, .some): "check what was done before you repeat it"
    case .notPaid(_, .refund): "the money went back: do not grant it"
    case .seed where error.code == .iapctl(.seedContradicts):
      "leave it out, or load the seed into a new store"
    case .libraryMissing(_, _, let remedy): remedy
    case .cannotListen: "choose another --port; 0 takes one that is free"
    case .outOfFiles: "raise the limit, then run it again: ulimit -n 1024"
    case .codeNotListed(let code, let domain): whereListed(code, notIn: domain)
    case .urlRefused: "give scheme, host and port alone, such as \(ServerURL.usual)"
    case .noAppKey:
      "give it with --app-key-file PATH, \(Variables.appKey), or the key appKeyFile of a profile"
    case .secretReadable(let path, _): "run: chmod 600 \(quoted(path))"
    case .notInAPI(_, _, let alternative), .optionNotInAPI(_, _, _, let alternative): alternative
    case .outage:
      "when the service answers again, repeat the command with --resume: it settles what is unknown "
        + "and sends the rest"
    case .askedToWait: "wait a while, then repeat the command with --resume: it sends the rest"
    case .deliveryFailed:
      "fix the command and run again; it must be idempotent"
    case .undoFailed:
      "take the item back by hand: the player may have it, and the consume was refused"
    case .inputFormatUnknown:
      "a CSV file needs a first line with the column paymentSeq: check its spelling; of any other file, "
        + "name the format with --input-format jsonl, json or numbers"
    case .inputEncoding(_, let encoding):
      "save it as 'CSV UTF-8', or convert it with: iconv -f \(encoding) -t UTF-8"
    case .numbersRounded:
      "export the payments again as text: iapctl unconsumed -o spreadsheet; or format the column as "
        + "text before you import them"
    case .badLines(_, _, _, canSkip: true):
      "correct the input, or use the rest of it with --skip-bad-lines"
    case .badLines: "correct the input"
    case .noWriter: "start what writes to it, or wait longer with --timeout"
    case .bug: "please report it, with the command line"
    default: nil
    }
  }
}
