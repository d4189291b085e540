extension ServerCode: CataloguedCode {
  static let domain = ErrorDomain.server

  /// None says that it passes by itself; not even 9999, after which a consume may be done.
  var isRetryable: Bool { false }

  var advice: Advice {
    switch self {
    case .success:
      Advice(
        when: "the call succeeded, if the HTTP status is 200 and isSuccessful is true as well; "
          + "where they disagree the answer proves nothing (com.nhncloud.http 105)",
        remedy: "after a consume deliver the item, once, unless it was delivered before: the "
          + "payment can never be consumed again")
    case .invalidParameters:
      Advice(
        when: "a parameter is missing or malformed; iapctl reports it as com.nhncloud.http 103",
        remedy: "nothing was applied: correct the payment's number, the token, the market or the "
          + "user")
    case .contentTypeNotSupported:
      Advice(
        when: "the body was not announced as JSON; iapctl reports it as com.nhncloud.http 103",
        remedy: "nothing was applied: send Content-Type: application/json")
    case .methodNotSupported:
      Advice(
        when: "the call has another HTTP method than the documented one; iapctl reports it as "
          + "com.nhncloud.http 103",
        remedy: "nothing was applied: use POST, but GET for the legacy item list")
    case .consumeFailed:
      Advice(
        when: "a consume is refused: the token is not the payment's, or the payment cannot be "
          + "consumed; iapctl reports it as com.nhncloud.iap 12 changePurchaseStatusFailed",
        remedy: IAPCode.changePurchaseStatusFailed.advice.remedy)
    case .alreadyConsumed:
      Advice(
        when: "the payment had been consumed before, and nobody says by whom: by somebody else, or "
          + "by an earlier attempt of yours whose answer was lost; iapctl reports it as "
          + "com.nhncloud.iap 12 alreadyConsumed",
        remedy: "never grant for it: whoever consumed it may have; take back what was delivered "
          + "for this attempt, unless an earlier one of yours was left unknown")
    case .unknown:
      Advice(
        when: "something went wrong that the server has no name for, and a consume may be done; "
          + "iapctl reports it as com.nhncloud.iap 0 unknown",
        remedy: IAPCode.settleFirst)
    }
  }
}
