import IAPCore

extension ErrorWords {
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

  private static let lookFirst = "look before you repeat it: it may have happened"

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
    case .paymentOfAnotherUser: "name the user whose payment it is, or no user at all"
    case .notListed: "it is consumed already, refunded, or another user's"
    case .consumedByRun(let payment):
      "'iapctl journal show \(payment)' tells when and by whom; nothing was sent"
    case .consumedAfterUnknown:
      "your own records tell whether it was delivered; grant only what nobody granted"
    case .leftUnknown: "settle it with --resume; until then neither grant nor take back"
    case .listedNoMore: "settle it with its token: --token-file FILE, or --from FILE"
    case .heldByRun: "wait for that run to end; 'iapctl journal show' tells what it did"
    case .outcomeUnrecorded: "mend the journal's disk, then run again with --resume"
    case .consumedBefore:
      "do not grant for it: whoever consumed it may have"
    case .notAStore: "make a store with 'iapctl store init PATH --sample'"
    case .nothingAtPath where error.code == .iapctl(.storeMissing):
      "make a store with 'iapctl store init PATH --sample'"
    case .notAJournal: "name another file with --journal; one that is missing is made"
    case .journalReadable(let path): "run: chmod o= \(path)"
    case .notInJournal: "'iapctl journal list' lists the payments that it has"
    case .nothingAtPath: "check the path"
    case .directoryAtPath: "name the file itself"
    case .damaged where error.code == .iapctl(.journalDamaged):
      "put a backup in its place; a new one does not know what is consumed"
    case .damaged: "make it anew from its seed or dump; 'iapctl store check' may tell more"
    case .madeByNewerVersion: "use the iapctl that made it, or a newer one"
    case .existsAlready: "remove it first, or choose another path"
    case .cannotWrite: "check the permissions and the space on the disk"
    case .lockedByOthers where error.code == .iapctl(.journalBusy):
      "try again in a moment"
    case .lockedByOthers: "try again, or wait longer with --timeout"
    case .inputLate: "write it and close it, or wait longer with --timeout"
    case .secretNotAlone(_, let what, _, _):
      "write the \(what) into it and nothing else; only a line's end may stand behind it"
    case .clockBack: "give a later instant, or make the store anew"
    case .notConfirmed: "look with --dry-run, then confirm with --yes"
    case .outputFailed(_, _, .some): "do not repeat it before you have looked what was done"
    case .notPaid(_, .refund): "the money went back: do not grant it"
    case .seed where error.code == .iapctl(.seedContradicts):
      "leave it out, or load the seed into a new store"
    case .libraryMissing(_, _, let remedy): remedy
    case .cannotListen: "choose another --port; 0 takes one that is free"
    case .outOfFiles: "raise the limit, then run it again: ulimit -n 1024"
    case .codeNotListed(let code, let domain): whereListed(code, notIn: domain)
    case .urlRefused: "give scheme, host and port alone, such as \(RemoteBackend.usualOrigin)"
    case .noAppKey:
      "give it with --app-key-file PATH, \(Variables.appKey), or the key appKeyFile of a profile"
    case .secretReadable(let path): "run: chmod 600 \(path)"
    case .notInAPI: "use a fixture store, or 'iapctl serve' with --api fixture"
    case .optionNotInAPI: "leave it out, or use a fixture store"
    case .deliveryFailed:
      "mend the command and run it again; for a payment that it knows it must give nothing twice"
    case .undoFailed: "take it back by hand: the player may have it, and the consume was refused"
    case .inputFormatUnknown: "say what it is with --input-format jsonl, csv or numbers"
    case .badLines(_, _, _, canSkip: true):
      "correct the input, or use the rest of it with --skip-bad-lines"
    case .badLines: "correct the input"
    case .noWriter: "start what writes to it, or wait longer with --timeout"
    case .bug: "please report it, with the command line"
    default: nil
    }
  }
}
