extension JapaneseHelp {
  /// The commands that list and restore purchases, and `explain`.
  static let purchases: [String: String] = [
    """
    Lists the products that can be bought: they are in use, and the store has information on \
    them. A product that the store has no information on is invalid. JSON output always \
    contains both lists.
    """: """
    購入可能な商品を照会します。購入可能なのは、有効で、ストアから商品情報を取得できる商品で\
    す。ストアから商品情報を取得できない商品はinvalidになります。JSONの出力には、常に両方のリ\
    ストが含まれます。
    """,
    """
    A product of type CONSUMABLE is used up, and can be bought again. Each payment is consumed \
    once: grant the item, and consume the payment. 'restore' does not bring it back, because \
    stores forget finished consumables; 'reprocess' completes a purchase that broke off.
    """: """
    CONSUMABLEは消費性商品です。使うとなくなり、繰り返し購入できます。決済は1件につき1回だけ消\
    費します。アイテムを支給し、決済を消費してください。ストアには完了した消費性商品の記録が残\
    らないため、「restore」では復元できません。中断された購入は「reprocess」で再処理します。
    """,
    """
    A product of type AUTO_RENEWABLE is a subscription. It gives access as long as it is paid, \
    and is never consumed: 'subscriptions' lists who has access. 'restore' brings back what the \
    store account owns.
    """: """
    AUTO_RENEWABLEは自動更新型サブスクリプション商品です。支払いが続く間は利用でき、消費はしま\
    せん。有効なサブスクリプションは「subscriptions」で照会します。ストアのアカウントが所有す\
    るサブスクリプションは「restore」で復元します。
    """,
    """
    A product of type CONSUMABLE_AUTO_RENEWABLE is a consumable subscription: it gives access, \
    and something to consume at the purchase and at every renewal. Each of these payments is in \
    'unconsumed' until it is consumed, also one that 'restore' brought back.
    """: """
    CONSUMABLE_AUTO_RENEWABLEは自動更新型消費性サブスクリプション商品です。サブスクリプション\
    として利用でき、購入時と更新のたびに消費する決済が発生します。これらの決済は、消費するまで\
    「unconsumed」に表示されます。「restore」で復元した決済も同様です。
    """,
    "UNKNOWN is a type that this iapctl does not know. Such a product cannot be bought.": """
    UNKNOWNは、このバージョンのiapctlが認識できない商品タイプです。この商品タイプの商品は購入\
    できません。
    """,
    "only products of this type": "この商品タイプだけ",
    "only products that the store has no information on":
      "ストアから商品情報を取得できない商品だけ",
    "all products: valid, invalid and not in use":
      "すべての商品(購入可能な商品、invalidの商品、有効でない商品)",
    "the store's identifier of the product": "ストアでの商品ID",
    "the IAP console's number of the product": "IAPコンソールの商品固有番号",
    "the IAP console's name of the product": "IAPコンソールの商品名",
    "CONSUMABLE, AUTO_RENEWABLE, CONSUMABLE_AUTO_RENEWABLE or UNKNOWN":
      "CONSUMABLE、AUTO_RENEWABLE、CONSUMABLE_AUTO_RENEWABLEまたはUNKNOWN",
    "the amount, with its exact digits": "金額(正確な桁のまま)",
    "ISO 4217": "通貨コード(ISO 4217)",
    "the title of the product in the store": "ストアでの商品名",
    "the description of the product in the store": "ストアでの商品説明",
    "the price as the store shows it": "ストアに表示される価格",
    "whether the product is in use": "有効な商品かどうか",
    "the market that took the money: AS, GG, ONESTORE or another":
      "代金を受け取ったマーケット: AS、GG、ONESTOREなど",
    "whether the store has information on it": "ストアから商品情報を取得できるかどうか",
    "list what can be bought": "購入可能な商品を照会",
    "list all products of the console, and which of them cannot be bought":
      "コンソールの全商品を照会し、購入できない商品を確認",
    """
    Buys a product in one market (default: AS). Only fixture stores can do it: a real payment \
    starts in the store, on the user's device.
    """: """
    1つのマーケット(既定値: AS)で商品を購入します。フィクスチャストアでのみ使用できます。実際\
    の決済は、ユーザーの端末のストアで始まるためです。
    """,
    """
    With --simulate interrupted the payment is charged but not verified: no record is printed \
    (json: a null purchase), and 'iapctl reprocess' completes it. With --simulate reserved the \
    app was closed before the charge, and 'iapctl reprocess' closes the payment. With \
    --simulate pending it waits for an approval (Ask to Buy): it charges nothing and does not \
    prevent other purchases; 'iapctl store approve' or 'store decline' ends it.
    """: """
    --simulate interruptedでは、課金済みで未検証の決済を作ります。レコードは出力されず(jsonで\
    はpurchaseがnull)、「iapctl reprocess」で完了します。--simulate reservedは、課金前にアプリ\
    が終了した状態です。「iapctl reprocess」を実行すると、決済は課金なしで終了します。\
    --simulate pendingは、承認待ち(Ask to Buy)の状態です。課金されず、ほかの購入も妨げません。\
    「iapctl store approve」または「store decline」で承認待ちが終わります。
    """,
    """
    With --sdk, a purchase in the App Store fails with error 11 if that version cannot verify \
    it in the way that 'store set-verification' chose.
    """: """
    --sdkを指定すると、「store set-verification」で選んだ検証方式にそのバージョンが対応してい\
    ない場合、App Storeでの購入はエラー11で失敗します。
    """,
    "the product's identifier in its store": "ストアでの商品ID",
    "text that is returned with every result of this purchase":
      "ユーザーデータ。この購入のすべての結果に含まれて返される文字列",
    "read the payload from a file; - is standard input":
      "ユーザーデータを読み込むファイル。-は標準入力",
    "mark it as a sandbox payment": "サンドボックス決済にする",
    "mark it as started by the user in the store itself":
      "ユーザーがストアで始めた購入(プロモーション決済)にする",
    "with --promotion: do not buy it now, keep it for later":
      "--promotionと併用: 今は購入せず、後で購入できるように保留",
    "list the deferred products": "保留中の商品を照会",
    "simulate another result than success": "成功以外の結果を再現",
    "the version of the app's SDK; error 11 if it cannot verify":
      "アプリのSDKのバージョン。検証方式に対応していない場合はエラー11",
    "any version": "すべてのバージョンで検証可能",
    "the user who paid": "支払ったユーザーのID",
    "the number of the payment, issued by the IAP server": "決済番号(IAPサーバーが発行)",
    "the secret that consumes the payment; null without --show-tokens":
      "消費に使用されるトークン。--show-tokensがない場合はnull",
    "the store's identifier of the charge": "ストアの決済ID",
    "the transaction of the subscription's first payment; null for other products":
      "サブスクリプションの最初の決済の決済ID(原本決済ID)。ほかの商品はnull",
    "the time of the purchase": "購入日時",
    "the end of the subscription; null for other products":
      "サブスクリプションの有効期限。ほかの商品はnull",
    "whether the user started it in the store itself (a promotion)":
      "ユーザーがストアで始めた購入(プロモーション決済)かどうか",
    "whether it is a sandbox payment": "サンドボックス決済かどうか",
    "the text that the app attached to the purchase": "アプリが購入に追加したユーザーデータ",
    "alice buys 100 gems": "ユーザーaliceがジェム100個を購入",
    "an interrupted purchase, to be completed by 'iapctl reprocess'":
      "中断された購入を作成(「iapctl reprocess」で完了)",
    """
    Lists purchases that are paid and verified but not consumed. A purchase that stays in this \
    list is stuck: the player paid for it and may not have received it.
    """: """
    支払いと検証が完了し、消費されていない購入(未消費決済)を照会します。このリストに残っている\
    購入は、ユーザーが支払ったのに、アイテムを受け取っていない可能性があります。
    """,
    """
    The oldest come first where the list has times. The service API gives no times: its lists \
    come as the service has them, user by user and market by market. --limit counts over all of \
    them.
    """: """
    購入日時がある場合は、古い順に表示します。service APIは購入日時を返さないため、サービスが\
    返した順に、ユーザーごと、マーケットごとに表示します。--limitは全体の件数です。
    """,
    "Several --user, or --users-from FILE with one user a line, list several users in one run.": """
    複数のユーザーを1回で照会するには、--userを複数指定するか、1行に1人のユーザーを書いたファ\
    イルを--users-from FILEで指定します。
    """,
    "only this product": "この商品だけ",
    "only the payment with this order number, the store's identifier of the charge":
      "この注文番号(ストアの決済ID)の決済だけ",
    "only purchases at least this old: 90s, 15m, 12h, 30d, P1M":
      "購入からこの期間以上経過した決済だけ: 90s, 15m, 12h, 30d, P1M",
    "only the N oldest": "古い順にN件だけ",
    "include all users (fixture stores only)": "全ユーザーを対象にする(フィクスチャストアのみ)",
    "a file with one user a line; - is standard input":
      "1行に1人のユーザーを書いたファイル。-は標準入力",
    "exit 6 if there is nothing to list": "0件の場合は終了コード6で終了",
    "list what alice paid for and may not have received":
      "ユーザーaliceが支払ったのに、受け取っていない可能性がある購入を照会",
    "export everything that has been stuck for a day or longer":
      "未消費のまま1日以上経過した決済をすべて書き出し",
    """
    Lists the subscriptions that give access now, in every market: active and cancelled ones \
    until they expire, and those in their grace period. Each is shown by its latest payment.
    """: """
    現在利用できるサブスクリプションを、すべてのマーケットから照会します。有効期限内のサブスク\
    リプション(解約済みを含む)と、猶予期間中のサブスクリプションが対象です。それぞれ最新の決済\
    を表示します。
    """,
    """
    Users change and cancel their subscriptions in the store, on the page that --manage-url \
    prints. It needs neither a user nor a backend.
    """: """
    ユーザーは、ストアのサブスクリプション管理ページで変更や解約を行います。--manage-urlは、そ\
    のページのURLを出力します。ユーザーと実行先の指定は不要です。
    """,
    "list all subscriptions, also those that are not active":
      "有効でないものも含め、すべてのサブスクリプションを照会",
    "only subscriptions with this status": "この状態のサブスクリプションだけ",
    "print the page where a user of the market manages subscriptions":
      "ユーザーがサブスクリプションを管理するページのURLを出力",
    "with --manage-url: print the address that opens the page in the App Store":
      "--manage-urlと併用: App Storeでページを開くURLを出力",
    """
    ACTIVE, CANCELED, ON_HOLD, IN_GRACE_PERIOD, PAUSED, REVOKED, EXPIRED or UNKNOWN; null if \
    the server says only that it is active
    """: """
    ACTIVE、CANCELED、ON_HOLD、IN_GRACE_PERIOD、PAUSED、REVOKED、EXPIREDまたはUNKNOWN。サー\
    バーが有効であることだけを返した場合はnull
    """,
    "the time of the last renewal; before the first renewal, the time of the purchase":
      "最後に更新された日時。最初の更新の前は購入日時",
    "list bob's active subscriptions": "ユーザーbobの有効なサブスクリプションを照会",
    "list all of carol's subscriptions": "ユーザーcarolのサブスクリプションをすべて照会",
    "print the page for Google Play": "Google Playの管理ページのURLを出力",
    """
    For subscriptions that are not listed or not active. Records purchases found in the user's \
    store account that are missing in the IAP console, and prints every restored payment, \
    including expired ones. A second run records nothing and prints the same.
    """: """
    サブスクリプションが照会されない場合や、有効にならない場合に使用します。ユーザーのストアア\
    カウントにあってIAPコンソールにない購入をIAPコンソールに反映し、復元した決済をすべて出力し\
    ます(有効期限切れを含む)。2回目の実行では何も反映せず、同じ内容を出力します。
    """,
    """
    Only subscriptions can be restored. If a paid consumable is missing in the console, use \
    'iapctl reprocess'.
    """: """
    復元できるのはサブスクリプションだけです。支払い済みの消費性商品がコンソールにない場合は、\
    「iapctl reprocess」を使用してください。
    """,
    "restore carol's subscriptions": "ユーザーcarolのサブスクリプションを復元",
    "show the products and when they expire": "商品と有効期限を表示",
    """
    Completes the user's interrupted purchases, which are reserved or charged but not verified, \
    and prints them. A purchase that was never charged is closed, and a note says so. A \
    purchase that cannot be completed becomes FAILURE, and its money is to be refunded: a \
    second run does not try it again. If the charge was valid, 'iapctl store set-state \
    PAYMENT_SEQ SUCCESS' makes it successful.
    """: """
    ユーザーの中断された購入(予約済みまたは課金済みで、未検証の購入)を完了し、出力します。課金\
    されていない購入は終了し、その旨を表示します。完了できない購入はFAILUREになり、代金の払い\
    戻しが必要です。2回目の実行では再試行しません。課金が正当だった場合は、「iapctl store \
    set-state PAYMENT_SEQ SUCCESS」で成功にできます。
    """,
    """
    Also completes unfinished transactions: receipts of consumables in the user's store account \
    that belong to no payment. For subscriptions use 'iapctl restore'.
    """: """
    未完了のトランザクション(ユーザーのストアアカウントにあり、どの決済にも属さない消費性商品\
    の領収書)も完了します。サブスクリプションには「iapctl restore」を使用してください。
    """,
    """
    --legacy-db names a file that the old SDK left behind (PurchaseLogDao.db), with a table \
    purchaseLog. The user's payments in it are completed first, by their number. A row with a \
    receipt was charged. A row fails if the payment is unknown, is another user's (error 7), is \
    for another product or market (error 4), is refunded or failed (error 13), or expired \
    (error 14). The file is only read, unless --delete-processed removes the rows whose payment \
    is complete, after that is on the disk. Rows that failed stay. Only fixture stores can do \
    it.
    """: """
    --legacy-dbには、旧SDKが残したファイル(PurchaseLogDao.db、テーブルpurchaseLog)を指定しま\
    す。まず、このファイルにあるユーザーの決済を、決済番号で完了します。領収書がある行は課金済\
    みです。次の行は失敗します: 決済が見つからない、別のユーザーの決済(エラー7)、商品または\
    マーケットが異なる(エラー4)、払い戻し済みまたは失敗(エラー13)、期限切れ(エラー14)。ファイ\
    ルは読み取るだけで、変更しません。--delete-processedを指定した場合に限り、決済の完了をディ\
    スクに保存してから、その行を削除します。失敗した行は残ります。フィクスチャストアでのみ使用\
    できます。
    """,
    "also complete the purchases in the old SDK's file": "旧SDKのファイルにある購入も完了",
    "with --legacy-db: remove the rows whose purchase is complete":
      "--legacy-dbと併用: 購入が完了した行を削除",
    "complete frank's interrupted purchases": "ユーザーfrankの中断された購入を完了",
    "the same for bob, as JSON": "ユーザーbobの中断された購入を完了し、JSONで出力",
    "also complete what the old SDK left behind": "旧SDKが残した購入も完了",
    """
    Explains when an error occurs and what to do about it. A code belongs to a domain: \
    com.nhncloud.iap (iap), com.nhncloud.http (http), or the result codes of the IAP server \
    (server). The same number means something else in each domain, and in other SDKs. The \
    domains of the old SDK, com.toast.iap and com.toast.http, have the numbers of \
    com.nhncloud.iap and com.nhncloud.http. The errors of iapctl itself (iapctl) have no \
    numbers.
    """: """
    エラーが発生する条件と、対処方法を説明します。コードはドメインごとに決まっています。ドメイ\
    ンは、com.nhncloud.iap(iap)、com.nhncloud.http(http)、IAPサーバーの結果コード(server)で\
    す。同じ番号でも、ドメインやSDKが異なれば意味が異なります。旧SDKのドメインcom.toast.iapと\
    com.toast.httpの番号は、com.nhncloud.iapとcom.nhncloud.httpの番号と同じです。iapctl自身の\
    エラー(iapctl)には番号がありません。
    """,
    """
    NAME is the member 'name' of a JSON error, such as paymentNotFound; it is compared without \
    case.
    """: """
    NAMEには、paymentNotFoundのようなJSONエラーの「name」の値を指定します。大文字と小文字は区\
    別しません。
    """,
    """
    The field retryable says whether another attempt may succeed. It applies only if nothing \
    was applied.
    """: """
    retryableフィールドは、再試行で成功する可能性があるかどうかを示します。何も反映されていな\
    い場合にだけ当てはまります。
    """,
    "the error's code or name": "エラーのコードまたは名前",
    "only this domain": "このドメインだけ",
    "all domains that have it": "コードが含まれるすべてのドメイン",
    "com.nhncloud.iap, com.nhncloud.http, server or iapctl":
      "com.nhncloud.iap、com.nhncloud.http、serverまたはiapctl",
    "the number in its domain; null in the domain iapctl":
      "ドメイン内の番号。ドメインiapctlではnull",
    "the name of the error": "エラーの名前",
    "the SDK's phrase for it, or a short one of iapctl, in the chosen language":
      "SDKの説明、またはiapctlの短い説明(選択した言語)",
    "when it occurs": "発生する条件",
    "what to do": "対処方法",
    "whether another attempt may succeed": "再試行で成功する可能性があるかどうか",
    "explain code 14": "コード14を説明",
    "explain the name of an error": "名前でエラーを説明",
    "explain a result code of the server in Korean": "サーバーの結果コードを韓国語で説明",
  ]
}
