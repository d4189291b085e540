extension JapaneseHelp {
  /// The help of the commands that make, check, copy, rename and remove profiles.
  static let setup: [String: String] = [
    // config init
    "make a profile, and try it": "プロファイルを作成し、確認",
    """
    Asks on a terminal for what no option gives, shows what it will write, and asks before it \
    writes. Without a terminal, or with --no-input, --name is needed, and --app-key-file (for a \
    game on Gamebase --app-id and --secret-key-file). Settings in IAPCTL_ variables are not used.
    """: """
    ターミナルでは、オプションで指定していない値を質問し、書き込む内容を表示して、確認してから書き\
    込みます。ターミナルがない場合、または--no-inputを指定した場合は、--nameと--app-key-file(Gamebaseを\
    使用するゲームでは--app-idと--secret-key-file)が必要です。IAPCTL_で始まる変数の設定は使用しません。
    """,
    """
    It asks the server one query for each market, for the unconsumed purchases of a user that does \
    not exist; nothing is consumed. If the server refuses the app key (exit code 77) or cannot be \
    asked, no profile is written. A name that is taken is refused.
    """: """
    サーバーには、マーケットごとに1回、存在しないユーザーの未消費決済を照会します。何も消費しませ\
    ん。サーバーがAppKeyを拒否した場合(終了コード77)や、照会できない場合は、プロファイルを書き\
    込みません。使用中の名前は指定できません。
    """,
    """
    An app key that is typed, or read from standard input (--app-key-file -), goes into a new file \
    beside the configuration file, which only its owner can read. The first profile becomes the \
    current one.
    """: """
    入力したAppKeyや、標準入力から読んだAppKey(--app-key-file -)は、設定ファイルと同じフォルダの\
    新しいファイルに保存し、所有者だけが読めるようにします。最初のプロファイルは、現在のプロファイ\
    ルになります。
    """,
    "the name of the new profile": "新しいプロファイルの名前",
    "make a profile without questions": "質問なしでプロファイルを作成",
    "the same with a key file, and with the journal of a team":
      "AppKeyのファイルとチームのジャーナルを指定して作成",
    // config check
    "check that the settings work": "設定が使えるかどうかを検査",
    """
    Checks the place that the settings name, as every command finds it: the name of the server, the \
    connection, its certificate (TLS), the app key, each market, and the clock of this machine \
    against the server's. For a fixture store it checks the store and its markets. Then it checks \
    that the journal can be written. With --all it does so for each profile.
    """: """
    ほかのコマンドと同じ方法で決まる実行先を検査します。検査するのは、サーバーの名前、接続、証明書\
    (TLS)、AppKey、各マーケット、サーバーとこのコンピューターの時刻です。フィクスチャストアの場合\
    は、ストアとそのマーケットを検査します。続いて、ジャーナルに書き込めるかどうかを検査します。\
    --allを指定すると、すべてのプロファイルを検査します。
    """,
    """
    It sends one query for each market, for the unconsumed purchases of a user that does not exist. \
    Nothing is consumed and nothing is written.
    """: """
    マーケットごとに1回、存在しないユーザーの未消費決済を照会します。何も消費せず、何も書き込みませ\
    ん。
    """,
    """
    Each check has a line with its result. If a check failed, the exit code is 6, and a line below \
    the table says what to do.
    """: """
    検査ごとに結果を1行で表示します。失敗した検査がある場合は、終了コードが6になり、表の下に対処方法\
    を表示します。
    """,
    "check each profile of the configuration file": "設定ファイルのすべてのプロファイルを検査",
    "check the settings that commands would use now": "現在コマンドが使用する設定を検査",
    "check all profiles, for a program": "プログラム用に、すべてのプロファイルを検査",
    "what to do, as a list": "対処方法を一覧で出力",
    "the name of the profile; null without one": "プロファイルの名前。ない場合はnull",
    "settings, store, name, connection, tls, key, market CODE, clock or journal":
      "settings、store、name、connection、tls、key、market CODE、clock、journalのいずれか",
    "ok; failed; skipped: not checked, not known, or not needed":
      "ok、failed、またはskipped(未検査、不明、または不要)",
    "what was found": "検査の結果",
    "what to do about a failed check": "失敗した検査の対処方法",
    // config get
    "print a setting of a profile": "プロファイルの設定値を出力",
    """
    Prints the value in the profile that --profile names, or else in the current profile, and \
    nothing else. Several values are separated by commas, and a relative path is printed as an \
    absolute one. 'config show' shows the value that is used.
    """: """
    --profileで指定したプロファイルの値だけを出力します。指定がない場合は、現在のプロファイルの\
    値を出力します。複数の値はカンマで区切り、相対パスは絶対パスで出力します。有効な値は\
    「config show」で確認できます。
    """,
    """
    A setting that the profile does not have is an error (exit code 64), and so is a secret: it is \
    not printed.
    """: """
    プロファイルにない設定を指定するとエラーになります(終了コード64)。秘密の値は出力せず、同じく\
    エラーになります。
    """,
    "the value in the profile": "プロファイルの値",
    "print the default user": "既定のユーザーを出力",
    "use a setting in a script": "スクリプトで設定値を使用",
    // config remove
    "remove a profile": "プロファイルを削除",
    """
    Removes the profile and its settings from the configuration file, also an app key that is stored \
    in it. A file that --app-key-file named stays.
    """: """
    設定ファイルからプロファイルとその設定を削除します。プロファイルに保存したAppKeyも削除されま\
    す。--app-key-fileで指定したファイルは残ります。
    """,
    """
    Asks first on a terminal; without a terminal, --yes is needed. The current profile is removed \
    only if it is the last one: switch to another one before.
    """: """
    ターミナルでは先に確認します。ターミナルがない場合は、--yesが必要です。現在のプロファイルは、\
    最後の1つの場合だけ削除できます。先に別のプロファイルに切り替えてください。
    """,
    "the profile to remove": "削除するプロファイル",
    "remove a profile without a question": "確認なしでプロファイルを削除",
    "remove the current profile, after a switch to another":
      "別のプロファイルに切り替えてから、元のプロファイルを削除",
    // config copy, config rename
    "copy a profile": "プロファイルをコピー",
    """
    Makes a profile with the settings of another one. A name that is taken is refused. The file of \
    an app key is named by both profiles; an app key that is stored in the profile is copied, and \
    the command says so.
    """: """
    別のプロファイルと同じ設定のプロファイルを作成します。使用中の名前は指定できません。AppKeyの\
    ファイルは、両方のプロファイルで使用します。プロファイルに保存したAppKeyはコピーし、そのこと\
    を表示します。
    """,
    """
    An app key is for one server. If the copy is for another server, give it its own key: \
    'iapctl config set appKeyFile FILE --profile NAME'.
    """: """
    AppKeyはサーバーごとに異なります。コピーを別のサーバーで使用する場合は、そのサーバーのAppKeyを\
    指定してください: 「iapctl config set appKeyFile FILE --profile NAME」
    """,
    "the profile": "プロファイル",
    "the new name, which no profile has yet": "新しい名前(使用中の名前は不可)",
    "make the profile ci from live": "プロファイルliveからciを作成",
    "a profile for one market": "1つのマーケット用のプロファイル",
    "rename a profile": "プロファイル名を変更",
    """
    Gives a profile another name. A name that is taken is refused. If the profile is the current \
    one, it stays the current one.
    """: """
    プロファイルの名前を変更します。使用中の名前は指定できません。現在のプロファイルの名前を変更し\
    た場合は、引き続きそれが現在のプロファイルになります。
    """,
    "rename, then list": "名前を変更し、一覧を表示",
  ]
}
