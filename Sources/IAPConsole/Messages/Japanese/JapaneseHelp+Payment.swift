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
    // payment show
    "show all that is known of a payment": "決済のすべての情報を照会",
    """
    Says what a payment is now (stuck, consumed and by whom, unknown, refunded, …), everything that \
    happened to it, and what to do next. It asks the fixture store, or else the unconsumed list of \
    each --user, and the journal.
    """: """
    決済の現在の状態(未消費、消費済みと消費した担当者、不明、払い戻し済みなど)、これまでの経緯、次に行\
    うことを表示します。フィクスチャストア、または--userで指定した各ユーザーの未消費決済リストと、\
    ジャーナルを照会します。
    """,
    """
    On a fixture store, and over --api fixture, a payment is found by its number or by its order \
    number, the store's identifier of the charge. No call of the real service finds a payment by \
    either: name the users whose lists could have it.
    """: """
    フィクスチャストアと--api fixtureでは、決済番号または注文番号(ストアの決済ID)で決済を検索できます。\
    実際のサービスにはその呼び出しがないため、決済がある可能性のあるユーザーを指定してください。
    """,
    """
    A source that does not answer is named (exit 5). If no source has the payment, it exits 3, or \
    with the error of a source that does not answer. A payment in no unconsumed list may be \
    consumed, refunded, or of another user: only the IAP console shows that.
    """: """
    応答しなかった照会先は表示されます(終了コード5)。どの照会先にも決済がない場合、終了コードは3です。\
    応答しなかった照会先がある場合は、そのエラーの終了コードです。未消費決済リストにない決済は、消費済み、\
    払い戻し済み、または別のユーザーの決済の可能性があります。確認できるのはIAPコンソールだけです。
    """,
    "a payment number, or the order number of a store": "決済番号、またはストアの注文番号",
    """
    what the payment is now: stuck, consumed, unknown (a consume may have been applied), \
    in-progress, refunded, interrupted, reserved, pending, closed, failed, subscription, withheld, \
    absent (in no list that was asked) or unclear
    """: """
    決済の現在の状態: stuck(未消費)、consumed(消費済み)、unknown(消費された可能性あり)、\
    in-progress(処理中)、refunded(払い戻し済み)、interrupted(中断)、reserved(予約済み)、pending(承認待\
    ち)、closed(終了)、failed(失敗)、subscription(サブスクリプション)、withheld(保留)、absent(照会した\
    リストになし)またはunclear(不明)
    """,
    "another payment whose order number is this payment's number, or null":
      "この決済番号を注文番号とする別の決済。ない場合はnull",
    "what to do next": "次に行うこと",
    "the commands for it, ready to be pasted": "そのまま貼り付けて実行できるコマンド",
    """
    what was asked: source (store, unconsumed, transaction or journal), userID, storeCode, server, \
    answer (found, absent, failed or not-asked) and error
    """: """
    照会先: source(store、unconsumed、transactionまたはjournal)、userID、storeCode、server、answer(found、absent、\
    failedまたはnot-asked)、error
    """,
    """
    what happened, oldest first: time, source (store, journal or purchase), kind, before, after, \
    outcome, priorUnknown, ended, operator, host, ticket, note and error
    """: """
    これまでの経緯(古い順): time、source(store、journalまたはpurchase)、kind、before、after、outcome、\
    priorUnknown、ended、operator、host、ticket、note、error
    """,
    "show what happened to a payment": "決済の現在の状態と経緯を照会",
    "find a payment by its order number": "注文番号で決済を照会",
    "the same as one JSON document": "1つのJSONドキュメントで出力",
  ]
}
