extension JapaneseHelp {
  /// The command `consume`.
  static let consume: [String: String] = [
    """
    Marks payments as delivered. Consuming a payment cannot be undone. You can grant the item \
    before or after consuming. By hand: grant, then consume. In a script: 'iapctl consume X && \
    grant X'; make sure that the grant succeeds, because a payment that was consumed and not \
    granted is lost to the player. Or let iapctl do both: --deliver runs a command for each \
    payment before it is consumed, and --undo runs a command if the consume was refused.
    """: """
    決済を消費し、支給済みにします。消費は取り消せません。アイテムの支給は、消費の前でも後でも\
    かまいません。手作業では、支給してから消費します。スクリプトでは「iapctl consume X && \
    grant X」とし、支給を必ず成功させてください。消費したのに支給しないと、ユーザーはアイテム\
    を受け取れません。iapctlに両方を任せることもできます。--deliverのコマンドは、各決済を消費\
    する前に実行されます。--undoのコマンドは、消費が拒否された場合に実行されます。
    """,
    """
    The commands are run by /bin/sh, with the purchase as JSON on standard input and \
    IAPCTL_PAYMENT_SEQ, IAPCTL_USER, IAPCTL_PRODUCT, IAPCTL_PRODUCT_SEQ and IAPCTL_DEADLINE (when \
    iapctl ends the command) in the environment. Each \
    command makes a state true, and may run any number of times: after --deliver the player has the \
    item of this payment once, after --undo the player does not have it. So a command must look at \
    what the player has now. A command that skips the payments that it processed before is wrong: \
    after an undo it would deliver nothing, and the payment would be consumed.
    """: """
    コマンドは/bin/shで実行されます。標準入力で購入のJSONを受け取り、環境変数で\
    IAPCTL_PAYMENT_SEQ、IAPCTL_USER、IAPCTL_PRODUCT、IAPCTL_PRODUCT_SEQ、IAPCTL_DEADLINE(iapctlがコマンドを\
    終了させる時刻)を受け取ります。どちらのコマンド\
    も、決まった状態にするためのもので、何度でも実行されることがあります。--deliverの後は、ユーザーがこの決済のア\
    イテムを1つ持っている状態、--undoの後は、持っていない状態にしてください。そのため、コマンドは、ユーザーが今アイテム\
    を持っているかどうかを確認する必要があります。以前に処理した決済をスキップするコマンドは誤りです。回収の後で何も支\
    給しないまま、決済が消費されてしまいます。
    """,
    """
    If a delivery fails, its payment is not consumed, and the next run delivers again. The undo runs \
    only after a refusal that proves that the payment is not consumed: never after already-consumed, \
    unknown or 429. Each run with --deliver delivers before it consumes, also what an earlier run \
    has delivered or taken back. If a payment was delivered and is already consumed, another client may have granted \
    the item too: it is not revoked, and the summary and 'iapctl journal report' name the payment. \
    Check that the player has the item once.
    """: """
    支給に失敗した決済は消費されず、次の実行でもう一度支給されます。回収コマンドは、決済が消費されていないことを\
    証明する拒否の後にだけ実行されます。消費済みの場合、結果が不明な場合、429の応答の場合には実行されません。--deliverを\
    指定した実行は、以前の実行で支給または回収した決済も、必ず支給してから消費します。支給した決済がすでに消費されていた\
    場合は、ほかのクライアントもアイテムを支給した可能性があります。この場合は回収されず、その決済が集計と「iapctl \
    journal report」に表示されます。ユーザーのアイテムが1つだけであることを確認してください。
    """,
    """
    Both commands of a payment get the values of its last delivery; a row or a list that contradicts \
    them is refused (65). When a command ends or reaches its limit, iapctl ends all processes that it \
    started.
    """: """
    1つの決済の両方のコマンドは、最後の支給の値を受け取ります。行やリストの値がそれと異なる場合は拒否されます(65)。\
    コマンドが終了するか制限時間に達すると、iapctlはそのコマンドが開始したプロセスをすべて終了します。
    """,
    """
    Over the REST API, and with --deliver, a journal records every attempt and its outcome \
    ('iapctl journal'). A payment that is consumed according to the journal is not sent again, \
    so that a script that runs twice grants once. A payment that was already consumed is \
    reported as already-consumed.
    """: """
    REST APIの場合と--deliverを指定した場合は、すべての試行とその結果がジャーナルに記録されま\
    す(「iapctl journal」)。ジャーナルで消費済みの決済は再送しないため、スクリプトを2回実行し\
    ても、支給は1回だけです。すでに消費されていた決済は、already-consumedと表示されます。
    """,
    """
    Exit 7 means that a payment may or may not have been consumed: neither grant nor revoke the \
    item. Each such payment is named, with the command that settles it. It stays unknown, and \
    is not sent again, until a run with --resume asks the service again. If it is already \
    consumed then, your own earlier attempt may have done it, and priorUnknown is true. A run \
    with --resume that settles everything exits 0.
    """: """
    終了コード7は、消費されたかどうかが不明な決済があることを示します。アイテムを支給も回収も\
    しないでください。不明な決済は1件ずつ、結果を確定するコマンドとともに表示されます。\
    --resumeを付けた実行でサービスに再確認するまで、決済は不明のままで、再送されません。再確認\
    で消費済みと分かった場合は、以前の自分の試行で消費された可能性があり、priorUnknownがtrueに\
    なります。--resumeを付けた実行ですべて確定すると、終了コードは0です。
    """,
    """
    Over the REST API, an unknown consume is repeated in the same run for 30 seconds, or for \
    the time of --settle. A consumed payment is in no list, so its token cannot be looked up \
    later: --keep-unknown writes unknown payments with their tokens to a file, for 'iapctl \
    consume --resume --from FILE'.
    """: """
    REST APIでは、結果が不明な消費を、同じ実行の中で30秒間、または--settleで指定した時間まで再\
    リクエストします。消費済みの決済はどのリストにも載らないため、後からトークンを調べることは\
    できません。--keep-unknownを指定すると、不明な決済をトークン付きでファイルに書き出します。\
    このファイルは「iapctl consume --resume --from FILE」で使用します。
    """,
    """
    --from reads the output of iapctl in every format except table, and files made by hand: one \
    JSON object a line, CSV with a header (separated by commas, semicolons or tabs), or payment \
    numbers alone. The columns are those of 'iapctl unconsumed', and ticket; only paymentSeq is \
    required. A column that iapctl does not know stops the run: --columns user=player says what \
    a column is, and --ignore-columns memo that it does not matter. All lines are checked \
    before the first payment is sent. If --user is given, it must match every line that has a \
    user. A file that contains tokens must be readable only by its owner.
    """: """
    --fromは、table以外の形式のiapctlの出力と、手作業で作ったファイルを読みます。使用できるの\
    は、1行に1つのJSONオブジェクト、ヘッダー付きのCSV(カンマ、セミコロン、タブ区切り)、決済番\
    号だけのリストです。列は「iapctl unconsumed」の列とticketで、必須はpaymentSeqだけです。\
    iapctlが認識できない列があると、実行を中止します。列の意味は--columns user=playerのよう\
    に、無視してよい列は--ignore-columns memoのように指定します。最初の決済を送信する前に、す\
    べての行を検査します。--userを指定した場合は、ユーザーが書かれたすべての行と一致する必要が\
    あります。トークンを含むファイルは、所有者だけが読める権限にしてください。
    """,
    """
    --all needs --user on the command line: a variable or a profile is not enough. The service \
    API gives no times of purchase, so --all takes no --limit there.
    """: """
    --allを使うには、コマンドラインで--userを指定します(環境変数やプロファイルでは不可)。service \
    APIは購入日時を返さないため、service APIでは--allと--limitを併用できません。
    """,
    """
    On a terminal iapctl asks before it consumes. Without a terminal, --all and --from need \
    --yes; payments that are given by number are consumed without a question.
    """: """
    ターミナルでは、消費の前に確認を求めます。ターミナルがない場合、--allと--fromには--yesが必\
    要です。このとき、決済番号で指定した決済は確認なしで消費されます。
    """,
    "a payment number": "決済番号",
    "consume everything that 'iapctl unconsumed' lists with the same filters":
      "「iapctl unconsumed」が同じ条件で表示する決済をすべて消費",
    "a file of payments: iapctl's output, JSON, CSV or numbers; - is standard input":
      "決済のファイル: iapctlの出力、JSON、CSV、決済番号。-は標準入力",
    "the format of the file, if its first line does not show it":
      "ファイルの形式(先頭行から判別できない場合)",
    "which column of the file is what, such as user=player":
      "ファイルの列の意味(例: user=player)",
    "columns of the file that do not matter; 'all' for all that iapctl does not know":
      "無視してよいファイルの列。「all」はiapctlが認識できないすべての列",
    "report invalid lines and consume the others": "不正な行を報告し、ほかの行を消費",
    "the access token of a single payment; - is standard input":
      "決済1件のアクセストークンを書いたファイル。-は標準入力",
    "check and list what would be consumed; consume nothing":
      "消費対象の検査と表示だけを行い、消費しない",
    "how many payments at a time": "同時に処理する決済の件数",
    "at most this many requests a second, such as 5/s": "1秒あたりの最大リクエスト数(例: 5/s)",
    "deliver each payment with this command, then consume it":
      "各決済をこのコマンドで支給してから消費",
    "if a consume is refused, revoke what was delivered with this command":
      "消費が拒否された場合、支給した分をこのコマンドで回収",
    "take payments whose command on another machine has no recorded end, and has ended":
      "別のコンピューターのコマンドの終了が記録されていないが、実際には終了した決済も処理",
    "the time limit of each command": "各コマンドの制限時間",
    "60s": "60s",
    "settle what earlier runs left unknown, and skip what they consumed":
      "以前の実行で不明だった結果を確定し、消費済みの決済はスキップ",
    "repeat unknown consumes in this run, for at most this long; 0s: not at all":
      "結果が不明な消費を、この実行の中で再リクエストする最長時間。0sは再リクエストなし",
    "30s over the REST API, 0s on a fixture store": "REST APIでは30s、フィクスチャストアでは0s",
    "write payments that stay unknown, with tokens, to a new file for --resume --from":
      "不明のまま残った決済を、トークン付きで新しいファイルに書き出す(--resume --from用)",
    "the reason, for the journal, such as a ticket number":
      "ジャーナルに記録する理由(チケット番号など)",
    "treat already consumed payments as success": "すでに消費されていた決済を成功として扱う",
    "the user that the input or --user names, if no list confirms whose the payment is":
      "入力または--userで指定されたユーザー(決済の所有者をリストで確認できない場合)",
    """
    consumed; already-consumed (not by this call: neither grant nor revoke); refused; not-sent; \
    unknown (it may or may not have been consumed); skipped
    """: """
    consumed(消費した)、already-consumed(今回の呼び出しによる消費ではない。支給も回収もしないこと)、\
    refused(拒否された)、not-sent(送信していない)、unknown(消費されたかどうか不明)、skipped(ス\
    キップした)
    """,
    "whether the outcome of an earlier attempt of iapctl was left unknown":
      "iapctlの以前の試行の結果が、不明のまま残っていたかどうか",
    """
    delivered; failed; taken-back (after a refusal); undo-failed (the player may still have the \
    item, and the next run delivers again); or null if nothing was delivered
    """: """
    delivered(支給した)、failed(支給に失敗)、taken-back(拒否された後に回収した)、undo-failed(回収に失敗: \
    ユーザーがまだアイテムを持っている可能性があり、次の実行でもう一度支給する)。何も支給していなければnull
    """,
    "how many times it was sent": "送信した回数",
    "the error, with the keys of 'iapctl help output', or null":
      "エラー(キーは「iapctl help output」を参照)。ない場合はnull",
    "preview what would be consumed": "消費対象を事前に確認",
    "mark all of alice's payments as delivered":
      "ユーザーaliceの決済をすべて消費して支給済みにする",
  ]
}
