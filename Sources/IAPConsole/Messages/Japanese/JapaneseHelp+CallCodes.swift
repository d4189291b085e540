extension JapaneseHelp {
  /// When the errors of HTTP and of the server occur, and their remedies.
  static let callCodes: [String: String] = [
    """
    the server cannot be reached: its name is unknown, the connection is refused or breaks, or \
    its certificate is not trusted; a consume that was sent may have happened; in a fixture \
    store only as a fault
    """: """
    サーバーに接続できない場合。サーバーの名前が見つからない、接続が拒否または切断された、証明\
    書を信頼できない、などです。送信した消費は実行された可能性があります。フィクスチャストアで\
    は、模擬障害でのみ発生します。
    """,
    """
    check the network, the host's name and its certificate, then try again; if a consume was \
    sent, settle it with: iapctl consume PAYMENT_SEQ --resume
    """: """
    ネットワーク、ホスト名、証明書を確認してから、再試行してください。消費を送信した場合は、次\
    のコマンドで結果を確定してください: iapctl consume PAYMENT_SEQ --resume
    """,
    """
    the HTTP status is not 200: 401 or 403 if the app key is refused, 429 if the server asks to \
    wait, another 3xx or 4xx if the URL is wrong; after 408, 409, 425, a 5xx, or a 2xx that is \
    not 200, a consume may have happened; in a fixture store only as a fault
    """: """
    HTTPステータスが200ではない場合。401と403はAppKeyの拒否、429は待機の要求、ほかの3xxと4xxは\
    URLの誤りを示します。408、409、425、5xx、200以外の2xxでは、消費が実行された可能性がありま\
    す。フィクスチャストアでは、模擬障害でのみ発生します。
    """,
    """
    act on the status: check the app key (401, 403), wait (429, 503), check the URL (other 3xx \
    and 4xx); if a consume was sent, settle it with: iapctl consume PAYMENT_SEQ --resume
    """: """
    ステータスに応じて対処してください: AppKeyを確認(401、403)、待つ(429、503)、URLを確認(ほか\
    の3xxと4xx)。消費を送信した場合は、次のコマンドで結果を確定してください: iapctl consume \
    PAYMENT_SEQ --resume
    """,
    """
    no answer came in time; a consume that was sent may have happened; in a fixture store only \
    as a fault
    """: """
    制限時間内に応答がなかった場合。送信した消費は実行された可能性があります。フィクスチャスト\
    アでは、模擬障害でのみ発生します。
    """,
    """
    a query can be repeated, if necessary with a longer --timeout; if a consume was sent, \
    settle it with: iapctl consume PAYMENT_SEQ --resume
    """: """
    照会は再実行できます。必要に応じて--timeoutを長くしてください。消費を送信した場合は、次の\
    コマンドで結果を確定してください: iapctl consume PAYMENT_SEQ --resume
    """,
    """
    the server refused the request itself with code 1100, 2111 or 2112; in a fixture store only \
    as a fault
    """: """
    サーバーがコード1100、2111または2112でリクエスト自体を拒否した場合。フィクスチャストアで\
    は、模擬障害でのみ発生します。
    """,
    """
    nothing was applied: correct the values that were given; if they are correct, report a bug \
    in the program that sent them
    """: """
    何も反映されていません。指定した値を修正してください。値が正しい場合は、送信したプログラム\
    のバグを報告してください。
    """,
    """
    the URL of the server is invalid, or contains more than scheme, host and port; in a fixture \
    store only as a fault; the same number means "cancelled" in the legacy client, and "already \
    consumed" on Android
    """: """
    サーバーのURLが不正な場合、またはスキーム、ホスト、ポート以外を含む場合。フィクスチャスト\
    アでは、模擬障害でのみ発生します。同じ番号は、旧クライアントでは「キャンセル」、Androidで\
    は「消費済み」を意味します。
    """,
    "give only scheme, host and port, such as https://api-iap.cloud.toast.com":
      "https://api-iap.cloud.toast.comのように、スキーム、ホスト、ポートだけを指定してください。",
    """
    the answer is not the documented JSON, contradicts itself, or lacks the result of a \
    consume; the consume may have happened; in a fixture store only as a fault
    """: """
    応答が仕様どおりのJSONではない場合、矛盾している場合、または消費の結果を含まない場合。消費\
    は実行された可能性があります。フィクスチャストアでは、模擬障害でのみ発生します。
    """,
    """
    check that the URL is the IAP server's, and that no proxy answers in its place; if a \
    consume was sent, settle it with: iapctl consume PAYMENT_SEQ --resume
    """: """
    URLがIAPサーバーのものであり、プロキシが代わりに応答していないことを確認してください。消費\
    を送信した場合は、次のコマンドで結果を確定してください: iapctl consume PAYMENT_SEQ \
    --resume
    """,
    "another run is consuming the same payment; in a fixture store only as a fault":
      """
    ほかの実行が同じ決済を消費している場合。フィクスチャストアでは、模擬障害でのみ発生します。
    """,
    "nothing was sent: wait for the other run and use its outcome; do not grant for this run": """
    何も送信していません。ほかの実行を待ち、その結果に従ってください。この実行を理由に支給しな\
    いでください。
    """,
    "the URL is plain http, and its host is not this machine; in a fixture store only as a fault":
      """
    URLが暗号化されていないhttpで、ホストがこのコンピューターではない場合。フィクスチャストア\
    では、模擬障害でのみ発生します。
    """,
    "use https: over plain http, others can read the app key and the tokens": """
    httpsを使用してください。暗号化されていないhttpでは、AppKeyとトークンを第三者に読み取られ\
    る可能性があります。
    """,
    """
    the call succeeded, if the HTTP status is 200 and isSuccessful is true too; if they \
    disagree, the answer proves nothing (com.nhncloud.http 105)
    """: """
    呼び出しが成功した場合。ただし、HTTPステータスが200で、isSuccessfulもtrueである必要があり\
    ます。この2つが一致しない場合、応答からは何も判断できません(com.nhncloud.http 105)。
    """,
    """
    after a consume, grant the item once, unless it was granted before; the payment cannot be \
    consumed again
    """: """
    消費の後は、まだ支給していない場合に、アイテムを1回だけ支給してください。この決済はもう消\
    費できません。
    """,
    "a parameter is missing or malformed; iapctl reports it as com.nhncloud.http 103":
      """
    パラメータがない、または形式が誤っている場合。iapctlではcom.nhncloud.http 103と表示されま\
    す。
    """,
    "nothing was applied: correct the payment number, the token, the market or the user":
      "何も反映されていません。決済番号、トークン、マーケットまたはユーザーを修正してください。",
    "the body was not sent as JSON; iapctl reports it as com.nhncloud.http 103":
      "本文がJSONとして送信されなかった場合。iapctlではcom.nhncloud.http 103と表示されます。",
    "nothing was applied: send Content-Type: application/json":
      "何も反映されていません。Content-Type: application/jsonで送信してください。",
    """
    the call has another HTTP method than the documented one; iapctl reports it as \
    com.nhncloud.http 103
    """: "HTTPメソッドが仕様と異なる場合。iapctlではcom.nhncloud.http 103と表示されます。",
    "nothing was applied: use POST (GET for the legacy item list)":
      "何も反映されていません。POSTを使用してください(旧APIのアイテム一覧ではGET)。",
    """
    a consume is refused: the token does not belong to the payment, or the payment cannot be \
    consumed; iapctl reports it as com.nhncloud.iap 12 changePurchaseStatusFailed
    """: """
    消費が拒否された場合。トークンがその決済のものではないか、消費できない決済です。iapctlでは\
    com.nhncloud.iap 12 changePurchaseStatusFailedと表示されます。
    """,
    """
    the payment was already consumed, by another process or by an earlier attempt of your own \
    whose answer was lost; iapctl reports it as com.nhncloud.iap 12 alreadyConsumed
    """: """
    決済がすでに消費されていた場合。ほかのプロセスが消費したか、応答が失われた以前の自分の試行\
    で消費されました。iapctlではcom.nhncloud.iap 12 alreadyConsumedと表示されます。
    """,
    """
    do not grant, and revoke nothing: another client may have granted the item under this payment \
    number; check your records first
    """: """
    支給も回収もしないでください。ほかのクライアントが同じ決済番号でアイテムを支給した可能性がありま\
    す。先に自社の記録を確認してください。
    """,
    """
    an error without a code of its own; a consume may have happened; iapctl reports it as \
    com.nhncloud.iap 0 unknown
    """: """
    個別のコードがないエラーの場合。消費は実行された可能性があります。iapctlでは\
    com.nhncloud.iap 0 unknownと表示されます。
    """,
  ]
}
