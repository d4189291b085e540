import CommandLine

/// What the fields of records mean, for the pages of the commands.
enum FieldDescriptions {
  static let all: [String: String] = [
    // Purchases and products, by the SDK's property names.
    "userID": "who paid",
    "storeCode": "the market that took the money: AS, GG, ONESTORE or another",
    "productIdentifier": "the store's identifier of the product",
    "productSeq": "the IAP console's number of the product",
    "productName": "the IAP console's name of the product",
    "productType": "CONSUMABLE, AUTO_RENEWABLE, CONSUMABLE_AUTO_RENEWABLE or UNKNOWN",
    "price": "the amount, with its exact digits",
    "currency": "ISO 4217",
    "localizedTitle": "what the store calls the product",
    "localizedDescription": "how the store describes it",
    "localizedPrice": "the price as the store shows it",
    "active": "whether the product is in use",
    "valid": "whether the store has information on it",
    "paymentSeq": "the number of the payment, issued by the IAP server",
    "accessToken": "the secret that consumes the payment; null without --show-tokens",
    "transactionIdentifier": "the store's identifier of the charge",
    "originalTransactionIdentifier":
      "the first charge of the subscription: its own for the first payment; null for other products",
    "purchaseTime": "when it was bought",
    "expiryTime": "when the subscription ends",
    "storePayment": "whether the user started it in the store itself (a promotion)",
    "sandboxPayment": "whether it is a sandbox payment",
    "payload": "what the app gave along with the purchase",
    "status":
      "ACTIVE, CANCELED, ON_HOLD, IN_GRACE_PERIOD, PAUSED, REVOKED, EXPIRED or UNKNOWN; null where "
      + "the server lists it as active and says no more",
    "renewTime": "when it last renewed: before the first renewal, when it was bought",
    // Results of consuming.
    "outcome":
      "consumed; already-consumed: not by this call, never a reason to grant; refused; not-sent; "
      + "unknown: it may or may not have happened; skipped",
    "priorUnknown": "whether an earlier attempt of ours was left unknown",
    "attempts": "how often it was sent",
    "error": "why, with the keys of 'iapctl help output'; or null",
    // The journal.
    "action": "deliver, consume or undo; settle or note, by a person",
    "began": "when it began",
    "ended": "when it ended; null while it is under way, and where its process died",
    "operator": "the login name of who tried it",
    "host": "on which machine",
    "process": "the number of the process there",
    "profile": "the profile that was used, or null",
    "server": "the server, or the fixture store, that issued the payment's number",
    "appKeyFingerprint": "tells app keys apart and tells nothing of them; or null",
    "ticket": "what --ticket or the payment's line said, or null",
    "note": "what a person wrote down, or null",
    // Answers of the tools.
    "domain": "com.nhncloud.iap, com.nhncloud.http or server",
    "code": "the number in its domain",
    "name": "the name of the code",
    "meaning": "what the SDK's guide says of it, in the chosen language",
    "when": "in which situation it arises",
    "remedy": "what to do",
    "retryable": "whether the same call may well succeed in a moment",
    "problem": "what is wrong, and where",
    "current": "whether it holds where none is named",
    "path": "the file",
    "key": "the setting, as a profile has it",
    "value": "what holds; null where nothing does",
    "source": "the option, the variable or the profile that says so",
    "url": "the address of the page",
  ]
}

extension RecordSchema {
  /// The fields with their meanings.
  var documented: [FieldSpecification] {
    fields.map { FieldSpecification($0, FieldDescriptions.all[$0] ?? "") }
  }
}
