extension JapaneseHelp {
  /// The commands of the configuration, and the page of its file.
  static let config: [String: String] = [
    "write a setting into a profile": "プロファイルに設定を書き込む",
    "show the effective settings and their sources": "有効な設定と、その設定元を表示",
    "list the profiles": "プロファイルを一覧表示",
    "print the path of the configuration file": "設定ファイルのパスを表示",
    "switch the current profile": "現在のプロファイルを切り替え",
    "remove a setting from a profile": "プロファイルから設定を削除",
    """
    Writes to the profile that --profile names, or else to the current profile; a missing \
    profile is created. Separate several markets with commas; write packageNames as \
    AS=com.example.game,GG=com.example.android. A relative path is resolved from the current \
    directory and stored as an absolute path. An invalid value is refused.
    """: """
    --profileで指定したプロファイルに書き込みます。指定がない場合は、現在のプロファイルに書き\
    込みます。プロファイルがない場合は作成します。複数のマーケットはカンマで区切ります。\
    packageNamesはAS=com.example.game,GG=com.example.androidのように書きます。相対パスは現在の\
    ディレクトリを基準とし、絶対パスで保存します。不正な値はエラーになります。
    """,
    """
    Several processes can change the file at the same time: each waits for the others, at most \
    for --timeout. If the file is a symbolic link, its target is written.
    """: """
    複数のプロセスが同時にファイルを変更できます。各プロセスは、ほかのプロセスの終了を最長で\
    --timeoutの時間まで待ちます。ファイルがシンボリックリンクの場合は、リンク先に書き込みま\
    す。
    """,
    "appKey and secretKey are read from standard input, so that they are not visible on a command line.":
      "コマンドラインに残らないように、appKeyとsecretKeyは標準入力から読みます。",
    "the setting": "設定",
    "the value; appKey and secretKey are read from standard input instead":
      "値。appKeyとsecretKeyの値は標準入力から読みます",
    "set the default user": "既定のユーザーを設定",
    "set the markets of a profile": "プロファイルのマーケットを設定",
    "store an app key": "AppKeyを保存",
    """
    Shows every setting that a profile can have, with its effective value and its source: the \
    option, variable or profile that sets it, or 'default'. Values that are set but not used \
    follow, with the source 'not used: NAME'. An app key, and a password in a URL, are masked.
    """: """
    プロファイルで指定できるすべての設定について、有効な値と、その設定元(オプション、環境変数、\
    プロファイル、または「default」)を表示します。続いて、設定されていても使用されない値を、設定\
    元「not used: NAME」として表示します。AppKeyと、URLに含まれるパスワードは伏せて表示しま\
    す。
    """,
    "the name of the setting in a profile": "プロファイルでの設定の名前",
    "the effective value; null if it is not set": "有効な値。設定されていない場合はnull",
    "the option, variable or profile that sets it":
      "値を設定しているオプション、環境変数またはプロファイル",
    "show the effective settings": "有効な設定を表示",
    "the same with an option, as JSON": "オプションを付けた場合の設定をJSONで出力",
    "The current profile is used if no other profile is named.":
      "ほかのプロファイルを指定しない場合は、現在のプロファイルを使用します。",
    "the name of the profile": "プロファイルの名前",
    "whether it is the current profile": "現在のプロファイルかどうか",
    "the same as JSON, for a program": "プログラム用にJSONで出力",
    "The file may not exist yet.": "ファイルがまだ存在しない場合もあります。",
    "the file": "ファイル",
    "show who can read the file": "ファイルを読めるアカウントを確認",
    "The current profile is used if neither --profile nor IAPCTL_PROFILE names another.":
      "--profileとIAPCTL_PROFILEのどちらも指定しない場合は、現在のプロファイルを使用します。",
    "the profile to use from now on": "これから使用するプロファイル",
    "switch to the profile android": "プロファイルandroidに切り替え",
    "switch to live, then list the profiles": "プロファイルliveに切り替え、一覧を表示",
    """
    Changes the profile that --profile names, or else the current profile. The profile must \
    exist; the setting may be missing.
    """: """
    --profileで指定したプロファイルを変更します。指定がない場合は、現在のプロファイルを変更し\
    ます。プロファイルは存在する必要がありますが、設定はなくてもかまいません。
    """,
    "clear the default user": "既定のユーザーを削除",
    "use all markets again": "すべてのマーケットを使う設定に戻す",
    "the configuration of iapctl": "iapctlの設定ファイル",
    """
    A JSON file in UTF-8 with named groups of settings, the profiles. The current profile is \
    the one from --profile, else from IAPCTL_PROFILE, else from the key profile. Where a \
    command acts is taken whole from options, a typed --profile, the environment or the current \
    profile. Precedence for each other setting: option, typed --profile, environment, current \
    profile.
    """: """
    名前を付けた設定のまとまり(プロファイル)を書いた、UTF-8のJSONファイルです。現在のプロファ\
    イルは、--profile、IAPCTL_PROFILE、profileキーの順に決まります。コマンドの実行先は、オプ\
    ション、コマンドラインの--profile、環境変数、現在のプロファイルのいずれかからまとめて決ま\
    ります。ほかの設定は、オプション、コマンドラインの--profile、環境変数、現在のプロファイル\
    の順に優先されます。
    """,
    """
    Unknown keys, repeated keys and values of the wrong type are errors that name their \
    position. A relative path is resolved from the folder of the file, and ~/ is the home \
    directory.
    """: """
    不明なキー、重複したキー、型の異なる値は、その位置を示すエラーになります。相対パスはファイ\
    ルのあるフォルダを基準とし、~/はホームディレクトリを表します。
    """,
    "Keys": "キー",
    "The file": "ファイル",
    "The file is one object.": "ファイルは1つのオブジェクトです。",
    "string: the current profile, which is used if no other is named":
      "文字列: 現在のプロファイル。ほかのプロファイルの指定がない場合に使用",
    "object: the profiles by name": "オブジェクト: プロファイル(キーは名前)",
    "profiles.NAME": "profiles.NAME",
    "Settings that apply if neither an option nor the environment sets them.":
      "オプションにも環境変数にも指定がない場合に使用される設定です。",
    "string: the fixture store to use; as --store":
      "文字列: 使用するフィクスチャストア。--storeと同じ",
    """
    string: the server of the REST API: that of the real environment, or of another service \
    zone; as --url
    """: "文字列: REST APIのサーバー(実際のサービス、またはほかのサービスゾーン)。--urlと同じ",
    "string: the API dialect to use; as --api": "文字列: 使用するAPIの種類。--apiと同じ",
    """
    string: a file or pipe that contains only the app key; - is standard input; as \
    --app-key-file
    """: "文字列: AppKeyだけを書いたファイルまたはパイプ。-は標準入力。--app-key-fileと同じ",
    """
    string: the app's package, for subscriptions over REST; or by market: AS=NAME,GG=NAME; as \
    --package
    """: """
    文字列: アプリのパッケージ名(REST APIのサブスクリプション照会用)。マーケット別に指定する場\
    合はAS=NAME,GG=NAME。--packageと同じ
    """,
    """
    number: the app's number, for the legacy API and product names; or by market: AS=N,GG=N; as \
    --app-seq
    """: """
    数値: アプリの番号(旧APIと商品名の照会用)。マーケット別に指定する場合はAS=N,GG=N。\
    --app-seqと同じ
    """,
    """
    string: the journal of consumes: a file, or a postgresql:// URL that a team shares; as \
    --journal
    """: """
    文字列: 消費を記録するジャーナル。ファイル、またはチームで共有するpostgresql:// URL。\
    --journalと同じ
    """,
    "string: the user; as --user": "文字列: ユーザーID。--userと同じ",
    "array of strings: a market, or several; as --market":
      "文字列の配列: マーケット。複数可。--marketと同じ",
    """
    string: repeat unknown consumes in this run, for at most this long; 0s: not at all; as \
    --settle
    """: """
    文字列: 結果が不明な消費を、この実行の中で再リクエストする最長時間。0sは再リクエストなし。\
    --settleと同じ
    """,
    """
    string: the app key itself, as IAPCTL_APP_KEY; the file must then be readable only by its \
    owner
    """: "文字列: AppKeyの値(IAPCTL_APP_KEYと同じ)。ファイルは所有者だけが読める権限にすること",
    """
    object of strings: the app's package by market code; packageName applies to all other \
    markets
    """: """
    文字列のオブジェクト: マーケットコード別のアプリのパッケージ名。ほかのマーケットには\
    packageNameを使用
    """,
    "object of numbers: the app's number by market code; appSeq applies to all other markets":
      "数値のオブジェクト: マーケットコード別のアプリの番号。ほかのマーケットにはappSeqを使用",
    """
    boolean: whether every consume at this place needs --ticket, or a ticket in each line of \
    its file
    """: """
    真偽値: この実行先でのすべての消費に、--ticket、またはファイルの各行のチケットを必要とする\
    かどうか
    """,
    """
    The file. If the variable is not set or is not an absolute path: \
    ~/.config/iapctl/config.json.
    """: """
    設定ファイル。環境変数が設定されていない場合と、絶対パスではない場合は、\
    ~/.config/iapctl/config.jsonです。
    """,
    "a sample store, and two profiles that use it":
      "サンプルのフィクスチャストアと、それを使う2つのプロファイル",
    "list alice's stuck purchases in the sample store":
      "サンプルのフィクスチャストアで、ユーザーaliceの未消費決済を照会",
    "list what can be bought on Android": "Androidで購入可能な商品を照会",
    "string: the language of what people read; as --lang": "文字列: 表示に使う言語。--langと同じ",
    """
    string: the time zone of the times that people read and type, such as Asia/Seoul; as \
    --time-zone
    """: "文字列: 日時の表示と入力に使うタイムゾーン(例: Asia/Tokyo)。--time-zoneと同じ",
  ]
}
