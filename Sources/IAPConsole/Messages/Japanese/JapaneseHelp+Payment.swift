extension JapaneseHelp {
  /// The commands of `payment`.
  static let payment: [String: String] = [
    "list payments in any state": "すべての状態の決済を照会",
    """
    Lists the payments of a fixture store with their state, also those that are consumed, refunded \
    or interrupted, the oldest first. Relative times count from the store's time.
    """: """
    フィクスチャストアの決済を、状態とともに古い順に照会します。消費済み、払い戻し済み、中断された\
    決済も含みます。期間の指定は、ストアの日時を基準にします。
    """,
    """
    It works on fixture stores, and over --api fixture. The real service has no call for it: there, \
    'iapctl unconsumed' lists what is stuck, 'iapctl journal list' what iapctl has consumed, and \
    only the IAP console has all payments.
    """: """
    フィクスチャストアと--api fixtureで使用できます。実際のサービスには、この呼び出しがありません。実\
    際のサービスでは、未消費決済は「iapctl unconsumed」、iapctlで消費した決済は「iapctl journal \
    list」で照会します。すべての決済を照会できるのは、IAPコンソールだけです。
    """,
    "Only options choose the users: the user of the environment or a profile does not.":
      "ユーザーはオプションでのみ指定します。環境変数やプロファイルのユーザーは使われません。",
    "only payments in this state": "この状態の決済だけ",
    "only payments from then on: 30d (30 days ago), 2026-01-31, or an instant":
      "この日時以降の決済だけ: 30d(30日前)、2026-01-31、または日時",
    "only payments before then: 12h (12 hours ago), 2026-01-31 (inclusive), or an instant":
      "この日時より前の決済だけ: 12h(12時間前)、2026-01-31(当日を含む)、または日時",
    "RESERVED, CHARGED, SUCCESS, USER_CLOSE, FAILURE or REFUND; null if no store says it":
      "RESERVED、CHARGED、SUCCESS、USER_CLOSE、FAILUREまたはREFUND。ストアで確認できない場合はnull",
    "whether it is consumed; null if that is not known": "消費済みかどうか。不明な場合はnull",
    "list all payments of alice": "ユーザーaliceのすべての決済を照会",
    "list what was bought this year and refunded": "今年購入され、払い戻された決済を照会",
    "find the payment of an order number": "注文番号から決済を検索",
  ]
}
