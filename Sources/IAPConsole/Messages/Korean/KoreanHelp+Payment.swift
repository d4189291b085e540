extension KoreanHelp {
  /// The help of the commands of `payment`.
  static let payment: [String: String] = [
    "list payments in any state": "모든 상태의 결제 조회",
    """
    Lists the payments of a fixture store with their state, also those that are consumed, refunded \
    or interrupted, the oldest first. Relative times count from the store's time.
    """: """
    픽스처 저장소의 결제를 상태와 함께 오래된 순으로 조회합니다. 소비, 환불 또는 중단된 결제도 \
    포함합니다. 기간은 저장소의 시간을 기준으로 합니다.
    """,
    """
    It works on fixture stores, and over --api fixture. The real service has no call for it: there, \
    'iapctl unconsumed' lists what is stuck, 'iapctl journal list' what iapctl has consumed, and \
    only the IAP console has all payments.
    """: """
    픽스처 저장소와 --api fixture에서 사용할 수 있습니다. 실제 서비스에는 이 호출이 없습니다. 실제 \
    서비스에서 미소비 결제는 'iapctl unconsumed', iapctl로 소비한 결제는 'iapctl journal list'로 \
    조회하고, 모든 결제는 IAP 콘솔에서만 조회할 수 있습니다.
    """,
    "Only options choose the users: the user of the environment or a profile does not.":
      "사용자는 옵션으로만 지정합니다. 환경 변수나 프로필의 사용자는 적용되지 않습니다.",
    "only payments in this state": "이 상태의 결제만",
    "only payments from then on: 30d (30 days ago), 2026-01-31, or an instant":
      "이 시점부터의 결제만: 30d(30일 전), 2026-01-31 또는 시각",
    "only payments before then: 12h (12 hours ago), 2026-01-31 (inclusive), or an instant":
      "이 시점까지의 결제만: 12h(12시간 전), 2026-01-31(당일 포함) 또는 시각",
    "RESERVED, CHARGED, SUCCESS, USER_CLOSE, FAILURE or REFUND; null if no store says it":
      """
    RESERVED, CHARGED, SUCCESS, USER_CLOSE, FAILURE 또는 REFUND. 저장소에서 확인할 수 없으면 null
    """,
    "whether it is consumed; null if that is not known": "소비 여부. 알 수 없으면 null",
    "list all payments of alice": "alice의 모든 결제 조회",
    "list what was bought this year and refunded": "올해 구매하고 환불한 결제 조회",
    "find the payment of an order number": "주문 번호로 결제 찾기",
    // payment show
    "show all that is known of a payment": "결제의 모든 정보 조회",
    """
    Says what a payment is now (stuck, consumed and by whom, unknown, refunded, …), everything that \
    happened to it, and what to do next. It asks the fixture store, or else the unconsumed list of \
    each --user, and the journal.
    """: """
    결제의 현재 상태(미소비, 소비됨과 소비한 담당자, 결과를 알 수 없음, 환불됨 등), 처리 내역, 다음에 할 \
    일을 표시합니다. 픽스처 저장소 또는 --user로 지정한 각 사용자의 미소비 결제 내역과 저널을 \
    조회합니다.
    """,
    """
    On a fixture store, and over --api fixture, a payment is found by its number or by its order \
    number, the store's identifier of the charge. No call of the real service finds a payment by \
    either: name the users whose lists could have it.
    """: """
    픽스처 저장소와 --api fixture에서는 결제 번호 또는 주문 번호(스토어의 결제 ID)로 결제를 찾습니다. \
    실제 서비스에는 이런 호출이 없으므로, 결제가 있을 수 있는 사용자를 지정하십시오.
    """,
    """
    A source that does not answer is named (exit 5). If no source has the payment, it exits 3, or \
    with the error of a source that does not answer. A payment in no unconsumed list may be \
    consumed, refunded, or of another user: only the IAP console shows that.
    """: """
    응답하지 않은 조회 대상은 표시합니다(종료 코드 5). 결제를 찾지 못하면 종료 코드는 3이며, 응답하지 \
    않은 조회 대상이 있으면 그 오류의 종료 코드입니다. 미소비 결제 내역에 없는 결제는 소비 또는 \
    환불되었거나 다른 사용자의 결제일 수 있습니다. IAP 콘솔에서만 확인할 수 있습니다.
    """,
    "a payment number, or the order number of a store": "결제 번호 또는 스토어의 주문 번호",
    """
    what the payment is now: stuck, consumed, unknown (a consume may have been applied), \
    in-progress, refunded, interrupted, reserved, pending, closed, failed, subscription, withheld, \
    absent (in no list that was asked) or unclear
    """: """
    결제의 현재 상태: stuck(미소비), consumed(소비됨), unknown(소비되었을 수 있음), in-progress(처리 \
    중), refunded(환불됨), interrupted(중단됨), reserved(예약됨), pending(승인 대기), closed(종료됨), \
    failed(실패), subscription(구독), withheld(보류됨), absent(조회한 내역에 없음) 또는 unclear(알 수 \
    없음)
    """,
    "another payment whose order number is this payment's number, or null":
      "이 결제 번호를 주문 번호로 가진 다른 결제 또는 null",
    "what to do next": "다음에 할 일",
    "the commands for it, ready to be pasted": "그대로 붙여 넣어 실행할 수 있는 명령",
    """
    what was asked: source (store, unconsumed, transaction or journal), userID, storeCode, server, \
    answer (found, absent, failed or not-asked) and error
    """: """
    조회 대상: source(store, unconsumed, transaction 또는 journal), userID, storeCode, server, answer(found, absent, \
    failed 또는 not-asked), error
    """,
    """
    what happened, oldest first: time, source (store, journal or purchase), kind, before, after, \
    outcome, priorUnknown, ended, operator, host, ticket, note and error
    """: """
    처리 내역(오래된 순): time, source(store, journal 또는 purchase), kind, before, after, outcome, \
    priorUnknown, ended, operator, host, ticket, note, error
    """,
    "show what happened to a payment": "결제의 현재 상태와 처리 내역 조회",
    "find a payment by its order number": "주문 번호로 결제 조회",
    "the same as one JSON document": "JSON 문서 하나로 출력",
  ]
}
