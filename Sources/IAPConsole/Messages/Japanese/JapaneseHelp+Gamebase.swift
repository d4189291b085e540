extension JapaneseHelp {
  /// What is about Gamebase: its codes, and the help of its options.
  static let gamebase: [String: String] = [
    "a parameter has another type than the documented one": "パラメータの型が、文書の定義と異なる場合",
    "nothing was applied: check the values that were given": "何も適用されていません。指定した値を確認してください。",
    "a required parameter is missing, empty or unsuitable": "必須パラメータがない、空である、または不適切な場合",
    "nothing was applied: check the user, the payment number and the token": """
    何も適用されていません。ユーザー、決済番号、トークンを確認してください。
    """,
    "the body of the request has a field that the API does not define":
      "リクエスト本文に、APIが定義していないフィールドがある場合",
    "nothing was applied: send only the documented fields": """
    何も適用されていません。文書で定義されたフィールドだけを送信してください。
    """,
    "a parameter is longer than the API allows": "パラメータが、APIの許容する長さを超えている場合",
    "nothing was applied: copy the user and the token again, without other text": """
    何も適用されていません。ユーザーとトークンを、余分な文字なしでもう一度コピーしてくださ\
    い。
    """,
    "the header Content-Type is missing or is not JSON": "Content-Typeヘッダーがない、またはJSONではない場合",
    "nothing was applied: check that no proxy changes the headers": """
    何も適用されていません。プロキシがヘッダーを変更していないか確認してください。
    """,
    "the body of the request is not JSON": "リクエスト本文がJSONではない場合",
    "nothing was applied: check that no proxy changes the body": """
    何も適用されていません。プロキシが本文を変更していないか確認してください。
    """,
    "the server has no such API, or not in this version": "サーバーに、そのAPIまたはバージョンがない場合",
    "nothing was applied: check that --url is the address of Gamebase's server API": """
    何も適用されていません。--urlがGamebaseのサーバーAPIのアドレスか確認し\
    てください。
    """,
    "no such product is in Gamebase, or it is not valid": "Gamebaseにその商品がない、または商品が無効な場合",
    "check in the Gamebase console that the product is registered and in use": """
    商品が登録され使用中であることを、Gamebaseコンソールで確認してください。
    """,
    "the app ID in the path is unknown": "パスのアプリIDが不明な場合",
    "copy the app ID from the Gamebase console, and give it with --app-id": """
    GamebaseコンソールからアプリIDをコピーし、--app-idで指定してください\
    。
    """,
    "the app key of the Gamebase product is invalid": "Gamebase商品のAppKeyが無効な場合",
    "check in the Gamebase console that the app ID is that of this product": """
    アプリIDがこの商品のものか、Gamebaseコンソールで確認してください。
    """,
    "the call needs an authentication that it does not have": "必要な認証が、呼び出しにない場合",
    "give the secret key of the app with --secret-key-file PATH": """
    アプリのシークレットキーを--secret-key-file PATHで指定してくださ\
    い。
    """,
    "the secret key is not that of the app": "シークレットキーがアプリのものではない場合",
    """
    copy the secret key from the Gamebase console, and give it with --secret-key-file \
    PATH
    """: """
    Gamebaseコンソールからシークレットキーをコピーし、--secret-key-f\
    ile PATHで指定してください。
    """,
    """
    an access token is invalid or expired; probably that of a login, not that of a \
    payment
    """: """
    アクセストークンが無効または期限切れの場合。決済ではなく、ログインのトークンである可能\
    性が高いです。
    """,
    """
    check the secret key and the app ID first; if only some payments are refused, list \
    them again and use their new tokens
    """: """
    まずシークレットキーとアプリIDを確認してください。一部の決済だけが拒否される場合は、\
    一覧を取得し直し、新しいトークンを使用してください。
    """,
    "the user is banned, has withdrawn, or the account is lost": """
    ユーザーが利用停止中、退会済み、またはアカウントを紛失した場合
    """,
    "grant nothing; look the user up in the Gamebase console (Member)": """
    付与しないでください。Gamebaseコンソール(Member)でユーザーを確認してく\
    ださい。
    """,
    "no such user is in Gamebase, or the user has withdrawn": "Gamebaseにそのユーザーが存在しない、または退会した場合",
    "check the user ID: it is Gamebase's own, not that of the login provider": """
    ユーザーIDを確認してください。ログインプロバイダーではなく、GamebaseのIDで\
    す。
    """,
    "the app has not enabled IAP, or not Gamebase itself": "アプリでIAPまたはGamebaseが有効化されていない場合",
    "enable Gamebase and IAP in the NHN Cloud console, or give another --app-id": """
    NHN CloudコンソールでGamebaseとIAPを有効化するか、別の--app-\
    idを指定してください。
    """,
    """
    the address is that of the sandbox and the app that of the real environment, or \
    vice versa
    """: """
    アドレスとアプリの環境(サンドボックスまたは実環境)が異なる場合
    """,
    "give the address of the app's environment with --url": "アプリの環境のアドレスを--urlで指定してください。",
    "an error inside Gamebase; a consume may have happened": """
    Gamebase内部でエラーが発生した場合。消費が処理された可能性があります。
    """,
    """
    Over --api gamebase, --token-file also asks for the payment of a token: it says \
    whether the payment can still be consumed, which proves that it is not consumed.
    """: """
    --api gamebaseでは、--token-fileでトークンの決済も調べます。\
    決済がまだ消費できるかがわかり、消費できるなら消費されていません。
    """,
    "the app's ID, for --api gamebase": "アプリID(--api gamebase用)",
    "the app's ID, for --api gamebase; as --app-id": "アプリID(--api gamebase用)。--app-idと同じ",
    "string: the app's ID, for --api gamebase; as --app-id":
      "文字列: アプリID(--api gamebase用)。--app-idと同じ",
    "the file of the secret key, for --api gamebase; - is standard input": """
    シークレットキーだけを書いたファイルまたはパイプ(--api gamebase用)。-\
    は標準入力
    """,
    """
    string: the file of the secret key, for --api gamebase; - is standard input; as \
    --secret-key-file
    """: """
    文字列: シークレットキーだけを書いたファイルまたはパイプ(--api gamebas\
    e用)。-は標準入力。--secret-key-fileと同じ
    """,
    """
    string: the secret key itself, as IAPCTL_SECRET_KEY; the same rule applies to the \
    file
    """: """
    文字列: シークレットキーの値(IAPCTL_SECRET_KEYと同じ)。ファイルに\
    は同じ規則を適用
    """,
    """
    the secret key of a game on Gamebase itself; no option takes it, for the same \
    reason
    """: """
    Gamebaseのゲームのシークレットキー。同じ理由により、オプションでは指定できない
    """,
    "list subscriptions of Google Play that are on hold, too": "Google Playの保留中の購読も表示",
    "list the subscriptions of the payments in this file; - is standard input":
      "このファイルの決済の購読を表示。-は標準入力",
    """
    Over --api gamebase, --of-payments FILE lists the subscriptions of payments, \
    active or not, each by its latest payment. The file has payment numbers and \
    tokens, in a format of 'consume --from'. The answer does not say which payment a \
    subscription belongs to.
    """: """
    --api gamebaseでは、--of-payments FILEで決済の購読を、\
    有効かどうかにかかわらず表示します。購読は最後の決済で示します。ファイルには、決済番号\
    とトークンを'consume --from'の形式で書きます。応答からは、購読がどの決\
    済のものかわかりません。
    """,
    "the product's identifier in Gamebase; null with other APIs": "Gamebaseの商品ID。ほかのAPIではnull",
    """
    what Google Play says of the subscription, in Gamebase's words; null with other \
    APIs and markets
    """: """
    Google Playの購読の状態(Gamebaseの表記)。ほかのAPIとマーケット\
    ではnull
    """,
    """
    Gamebase's server API (gamebase) has those of the IAP server, and codes of its \
    own, most of which are negative.
    """: """
    GamebaseのサーバーAPI(gamebase)には、IAPサーバーのコードと独自\
    のコードがあります。独自のコードの多くは負の数です。
    """,
  ]
}
