extension ServerCode: CataloguedCode {
  static let domain = ErrorDomain.server

  /// No code means that a retry can succeed. After 9999 the payment may be consumed.
  var isRetryable: Bool { false }

  var advice: Advice {
    switch self {
    case .success:
      Advice(
        when: "the call succeeded, if the HTTP status is 200 and isSuccessful is true too; if they "
          + "disagree, the answer proves nothing (com.nhncloud.http 105)",
        remedy: "after a consume, grant the item once, unless it was granted before; the payment "
          + "cannot be consumed again")
    case .invalidParameters:
      Advice(
        when: "a parameter is missing or malformed; iapctl reports it as com.nhncloud.http 103",
        remedy: "nothing was applied: correct the payment number, the token, the market or the user"
      )
    case .contentTypeNotSupported:
      Advice(
        when: "the body was not sent as JSON; iapctl reports it as com.nhncloud.http 103",
        remedy: "nothing was applied: send Content-Type: application/json")
    case .methodNotSupported:
      Advice(
        when: "the call has another HTTP method than the documented one; iapctl reports it as "
          + "com.nhncloud.http 103",
        remedy: "nothing was applied: use POST (GET for the legacy item list)")
    case .consumeFailed:
      Advice(
        when: "a consume is refused: the token does not belong to the payment, or the payment "
          + "cannot be consumed; iapctl reports it as com.nhncloud.iap 12 "
          + "changePurchaseStatusFailed",
        remedy: IAPCode.changePurchaseStatusFailed.advice.remedy)
    case .alreadyConsumed:
      Advice(
        when: "the payment was already consumed, by another process or by an earlier attempt of "
          + "your own whose answer was lost; iapctl reports it as com.nhncloud.iap 12 "
          + "alreadyConsumed",
        remedy:
          "do not grant; if you granted just now, revoke it; if an earlier attempt ended with exit "
          + "7, first check your records")
    case .unknown:
      Advice(
        when: "an error without a code of its own; a consume may have happened; iapctl reports it "
          + "as com.nhncloud.iap 0 unknown",
        remedy: IAPCode.settleFirst)
    }
  }
}
