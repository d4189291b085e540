extension JapaneseHelp {
  /// When the errors of the SDK occur, and their remedies.
  static let codes: [String: String] = [
    """
    the server answered 9999 or a code that no guide lists, or the outcome cannot be known: the \
    payment may have been consumed; in a fixture store only as a fault
    """: """
    サーバーが9999またはガイドにないコードを返した場合、または結果が分からない場合。決済は消費\
    された可能性があります。フィクスチャストアでは、模擬障害でのみ発生します。
    """,
    """
    a query can be repeated; if a consume was sent, neither grant nor revoke before it is \
    settled with: iapctl consume PAYMENT_SEQ --resume
    """: """
    照会は再実行できます。消費を送信した場合は、結果を確定するまで、支給も回収もしないでくださ\
    い。結果を確定するコマンド: iapctl consume PAYMENT_SEQ --resume
    """,
    """
    no app key was given, the app did not initialise the SDK, or the given file is not a \
    fixture store
    """: """
    AppKeyを指定していない場合、アプリがSDKを初期化していない場合、または指定したファイルが\
    フィクスチャストアではない場合
    """,
    """
    give the app key, initialise the SDK before its first call, or name a fixture store with \
    --store PATH
    """: """
    AppKeyを指定するか、最初の呼び出しの前にSDKを初期化するか、フィクスチャストアを--store \
    PATHで指定してください。
    """,
    """
    the market is switched off in the IAP console or in the fixture store, or the device has no \
    such store
    """: """
    IAPコンソールまたはフィクスチャストアでマーケットが無効になっている場合、または端末にその\
    ストアがない場合
    """,
    """
    switch the market on, or use another market (--market); on a device, check that the store's \
    app is installed and that the user is signed in
    """: """
    マーケットを有効にするか、ほかのマーケットを使用してください(--market)。端末では、ストアア\
    プリがインストールされ、ユーザーがログインしていることを確認してください。
    """,
    """
    the market has no such product, the product is not in use, or the store has no information \
    on it
    """: """
    マーケットにその商品がない場合、商品が有効でない場合、またはストアから商品情報を取得できな\
    い場合
    """,
    """
    check that the product is in use in the IAP console and registered in the store; to see \
    what is missing: iapctl products --all
    """: """
    商品がIAPコンソールで有効になっていて、ストアに登録されていることを確認してください。不足\
    しているものを確認するコマンド: iapctl products --all
    """,
    "a purchase is restored or reprocessed, and its product is not the product in its receipt":
      "復元または再処理する購入の商品が、領収書の商品と異なる場合",
    """
    grant nothing; the receipt says what was paid for; a payment that was reprocessed is \
    FAILURE now, and its money is to be refunded; if the charge was valid, set its state to \
    SUCCESS in the IAP console, or in a fixture store with: iapctl store set-state PAYMENT_SEQ \
    SUCCESS
    """: """
    アイテムを支給しないでください。支払われた商品は領収書で分かります。再処理した決済は\
    FAILUREになり、代金の払い戻しが必要です。課金が正当だった場合は、IAPコンソールで状態を\
    SUCCESSに変更してください。フィクスチャストアの場合: iapctl store set-state PAYMENT_SEQ \
    SUCCESS
    """,
    "the user buys a subscription that the user already has and that has not expired":
      "ユーザーが、すでに持っている有効期限内のサブスクリプションを購入しようとした場合",
    """
    do not sell it again; 'iapctl subscriptions' lists what the user has, and 'iapctl restore' \
    restores a missing subscription
    """: """
    もう一度販売しないでください。ユーザーのサブスクリプションは「iapctl subscriptions」で照会\
    できます。表示されないサブスクリプションは「iapctl restore」で復元できます。
    """,
    """
    the user has an incomplete purchase of this product, which was interrupted between \
    reservation and verification and may have been paid
    """: """
    ユーザーに、この商品の未完了購入がある場合。予約と検証の間に中断された購入で、支払い済みの\
    可能性があります。
    """,
    """
    complete the incomplete purchase first: the app does it at its next start, and 'iapctl \
    reprocess' does it in a fixture store
    """: """
    先に未完了購入を完了してください。アプリの次回起動時に完了します。フィクスチャストアでは\
    「iapctl reprocess」で完了します。
    """,
    """
    the payment, or the receipt of a purchase that is restored or reprocessed, belongs to \
    another user
    """: "決済、または復元や再処理をする購入の領収書が、別のユーザーのものである場合",
    "grant nothing to this user, because another user paid; repeat it with the user who paid": """
    支払ったのは別のユーザーです。このユーザーにはアイテムを支給しないでください。支払ったユー\
    ザーを指定して、再実行してください。
    """,
    """
    a purchase is restored or reprocessed, and its receipt contains no application user name, \
    so that it does not say who paid
    """: """
    復元または再処理する購入の領収書にApplicationUsernameがなく、支払ったユーザーが分からない\
    場合
    """,
    """
    grant nothing until you know who paid: find the user in the store's order; a payment that \
    was reprocessed is FAILURE now, and its money is to be refunded; if the charge was valid, \
    set its state to SUCCESS in the IAP console, or in a fixture store with: iapctl store \
    set-state PAYMENT_SEQ SUCCESS
    """: """
    支払ったユーザーが分かるまで、アイテムを支給しないでください。ストアの注文でユーザーを確認\
    してください。再処理した決済はFAILUREになり、代金の払い戻しが必要です。課金が正当だった場\
    合は、IAPコンソールで状態をSUCCESSに変更してください。フィクスチャストアの場合: iapctl \
    store set-state PAYMENT_SEQ SUCCESS
    """,
    "the user closed the payment sheet of the store; no money was taken":
      "ユーザーがストアの決済ウィンドウを閉じた場合。課金はされていません。",
    "grant nothing; the user can buy again at any time":
      "アイテムを支給しないでください。ユーザーはいつでも改めて購入できます。",
    "the store refused the charge; no money was taken":
      "ストアが課金を拒否した場合。課金はされていません。",
    "grant nothing; the user has to contact the store or pay in another way": """
    アイテムを支給しないでください。ユーザーがストアに問い合わせるか、別の方法で支払う必要があ\
    ります。
    """,
    "the receipt of the purchase is invalid, so there is no proof that it was paid":
      "購入の領収書が無効で、支払いを証明できない場合",
    "grant nothing unless the store itself confirms the charge: the receipt may be forged": """
    ストアで課金を確認できない限り、アイテムを支給しないでください。領収書が偽造された可能性が\
    あります。
    """,
    """
    the server refused a consume with 5000: the token does not belong to the payment, or the \
    payment cannot be consumed; with 5018 the name is alreadyConsumed: see 'iapctl explain 5018'
    """: """
    サーバーが5000で消費を拒否した場合。トークンがその決済のものではないか、消費できない決済で\
    す。5018の場合、名前はalreadyConsumedです。「iapctl explain 5018」を参照してください。
    """,
    """
    grant nothing; if you granted just now, revoke it; if an earlier attempt ended with exit 7, \
    neither grant nor revoke before it is settled with: iapctl consume PAYMENT_SEQ --resume; \
    then check the payment number and the token, and consume again
    """: """
    アイテムを支給しないでください。たった今支給した場合は、回収してください。以前の試行が終了\
    コード7で終わった場合は、「iapctl consume PAYMENT_SEQ --resume」で結果を確定するまで、支給\
    も回収もしないでください。その後、決済番号とトークンを確認し、もう一度消費してください。
    """,
    """
    the payment is refunded, failed or not paid yet, its subscription was revoked, or its \
    product cannot be consumed
    """: """
    決済が払い戻し済み、失敗または未払いの場合、サブスクリプションが取り消された場合、または消\
    費できない商品の場合
    """,
    """
    grant nothing, and revoke the item if it was granted: a refunded, failed or revoked payment \
    is void; reprocess an incomplete payment first; a subscription is not consumed
    """: """
    アイテムを支給しないでください。支給済みの場合は、回収してください。払い戻し、失敗または取\
    り消しになった決済は無効です。未完了の決済は、先に再処理してください。サブスクリプションは\
    消費しません。
    """,
    "an incomplete purchase is reprocessed, and its subscription has expired in the meantime":
      "再処理する未完了購入のサブスクリプションが、すでに有効期限切れになっている場合",
    """
    give no access: the paid period is over; the payment is FAILURE now, and its money is to be \
    refunded
    """: """
    利用を許可しないでください。支払い済みの期間は終了しています。決済はFAILUREになり、代金の\
    払い戻しが必要です。
    """,
    """
    an incomplete renewal of a subscription is reprocessed, and no receipt contains its \
    transaction
    """: "サブスクリプションの未完了の更新決済を再処理するとき、その決済IDを含む領収書がない場合",
    """
    grant nothing for the renewal; a payment that was reprocessed is FAILURE now, and its money \
    is to be refunded; if the charge was valid, set its state to SUCCESS in the IAP console, or \
    in a fixture store with: iapctl store set-state PAYMENT_SEQ SUCCESS
    """: """
    この更新決済に対してアイテムを支給しないでください。再処理した決済はFAILUREになり、代金の\
    払い戻しが必要です。課金が正当だった場合は、IAPコンソールで状態をSUCCESSに変更してくださ\
    い。フィクスチャストアの場合: iapctl store set-state PAYMENT_SEQ SUCCESS
    """,
    "the user's store account cannot be read, so nothing can be restored from it":
      "ユーザーのストアアカウントを読み取れず、復元できない場合",
    "ask the user to sign in to the store account, then restore again":
      "ユーザーにストアアカウントへのログインを依頼してから、もう一度復元してください。",
    "purchases are switched off for this user, or restricted on the device; no money was taken": """
    このユーザーの購入が許可されていない場合、または端末で購入が制限されている場合。課金はされ\
    ていません。
    """,
    "allow purchases for the user or on the device, then buy again":
      "このユーザーまたは端末で購入を許可してから、もう一度購入してください。",
    """
    the purchase would exceed the user's limit for the calendar month (UTC), in which every \
    paid purchase counts; no money was taken
    """: """
    購入すると、ユーザーの1か月(UTCの1日から末日まで)の限度額を超える場合。支払い済みの購入は\
    すべて合算されます。課金はされていません。
    """,
    "raise the user's limit, or wait for the next month, which begins at midnight UTC":
      "ユーザーの限度額を上げるか、翌月(UTCの午前0時に始まる)まで待ってください。",
  ]
}
