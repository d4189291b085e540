/// The result codes of the IAP server. Some Korean and Japanese meanings are not from its guide, which
/// lacks them.
extension ServerCode {
  package static let rows: [ServerCode: ErrorRow] = [
    .success: ErrorRow(
      exit: 4, wire: .success, "Success",
      when: """
        the call succeeded, if the HTTP status is 200 and isSuccessful is true too; if they \
        disagree, the answer proves nothing (com.nhncloud.http 105)
        """,
      remedy: """
        after a consume, check your records, and grant the item only if it was not granted; the payment cannot \
        be consumed again
        """),
    .invalidParameters: ErrorRow(
      exit: 4, wire: .invalidParameters, "Invalid parameters",
      when: """
        a parameter is missing or malformed; iapctl reports it as com.nhncloud.http 103
        """,
      remedy: """
        nothing was applied: correct the payment number, the token, the market or the user
        """),
    .contentTypeNotSupported: ErrorRow(
      exit: 4, wire: .contentTypeNotSupported, "Content-Type is not supported",
      when: "the body was not sent as JSON; iapctl reports it as com.nhncloud.http 103",
      remedy: "nothing was applied: send Content-Type: application/json"),
    .methodNotSupported: ErrorRow(
      exit: 4, wire: .methodNotSupported, "HTTP method is not supported",
      when: """
        the call has another HTTP method than the documented one; iapctl reports it as \
        com.nhncloud.http 103
        """,
      remedy: "nothing was applied: use POST (GET for the legacy item list)"),
    .consumeFailed: ErrorRow(
      exit: 4, wire: .consumeFailed, "Failed to consume",
      when: """
        a consume is refused: the token does not belong to the payment, or the payment cannot be \
        consumed; iapctl reports it as com.nhncloud.iap 12 changePurchaseStatusFailed
        """,
      remedy: ErrorRow.grantNothing),
    .alreadyConsumed: ErrorRow(
      exit: 4, wire: .alreadyConsumed, "Already consumed",
      when: """
        the payment was already consumed, by another process or by an earlier attempt of your \
        own whose answer was lost; iapctl reports it as com.nhncloud.iap 12 alreadyConsumed
        """,
      remedy: """
        do not grant, and revoke nothing: another client may have granted the item under this \
        payment number; check your records first
        """),
    .unknown: ErrorRow(
      exit: 4, wire: .unknown, "Unknown error",
      when: """
        an error without a code of its own; a consume may have happened; iapctl reports it as \
        com.nhncloud.iap 0 unknown
        """,
      remedy: ErrorRow.settleFirst),
  ]
}
