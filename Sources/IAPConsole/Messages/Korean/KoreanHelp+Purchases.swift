extension KoreanHelp {
  /// The help of the commands that list, buy, restore and reprocess purchases.
  static let purchases: [String: String] = [
    // products
    """
    Lists the products that can be bought: they are in use, and the store has information on them. \
    A product that the store has no information on is invalid. JSON output always contains both \
    lists.
    """: """
    구매할 수 있는 상품을 조회합니다. 활성화되어 있고, 스토어에서 상품 정보를 획득한 상품입니다. \
    스토어에서 상품 정보를 획득하지 못한 상품은 유효하지 않은(invalid) 상품입니다. JSON 출력에는 \
    항상 두 목록이 모두 있습니다.
    """,
    """
    A product of type CONSUMABLE is used up, and can be bought again. Each payment is consumed \
    once: grant the item, and consume the payment. 'restore' does not bring it back, because \
    stores forget finished consumables; 'reprocess' completes a purchase that broke off.
    """: """
    CONSUMABLE은 소비성 상품입니다. 사용하면 없어지고, 다시 구매할 수 있습니다. 결제마다 한 번씩 \
    상품을 지급하고 결제를 소비합니다. 완료된 소비성 상품은 스토어에 남지 않으므로 'restore'로 \
    복원되지 않습니다. 중단된 구매는 'reprocess'로 완료합니다.
    """,
    """
    A product of type AUTO_RENEWABLE is a subscription. It gives access as long as it is paid, and \
    is never consumed: 'subscriptions' lists who has access. 'restore' brings back what the store \
    account owns.
    """: """
    AUTO_RENEWABLE은 자동 갱신형 구독 상품입니다. 결제가 계속되는 동안 이용할 수 있으며, 소비하지 \
    않습니다. 이용 중인 구독은 'subscriptions'로 조회합니다. 스토어 계정으로 구매한 구독은 \
    'restore'로 복원합니다.
    """,
    """
    A product of type CONSUMABLE_AUTO_RENEWABLE is a consumable subscription: it gives access, and \
    something to consume at the purchase and at every renewal. Each of these payments is in \
    'unconsumed' until it is consumed, also one that 'restore' brought back.
    """: """
    CONSUMABLE_AUTO_RENEWABLE은 자동 갱신형 소비성 구독 상품입니다. 이용 권한이 생기고, 구매할 \
    때와 갱신될 때마다 소비할 결제가 생깁니다. 이 결제는 소비할 때까지 'unconsumed'에서 조회되며, \
    'restore'로 복원된 결제도 조회됩니다.
    """,
    "UNKNOWN is a type that this iapctl does not know. Such a product cannot be bought.":
      "UNKNOWN은 이 버전의 iapctl이 모르는 유형입니다. 이 상품은 구매할 수 없습니다.",
    "Options": "옵션",
    "only products of this type": "이 유형의 상품만",
    "only products that the store has no information on":
      "스토어에서 상품 정보를 획득하지 못한 상품만",
    "all products: valid, invalid and not in use":
      "모든 상품: 유효한 상품, 유효하지 않은 상품, 활성화되지 않은 상품",
    "Fields": "필드",
    "the store's identifier of the product": "스토어의 상품 ID",
    "the IAP console's number of the product": "IAP 콘솔의 상품 고유 번호",
    "the IAP console's name of the product": "IAP 콘솔의 상품 이름",
    "CONSUMABLE, AUTO_RENEWABLE, CONSUMABLE_AUTO_RENEWABLE or UNKNOWN":
      "CONSUMABLE, AUTO_RENEWABLE, CONSUMABLE_AUTO_RENEWABLE 또는 UNKNOWN",
    "the amount, with its exact digits": "금액(자릿수 그대로)",
    "ISO 4217": "통화 코드(ISO 4217)",
    "the title of the product in the store": "스토어의 현지 상품 이름",
    "the description of the product in the store": "스토어의 현지 상품 설명",
    "the price as the store shows it": "스토어에 표시되는 현지 가격",
    "whether the product is in use": "상품 활성화 여부",
    "the market that took the money: AS, GG, ONESTORE or another":
      "결제가 이루어진 마켓: AS, GG, ONESTORE 등",
    "whether the store has information on it": "스토어에서 상품 정보를 획득했는지 여부",
    "list what can be bought": "구매할 수 있는 상품 조회",
    "list all products of the console, and which of them cannot be bought":
      "콘솔의 모든 상품과 구매 가능 여부 조회",
    "Shared options: {1}; see '{2} --help'.":
      "공통 옵션: {1}. 설명은 '{2} --help'에서 볼 수 있습니다.",
    // purchase
    """
    Buys a product in one market (default: AS). Only fixture stores can do it: a real payment \
    starts in the store, on the user's device.
    """: """
    마켓 하나에서 상품을 구매합니다(기본값: AS). 픽스처 저장소에서만 가능합니다. 실제 결제는 \
    사용자의 기기에서 스토어를 통해 시작됩니다.
    """,
    """
    With --simulate interrupted the payment is charged but not verified: no record is printed \
    (json: a null purchase), and 'iapctl reprocess' completes it. With --simulate reserved the app \
    was closed before the charge, and 'iapctl reprocess' closes the payment. With --simulate \
    pending it waits for an approval (Ask to Buy): it charges nothing and does not prevent other \
    purchases; 'iapctl store approve' or 'store decline' ends it.
    """: """
    --simulate interrupted: 청구되었지만 검증되지 않은 결제가 됩니다. 레코드는 출력하지 \
    않으며(json: purchase가 null), 'iapctl reprocess'로 완료합니다. --simulate reserved: 청구되기 \
    전에 앱이 종료된 결제가 됩니다. 'iapctl reprocess'가 이 결제를 종료합니다. --simulate pending: \
    승인을 기다리는 결제(Ask to Buy)가 됩니다. 청구되지 않고 다른 구매를 막지 않으며, 'iapctl \
    store approve' 또는 'store decline'으로 끝납니다.
    """,
    """
    With --sdk, a purchase in the App Store fails with error 11 if that version cannot verify it \
    in the way that 'store set-verification' chose.
    """: """
    --sdk를 지정한 앱스토어 구매는, 그 버전이 'store set-verification'으로 정한 방식으로 검증할 수 \
    없으면 오류 11로 실패합니다.
    """,
    "the product's identifier in its store": "스토어의 상품 ID",
    "Arguments": "인수",
    "text that is returned with every result of this purchase":
      "이 구매의 모든 결과에 포함되어 반환되는 사용자 데이터",
    "read the payload from a file; - is standard input": "사용자 데이터를 읽을 파일(-는 표준 입력)",
    "mark it as a sandbox payment": "샌드박스 결제로 표시",
    "mark it as started by the user in the store itself":
      "사용자가 스토어에서 직접 시작한 구매로 표시",
    "with --promotion: do not buy it now, keep it for later":
      "--promotion과 함께 사용: 지금 구매하지 않고 보류",
    "list the deferred products": "보류된 상품 조회",
    "simulate another result than success": "성공이 아닌 다른 결과를 시뮬레이션",
    "the version of the app's SDK; error 11 if it cannot verify":
      "앱의 SDK 버전. 검증할 수 없으면 오류 11",
    "any version": "모든 버전",
    "the user who paid": "결제한 사용자의 ID",
    "the number of the payment, issued by the IAP server": "IAP 서버가 발급한 결제 번호",
    "the secret that consumes the payment; null without --show-tokens":
      "결제의 소비에 사용되는 토큰. 노출하면 안 되며, --show-tokens가 없으면 null",
    "the store's identifier of the charge": "스토어의 결제 ID",
    "the transaction of the subscription's first payment; null for other products":
      "구독을 시작한 첫 결제의 스토어 결제 ID(원본 결제 ID). 다른 상품은 null",
    "the time of the purchase": "상품 구매 시간",
    "the end of the subscription; null for other products":
      "구독 상품의 만료 시간. 다른 상품은 null",
    "whether the user started it in the store itself (a promotion)":
      "사용자가 스토어에서 직접 시작한 결제(프로모션 결제) 여부",
    "whether it is a sandbox payment": "샌드박스 결제 여부",
    "the text that the app attached to the purchase": "앱이 구매에 추가한 사용자 데이터",
    "alice buys 100 gems": "alice가 보석 100개 구매",
    "an interrupted purchase, to be completed by 'iapctl reprocess'":
      "중단된 구매 만들기('iapctl reprocess'로 완료)",
    // unconsumed
    """
    Lists purchases that are paid and verified but not consumed. A purchase that stays in this \
    list is stuck: the player paid for it and may not have received it.
    """: """
    결제와 검증이 끝났지만 소비되지 않은 구매를 조회합니다. 이 목록에 남아 있는 미소비 결제는 \
    사용자가 결제하고 상품을 받지 못했을 수 있습니다.
    """,
    """
    The oldest come first where the list has times. The service API gives no times: its lists come \
    as the service has them, user by user and market by market. --limit counts over all of them.
    """: """
    구매 시간이 있으면 오래된 순으로 표시합니다. service API는 구매 시간을 제공하지 않으므로, \
    사용자별, 마켓별로 서비스가 반환한 순서대로 표시합니다. --limit은 전체 건수에 적용됩니다.
    """,
    "Several --user, or --users-from FILE with one user a line, list several users in one run.":
      """
    여러 사용자를 한 번에 조회하려면 --user를 여러 번 지정하거나, 한 줄에 사용자 한 명씩 적은 \
    파일을 --users-from FILE로 지정합니다.
    """,
    "only this product": "이 상품만",
    "only the payment with this order number, the store's identifier of the charge":
      "이 주문 번호(스토어의 결제 ID)의 결제만",
    "only purchases at least this old: 90s, 15m, 12h, 30d, P1M":
      "구매한 지 이 기간 이상 지난 결제만: 90s, 15m, 12h, 30d, P1M",
    "only the N oldest": "가장 오래된 N건만",
    "include all users (fixture stores only)": "모든 사용자 포함(픽스처 저장소만 가능)",
    "a file with one user a line; - is standard input":
      "한 줄에 사용자 한 명씩 적은 파일(-는 표준 입력)",
    "exit 6 if there is nothing to list": "조회 결과가 없으면 종료 코드 6으로 종료",
    "list what alice paid for and may not have received":
      "alice가 결제하고 받지 못했을 수 있는 구매 조회",
    "export everything that has been stuck for a day or longer":
      "하루 이상 미소비 상태인 모든 결제를 파일로 저장",
    // subscriptions
    """
    Lists the subscriptions that give access now, in every market: active and cancelled ones until \
    they expire, and those in their grace period. Each is shown by its latest payment.
    """: """
    모든 마켓에서 현재 이용할 수 있는 구독을 조회합니다. 활성화된 구독, 해지했지만 만료되지 않은 \
    구독, 유예 기간 중인 구독입니다. 각 구독은 가장 최근 결제로 표시합니다.
    """,
    """
    Users change and cancel their subscriptions in the store, on the page that --manage-url \
    prints. It needs neither a user nor a backend.
    """: """
    구독의 변경과 해지는 사용자가 스토어의 구독 관리 페이지에서 합니다. --manage-url은 이 페이지의 \
    주소를 출력합니다. 사용자, 서버, 저장소를 지정하지 않아도 됩니다.
    """,
    "list all subscriptions, also those that are not active":
      "활성화되지 않은 구독을 포함한 모든 구독 조회",
    "only subscriptions with this status": "이 상태의 구독만",
    "print the page where a user of the market manages subscriptions":
      "사용자가 구독을 관리하는 마켓 페이지의 주소 출력",
    "with --manage-url: print the address that opens the page in the App Store":
      "--manage-url과 함께 사용: 앱스토어에서 페이지를 여는 주소 출력",
    """
    ACTIVE, CANCELED, ON_HOLD, IN_GRACE_PERIOD, PAUSED, REVOKED, EXPIRED or UNKNOWN; null if the \
    server says only that it is active
    """: """
    ACTIVE, CANCELED, ON_HOLD, IN_GRACE_PERIOD, PAUSED, REVOKED, EXPIRED 또는 UNKNOWN. 서버가 \
    활성화 여부만 알려 주면 null
    """,
    "the time of the last renewal; before the first renewal, the time of the purchase":
      "마지막 갱신 시간. 첫 갱신 전에는 구매 시간",
    "list bob's active subscriptions": "bob의 활성화된 구독 조회",
    "list all of carol's subscriptions": "carol의 모든 구독 조회",
    "print the page for Google Play": "구글플레이의 페이지 주소 출력",
    // restore
    """
    For subscriptions that are not listed or not active. Records purchases found in the user's \
    store account that are missing in the IAP console, and prints every restored payment, \
    including expired ones. A second run records nothing and prints the same.
    """: """
    조회되지 않거나 활성화되지 않은 구독에 사용합니다. 사용자의 스토어 계정에는 있지만 IAP 콘솔에 \
    없는 구매를 IAP 콘솔에 반영하고, 만료된 결제를 포함하여 복원된 모든 결제를 출력합니다. 다시 \
    실행하면 새로 반영하지 않고 같은 결과를 출력합니다.
    """,
    """
    Only subscriptions can be restored. If a paid consumable is missing in the console, use \
    'iapctl reprocess'.
    """: """
    구독만 복원할 수 있습니다. 결제한 소비성 상품이 콘솔에 없으면 'iapctl reprocess'를 \
    사용하십시오.
    """,
    "restore carol's subscriptions": "carol의 구독 복원",
    "show the products and when they expire": "상품과 만료 시간 표시",
    // reprocess
    """
    Completes the user's interrupted purchases, which are reserved or charged but not verified, \
    and prints them. A purchase that was never charged is closed, and a note says so. A purchase \
    that cannot be completed becomes FAILURE, and its money is to be refunded: a second run does \
    not try it again. If the charge was valid, 'iapctl store set-state PAYMENT_SEQ SUCCESS' makes \
    it successful.
    """: """
    사용자의 중단된 구매를 완료하고 출력합니다. 예약되었거나, 청구되었지만 검증되지 않은 \
    구매입니다. 청구된 적이 없는 구매는 종료하고 알려 줍니다. 완료할 수 없는 구매는 FAILURE 상태가 \
    되며 환불해야 합니다. 다시 실행해도 재시도하지 않습니다. 정상적으로 청구된 결제라면 'iapctl \
    store set-state PAYMENT_SEQ SUCCESS'로 성공 상태로 변경합니다.
    """,
    """
    Also completes unfinished transactions: receipts of consumables in the user's store account \
    that belong to no payment. For subscriptions use 'iapctl restore'.
    """: """
    미완료 거래도 완료합니다. 미완료 거래는 사용자의 스토어 계정에 있지만 어느 결제에도 속하지 \
    않는 소비성 상품의 영수증입니다. 구독에는 'iapctl restore'를 사용하십시오.
    """,
    """
    --legacy-db names a file that the old SDK left behind (PurchaseLogDao.db), with a table \
    purchaseLog. The user's payments in it are completed first, by their number. A row with a \
    receipt was charged. A row fails if the payment is unknown, is another user's (error 7), is \
    for another product or market (error 4), is refunded or failed (error 13), or expired (error \
    14). The file is only read, unless --delete-processed removes the rows whose payment is \
    complete, after that is on the disk. Rows that failed stay. Only fixture stores can do it.
    """: """
    --legacy-db에는 (구)IAP SDK가 남긴 파일(PurchaseLogDao.db)을 지정하며, 이 파일에는 purchaseLog \
    테이블이 있습니다. 파일에 있는 사용자의 결제를 결제 번호로 찾아 먼저 완료합니다. 영수증이 있는 \
    행은 청구된 결제입니다. 결제가 없거나, 다른 사용자의 결제이거나(오류 7), 상품 또는 마켓이 \
    다르거나(오류 4), 환불 또는 실패한 결제이거나(오류 13), 만료되었으면(오류 14) 그 행은 \
    실패합니다. 파일은 읽기만 합니다. --delete-processed를 지정하면, 완료 결과를 디스크에 쓴 뒤 \
    완료된 결제의 행을 삭제합니다. 실패한 행은 남습니다. 픽스처 저장소에서만 가능합니다.
    """,
    "also complete the purchases in the old SDK's file": "(구)IAP SDK 파일에 있는 구매도 완료",
    "with --legacy-db: remove the rows whose purchase is complete":
      "--legacy-db와 함께 사용: 구매가 완료된 행 삭제",
    "complete frank's interrupted purchases": "frank의 중단된 구매 완료",
    "the same for bob, as JSON": "bob의 중단된 구매 완료(JSON으로 출력)",
    "also complete what the old SDK left behind": "(구)IAP SDK가 남긴 구매도 완료",
  ]
}
