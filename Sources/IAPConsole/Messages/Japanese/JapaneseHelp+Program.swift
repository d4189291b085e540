extension JapaneseHelp {
  /// The overview, the shared options, and the headings of all pages.
  static let program: [String: String] = [
    "Usage: {1}": "使用法: {1}",
    """
    Lists purchases that players paid for and may not have received, and marks them as \
    delivered. A fixture store lets you try everything first: it is a local simulation of the \
    purchase service in a file, with failures on demand; no device needed.
    """: """
    ユーザーが支払ったのに、アイテムを受け取っていない可能性がある購入を照会し、消費して支給済\
    みにします。フィクスチャストアを使うと、すべての操作を先に練習できます。フィクスチャストア\
    は、購入サービスを1つのファイルの中で再現したものです。必要な障害も再現でき、端末は不要です。
    """,
    """
    A purchase is stuck if it is paid but not consumed. Consuming it marks it as delivered; \
    this cannot be undone. A market is an app store that takes the money: AS is the App Store, \
    GG is Google Play, ONESTORE is ONE store. Any other code is accepted as given.
    """: """
    支払い済みで消費されていない決済を、未消費決済といいます。消費すると、決済は支給済みになり\
    ます。この操作は取り消せません。マーケットは、代金を受け取るストアです。ASはApp \
    Store、GGはGoogle Play、ONESTOREはONE storeです。ほかのコードも指定できます。
    """,
    "Purchases": "購入",
    "list the products": "商品リストの照会",
    "buy a product": "商品の購入",
    "list stuck purchases": "未消費決済の照会",
    "mark purchases as consumed": "決済の消費",
    "list subscriptions": "サブスクリプションの照会",
    "restore store purchases": "購入の復元",
    "complete interrupted purchases": "中断された購入の再処理",
    "what happened to a payment": "決済の現在の状態と経緯",
    "Tools": "ツール",
    "make, seed, dump, age and break a fixture store":
      "フィクスチャストアの作成、シードの読み込み、書き出し、時間の経過、障害の再現",
    "serve a fixture store over the REST API": "フィクスチャストアをREST APIで提供",
    "rehearse a program: does it grant each payment once?":
      "プログラムが決済ごとに1回だけ支給するかのリハーサル",
    "show and edit profiles": "プロファイルの表示と編集",
    "what was consumed, by whom, with what outcome": "消費の記録(決済、担当者、結果)",
    "explain an error code": "エラーコードの説明",
    "print a completion script": "補完スクリプトの出力",
    "show the main commands on a sample store":
      "サンプルのフィクスチャストアで主なコマンドを実演",
    "help on a command or a topic": "コマンドまたはトピックのヘルプ",
    "Topics": "トピック",
    "help on exit codes": "終了コードの説明",
    "variables and files that iapctl reads": "iapctlが読む環境変数とファイル",
    "formats, fields, errors, colour": "形式、フィールド、エラー、色",
    "Examples": "使用例",
    "make a store with a small sample game": "小さなサンプルゲームのフィクスチャストアを作成",
    "list alice's stuck purchases": "ユーザーaliceの未消費決済を照会",
    "mark one payment as delivered": "決済1件を消費して支給済みにする",
    "Shared options": "共通オプション",
    "the fixture store to use": "使用するフィクスチャストア",
    "the server of the REST API: that of the real environment, or of another service zone":
      "REST APIのサーバー(実際のサービス、またはほかのサービスゾーン)",
    "https://api-iap.cloud.toast.com": "https://api-iap.cloud.toast.com",
    " (default: {1})": " (既定値: {1})",
    "the API dialect to use": "使用するAPIの種類",
    "service": "service",
    "a file or pipe that contains only the app key; - is standard input":
      "AppKeyだけを書いたファイルまたはパイプ。-は標準入力",
    "the app's package, for subscriptions over REST; or by market: AS=NAME,GG=NAME": """
    アプリのパッケージ名(REST APIのサブスクリプション照会用)。マーケット別に指定する場合は\
    AS=NAME,GG=NAME
    """,
    "the app's number, for the legacy API and product names; or by market: AS=N,GG=N":
      "アプリの番号(旧APIと商品名の照会用)。マーケット別に指定する場合はAS=N,GG=N",
    "how often to retry a request if that is safe":
      "再試行しても安全なリクエストを再試行する回数",
    "the journal of consumes: a file, or a postgresql:// URL that a team shares":
      "消費を記録するジャーナル。ファイル、またはチームで共有するpostgresql:// URL",
    "iapctl/journal.db in $XDG_STATE_HOME or ~/.local/state":
      "$XDG_STATE_HOMEまたは~/.local/stateのiapctl/journal.db",
    "the profile to use": "使用するプロファイル",
    "the current one": "現在のプロファイル",
    "the user": "ユーザーID",
    "a market": "マーケット",
    "; may be given several times": "。複数指定可",
    ", in the variable separated by commas": "、環境変数ではカンマ区切り",
    "all": "すべて",
    "set a fixture store's clock: an instant, a day, or +1d (one more day each time)":
      "フィクスチャストアの時計を設定: 日時、日付、または+1d(実行のたびに1日進む)",
    "how long to wait for an answer, in seconds": "応答を待つ秒数",
    "the format of the output": "出力形式",
    "table": "table",
    "only these fields, in this order, separated by commas":
      "出力するフィールド(カンマ区切り、指定した順)",
    "no header line in table, csv and spreadsheet": "table、csv、spreadsheetのヘッダー行を省略",
    "show access tokens, which allow their holder to consume":
      "アクセストークンを表示(トークンがあれば決済を消費できるため、取り扱いに注意)",
    "the locale's": "ロケールの言語",
    "when to use colour": "色を使う条件",
    "auto": "auto",
    "do not ask for confirmation": "確認せずに実行",
    "never ask; fail instead": "質問せず、質問が必要な場合は失敗",
    "no notes on standard error, only errors": "標準エラー出力に注記を出さず、エラーだけを表示",
    "trace the requests to the backend": "実行先へのリクエストをトレース",
    "show help; -h: on one screen": "ヘルプを表示(-h: 1画面)",
    "More: {1} --help": "詳細: {1} --help",
    "show the version": "バージョンを表示",
    """
    Put them before or after the command. Every command accepts {1}, so that a script can pass \
    them to all commands. Each command accepts only those of the other options that it uses, \
    and refuses the rest. Settings from the environment or a profile that a command does not \
    use are ignored.
    """: """
    コマンドの前にも後にも指定できます。{1}はすべてのコマンドで指定できるため、スクリプトから\
    常に渡せます。ほかのオプションは、そのオプションを使うコマンドでのみ指定でき、使わないコマ\
    ンドではエラーになります。環境変数やプロファイルの設定のうち、コマンドが使わないものは無視\
    されます。
    """,
    "'{1} COMMAND --help' describes a command.":
      "各コマンドの説明は「{1} COMMAND --help」で表示します。",
    "Options": "オプション",
    "Fields": "フィールド",
    "Shared options: {1}; see '{2} --help'.": "共通オプション: {1}(説明は「{2} --help」)",
    "Arguments": "引数",
    "Commands": "コマンド",
    "{1}: see {2}(1).": "{1}: {2}(1)を参照してください。",
    "The fields of its records:": "レコードのフィールド:",
    "Description": "説明",
    "a console for NHN Cloud in-app purchase":
      "NHN Cloudアプリ内決済(IAP)のコマンドラインコンソール",
    "the language of what people read": "表示に使う言語",
    "the time zone of the times that people read and type, such as Asia/Seoul":
      "日時の表示と入力に使うタイムゾーン(例: Asia/Tokyo)",
    "that of the variable TZ, else UTC": "環境変数TZの値。ない場合はUTC",
  ]
}
