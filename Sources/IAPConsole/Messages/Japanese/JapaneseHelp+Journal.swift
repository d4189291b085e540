extension JapaneseHelp {
  /// The commands of the journal.
  static let journal: [String: String] = [
    "list the outcome of each payment": "決済ごとの結果を一覧表示",
    "show every attempt on a payment": "決済のすべての試行を表示",
    "print every entry of the journal": "ジャーナルのすべての記録を出力",
    "settle an unknown outcome by hand": "不明な結果を手動で確定",
    "add a note to a payment": "決済にメモを追加",
    "count the payments of the journal, and sum their prices":
      "ジャーナルの決済の件数と合計金額を集計",
    "make the journal of a team in a database": "チームのジャーナルをデータベースに作成",
    "bring the history of a journal file into the journal of a team":
      "ジャーナルファイルの履歴をチームのジャーナルに取り込む",
    """
    One line for each payment: its latest outcome, with who did it and when. The oldest is \
    first. If the payment was never sent, the line is its last delivery.
    """: """
    決済ごとに1行で、最新の結果、担当者、日時を古い順に表示します。一度も送信していない決済\
    は、最後の支給を表示します。
    """,
    """
    If a process died during a consume, the outcome is unknown: the payment may or may not have \
    been consumed.
    """: """
    消費の途中でプロセスが停止した場合、結果は不明です。決済は消費された可能性も、消費されてい\
    ない可能性もあります。
    """,
    """
    Payments of fixture stores are left out, unless --fixtures is given or --server names the \
    store. Profile and environment do not filter the journal: only options do.
    """: """
    フィクスチャストアの決済は、--fixturesを指定した場合と、--serverでそのフィクスチャストアを\
    指定した場合にだけ表示します。プロファイルと環境変数では絞り込まれません。オプションだけで\
    絞り込みます。
    """,
    "only payments that may or may not be consumed": "消費されたかどうかが不明な決済だけ",
    "only entries with this ticket": "このチケットの記録だけ",
    "only entries of this operator": "この担当者の記録だけ",
    "only entries from then on: 30d (30 days ago), 2026-01-31, or an instant":
      "この時点以降の記録だけ: 30d(30日前)、2026-01-31、または日時",
    "only entries before then: 12h (12 hours ago), 2026-01-31 (inclusive), or an instant":
      "この時点より前の記録だけ: 12h(12時間前)、2026-01-31(当日を含む)、または日時",
    "only payments of this server, by its name in the journal":
      "このサーバーの決済だけ(ジャーナルでの名前で指定)",
    "payments of fixture stores too": "フィクスチャストアの決済も含める",
    "deliver, consume or undo; settle or note if it was entered by hand":
      "deliver(支給)、consume(消費)、undo(回収)。手動の記録はsettle(確定)、note(メモ)",
    """
    consumed, already-consumed, refused, not-sent or unknown (it may or may not have happened); \
    not-consumed (entered by hand); done or failed (a delivery or an undo); open (still running)
    """: """
    consumed(消費した)、already-consumed(すでに消費されていた)、refused(拒否された)、\
    not-sent(送信していない)、unknown(消費されたかどうか不明)、not-consumed(消費されていないと手\
    動で記録した)、doneまたはfailed(支給または回収の成功、失敗)、open(実行中)
    """,
    "when it began": "開始日時",
    "when it ended; null if it is still running or its process died":
      "終了日時。実行中の場合と、プロセスが停止した場合はnull",
    "the error: name, domain, code, serverCode, httpStatus and message; or null":
      "エラー: name、domain、code、serverCode、httpStatus、message。ない場合はnull",
    "the login name of the operator": "担当者のログイン名",
    "the machine": "コンピューター名",
    "the process ID on that machine": "そのコンピューターでのプロセスID",
    "the profile that was used, or null": "使用したプロファイル。ない場合はnull",
    "the server, or the fixture store, that issued the payment's number":
      "決済番号を発行したサーバーまたはフィクスチャストア",
    "a hash that identifies the app key without revealing it, or null":
      "AppKeyを識別するハッシュ(AppKeyの値は分からない)。ない場合はnull",
    "the ticket from --ticket or from the payment's line, or null":
      "--ticketまたは決済の行に指定されたチケット。ない場合はnull",
    "the note, or null": "メモ。ない場合はnull",
    "list payments whose outcome is unknown": "結果が不明な決済を一覧表示",
    "export the payments of the last day for a spreadsheet":
      "直近1日の決済を表計算ソフト用に書き出し",
    """
    Shows every delivery, consume and undo of a payment, and every entry made by hand, oldest \
    first, for all servers or for the one that --server names. Exits 3 if the journal does not \
    have the payment.
    """: """
    決済の支給、消費、回収と、手動の記録をすべて古い順に表示します。--serverを指定した場合はそ\
    のサーバーだけ、指定しない場合はすべてのサーバーが対象です。決済がジャーナルにない場合は、\
    終了コード3で終了します。
    """,
    "show who tried it, when, and with what outcome":
      "誰が、いつ試行し、結果がどうなったかを表示",
    "the same with the full errors, as JSON": "エラーの全項目を含めてJSONで出力",
    """
    Prints every delivery, consume and undo, and every entry made by hand, in the order in \
    which they began. The journal contains no tokens and no app keys.
    """: """
    すべての支給、消費、回収と、手動の記録を、開始した順に出力します。ジャーナルには、トークン\
    もAppKeyも含まれません。
    """,
    "Profile and environment do not filter the journal: only options do.":
      "プロファイルと環境変数では絞り込まれません。オプションだけで絞り込みます。",
    "write the whole journal, one entry a line": "ジャーナル全体を1行に1件で書き出し",
    "export the entries of a ticket for a spreadsheet":
      "チケットの記録を表計算ソフト用に書き出し",
    """
    If the answer to a consume and its token are lost, iapctl cannot find out whether the \
    payment was consumed. Look the payment up in the IAP console, then enter the outcome. It is \
    recorded as a separate entry with your name.
    """: """
    消費の応答とトークンの両方が失われると、iapctlでは消費されたかどうかを確認できません。IAP\
    コンソールで決済を照会してから、結果を入力してください。結果は、担当者の名前とともに独立し\
    た記録として残ります。
    """,
    """
    A payment that is settled as consumed is never sent again. A payment that is settled as \
    not-consumed can be consumed again. Only an unknown outcome can be settled, and a \
    settlement by hand can be corrected by another one; both stay in the journal. Also, \
    --as not-consumed makes the journal forget for whom a delivery ran: if it was wrong, a corrected \
    row is accepted again.
    """: """
    consumedで確定した決済は、二度と送信されません。not-consumedで確定した決済は、もう一度消費\
    できます。確定できるのは、不明な結果だけです。手動で確定した結果は、もう一度確定して訂正で\
    きます。両方の記録がジャーナルに残ります。また、--as \
    not-consumedを入力すると、ジャーナルは支給したときの値を忘れます。支給が誤っていた場合は、修正した行を再び使えま\
    す。
    """,
    "the outcome that the IAP console shows": "IAPコンソールに表示された結果",
    "the ticket that documents the check": "結果をどう確認したかを記録したチケット",
    "the console shows that it was consumed": "コンソールで消費済みと確認した場合",
    "the console shows that it was not consumed": "コンソールで未消費と確認した場合",
    """
    Adds a note with your name to the journal. 'iapctl journal show' and 'iapctl journal \
    export' show it. The outcome of the payment does not change.
    """: """
    担当者の名前とともに、メモをジャーナルに追加します。メモは「iapctl journal show」と\
    「iapctl journal export」に表示されます。決済の結果は変わりません。
    """,
    "the note": "メモ",
    "the ticket of the note": "メモのチケット",
    "leave a note for your colleagues": "ほかの担当者にメモを残す",
    "leave a note with its ticket": "チケットを付けてメモを残す",
    """
    Counts each payment once, with its latest entry, as 'iapctl journal list' shows it: \
    separately for each outcome and each currency. The sums are exact. Payments that were delivered \
    here and consumed elsewhere are named: check that each was granted once.
    """: """
    「iapctl journal list」と同じように、最新の記録で決済を1件ずつ数えます。結果ごと、通貨ごと\
    に分けて集計します。合計は正確な値です。ここで支給され、ほかで消費された決済は、決済番号を表示します。\
    それぞれ1回だけ支給されたことを確認してください。
    """,
    """
    On a terminal, the table also has a bar for each line, which compares its count with the \
    largest count. No other output has bars.
    """: """
    ターミナルでは、件数を最大の件数と比べるバーが表の各行に付きます。ほかの出力には付きません。
    """,
    """
    --html writes a page for the lead of a support team, in your language (--lang) and time \
    zone: what was consumed by currency, day and operator, as tables and plots, and each payment \
    whose outcome is unknown, with the commands that settle it. The page is one file without \
    scripts, and loads nothing from the network.
    """: """
    --htmlを指定すると、サポートチームの責任者向けのページを、表示言語(--lang)とタイムゾーンに合\
    わせて保存します。通貨別、日別、担当者別の消費の表とグラフ、結果が不明な決済と、その結果を\
    確定するコマンドを掲載します。ページはスクリプトのない1つのファイルで、ネットワークからは何\
    も読み込みません。
    """,
    "write a page for a browser to a new file as well":
      "ブラウザーで見るページも新しいファイルに保存",
    "the last 30 days, as a page as well": "直近30日の集計をページとしても保存",
    "what to count the payments by; days are in your time zone (--time-zone)":
      "集計の単位。日付は表示用のタイムゾーン(--time-zone)に従う",
    "outcome": "outcome",
    "what is counted by: operator, ticket, outcome, currency, day or server":
      "集計の単位: operator、ticket、outcome、currency、dayまたはserver",
    "the operator, ticket, outcome, currency, day or server; or null":
      "担当者、チケット、結果、通貨、日付またはサーバー。ない場合はnull",
    "the outcome of these payments, as in 'iapctl journal list'":
      "決済の結果(「iapctl journal list」と同じ)",
    "the currency of these payments, or null": "決済の通貨。ない場合はnull",
    "how many payments these are": "決済の件数",
    "the exact sum of their prices; null if the price of one is not known":
      "価格の正確な合計。価格が不明な決済がある場合はnull",
    "who did how much in a week": "1週間の件数と金額を担当者別に集計",
    "the days, for a spreadsheet": "日別の集計を表計算ソフト用に書き出し",
    """
    Makes the tables of the journal in the schema 'iapctl' of a PostgreSQL database, or of one \
    that speaks its protocol, such as CockroachDB. Only this command needs the right to create \
    tables. If the journal exists, nothing is changed.
    """: """
    PostgreSQL、またはCockroachDBのような互換データベースのスキーマ「iapctl」に、ジャーナルの\
    テーブルを作成します。テーブルを作成する権限が必要なのは、このコマンドだけです。ジャーナル\
    がすでにある場合は、何も変更しません。
    """,
    """
    Prints the statements that give an account the rights to consume payments with this \
    journal. The owner of the database runs them, for example with psql.
    """: """
    このジャーナルを使って決済を消費する権限をアカウントに与えるSQL文を出力します。データベー\
    スの所有者がpsqlなどで実行してください。
    """,
    """
    The usual rules of PostgreSQL hold for passwords: ~/.pgpass, PGPASSFILE, or a service file. \
    Without TLS, a database is used on this machine only: give sslmode=verify-full.
    """: """
    パスワードの指定方法はPostgreSQLと同じです(~/.pgpass、PGPASSFILE、サービスファイル)。TLSな\
    しで使用できるのは、同じコンピューターのデータベースだけです。それ以外では\
    sslmode=verify-fullを指定してください。
    """,
    "the database: postgresql://OWNER@HOST:PORT/DATABASE":
      "データベース: postgresql://OWNER@HOST:PORT/DATABASE",
    "the account whose rights are printed": "権限を与えるSQL文の対象アカウント",
    "support": "support",
    "make the journal, and print the rights to grant": "ジャーナルを作成し、必要な権限を出力",
    "the same, for the account 'desk'": "アカウント「desk」を対象にする",
    """
    Adds all runs and entries of a journal file to a journal in a database. What is there \
    already is not added again, so the command can be repeated, also while others work.
    """: """
    ジャーナルファイルのすべての実行と記録を、データベースのジャーナルに追加します。すでにある\
    内容は追加しないため、ほかの担当者が作業中でも、何度でも実行できます。
    """,
    """
    A payment that is consumed in one of the two is consumed; one that is unknown in one of \
    them is unknown. While a run is working on a payment, its outcome is not changed: the \
    command says so, and exits 75. Run it again later.
    """: """
    どちらかで消費済みの決済は消費済み、どちらかで不明な決済は不明になります。実行中の処理があ\
    る決済の結果は変更せず、その旨を表示して終了コード75で終了します。後でもう一度実行してくだ\
    さい。
    """,
    """
    No run may use the file meanwhile. The file is not changed. Afterwards, use only the \
    database: the file would not know what others consume.
    """: """
    取り込みの間は、このファイルを使うほかのコマンドを実行しないでください。ファイルは変更され\
    ません。取り込んだ後は、データベースだけを使用してください。ほかの担当者による消費は、ファ\
    イルには記録されません。
    """,
    "the journal file": "ジャーナルファイル",
    "the journal in the database": "データベースのジャーナル",
    "add the history of a file": "ファイルの履歴を追加",
    "add the history of your usual journal": "通常のジャーナルの履歴を追加",
  ]
}
