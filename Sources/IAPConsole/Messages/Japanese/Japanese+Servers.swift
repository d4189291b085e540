import IAPCore
import Text

extension Japanese {
  func text(_ origin: String, _ problem: IAPError.ServerProblem) -> ErrorText {
    switch problem {
    case .unresolved(let why):
      ErrorText(
        "\(origin): 接続できません: \(Self.phrases.text(why))",
        safeHint: "ホスト名と、このコンピューターのネームサーバー(DNS)を確認してください。")
    case .unreachable(let why):
      ErrorText(
        "\(origin): 接続できません: \(Self.phrases.text(why))",
        safeHint: """
          アドレスとポート、ネットワーク(ファイアウォール、プロキシ)を確認してから、再試行してください。
          """)
    case .untrusted(let why):
      ErrorText(
        "\(origin): 信頼できません: \(Self.phrases.text(why))",
        safeHint: """
          ホスト名、証明書、このコンピューターの時刻を確認してください。信頼する証明書は、SSL_CERT_FILEで\
          指定できます。
          """)
    case .noAnswerInTime:
      ErrorText(
        "\(origin): 制限時間内に応答がありませんでした。",
        safeHint: "再試行してください。繰り返す場合は、--timeoutを長くしてください。")
    case .answerCutOff(let why):
      ErrorText(
        "\(origin): 応答が失われました: \(Self.phrases.text(why))",
        safeHint: "ネットワークを確認してから、再試行してください。")
    case .otherEnvironment(let code, let message):
      ErrorText(
        """
        \(origin): アプリの環境(サンドボックスまたは実環境)がこのサーバーと異なります。結果コード\(code)\
        \(message.map { ": \($0)" })
        """,
        hint: "送信先は\(origin)です。アプリの環境のアドレスを--urlで指定してください。")
    case .asksToWait(let end, let status):
      ErrorText(
        """
        \(origin): サーバーが\(end)まで待つよう応答しました(HTTPステータス\(status)、Retry-After)。\
        --timeoutより長いため、それまで何も送信しません。
        """, hint: "\(end)以降にコマンドを再実行してください。")
    }
  }

  func sentence(_ problem: IAPError.URLProblem) -> Sentence {
    switch problem {
    case .invalidCharacter: "使用できない文字を含んでいます。"
    case .noScheme: "https://で始まる必要があります。"
    case .scheme(let scheme): "スキームがhttpsではなく、\(scheme)です。"
    case .userName: "ユーザー名を含んでいます。"
    case .path: "パス、クエリまたはフラグメントを含んでいます。"
    case .noBracket: "「]」がありません。"
    case .host: "有効なホストがありません。"
    case .port: "ポートが不正です。"
    case .plain:
      """
      暗号化されていないhttpを使用できるのは、このコンピューターに対してだけです。httpsを使用してください。
      """
    }
  }

  func sentence(_ kind: IAPError.IdentifierKind) -> Sentence {
    switch kind {
    case .user: "ユーザーID"
    case .product: "商品ID"
    case .payment: "決済番号"
    }
  }

  /// Why an option does not work with an API.
  func sentence(_ lack: IAPError.Lack) -> Sentence {
    switch lack {
    case .usersTogether: "このAPIで1回に照会できるユーザーは、1人です。"
    case .productIdentifiers: "このAPIのリストにあるのは、商品IDではなく、商品固有番号です。"
    case .purchaseTimes: "このAPIは、購入日時を返しません。"
    case .transactions: "このAPIは、注文番号を返しません。"
    case .inactiveSubscriptions: "このAPIは、有効なサブスクリプションだけを返します。"
    case .statuses: "このAPIは、状態を返しません。"
    case .markets: "このAPIは、マーケットのリストを返しません。"
    case .paymentsByNumber: "このAPIには、決済番号で決済を完了する呼び出しがありません。"
    case .subscriptionsOnHold: "このAPIは、保留中の購読を返しません。"
    }
  }

  func sentence(_ alternative: IAPError.Alternative) -> Sentence {
    switch alternative {
    case .fixtureStore: "フィクスチャストアを使用してください: --store PATH"
    case .fixtureAPI:
      """
      --store PATHでフィクスチャストアを使用するか、「iapctl serve」のサーバーを--api fixtureで使用して\
      ください。
      """
    case .serviceAPI: "--api serviceを使用してください。"
    case .serviceAPIWithPackage: "--api serviceと--package NAMEを使用してください。"
    case .gamebaseAPI: "Gamebaseを使用するゲームのみ可能です: --api gamebase"
    case .numbers:
      "アプリの番号を--app-seq Nで指定するか、商品固有番号を--productで指定してください。"
    case .paymentsByTime:
      """
      IAPコンソール(Transactionタブ)で日時を照会してから、対象の決済を決済番号で指定してください: iapctl \
      consume PAYMENT_SEQ --user ID
      """
    case .storeReferenceKey:
      """
      IAPコンソールのTransactionタブで、Store Reference Keyを使って決済を照会してから、決済番号を指定\
      してください: iapctl consume PAYMENT_SEQ --user ID
      """
    case .listsAndConsole:
      """
      未消費決済は「iapctl unconsumed --user ID」、iapctlで消費した決済は「iapctl journal list」で照会し\
      てください。すべての決済を照会できるのは、IAPコンソール(Transactionタブ)だけです。
      """
    }
  }

  func remedy(_ library: IAPError.Library) -> Sentence {
    switch library {
    case .curl:
      """
      「apt-get install libcurl4」でインストールしてください。フィクスチャストアでは、ライブラリは不要\
      です。
      """
    case .microHTTPD:
      """
      GNU libmicrohttpdを、「apt-get install libmicrohttpd12」または「brew install libmicrohttpd」でイン\
      ストールしてください。
      """
    case .postgres:
      """
      libpqを、「apt-get install libpq5」または「brew install libpq」でインストールしてください。
      """
    }
  }

  var hostOfThisMachine: Sentence {
    "このコンピューターのアドレスを指定してください。例: 127.0.0.1、::1"
  }

  func text(status: Int) -> ErrorText {
    switch status {
    case 401: ErrorText("AppKeyが拒否されました(HTTPステータス401)。", safeHint: checkKey)
    case 403: ErrorText(answered(status), safeHint: checkKey)
    case 429, 503: ErrorText(answered(status), safeHint: "1分ほど待ってから、再試行してください。")
    case 300..<500: ErrorText(answered(status), safeHint: "URLを確認してください。")
    default:
      ErrorText(
        answered(status),
        safeHint: """
          しばらくしてから再試行してください。繰り返す場合は、サーバーの運用担当者に問い合わせてください。
          """)
    }
  }

  private func answered(_ status: Int) -> Sentence {
    "サーバーがHTTPステータス\(status)を返しました。"
  }

  private var checkKey: Sentence {
    "AppKeyを確認してください。設定元は「iapctl config show」で確認できます。"
  }
}
