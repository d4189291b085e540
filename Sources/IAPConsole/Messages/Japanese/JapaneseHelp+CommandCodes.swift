extension JapaneseHelp {
  /// When the errors of commands, files and fixture stores occur, and their remedies.
  static let commandCodes: [String: String] = [
    "a program that 'rehearse' ran does not grant each payment exactly once":
      "'rehearse'が実行したプログラムが、決済ごとに1回だけ支給しなかった場合",
    """
    repeat one case with --case and --keep, and read what the program did in the files that it \
    keeps
    """: "--caseと--keepでケースを1件再実行し、保存されたファイルでプログラムの動作を確認してください。",
    """
    a command, an option or a value is invalid, or something that the command needs was not \
    given
    """: "コマンド、オプションまたは値が不正な場合、またはコマンドに必要な指定がない場合",
    """
    nothing was done: correct the command line; 'iapctl help COMMAND' lists the options and \
    their values
    """: """
    何も実行していません。コマンドラインを修正してください。オプションと値は「iapctl help \
    COMMAND」で確認できます。
    """,
    """
    the chosen API has no call for the operation, such as a purchase over the REST API, or none \
    for an option
    """: "選択したAPIが、その操作(REST APIでの購入など)またはオプションに対応していない場合",
    "nothing was sent: use the API or the fixture store that the hint names":
      "何も送信していません。ヒントに示されたAPIまたはフィクスチャストアを使用してください。",
    "no backend was chosen, or a variable, a profile or the configuration file is invalid":
      "実行先の指定がない場合、または環境変数、プロファイル、設定ファイルに誤りがある場合",
    "correct the setting; 'iapctl config show' lists every setting and its source":
      "設定を修正してください。すべての設定とその設定元は「iapctl config show」で確認できます。",
    "other processes kept editing the configuration file until the time was over":
      "ほかのプロセスが、制限時間まで設定ファイルを編集し続けた場合",
    "nothing was changed: run the command again":
      "何も変更していません。コマンドを再実行してください。",
    """
    the question before a consume or a change of the configuration was not answered with yes, or \
    there is no terminal to ask on and --yes was not given
    """: """
    消費や設定変更の前の確認に同意しなかった場合、または確認を求めるターミナルがなく、--yesも\
    指定していない場合
    """,
    "nothing was consumed or changed: preview a consume with --dry-run, then confirm with --yes":
      "何も消費も変更もしていません。消費は--dry-runで事前に確認してから、--yesを指定してください。",
    """
    the command 'store check' or 'config check' found problems, or a list is empty and --fail-empty \
    was given
    """: """
    「store check」または「config check」コマンドで問題が見つかった場合、または--fail-emptyを指定し、リストが0件だっ\
    た場合
    """,
    "read the listed problems; after --fail-empty check the user, the markets and the place": """
    表示された問題を確認してください。--fail-emptyの場合は、ユーザー、マーケット、実行先を確認\
    してください。
    """,
    """
    no unconsumed list has the payment, and neither the store nor the journal knows it; over \
    the REST API it may also be consumed, refunded or another user's
    """: """
    決済が未消費決済リストになく、フィクスチャストアにもジャーナルにもない場合。REST APIでは、\
    消費済み、払い戻し済み、または別のユーザーの決済の可能性もあります。
    """,
    """
    neither grant nor revoke: check the payment number, the user and the markets, and list what can \
    be consumed with: iapctl unconsumed --user ID; then look the payment up in the IAP console
    """: """
    支給も回収もしないでください。決済番号、ユーザー、マーケットを確認し、「iapctl unconsumed --user \
    ID」で消費できる決済を照会してください。次に、IAPコンソールで決済を照会してください。
    """,
    """
    a list was filtered by a product's identifier, and the item list of the app does not have \
    the product number of a payment, because an item list is of one market
    """: """
    商品IDで絞り込んだとき、アプリのアイテム一覧に決済の商品固有番号がない場合(アイテム一覧は1\
    つのマーケットのものであるため)
    """,
    """
    the named payments were neither listed nor consumed: give the number of the product with \
    --product, or the app's number in that market with --app-seq
    """: """
    表示された決済は、リストに含めず、消費もしていません。商品固有番号を--productで指定する\
    か、そのマーケットでのアプリの番号を--app-seqで指定してください。
    """,
    "no domain lists the code or the name that was given to 'explain'":
      "「explain」に指定したコードまたは名前が、どのドメインにもない場合",
    "give the code or the name as the error shows it, without --domain":
      "コードまたは名前を、エラーに表示されたとおりに、--domainなしで指定してください。",
    "a file that an option or an argument names does not exist, or the folder of a new one":
      "オプションまたは引数で指定したファイルが存在しない、または新しいファイルを置くフォルダーが存在しない場合",
    "nothing was sent: check the path": "何も送信していません。パスを確認してください。",
    """
    a line, a column or the format of an input file cannot be understood, or contradicts the \
    payment
    """: "入力ファイルの行、列または形式を認識できない場合、または決済と矛盾する場合",
    """
    without --skip-bad-lines nothing was sent: correct the lines that the error names, and run \
    the command again
    """: """
    --skip-bad-linesを指定していない場合は、何も送信していません。エラーに示された行を修正し、\
    コマンドを再実行してください。
    """,
    "an input file is a directory, has no writer, or its permissions do not allow to read it": """
    入力ファイルがディレクトリである場合、書き込み側のないパイプである場合、または読み取り権限\
    がない場合
    """,
    "nothing was sent: check the file's permissions and the folders above it":
      "何も送信していません。ファイルと上位のフォルダの権限を確認してください。",
    "the command 'store init' was given the path of a file that exists; it never overwrites":
      "「store init」コマンドに、存在するファイルのパスを指定した場合(上書きはしない)",
    "choose another path, or remove the file first":
      "別のパスを指定するか、先にファイルを削除してください。",
    "the file that --store, IAPCTL_STORE or a profile names does not exist":
      "--store、IAPCTL_STOREまたはプロファイルで指定したファイルが存在しない場合",
    "check the path, or make a store with: iapctl store init PATH --sample":
      "パスを確認するか、フィクスチャストアを作成してください: iapctl store init PATH --sample",
    "the path of a fixture store is a directory":
      "フィクスチャストアのパスがディレクトリである場合",
    "give the path of a file in it": "その中のファイルのパスを指定してください。",
    "the permissions of the fixture store or of a folder above it do not allow to read it":
      "フィクスチャストアまたは上位のフォルダの読み取り権限がない場合",
    "check the permissions, and ask the owner of the file for access":
      "権限を確認し、ファイルの所有者にアクセス権を依頼してください。",
    """
    the file of the fixture store contradicts itself, or the log beside it belongs to another \
    file
    """: """
    フィクスチャストアのファイルの内容が矛盾している場合、または隣にあるログが別のファイルのも\
    のである場合
    """,
    "make a new store from its seed or a dump; 'iapctl store check' lists the problems": """
    シードまたはダンプから新しいフィクスチャストアを作成してください。問題は「iapctl store \
    check」で確認できます。
    """,
    "a newer iapctl made the fixture store":
      "フィクスチャストアが、より新しいiapctlで作成されている場合",
    "use the iapctl that made the store, or a newer one":
      "フィクスチャストアを作成したiapctl、またはより新しいiapctlを使用してください。",
    "a command changes a fixture store that can only be read; queries still work":
      "読み取り専用のフィクスチャストアをコマンドで変更しようとした場合(照会は可能)",
    "nothing was changed: make the file and its folder writable, or use a copy of the store": """
    何も変更していません。ファイルとそのフォルダに書き込み権限を与えるか、フィクスチャストアの\
    コピーを使用してください。
    """,
    "other processes kept the fixture store locked until the time was over":
      "ほかのプロセスが、制限時間までフィクスチャストアをロックし続けた場合",
    "nothing was applied: try again, or wait longer with --timeout":
      "何も反映されていません。再試行するか、--timeoutを長くしてください。",
    "the disk or the folder of a fixture store does not accept a change":
      "フィクスチャストアのディスクまたはフォルダに変更を書き込めない場合",
    """
    check the permissions and the space on the disk; 'outcome' in the JSON error says whether \
    the change was applied
    """: """
    権限とディスクの空き容量を確認してください。変更が反映されたかどうかは、JSONエラーの\
    「outcome」で分かります。
    """,
    "the file of a fixture store was deleted or replaced while a command or 'serve' used it": """
    コマンドまたは「serve」が使用している間に、フィクスチャストアのファイルが削除された、また\
    は差し替えられた場合
    """,
    "restore the file, then run again with --resume; until then grant nothing": """
    ファイルを元に戻してから、--resumeを付けて再実行してください。それまでは支給しないでくださ\
    い。
    """,
    "a key or a value of a seed is not as iapctl-fixture(5) describes it":
      "シードのキーまたは値が、iapctl-fixture(5)の説明と異なる場合",
    "nothing was loaded: correct the place that the error names":
      "何も読み込んでいません。エラーに示された箇所を修正してください。",
    "a seed has an element that the store has with other values":
      "シードの要素が、フィクスチャストアにある要素と異なる値を持つ場合",
    "nothing was loaded: remove the element from the seed, or load the seed into a new store": """
    何も読み込んでいません。その要素をシードから削除するか、新しいフィクスチャストアにシードを\
    読み込んでください。
    """,
  ]
}
