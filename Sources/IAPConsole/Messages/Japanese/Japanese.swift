import CommandLine
import IAPCore
import IAPRemote
import Text

/// The messages in Japanese. The payment, market, file or option that a message is about stands
/// first, before a colon.
struct Japanese: MessageTable {
  func text(of error: IAPError) -> ErrorText {
    switch error.reason {
    case .marketSwitchedOff(let market):
      ErrorText(
        "マーケット\(market): 無効になっています。", hint: "--marketでほかのマーケットを指定してください。")
    case .productsUnlisted(let numbers, let count):
      ErrorText(
        """
        \(count)件の決済は、商品がアイテム一覧にないため、--productと照合していません。productSeq: \
        \(numbers.isEmpty ? "不明" : Sentence("\(list: numbers)"))
        """,
        hint: """
          アイテム一覧は、--app-seqで決まる1つのマーケットのものです。対象の商品である場合は、商品固有\
          番号を指定してください: --product \(numbers.first ?? 0)
          """)
    case .product(let product, let problem): text(product, problem)
    case .user(let user, let problem): ErrorText(sentence(user, problem))
    case .payment(let payment, let problem): text(payment, problem)
    case .receipt(let transaction, let problem): ErrorText(sentence(transaction, problem))
    case .fault(let operation):
      ErrorText("フィクスチャストアの模擬障害で「\(operation)」が失敗しました\(meaning(of: error))。")
    case .answerLost(let operation):
      ErrorText(
        "フィクスチャストアは「\(operation)」を反映しましたが、模擬障害で応答が失われました。")
    case .clockBack(let to, let from):
      ErrorText(
        "フィクスチャストアの時計は戻せません。現在の日時: \(from)、指定した日時: \(to)",
        hint: """
          より後の日時を指定するか、新しいフィクスチャストアを作成してください: iapctl store init PATH
          """)
    case .clockOutOfRange(let from, let period):
      ErrorText(
        "フィクスチャストアの時計が9999年を超えます。現在の日時: \(from)、進める期間: \(period)",
        hint: "より短い期間を指定してください。")
    case .clockFollowsRealTime(let path):
      ErrorText(
        "\(path): 実際の時刻に従うフィクスチャストアです。",
        hint: """
          --nowで時計を一度設定してください(例: --now +1d)。その後は時計が止まり、「iapctl store \
          advance」で進められます。
          """)
    case .seed(let place, let problem): seed("\(place): \(sentence(problem))", error.code)
    case .seedFile(let path, let place, let problem):
      seed("\(input(path)): \(place): \(sentence(problem))", error.code)
    case .file(let path, let problem): text(path, problem, error.code)
    case .input(let path, let problem): text(input(path), problem)
    case .argumentsRounded(let zeros, let count):
      text("コマンドラインの引数", .numbersRounded(ending: zeros, of: count))
    case .temporaryFileNotWritten(let why):
      ErrorText("一時ファイルに書き込めません: \(why)", hint: checkDisk)
    case .journal(let name, let problem): text(name, problem)
    case .server(let origin, let problem): text(origin, problem)
    case .urlRefused(let url, let setting, let problem, _):
      ErrorText(
        "\(setting): URL「\(url)」は不正です: \(sentence(problem))",
        hint: error.code == .http(.requiresSecureConnection)
          ? "https://で始まるURLを指定してください。例: \(ServerURL.usual)"
          : "スキーム、ホスト、ポートだけを指定してください。例: \(ServerURL.usual)")
    case .noKey(let credential):
      ErrorText(
        "\(name(credential))の指定がありません。",
        hint: """
          --\(credential.fileOption.specification.name) PATH、\(credential.variable)、またはプロファイル\
          の\(credential.fileKey)で指定してください。
          """)
    case .keyInvalid(let credential, let setting):
      ErrorText(
        """
        \(setting): \(name(credential))が不正です。空であるか、スペースなどの使用できない文字を含ん\
        でいます。
        """,
        hint: "コンソールから\(name(credential))をもう一度コピーしてください。")
    case .noAppID:
      ErrorText(
        "アプリIDの指定がありません。",
        hint: """
          GamebaseのアプリIDを、--app-id ID、\(Variables.appID)、またはプロファイルのappIdで指定し\
          てください。
          """)
    case .noAppSeq:
      ErrorText(
        "アプリの番号(appSeq)の指定がありません。",
        hint: "アプリの番号を、--app-seq N、またはプロファイルのappSeqで指定してください。")
    case .noPackage(let market, let offered):
      ErrorText(
        "マーケット\(market): パッケージ名の指定がありません。",
        hint: offered.map {
          "アイテム一覧にあるパッケージ名を指定してください: --package \(market)=\($0)"
        } ?? """
          --package NAME、またはプロファイルのpackageNameかpackageNamesで指定してください。
          """)
    case .identifierTooLong(let kind, let count, let limit):
      ErrorText(
        "\(sentence(kind)): \(count)バイトあり、上限の\(limit)バイトを超えています。",
        hint: "余分な文字を含めずに、元の場所からもう一度コピーしてください。")
    case .statusNotOK(let status): text(status: status)
    case .answerNotDocumented(let what):
      ErrorText(
        "応答が仕様と異なります: \(what)",
        safeHint: """
          URLがIAPサーバーのものであり、プロキシが代わりに応答していないことを確認してください。
          """)
    case .serverSaid(let code, let message):
      ErrorText(
        """
        サーバーが\(error.outcome == .unknown ? "エラーを返しました" : "拒否しました" as Sentence)\
        \(meaning(of: error))。結果コード\(code)\(message.map { ": \($0)" })
        """)
    case .notInAPI(let operation, let api, let alternative):
      ErrorText(
        """
        API「\(api)」には「\(operation)」の呼び出しがありません。\
        \(operation == "purchase" ? "実際の決済は、ユーザーの端末で始まります。" : nil)
        """, hint: sentence(alternative))
    case .optionNotInAPI(let option, let api, let why, let alternative):
      ErrorText(
        "\(option): \(api) APIでは使用できません。\(sentence(why))", hint: sentence(alternative))
    case .outage(let count):
      ErrorText(
        "直近の消費\(count)件の結果が、すべて不明です。残りは送信していません。",
        hint: """
          サービスが再び応答するようになったら、--resumeを付けてコマンドを再実行してください。不明な\
          決済の結果を確定し、残りを送信します。
          """)
    case .askedToWait(let time):
      ErrorText(
        """
        サーバーが\(time.components.seconds / 60)分間「後で再試行」(HTTP 429)を返し続け、何も受け付けて\
        いません。残りは送信していません。
        """,
        hint: """
          数分待ってから、--resumeを付けてコマンドを再実行してください。残りを送信します。
          """)
    case .change(let problem): text(problem)
    case .rehearsal(let problem): text(problem)
    case .usage(let message, let hint):
      ErrorText(Sentence(verbatim: message), hint: hint.map { Sentence(verbatim: $0) })
    case .resultsUnread: ErrorText("結果の読み取り側がパイプを閉じました。")
    case .outputFailed(let why, let done):
      ErrorText(
        "標準出力に書き込めません: \(why)\(done.map { "。その前の処理: \($0)" })",
        hint: done == nil ? nil : "コマンドを再実行する前に、処理済みの内容を確認してください。")
    case .notConfirmed:
      ErrorText(
        "実行の確認が得られませんでした。何も消費していません。",
        hint: "--dry-runで事前に確認してから、--yesを指定してください。")
    case .profileChecksFailed(let count):
      ErrorText(
        "\(count)件の検査に失敗しました。", hint: "対処方法に従ってから、コマンドを再実行してください。")
    case .changeNotConfirmed:
      ErrorText(
        "確認が得られませんでした。何も変更していません。",
        hint: "ターミナルで確認に答えるか、--yesを指定してください。")
    case .nothingFound(let list): ErrorText(text(.empty(list)))
    case .codeNotListed(let code, let domain):
      ErrorText(
        """
        \(codeOrName(code))は\
        \(domain.map { "\($0.text)に" } ?? "どのドメインにも" as Sentence)ありません。
        """, hint: whereListed(code, notIn: domain))
    case .stopped(let signal): ErrorText(sentence(signal: signal))
    case .libraryMissing(let library, let name, let why):
      ErrorText("\(name): ライブラリを読み込めません: \(why)", hint: remedy(library))
    case .cannotListen(let address, let why):
      ErrorText(
        "\(address): 待ち受けできません: \(why)",
        hint: "別の--portを指定してください。0を指定すると、空いているポートを使用します。")
    case .hostInvalid(let host, let why):
      ErrorText("ホスト「\(host)」は不正です: \(why)", hint: hostOfThisMachine)
    case .hostElsewhere(let host, let why):
      ErrorText(
        "「\(host)」はこのコンピューターのアドレスではありません: \(why)",
        hint: hostOfThisMachine)
    case .programNotStarted(let name, let why, let isMissing):
      ErrorText(
        "「\(name)」を実行できません: \(why)",
        hint: isMissing
          ? """
          プログラムのパス、またはPATHにある名前を指定してください。シェルのコマンドラインを実行する\
          場合の書き方: -- sh -c 'LINE'
          """ : nil)
    case .outOfFiles(let what):
      ErrorText(
        "\(sentence(what)): 開いているファイルが多すぎるため、開けません。",
        hint: "上限を上げてから、再実行してください: ulimit -n 1024")
    case .outOfDescriptors(let limit):
      ErrorText(
        "サーバーのソケットを開けません。すでに\(limit)個のファイルが開いています。",
        hint: """
          iapctlを起動したプログラムが、ファイルを開いたままにしています。そのプログラムでファイルを\
          閉じてください。
          """)
    case .outOfThreads:
      ErrorText(
        "リクエストまたはサーバーのスレッドを開始できません。",
        hint: "プロセス数(ulimit -u)とメモリ(ulimit -v)の上限を上げてから、再実行してください。")
    case .outOfMemory(let path):
      ErrorText(
        "\(path): メモリが不足しています。",
        hint: "メモリの上限(ulimit -v)を上げてから、再実行してください。")
    case .bug(let what):
      ErrorText("iapctlのバグです: \(what)", hint: "コマンドラインとともに報告してください。")
    }
  }

