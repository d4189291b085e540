extension KoreanHelp {
  /// When the errors of the SDK occur, and their remedies.
  static let codes: [String: String] = [
    """
    the server answered 9999 or a code that no guide lists, or the outcome cannot be known: the \
    payment may have been consumed; in a fixture store only as a fault
    """: """
    서버가 9999 또는 가이드에 없는 코드로 응답했거나 결과를 확인할 수 없는 경우. 결제가 소비되었을 \
    수 있습니다. 픽스처 저장소에서는 모의 장애로만 발생합니다.
    """,
    """
    a query can be repeated; if a consume was sent, neither grant nor revoke before it is settled \
    with: iapctl consume PAYMENT_SEQ --resume
    """: """
    조회는 다시 실행해도 됩니다. 소비 요청을 보냈다면 결과를 확정하기 전에는 지급하지도 회수하지도 \
    마십시오. 결과 확정: iapctl consume PAYMENT_SEQ --resume
    """,
    """
    no app key was given, the app did not initialise the SDK, or the given file is not a fixture \
    store
    """: """
    앱 키를 지정하지 않았거나, 앱이 SDK를 초기화하지 않았거나, 지정한 파일이 픽스처 저장소가 아닌 \
    경우
    """,
    """
    give the app key, initialise the SDK before its first call, or name a fixture store with \
    --store PATH
    """: """
    앱 키를 지정하거나, SDK를 호출하기 전에 초기화하거나, --store PATH로 픽스처 저장소를 \
    지정하십시오.
    """,
    """
    the market is switched off in the IAP console or in the fixture store, or the device has no \
    such store
    """: """
    IAP 콘솔이나 픽스처 저장소에서 마켓을 사용하지 않도록 설정했거나, 기기에 해당 스토어가 없는 \
    경우
    """,
    """
    switch the market on, or use another market (--market); on a device, check that the store's \
    app is installed and that the user is signed in
    """: """
    마켓을 사용하도록 설정하거나 다른 마켓을 지정하십시오(--market). 기기에서는 스토어 앱이 \
    설치되어 있고 사용자가 로그인했는지 확인하십시오.
    """,
    """
    the market has no such product, the product is not in use, or the store has no information on \
    it
    """: """
    마켓에 해당 상품이 없거나, 상품이 활성화되지 않았거나, 스토어에서 상품 정보를 획득하지 못한 \
    경우
    """,
    """
    check that the product is in use in the IAP console and registered in the store; to see what \
    is missing: iapctl products --all
    """: """
    상품이 IAP 콘솔에서 활성화되어 있고 스토어에 등록되어 있는지 확인하십시오. 상품별 상태 확인: \
    iapctl products --all
    """,
    "a purchase is restored or reprocessed, and its product is not the product in its receipt":
      "복원 또는 재처리하는 구매의 상품이 영수증의 상품과 다른 경우",
    """
    grant nothing; the receipt says what was paid for; a payment that was reprocessed is FAILURE \
    now, and its money is to be refunded; if the charge was valid, set its state to SUCCESS in the \
    IAP console, or in a fixture store with: iapctl store set-state PAYMENT_SEQ SUCCESS
    """: """
    지급하지 마십시오. 실제로 결제한 상품은 영수증에 있습니다. 재처리한 결제는 FAILURE 상태가 \
    되었으며 환불해야 합니다. 정상적으로 청구된 결제라면 IAP 콘솔에서 상태를 SUCCESS로 \
    변경하십시오. 픽스처 저장소에서는 다음 명령으로 변경합니다: iapctl store set-state PAYMENT_SEQ \
    SUCCESS
    """,
    "the user buys a subscription that the user already has and that has not expired":
      "만료되지 않은 구독을 이미 보유한 사용자가 같은 구독을 구매하는 경우",
    """
    do not sell it again; 'iapctl subscriptions' lists what the user has, and 'iapctl restore' \
    restores a missing subscription
    """: """
    다시 판매하지 마십시오. 사용자가 보유한 구독은 'iapctl subscriptions'로 조회하고, 조회되지 \
    않는 구독은 'iapctl restore'로 복원하십시오.
    """,
    """
    the user has an incomplete purchase of this product, which was interrupted between reservation \
    and verification and may have been paid
    """: """
    사용자에게 이 상품의 미완료 구매가 있는 경우. 예약과 검증 사이에 중단된 구매이며, 이미 \
    결제되었을 수 있습니다.
    """,
    """
    complete the incomplete purchase first: the app does it at its next start, and 'iapctl \
    reprocess' does it in a fixture store
    """: """
    미완료 구매를 먼저 완료하십시오. 앱에서는 다음 실행 때 재처리되며, 픽스처 저장소에서는 'iapctl \
    reprocess'로 재처리합니다.
    """,
    """
    the payment, or the receipt of a purchase that is restored or reprocessed, belongs to another \
    user
    """: """
    결제가 다른 사용자의 것이거나, 복원 또는 재처리하는 구매의 영수증이 다른 사용자의 것인 경우
    """,
    "grant nothing to this user, because another user paid; repeat it with the user who paid":
      """
    다른 사용자가 결제했으므로 이 사용자에게 지급하지 마십시오. 결제한 사용자를 지정하여 다시 \
    실행하십시오.
    """,
    """
    a purchase is restored or reprocessed, and its receipt contains no application user name, so \
    that it does not say who paid
    """: """
    복원 또는 재처리하는 구매의 영수증에 결제 추가정보(ApplicationUsername)가 없어 결제한 사용자를 \
    알 수 없는 경우
    """,
    """
    grant nothing until you know who paid: find the user in the store's order; a payment that was \
    reprocessed is FAILURE now, and its money is to be refunded; if the charge was valid, set its \
    state to SUCCESS in the IAP console, or in a fixture store with: iapctl store set-state \
    PAYMENT_SEQ SUCCESS
    """: """
    결제한 사용자를 확인하기 전에는 지급하지 마십시오. 스토어의 주문 내역에서 사용자를 찾으십시오. \
    재처리한 결제는 FAILURE 상태가 되었으며 환불해야 합니다. 정상적으로 청구된 결제라면 IAP \
    콘솔에서 상태를 SUCCESS로 변경하십시오. 픽스처 저장소에서는 다음 명령으로 변경합니다: iapctl \
    store set-state PAYMENT_SEQ SUCCESS
    """,
    "the user closed the payment sheet of the store; no money was taken":
      "사용자가 스토어 결제창을 닫은 경우. 금액은 청구되지 않았습니다.",
    "grant nothing; the user can buy again at any time":
      "지급하지 마십시오. 사용자는 언제든지 다시 구매할 수 있습니다.",
    "the store refused the charge; no money was taken":
      "스토어가 결제를 거부한 경우. 금액은 청구되지 않았습니다.",
    "grant nothing; the user has to contact the store or pay in another way":
      "지급하지 마십시오. 사용자가 스토어에 문의하거나 다른 결제 수단을 사용해야 합니다.",
    "the receipt of the purchase is invalid, so there is no proof that it was paid":
      "구매의 영수증이 유효하지 않아 결제되었다는 증거가 없는 경우",
    "grant nothing unless the store itself confirms the charge: the receipt may be forged":
      "스토어에서 결제가 확인되지 않으면 지급하지 마십시오. 영수증이 위조되었을 수 있습니다.",
    """
    the server refused a consume with 5000: the token does not belong to the payment, or the \
    payment cannot be consumed; with 5018 the name is alreadyConsumed: see 'iapctl explain 5018'
    """: """
    서버가 5000으로 소비를 거부한 경우. 토큰이 해당 결제의 것이 아니거나, 소비할 수 없는 \
    결제입니다. 5018이면 이름은 alreadyConsumed입니다. 'iapctl explain 5018'을 참고하십시오.
    """,
    """
    grant nothing; if you granted just now, revoke it; if an earlier attempt ended with exit 7, \
    neither grant nor revoke before it is settled with: iapctl consume PAYMENT_SEQ --resume; then \
    check the payment number and the token, and consume again
    """: """
    지급하지 마십시오. 방금 지급했다면 회수하십시오. 단, 이전 시도가 종료 코드 7로 끝났다면 결과를 \
    확정하기 전에는 지급하지도 회수하지도 마십시오. 결과는 'iapctl consume PAYMENT_SEQ \
    --resume'으로 확정합니다. 그런 다음 결제 번호와 토큰을 확인하고 다시 소비하십시오.
    """,
    """
    the payment is refunded, failed or not paid yet, its subscription was revoked, or its product \
    cannot be consumed
    """: """
    결제가 환불 또는 실패 상태이거나, 아직 결제되지 않았거나, 구독이 철회되었거나, 소비할 수 없는 \
    상품인 경우
    """,
    """
    grant nothing, and revoke the item if it was granted: a refunded, failed or revoked payment is \
    void; reprocess an incomplete payment first; a subscription is not consumed
    """: """
    지급하지 마십시오. 이미 지급했다면 회수하십시오. 환불, 실패 또는 철회된 결제는 무효입니다. \
    미완료 결제는 먼저 재처리하십시오. 구독 상품은 소비하지 않습니다.
    """,
    "an incomplete purchase is reprocessed, and its subscription has expired in the meantime":
      "미완료 구매를 재처리할 때 구독이 이미 만료된 경우",
    """
    give no access: the paid period is over; the payment is FAILURE now, and its money is to be \
    refunded
    """: """
    이용 권한을 주지 마십시오. 결제한 기간이 끝났습니다. 결제는 FAILURE 상태가 되었으며 환불해야 \
    합니다.
    """,
    """
    an incomplete renewal of a subscription is reprocessed, and no receipt contains its \
    transaction
    """: "구독의 미완료 갱신 결제를 재처리할 때, 이 결제가 있는 영수증이 없는 경우",
    """
    grant nothing for the renewal; a payment that was reprocessed is FAILURE now, and its money is \
    to be refunded; if the charge was valid, set its state to SUCCESS in the IAP console, or in a \
    fixture store with: iapctl store set-state PAYMENT_SEQ SUCCESS
    """: """
    이 갱신에 대해 지급하지 마십시오. 재처리한 결제는 FAILURE 상태가 되었으며 환불해야 합니다. \
    정상적으로 청구된 결제라면 IAP 콘솔에서 상태를 SUCCESS로 변경하십시오. 픽스처 저장소에서는 \
    다음 명령으로 변경합니다: iapctl store set-state PAYMENT_SEQ SUCCESS
    """,
    "the user's store account cannot be read, so nothing can be restored from it":
      "사용자의 스토어 계정을 읽을 수 없어 복원할 수 없는 경우",
    "ask the user to sign in to the store account, then restore again":
      "사용자에게 스토어 계정에 로그인하도록 안내한 뒤 다시 복원하십시오.",
    "purchases are switched off for this user, or restricted on the device; no money was taken":
      """
    이 사용자의 구매를 허용하지 않았거나 기기에서 앱 내 구입을 제한한 경우. 금액은 청구되지 \
    않았습니다.
    """,
    "allow purchases for the user or on the device, then buy again":
      "사용자 또는 기기의 구매를 허용한 뒤 다시 구매하십시오.",
    """
    the purchase would exceed the user's limit for the calendar month (UTC), in which every paid \
    purchase counts; no money was taken
    """: """
    구매하면 사용자의 월 구매 한도를 초과하는 경우. 한도는 UTC 기준 매월 1일부터 말일까지이며, \
    결제된 모든 구매를 합산합니다. 금액은 청구되지 않았습니다.
    """,
    "raise the user's limit, or wait for the next month, which begins at midnight UTC":
      "사용자의 한도를 올리거나 다음 달까지 기다리십시오. 다음 달은 UTC 자정에 시작합니다.",
  ]
}
