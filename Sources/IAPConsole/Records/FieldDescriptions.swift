import CommandLine
import IAPCore

/// The meaning of each field of the records, for help and manual pages.
enum FieldDescriptions {
  static let all = Purchase.meanings.merging(ofRecords) { _, own in own }

  private static let ofRecords: [String: String] = [
    "accessToken": "the secret that consumes the payment; null without --show-tokens",
    "state": "RESERVED, CHARGED, SUCCESS, USER_CLOSE, FAILURE or REFUND; null if no store says it",
    "consumed": "whether it is consumed; null if that is not known",
    "isConsumable":
      "whether the server says that the payment of a token can be consumed; null if it was not asked",
    "situation":
      "what the payment is now: stuck, consumed, unknown (a consume may have been applied), "
      + "in-progress, refunded, interrupted, reserved, pending, closed, failed, subscription, withheld, "
      + "absent (in no list that was asked) or unclear",
    "alsoTransactionOf": "another payment whose order number is this payment's number, or null",
    "hint": "what to do next",
    "commands": "the commands for it, ready to be pasted",
    "sources":
      "what was asked: source (store, unconsumed, transaction or journal), userID, storeCode, server, "
      + "answer (found, absent, failed or not-asked) and error",
    "timeline":
      "what happened, oldest first: time, source (store, journal or purchase), kind, before, after, "
      + "outcome, priorUnknown, ended, operator, host, ticket, note and error",
    "isNew": "whether this restore has recorded or completed the payment",
    // Results of consuming.
    "outcome":
      "consumed; already-consumed (not by this call: neither grant nor revoke); refused; not-sent; "
      + "unknown (it may or may not have been consumed); skipped",
    "claimedUserID":
      "the user that the input or --user names, if no list confirms whose the payment is",
    "priorUnknown": "whether the outcome of an earlier attempt of iapctl was left unknown",
    "delivery":
      "what became of the item in this run, or before, if the payment is consumed and this run delivered "
      + "nothing: delivered; failed; taken-back (after a refusal); undo-failed (the player may still have "
      + "the item, and the next run delivers again); or null if nothing was delivered",
    "attempts": "how many times it was sent",
    "error": "the error, with the keys of 'iapctl help output', or null",
    // The journal.
    "action": "deliver, consume or undo; settle or note if it was entered by hand",
    "began": "when it began",
    "ended": "when it ended; null if it is still running or its process died",
    "operator": "the login name of the operator",
    "host": "the machine",
    "process": "the process ID on that machine",
    "profile": "the profile that was used, or null",
    "server": "the server, or the fixture store, that issued the payment's number",
    "appKeyFingerprint": "a hash that identifies the app key without revealing it, or null",
    "ticket": "the ticket from --ticket or from the payment's line, or null",
    "note": "the note, or null",
    // Records of the tools: `explain`, `store check`, `config` and `subscriptions --manage-url`.
    "domain": "com.nhncloud.iap, com.nhncloud.http, server or iapctl",
    "code": "the number in its domain; null in the domain iapctl",
    "name": "the name of the error",
    "meaning": "the SDK's phrase for it, or a short one of iapctl, in the chosen language",
    "when": "when it occurs",
    "remedy": "what to do",
    "retryable": "whether another attempt may succeed",
    "problem": "what is wrong, and where",
    "from": "the time of the store before",
    "to": "the time of the store now",
    "renewed": "how many payments renewed a subscription",
    "grace": "how many subscriptions entered their grace period",
    "hold": "how many subscriptions were put on hold",
    "recovered": "how many subscriptions recovered with a new payment",
    "expired": "how many subscriptions expired",
    "path": "the file",
    "key": "the name of the setting in a profile",
    "value": "the effective value; null if it is not set",
    "source": "the option, variable or profile that sets it",
    "url": "the address of the page",
  ]
}

extension RecordSchema {
  var documented: [FieldSpecification] {
    fields.map { FieldSpecification($0, meanings[$0] ?? FieldDescriptions.all[$0] ?? "") }
  }
}
