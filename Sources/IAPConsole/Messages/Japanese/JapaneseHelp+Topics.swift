extension JapaneseHelp {
  /// The topics exit-codes, environment and output.
  static let topics: [String: String] = [
    "Exit status": "終了コード",
    "done; an empty list is done": "完了(リストが0件の場合を含む)",
    "not confirmed": "確認されていない",
    "the named product, payment or code does not exist":
      "指定した商品、決済またはコードが存在しない",
    "the service refused the payment, or it was already consumed":
      "サービスが決済を拒否した、またはすでに消費されていた",
    "part of a batch, or of several markets, failed; or a delivery or an undo command failed": """
    一括処理の一部、または複数のマーケットの一部が失敗した。または、支給コマンドか回収コマンド\
    が失敗した
    """,
    "a check failed (store check, config check, rehearse, --fail-empty)":
      """
    検査で問題が見つかった(store check、config check、rehearse)、または照会結果が0件だった(--fail-empty)
    """,
    "unknown: a consume, purchase, restore or reprocess may or may not have happened":
      "不明: 消費、購入、復元または再処理が実行されたかどうか分からない",
    "usage": "コマンドラインの誤り",
    """
    bad data: a batch line, a seed, a file that is no store or journal, one that is damaged or \
    newer than iapctl
    """: """
    データの誤り: 一括処理の行、シード、フィクスチャストアやジャーナルではないファイル、破損し\
    たファイル、iapctlより新しいバージョンのファイル
    """,
    "an input file or a store is missing, is a directory, or may not be read":
      "入力ファイルまたはフィクスチャストアがない、ディレクトリである、または読み取れない",
    """
    the service cannot be reached or does not answer, and of a consume nothing was sent; serve: \
    the port is in use, or a library is missing; no more files can be opened (ulimit -n)
    """: """
    サービスに接続できない、または応答がない(消費は送信していない)。serve: ポートが使用中、ま\
    たはライブラリがない。これ以上ファイルを開けない(ulimit -n)
    """,
    "a bug in iapctl": "iapctlのバグ",
    "output, journal or store cannot be written; the error says whether anything was applied": """
    出力、ジャーナルまたはフィクスチャストアに書き込めない。反映されたかどうかはエラーに表示さ\
    れる
    """,
    """
    try again: the service asks to wait, or another process kept the store, the journal or the \
    configuration locked; nothing was applied
    """: """
    再実行が必要: サービスが待機を求めた、または、ほかのプロセスがフィクスチャストア、ジャーナ\
    ル、設定ファイルをロックしていた。何も反映されていない
    """,
    "the answer is not the documented one": "応答が仕様と異なる",
    "credentials refused (HTTP 401 or 403)": "認証が拒否された(HTTP 401または403)",
    "configuration: no backend was given, or a variable or a profile is wrong":
      "設定の誤り: 実行先の指定がない、または環境変数かプロファイルに誤りがある",
    "'serve -- COMMAND': the command cannot be run":
      "「serve -- COMMAND」: コマンドを実行できない",
    "'serve -- COMMAND': the command does not exist":
      "「serve -- COMMAND」: コマンドが存在しない",
    "interrupted, terminated, hung up": "中断(Ctrl-C)、終了要求、ターミナルの切断",
    "the reader of standard output closed the pipe": "標準出力の読み取り側がパイプを閉じた",
    """
    A single payment exits with its own code. A batch in which all payments failed alike exits \
    with their code. Any other batch exits with the first of these codes that one of its \
    payments has: 74, 7, 77, 78, 76, then 75 or 69 if nothing at all was applied, else 5.
    """: """
    決済が1件の場合は、その決済の終了コードで終了します。一括処理で全件が同じように失敗した場\
    合は、そのコードで終了します。それ以外の一括処理は、74、7、77、78、76の順に調べ、いずれかの\
    決済に当てはまる最初のコードで終了します。どれにも当てはまらない場合は、何も反映されていな\
    ければ75または69、それ以外は5で終了します。
    """,
    "Environment": "環境変数",
    """
    Where a command acts (the store or the server, with its API and app key) is taken whole \
    from the first of these that names it: options, a typed --profile, the environment, the \
    current profile. A typed --profile replaces the variables of the settings that a profile \
    can have. Other settings: option, typed --profile, environment, current profile, default. \
    An empty variable counts as not set. An invalid value exits 64 if an option gave it, and 78 \
    if a variable or a profile gave it.
    """: """
    コマンドの実行先(フィクスチャストアまたはサーバーと、そのAPI、AppKey)は、オプション、コマ\
    ンドラインの--profile、環境変数、現在のプロファイルのうち、最初に実行先を指定しているもの\
    からまとめて決まります。コマンドラインで--profileを指定すると、プロファイルで指定できる設\
    定の環境変数は使用されません。ほかの設定は、オプション、コマンドラインの--profile、環境変\
    数、現在のプロファイル、既定値の順に優先されます。空の環境変数は未設定とみなします。不正な\
    値の場合、オプションなら終了コード64、環境変数やプロファイルなら78で終了します。
    """,
    "the fixture store to use; as --store": "使用するフィクスチャストア。--storeと同じ",
    """
    the server of the REST API: that of the real environment, or of another service zone; as \
    --url
    """: "REST APIのサーバー(実際のサービス、またはほかのサービスゾーン)。--urlと同じ",
    "the API dialect to use; as --api": "使用するAPIの種類。--apiと同じ",
    "the journal of consumes: a file, or a postgresql:// URL that a team shares; as --journal": """
    消費を記録するジャーナル。ファイル、またはチームで共有するpostgresql:// URL。--journalと同\
    じ
    """,
    "the profile to use; as --profile": "使用するプロファイル。--profileと同じ",
    "the user; as --user": "ユーザーID。--userと同じ",
    "a market, several separated by commas; as --market":
      "マーケット。複数の場合はカンマ区切り。--marketと同じ",
    "set a fixture store's clock: an instant, a day, or +1d (one more day each time); as --now":
      "フィクスチャストアの時計を設定: 日時、日付、または+1d(実行のたびに1日進む)。--nowと同じ",
    "the format of the output; as --output": "出力形式。--outputと同じ",
    "the name of the person who works with iapctl, which the journal has beside the login":
      "iapctlを使う担当者の名前。ログイン名とともにジャーナルに記録される",
    """
    the app key of the REST API itself; no option takes it, because it would be visible in the \
    process list
    """: "REST APIのAppKeyの値。プロセス一覧に表示されるため、オプションでは指定できない",
    """
    the shell command that shows help that is longer than the terminal; empty: none; default: \
    $PAGER, else 'less -FRX'
    """: "ターミナルより長いヘルプを表示するシェルコマンド。空の場合は使わない(既定値: $PAGER、なければless -FRX)",
    "the pager, unless IAPCTL_PAGER is set": "IAPCTL_PAGERがない場合に使うページャー",
    "set to anything: no colour": "値が設定されている場合: 色を使わない",
    "set to anything but 0: colour, unless NO_COLOR is set too":
      "0以外が設定されている場合: 色を使う(NO_COLORも設定されている場合を除く)",
    "dumb: no colour": "dumb: 色を使わない",
    "where 'tour', 'serve --seed' and 'rehearse' make their stores; default: /tmp":
      "「tour」「serve --seed」「rehearse」がフィクスチャストアを作る場所。既定値: /tmp",
    "set by 'rehearse': an empty folder for the program's own state":
      "「rehearse」が設定。プログラムの状態を保存する空のフォルダー",
    "set by 'serve -- COMMAND': the file of the store that it serves; hints name it":
      "「serve -- COMMAND」が設定する、提供中のストアのファイル。ヒントがこれを指す",
    "trusted certificates, instead of the system's": "システムの証明書の代わりに信頼する証明書",
    "the proxy to use (for https only), and the hosts that are reached without it":
      "使用するプロキシ(httpsのみ)と、プロキシを使わないホスト",
    "where the configuration is; default: ~/.config": "設定ファイルの場所。既定値: ~/.config",
    "where the journal and the locks of a team's journal are; default: ~/.local/state":
      "ジャーナルと、チームのジャーナルのロックの場所。既定値: ~/.local/state",
    "the folder that ~ stands for": "~が表すフォルダ",
    "Service zone": "サービスゾーン",
    """
    An app chooses the environment of the purchase service by the SDK's service zone; iapctl \
    chooses it by the address of its server (--url). The default is the real environment. A \
    payment of a store's own sandbox is marked by the field sandboxPayment.
    """: """
    アプリは、SDKのサービスゾーンで購入サービスの環境を選びます。iapctlは、サーバーのアドレス\
    (--url)で選びます。既定値は実際のサービスです。ストアのサンドボックスでの決済は、sandboxPayment\
    フィールドで分かります。
    """,
    "Files": "ファイル",
    """
    The profiles, see iapctl-config(5). If the variable is not set, the folder is ~/.config. \
    Nothing is read from the current directory.
    """: """
    プロファイル。iapctl-config(5)を参照してください。環境変数が設定されていない場合、フォルダは\
    ~/.configです。現在のディレクトリからは何も読みません。
    """,
    """
    The journal of consumes, unless --journal names another. If the variable is not set, the \
    folder is ~/.local/state. The files next to it whose names begin with its name belong to \
    it: do not delete them.
    """: """
    消費を記録するジャーナル(--journalで別のジャーナルを指定しない場合)。環境変数が設定されて\
    いない場合、フォルダは~/.local/stateです。同じフォルダにある、このファイルの名前で始まるファイ\
    ルもジャーナルの一部です。削除しないでください。
    """,
    "Output": "出力",
    """
    Standard output is data; everything else is on standard error. -o FORMAT (--output FORMAT, \
    or the variable IAPCTL_OUTPUT) chooses its format. The output on a pipe is the same as on a \
    terminal, without colour and truncation.
    """: """
    標準出力に出力されるのはデータです。それ以外はすべて標準エラー出力に出力されます。形式は\
    -o FORMAT(--output FORMAT、または環境変数IAPCTL_OUTPUT)で選びます。パイプへの出力は、色と省略\
    がないことを除いて、ターミナルへの出力と同じです。
    """,
    """
    for people: aligned by display width; on a terminal, long cells are cut with an ellipsis, \
    and rows that are still too wide are shown with one field a line
    """: """
    人が読むための表。表示幅で整列される。ターミナルでは、長いセルは「…」で省略され、それでも\
    幅に収まらない行は1行に1フィールドで表示される
    """,
    "one document: an object with a list under its name, such as purchases":
      "1つのドキュメント。purchasesなどの名前の下にリストがあるオブジェクト",
    "one record a line, each written as soon as it is known":
      "1行に1レコード。分かった順にすぐ書き出される",
    "RFC 4180 with a header; a cell that a spreadsheet would run as a formula is made harmless":
      "ヘッダー付きのRFC 4180形式。表計算ソフトが数式として実行するセルは無害化される",
    """
    csv for people: a spreadsheet shows payment numbers, tokens and times as they are, because \
    they are written as text (="2026011210000001") after a byte-order mark
    """: """
    人が読むためのcsv。BOM付きで、決済番号、トークン、日時が文字列(="2026011210000001")で書か\
    れるため、表計算ソフトでそのまま表示される
    """,
    """
    Records have the SDK's property names. In JSON every key is always present, and null if \
    unknown; prices are numbers with their exact decimal digits, and instants are RFC 3339 in \
    UTC with milliseconds. --fields chooses fields and their order; an unknown field is an \
    error that lists the valid ones. --no-header omits the header line of table, csv and \
    spreadsheet. accessToken is null without --show-tokens. Control characters, escape \
    sequences and bidirectional overrides in data are made visible, and escaped in JSON.
    """: """
    レコードのフィールド名は、SDKのプロパティ名です。JSONには常にすべてのキーがあり、不明な値\
    はnullです。価格は正確な桁の数値、日時はRFC 3339形式のUTC(ミリ秒まで)です。--fieldsで、\
    フィールドとその順序を選びます。存在しないフィールドを指定すると、使用できるフィールドを示\
    すエラーになります。--no-headerは、table、csv、spreadsheetのヘッダー行を省略します。\
    --show-tokensがない場合、accessTokenはnullです。データに含まれる制御文字、エスケープシーケ\
    ンス、書字方向を変える文字は見える形で表示され、JSONではエスケープされます。
    """,
    "Errors": "エラー",
    """
    An error is a line 'iapctl: error: WHAT HAPPENED [DOMAIN CODE NAME]', followed by a line \
    'hint: WHAT TO DO' if there is something to do; 'iapctl explain CODE' explains the code. \
    With json and jsonl an error is one line of JSON, also for usage errors; notes and traces \
    are lines of JSON too. A batch ends with its summary: as text, or as one line of JSON with \
    the member 'summary'. Failures that differ only in the payment are reported as one error, \
    but each payment that may or may not have been consumed is named:
    """: """
    エラーは「iapctl: エラー: 内容 [DOMAIN CODE NAME]」の行で表示され、対処方法がある場合は\
    「ヒント: 対処方法」の行が続きます。コードの説明は「iapctl explain CODE」で表示します。json\
    とjsonlでは、コマンドラインの誤りも含め、エラーは1行のJSONです。注記とトレースもJSONの行に\
    なります。一括処理の最後には、集計がテキスト、または「summary」を持つ1行のJSONで表示されま\
    す。決済だけが異なる失敗は1つのエラーにまとめられますが、消費されたかどうかが不明な決済は1\
    件ずつ表示されます。エラーのJSONのキーは次のとおりです。
    """,
    "the error's name, such as expired or usage": "エラーの名前(expired、usageなど)",
    "com.nhncloud.iap, com.nhncloud.http, or iapctl for what is no IAP error":
      "com.nhncloud.iap、com.nhncloud.http。IAPのエラーではない場合はiapctl",
    "the number in its domain, or null": "ドメイン内の番号。ない場合はnull",
    "the result code of the IAP server, or null": "IAPサーバーの結果コード。ない場合はnull",
    "the HTTP status, or null": "HTTPステータス。ない場合はnull",
    "the payment that it concerns, or null": "対象の決済。ない場合はnull",
    "the market that it concerns, or null": "対象のマーケット。ない場合はnull",
    "the product that it concerns, or null": "対象の商品。ない場合はnull",
    "what happened": "発生した内容",
    "what to do, or null": "対処方法。ない場合はnull",
    """
    what is known of the payment: not-applied, applied or unknown. Already consumed is \
    not-applied: this call did not consume it.
    """: """
    決済について分かっていること: not-applied(反映されていない)、applied(反映された)、\
    unknown(不明)。すでに消費されていた場合は、今回の呼び出しによる消費ではないため、\
    not-appliedです。
    """,
    "whether the same command may succeed later: true for exit codes 69 and 75":
      "同じコマンドが後で成功する可能性があるかどうか。終了コード69と75ではtrue",
    "what the process exits with": "プロセスの終了コード",
    "Colour": "色",
    """
    Decided by --color, then NO_COLOR, then CLICOLOR_FORCE, then TERM=dumb, then by whether \
    that stream is a terminal.
    """: """
    --color、NO_COLOR、CLICOLOR_FORCE、TERM=dumbの順に判断し、どれにも当てはまらない場合は、出\
    力先がターミナルかどうかで決まります。
    """,
    """
    the language of what people read, if neither --lang nor the profile gives one; the first \
    that is set counts
    """: """
    --langにもプロファイルにも指定がない場合に、表示に使う言語。設定されている最初の環境変\
    数を使用
    """,
    "the time zone, if neither --time-zone nor the profile gives one":
      "--time-zoneにもプロファイルにも指定がない場合のタイムゾーン",
  ]
}
