import IAPCore
import Text

extension Japanese {
  func text(_ payment: Identifier, _ problem: IAPError.PaymentProblem) -> ErrorText {
    switch problem {
    case .notFound:
      ErrorText(
        "決済番号\(payment): 決済が存在しません。",
        hint: "消費できる決済を照会してください: iapctl unconsumed --user ID",
        several: { "存在しない決済が\($0)件あります。" })
    case .isTransaction(let owner):
      ErrorText(
        "\(payment): 決済番号ではなく、決済番号\(owner)の決済ID(transactionIdentifier)です。",
        hint: "決済番号を指定してください: \(owner)")
    case .nowhere(let users) where users.isEmpty:
      ErrorText(
        "\(payment): ストアにもジャーナルにも、この決済番号または注文番号はありません。",
        hint: "番号を確認してください。")
    case .nowhere(let users):
      ErrorText(
        """
        決済番号\(payment): ジャーナルにも、ユーザー\(list: users)の未消費決済リストにもありません。
        """,
        hint: hint(payment) ?? """
          消費済み、払い戻し済み、または別のユーザーの決済の可能性があります。確認できるのは、IAPコンソール\
          (Transactionタブ)だけです。
          """)
    case .notListed(let user):
      ErrorText(
        "決済番号\(payment): ユーザー\(user)の未消費決済リストにありません。",
        hint: hint(payment) ?? """
          まだ支給も回収もしないでください。決済番号、ユーザー、マーケットを確認してから、IAPコンソール\
          (Transactionタブ)で決済を照会してください。消費済みまたは払い戻し済みの可能性もあります。
          """,
        several: { "ユーザー\(user)の未消費決済リストにない決済が\($0)件あります。" })
    case .inAnotherMarket(let market):
      ErrorText(
        "決済番号\(payment): 指定されていないマーケット\(market)の決済です。",
        hint: "次を追加してください: --market \(market)",
        several: { "指定されていないマーケット\(market)の決済が\($0)件あります。" })
    case .ofAnotherUser:
      ErrorText(
        "決済番号\(payment): 別のユーザーの決済です。",
        hint: "アイテムを支給しないでください。決済番号とユーザーを確認してください。",
        several: { "別のユーザーの決済が\($0)件あります。" })
    case .ownerMissing:
      ErrorText(
        "決済番号\(payment): どのユーザーの決済か分かりません。",
        hint: "--user ID(または--token-file FILE)を追加してください。")
    case .productSeqMissing:
      ErrorText(
        "決済番号\(payment): 旧API(legacy)に必要なproductSeqの指定がありません。",
        hint: """
          --fromのファイルにproductSeq列を追加するか、--api serviceを使用してください。
          """)
    case .tokenWrong: ErrorText("決済番号\(payment): トークンがこの決済のものではありません。")
    case .receiptRejected: ErrorText("決済番号\(payment): 領収書が無効です。")
    case .sdkCannotVerify(let sdk, let verification):
      ErrorText(
        """
        決済番号\(payment): マーケットの検証方式\(verification.rawValue)にSDK \(sdk)が対応していないため、\
        決済は失敗しました。
        """,
        hint: """
          SDK 1.8以降はV1とV2、1.7はV2だけ、それより前はV1だけに対応しています。別のSDKを使用するか、検証\
          方式を変更してください: iapctl store set-verification AS \(verification == .v1 ? "V2" : "V1")
          """)
    case .receiptOfAnotherProduct(let bought, let receipt):
      ErrorText(
        "決済番号\(payment): 決済と領収書の商品が異なります。決済: \(bought)、領収書: \(receipt)")
    case .loggedForAnotherProduct(let bought, let market, let logged, let loggedMarket):
      ErrorText(
        """
        決済番号\(payment): 決済とファイルの商品またはマーケットが異なります。決済: \(bought)\
        (マーケット\(market))、ファイル: \(logged)(マーケット\(loggedMarket))
        """,
        hint: "何も変更していません。ファイルの行を修正してから、もう一度再処理してください。")
    case .periodOver(let since):
      ErrorText(
        """
        決済番号\(payment): サブスクリプションは有効期限切れです(有効期限: \(since))。決済は失敗となり、\
        代金の払い戻しが必要です。
        """)
    case .renewalWithoutReceipt:
      ErrorText("決済番号\(payment): 更新決済ですが、その決済IDを含む領収書がありません。")
    case .notConsumable(let type):
      ErrorText(
        "決済番号\(payment): 消費できない商品の決済です。商品タイプ: \(type)",
        several: { "消費できない商品(商品タイプ: \(type))の決済が\($0)件あります。" })
    case .notPaid(let state):
      ErrorText(
        "決済番号\(payment): 決済の状態は\(state.rawValue)です。",
        hint: state == .refund
          ? "代金は払い戻し済みです。アイテムを支給しないでください。" : nil,
        several: { "状態が\(state.rawValue)の決済が\($0)件あります。" })
    case .notPending(let state):
      ErrorText(
        "決済番号\(payment): 承認待ちの決済ではありません。状態: \(state.rawValue)",
        hint: unchanged)
    case .notSubscription(let type):
      ErrorText(
        "決済番号\(payment): サブスクリプションの決済ではありません。商品タイプ: \(type)",
        hint: unchanged)
    case .changeRefused(let old, let new, let market):
      changeRefused(payment, old, new, market)
    case .subscriptionRevoked:
      ErrorText(
        "決済番号\(payment): サブスクリプションが取り消されています。",
        several: { "サブスクリプションが取り消された決済が\($0)件あります。" })
    case .subscriptionWithheld(let status):
      ErrorText(
        """
        決済番号\(payment): Google Playが決済を保留しています。サブスクリプションの状態: \(status.name)
        """)
    case .consumedBefore:
      ErrorText(
        "決済番号\(payment): すでに消費されていました。今回の呼び出しによる消費ではありません。",
        hint: """
          支給も回収もしないでください。ほかのクライアントが同じ決済番号でアイテムを支給した可能性があります。\
          先に自社の記録を確認してください。
          """,
        several: {
          "\($0)件の決済は、すでに消費されていました。今回の呼び出しによる消費ではありません。"
        })
    case .consumedByRun:
      ErrorText(
        "決済番号\(payment): ジャーナルでは消費済みの決済です。",
        hint: text(ConsumeMessage.consumedEarlier(command: "iapctl journal show \(payment)")),
        several: { "ジャーナルでは消費済みの決済が\($0)件あります。" })
    case .consumedAfterUnknown:
      ErrorText(
        """
        決済番号\(payment): すでに消費されていました。応答が失われた以前のiapctlの試行で消費された可能性が\
        高いです。
        """,
        hint: """
          自社の記録を確認し、まだ支給していない場合にだけ、アイテムを支給してください。
          """)
    case .leftUnknown:
      ErrorText(
        "決済番号\(payment): 消費された可能性があります。以前の実行で、応答を受信できませんでした。",
        hint: """
          支給も回収もしないでください。結果を確定してください: iapctl consume \(payment) --resume
          """,
        several: {
          "消費された可能性がある決済が\($0)件あります。以前の実行で、応答を受信できませんでした。"
        })
    case .unlisted:
      ErrorText(
        """
        決済番号\(payment): どの未消費決済リストにもありません。消費された可能性があります。
        """,
        hint: """
          トークンを使って結果を確定してください: iapctl consume \(payment) --resume --token-file FILE
          """,
        several: {
          """
          どの未消費決済リストにもない決済が\($0)件あります。消費された可能性があります。
          """
        })
    case .heldByRun(let user, let host, let process, let since, let commands)
    where !commands.isEmpty:
      ErrorText(
        """
        決済番号\(payment): 以前の実行が開始したコマンドが、まだ動作しています。コマンドのプロセス: \
        \(list: commands)。以前の実行: 担当者\(user)、コンピューター\(host)、開始日時\(since)、プロセス\
        \(process)(終了済み)
        """,
        hint: """
          コマンドの終了を待つか、コマンドを終了してください: kill \
          \(commands.map(String.init).joined(separator: " "))
          """)
    case .heldByRun(let user, let host, let process, let since, _):
      ErrorText(
        """
        決済番号\(payment): ほかの実行が消費しています。担当者: \(user)、コンピューター: \(host)、プロセス: \
        \(process)、開始日時: \(since)
        """, hint: text(ConsumeMessage.waitForRun(command: "iapctl journal show \(payment)")))
    case .commandOpen(let user, let host, let process, let since):
      ErrorText(
        """
        決済番号\(payment): 支給または回収のコマンドがまだ動作している可能性があります。コマンドの終了が記録されて\
        いません。実行の担当者: \(user)、コンピューター: \(host)、プロセス: \(process)、開始日時: \(since)
        """,
        hint: """
          \(host)でそのコマンドのプロセスがすべて終了していることを確認してから、--take-overを付けて再実行してください
          """)
    case .contradictsDelivery(let problem):
      ErrorText(
        "決済番号\(payment): 支給したときと内容が異なります。\(text(problem))",
        hint: """
          支給または消費する前に、誰の決済かを確認してください: iapctl journal show \(payment)。\
          支給が誤っていた場合は、ユーザーのアイテムを確認してから実行してください: iapctl journal settle \
          \(payment) --as not-consumed --ticket TEXT
          """)
    case .undoFailed(let failure, let lastLine):
      ErrorText(
        "決済番号\(payment): 回収コマンドが失敗しました: \(sentence(failure, lastLine))",
        hint: """
          回収コマンドを修正してください。決済は消費されておらず、ユーザーがまだアイテムを持っている可能性があります。\
          次の実行は、もう一度支給してから決済を消費します。
          """)
    case .deliveryFailed(let failure, let lastLine):
      ErrorText(
        "決済番号\(payment): 支給コマンドが失敗しました: \(sentence(failure, lastLine))",
        hint: """
          支給コマンドを修正してから、iapctlを再実行してください。もう一度支給されます。支給コマンドは、何度実行\
          されても、ユーザーのアイテムが1つだけになるようにしてください。
          """)
    case .outcomeUnrecorded(let outcome):
      ErrorText(
        "決済番号\(payment): 結果(\(outcome))をジャーナルに書き込めませんでした。",
        hint: """
          ジャーナルのディスクの問題を解決してから、--resumeを付けて再実行してください。
          """)
    case .notInJournal(let path):
      ErrorText(
        "決済番号\(payment): ジャーナル(\(path))にこの決済はありません。",
        hint: hint(payment) ?? "ジャーナルの決済を一覧表示してください: iapctl journal list")
    case .onServers(let servers):
      ErrorText(
        """
        決済番号\(payment): ジャーナルには、この番号の決済が複数のサーバーにあります(サーバー数: \
        \(servers.count)): \(list: servers.map(\.text))
        """,
        hint: """
          サーバーを1つ選んでください: \
          \(sentences: servers.map { "--server \($0)" }, separator: "、または")
          """)
    case .entryUncertain(let path, let why):
      ErrorText(
        """
        決済番号\(payment): \(path)に記録を書き込むときにエラーが発生しました: \(why)。記録は書き込まれた\
        可能性があります。
        """,
        hint: """
          ディスクを確認してから、ジャーナルを確認してください: iapctl journal show \(payment) --journal \
          \(quoted(path))
          """)
    case .outcomeKnown(let outcome):
      ErrorText(
        """
        決済番号\(payment): 結果はすでに確定しています: \
        \(outcome.map { Sentence(verbatim: $0) } ?? "消費されていません")
        """,
        hint: """
          結果を確認するコマンド: iapctl journal show \(payment); メモを追加するコマンド: iapctl journal \
          note \(payment) TEXT
          """)
    }
  }

