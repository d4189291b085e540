extension JapaneseHelp {
  /// When the errors of the journal and of the work occur, and their remedies.
  static let workCodes: [String: String] = [
    """
    standard output or a file for results does not accept more, for example because the disk is \
    full
    """: """
    標準出力または結果のファイルに、これ以上書き込めない場合(ディスクの空き容量がない場合など)
    """,
    """
    the work may be done: read what the error says of it, and the journal, before you run the \
    command again
    """: """
    処理は完了している可能性があります。コマンドを再実行する前に、エラーの説明とジャーナルを確\
    認してください。
    """,
    "the file that --journal names is not a journal of iapctl":
      "--journalで指定したファイルが、iapctlのジャーナルではない場合",
    "nothing was sent: give another file; iapctl makes a journal where none is": """
    何も送信していません。別のファイルを指定してください。ファイルがない場合は、iapctlがジャー\
    ナルを作成します。
    """,
    "the journal contradicts itself or cannot be read to its end":
      "ジャーナルの内容が矛盾している場合、または最後まで読み取れない場合",
    "restore the journal from a backup; a new journal does not know which payments were consumed":
      """
    バックアップからジャーナルを復元してください。新しいジャーナルでは、どの決済が消費済みか分\
    かりません。
    """,
    "a newer iapctl made the journal": "ジャーナルが、より新しいiapctlで作成されている場合",
    "nothing was sent: use the iapctl that made the journal, or a newer one": """
    何も送信していません。ジャーナルを作成したiapctl、またはより新しいiapctlを使用してくださ\
    い。
    """,
    """
    the journal may not be read, is a directory, or is a database without a journal of this \
    version
    """: """
    ジャーナルの読み取り権限がない場合、ディレクトリである場合、またはデータベースにこのバー\
    ジョンのジャーナルがない場合
    """,
    """
    nothing was sent: check the path or the URL and the rights; 'iapctl journal init' makes a \
    journal in a database
    """: """
    何も送信していません。パスまたはURLと、権限を確認してください。データベースのジャーナルは\
    「iapctl journal init」で作成できます。
    """,
    "the database of the journal does not answer, or refuses the connection":
      "ジャーナルのデータベースが応答しない場合、または接続を拒否した場合",
    "nothing was sent: check the URL, the network and the database, then try again":
      "何も送信していません。URL、ネットワーク、データベースを確認してから、再試行してください。",
    "another process kept the journal locked until the time was over":
      "ほかのプロセスが、制限時間までジャーナルをロックし続けた場合",
    "nothing was sent: try again in a moment":
      "何も送信していません。しばらくしてから再試行してください。",
    """
    the disk or the database of the journal does not accept an entry, or the journal was \
    replaced; a consume is sent only after its entry is written
    """: """
    ジャーナルのディスクまたはデータベースに記録を書き込めない場合、またはジャーナルが差し替え\
    られた場合。消費は、記録を書き込んだ後にだけ送信されます。
    """,
    "check the disk or the database, then run again with --resume; until then grant nothing more":
      """
    ディスクまたはデータベースを確認してから、--resumeを付けて再実行してください。それまでは、\
    これ以上支給しないでください。
    """,
    "a signal stopped the command: Ctrl-C, the end of the terminal, or kill":
      "シグナルでコマンドが停止した場合(Ctrl-C、ターミナルの終了、kill)",
    """
    what was in flight was waited for and written down; run the command of the line 'to \
    continue', or see 'iapctl journal list'
    """: """
    送信済みの分は、結果を待って記録しました。「続きを実行するコマンド」の行のコマンドを実行するか、\
    「iapctl journal list」で確認してください。
    """,
    "the option --now names an instant before the clock of the fixture store":
      "--nowオプションに、フィクスチャストアの時計より前の日時を指定した場合",
    "give a later instant, or make a new store with: iapctl store init PATH": """
    より後の日時を指定するか、新しいフィクスチャストアを作成してください: iapctl store init \
    PATH
    """,
    "the clock of a fixture store would pass the year 9999":
      "フィクスチャストアの時計が9999年を超える場合",
    "give an earlier instant or a shorter duration":
      "より前の日時、またはより短い期間を指定してください。",
    "the command 'store advance' is used on a fixture store whose clock was never set":
      "時計を一度も設定していないフィクスチャストアで「store advance」コマンドを使用した場合",
    "set its clock once with --now, for example --now +1d; then 'iapctl store advance' moves it":
      """
    --nowで時計を一度設定してください(例: --now +1d)。その後は「iapctl store advance」で進めら\
    れます。
    """,
    """
    it is not known whether a payment was consumed, or whether a change of a store or of the \
    journal was written
    """: """
    決済が消費されたかどうか、またはフィクスチャストアかジャーナルの変更が書き込まれたかどうか\
    が分からない場合
    """,
    """
    neither grant nor revoke: settle the payment with: iapctl consume PAYMENT_SEQ --resume; if \
    only the user's app has its token, look it up in the IAP console and write it down with: \
    iapctl journal settle
    """: """
    支給も回収もしないでください。「iapctl consume PAYMENT_SEQ --resume」で決済の結果を確定し\
    てください。トークンがユーザーのアプリにしかない場合は、IAPコンソールで決済を照会し、\
    「iapctl journal settle」で結果を記録してください。
    """,
    """
    the command of --deliver did not exit with 0, was ended by its time limit, or could not be \
    started
    """: """
    --deliverのコマンドが0で終了しなかった場合、制限時間で打ち切られた場合、または開始できな\
    かった場合
    """,
    """
    the payment was not consumed: fix the delivery command, then run iapctl again, which delivers \
    again; however often the command runs, the player must have the item once
    """: """
    決済は消費していません。支給コマンドを修正してから、iapctlを再実行してください。もう一度支給され\
    ます。支給コマンドは、何度実行されても、ユーザーのアイテムが1つだけになるようにしてください。
    """,
    "a consume was refused after the delivery, and the command of --undo did not exit with 0":
      "支給の後に消費が拒否され、--undoのコマンドが0で終了しなかった場合",
    """
    fix the undo command: the payment is not consumed, and the player may still have the item; the \
    next run delivers it again before it consumes the payment
    """: """
    回収コマンドを修正してください。決済は消費されておらず、ユーザーがまだアイテムを持っている可能性が\
    あります。次の実行は、もう一度支給してから決済を消費します。
    """,
    "a batch stopped, because the service left too many consumes in a row without an answer":
      "サービスが多数の消費に続けて応答しなかったため、一括処理を停止した場合",
    """
    when the service answers again, run the command again with --resume: it settles the unknown \
    payments and sends the rest
    """: """
    サービスが再び応答するようになったら、--resumeを付けて再実行してください。不明な決済の結果\
    を確定し、残りを送信します。
    """,
    """
    a library of the system that the command needs is not installed, such as libcurl for the \
    REST API
    """: """
    コマンドに必要なシステムのライブラリ(REST APIではlibcurlなど)がインストールされていない場\
    合
    """,
    "nothing was sent: install the package that the hint names":
      "何も送信していません。ヒントに示されたパッケージをインストールしてください。",
    """
    the command 'serve' cannot listen at the given host and port, for example because the port \
    is in use
    """: """
    「serve」コマンドが、指定したホストとポートで待ち受けできない場合(ポートが使用中の場合な\
    ど)
    """,
    "choose another --port; 0 takes a free one":
      "別の--portを指定してください。0を指定すると、空いているポートを使用します。",
    "the command after 'serve --seed FILE --' does not exist or may not be run":
      "「serve --seed FILE --」の後のコマンドが存在しない場合、または実行できない場合",
    "give the path of a program, or a name that is in PATH":
      "プログラムのパス、またはPATHにある名前を指定してください。",
    "the process or the system has reached its limit of open files":
      "プロセスまたはシステムで、開いているファイルの数が上限に達した場合",
    "raise the limit, then run it again: ulimit -n 1024":
      "上限を上げてから、再実行してください: ulimit -n 1024",
    "the process, its user or the system cannot start another thread":
      "プロセス、アカウントまたはシステムで、これ以上スレッドを開始できない場合",
    "raise the limits of processes (ulimit -u) and memory (ulimit -v), then run it again":
      "プロセス数(ulimit -u)とメモリ(ulimit -v)の上限を上げてから、再実行してください。",
    "the process, its user or the system cannot get more memory":
      "プロセス、アカウントまたはシステムで、これ以上メモリを確保できない場合",
    "raise the limit of memory (ulimit -v), then run it again":
      "メモリの上限(ulimit -v)を上げてから、再実行してください。",
    "iapctl itself failed where it must not": "iapctl自体の不具合で失敗した場合",
    """
    if it was a consume, read 'iapctl journal list' first; then report the bug together with \
    the command line
    """: """
    消費だった場合は、先に「iapctl journal list」を確認してください。その後、コマンドラインと\
    ともにバグを報告してください。
    """,
  ]
}