  /// The phrase of the SDK's guide for a code, if the sentence itself says nothing of it:
  /// `(購入状態変更失敗)`.
  private func meaning(of error: IAPError) -> Sentence? {
    error.meaning.map { "(\(Sentence(stringLiteral: $0[.japanese])))" }
  }

  func repeated(_ message: Sentence, _ count: Int) -> Sentence { "同じエラー\(count)件: \(message)" }

  func examples(_ message: Sentence, _ payments: [Identifier], of count: Int) -> Sentence {
    let end: Sentence? = message.text.hasSuffix("。") ? nil : "。"
    let more: Sentence? = count > payments.count ? "など" : nil
    return "\(message)\(end)決済番号: \(list: payments)\(more)"
  }

  func text(_ notice: RemoteNotice) -> Sentence {
    switch notice {
    case .appStopped(let app):
      "アプリ\(app): 使用停止(appUsingStatus STOP)のため、有効な商品はありません。"
    case .productIdentifiersMissing(let error):
      "アプリのアイテム一覧を読み取れなかったため、商品IDがありません: \(text(of: error).message)"
    case .marketWithoutPackage(let market, let offered?):
      """
      マーケット\(market): パッケージ名の指定がないため、除外しました。アイテム一覧にあるパッケージ名を\
      指定してください: --package \(market)=\(offered)
      """
    case .marketWithoutPackage(let market, nil):
      """
      マーケット\(market): パッケージ名の指定がないため、除外しました。パッケージ名を指定してください: \
      --package \(market)=NAME
      """
    }
  }

  func incomplete(without market: StoreCode, _ error: Sentence) -> Sentence {
    "リストの一部が欠けています。マーケット\(market): \(error)"
  }

  func unanswered(_ error: Sentence) -> Sentence { "リクエストに応答できませんでした: \(error)" }

  func remedy(of error: IAPError) -> Sentence {
    Sentence(verbatim: Language.japanese.help.text(error.row.remedy))
  }

  var checkOutcome: Sentence {
    "実行された可能性があります。再実行する前に、結果を確認してください。"
  }
  var repeatCommand: Sentence { "何も反映されていません。コマンドを再実行してください。" }
}