  /// What to do if a number looks like an order number, and not like that of a payment.
  private func hint(_ payment: Identifier) -> Sentence? {
    guard OrderNumber.mayBeTransaction(payment) else { return nil }
    return "決済番号ではなく、App Storeの注文番号の可能性があります。\(lookingUpOrder)"
  }

  /// What to do with an order number.
  var lookingUpOrder: Sentence {
    """
    IAPコンソールのTransactionタブでStore Reference Keyを検索すると、決済番号を確認できます。
    """
  }

  private var unchanged: Sentence {
    "何も変更していません。フィクスチャストアのログを確認するコマンド: iapctl store log"
  }

  private func changeRefused(
    _ payment: Identifier, _ old: PaymentState, _ new: PaymentState, _ market: StoreCode?
  ) -> ErrorText {
    let dependsOnMarket = [.reserved, .charged].contains(old) && new == .success
    let place: Sentence? = dependsOnMarket ? "(マーケット\(market?.text ?? "?"))" : nil
    return ErrorText(
      """
      決済番号\(payment): IAPコンソールでは、状態を\(old.rawValue)から\(new.rawValue)に変更できません\
      \(place)。
      """,
      hint: old == .refund
        ? "払い戻しの後は、状態を変更できません。"
        : """
        IAPコンソールで可能な変更: SUCCESSからREFUND。RESERVEDとCHARGEDからREFUND、Google Play以外では\
        SUCCESSも可能。FAILUREからSUCCESSまたはREFUND
        """)
  }
}
