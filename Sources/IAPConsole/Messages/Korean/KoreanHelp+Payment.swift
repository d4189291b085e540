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
  ]
}
