import IAPCore
import Text

/// The page of `payment show`: sentences, and the lines of its timeline.
extension Japanese {
  func text(_ message: PaymentMessage) -> Sentence {
    switch message {
    case .stuck(let payment):
      "決済番号\(payment): 支払い済みで、まだ消費されていない未消費決済です。"
    case .consumed(let payment, let time):
      """
      決済番号\(payment): 消費済みです\(time.map { "(\($0))" })。誰が消費したかは、ジャーナルに記録されて\
      いません。
      """
    case .consumedBy(let payment, let deed): "決済番号\(payment): 消費済みです。\(text(deed))"
    case .settledAsConsumed(let payment, let deed):
      "決済番号\(payment): 消費済みとして、手動で結果が確定されています。\(text(deed))"
    case .consumedBefore(let payment, let deed, isOwnLikely: false):
      """
      決済番号\(payment): 消費済みですが、誰が消費したかは不明です。次の試行の前に、すでに消費されていま\
      した: \(text(deed))
      """
    case .consumedBefore(let payment, let deed, isOwnLikely: true):
      """
      決済番号\(payment): 消費済みです。レスポンスを受信できなかった以前のiapctlの試行で消費された可能性\
      が高いです。次の試行の前に、すでに消費されていました: \(text(deed))
      """
    case .mayBeConsumed(let payment, let deed):
      """
      決済番号\(payment): 消費された可能性があります。消費の試行の結果は不明です\(end(deed))
      """
    case .stillListed(let payment, let deed):
      """
      決済番号\(payment): まだ未消費決済リストにあり、消費の試行の結果は不明です\(end(deed))
      """
    case .beingConsumed(let payment, let deed):
      "決済番号\(payment): 現在、消費の処理中です。\(text(deed))"
    case .refunded(let payment): "決済番号\(payment): 払い戻し済みです。"
    case .interrupted(let payment):
      "決済番号\(payment): 課金済みですが、検証の前に購入が中断されました。"
    case .reserved(let payment):
      "決済番号\(payment): 購入は始まっていますが、課金の記録はありません。"
    case .pending(let payment):
      "決済番号\(payment): 承認待ち(Ask to Buy)で、課金されていません。"
    case .closed(let payment): "決済番号\(payment): 課金されずに終了しました。"
    case .failed(let payment): "決済番号\(payment): 課金または検証に失敗した決済です。"
    case .ofSubscription(let payment):
      """
      決済番号\(payment): サブスクリプションの支払い済みの決済です。この商品の決済は消費しません。
      """
    case .withheld(let payment, let error):
      "決済番号\(payment): 支払い済みですが、現在は消費できません。\(text(of: error).message)"
    case .absent(let payment):
      """
      決済番号\(payment): 照会した未消費決済リストにはありません。消費済み、払い戻し済み、または別のユー\
      ザーの決済の可能性があります。
      """
    case .unclear(let payment): "決済番号\(payment): 消費されたかどうか不明です。"
    case .purchase(let purchase, let state): text(purchase, state)
    case .inList(let user): "ユーザー\(user)の未消費決済リストにあり"
    case .notInList(let user): "ユーザー\(user)の未消費決済リストになし"
    case .noListAsked:
      "未消費決済リストは照会していません: --user IDでユーザーを指定してください"
    case .ofToken(isConsumable: true): "サーバーによると、まだ消費できる。現時点では消費されていない"
    case .ofToken(isConsumable: false):
      "サーバーによると、消費できない。消費済み、払い戻し済み、または購読の決済"
    case .notInStore: "ストアになし"
    case .notInJournal(let path): "ジャーナル(\(path))になし"
    case .ofAnotherServer(let server, let command):
      "ジャーナルには、別のサーバー(\(server))の同じ決済番号の記録もあり: \(command)"
    case .alsoTransaction(let number, let payment, let command):
      "\(number)は、決済番号\(payment)の注文番号でもあります: \(command)"
    case .ofAnotherUser(let owner):
      "ユーザー\(owner)の決済です: 支給や回答の前に、問い合わせたユーザーを確認してください"
    case .purchased: "購入"
    case .stored(let kind, let change): "ストア: \(kind)\(change.map { "(\($0))" })"
    case .attempt(let action, let outcome, let deed, let error):
      "\(action): \(outcome)、\(text(deed))\(error.map { "、エラー: \($0)" })"
    case .note(let text, let deed): "メモ(\(self.text(deed))): \(text)"
    case .grantAndConsume:
      """
      自社の記録を確認してください。アイテムをまだ支給していない場合は支給し、その後で決済を消費してくだ\
      さい:
      """
    case .grantAgainAndConsume:
      """
      以前の実行でアイテムを回収しました。ユーザーがアイテムを持っていない場合は支給し、その後で決済を消費してくだ\
      さい:
      """
    case .settleIt:
      """
      まだ支給も回収もしないでください。サービスに再リクエストして、結果を確定してください:
      """
    case .lookUpAndSettle:
      """
      まだ支給も回収もしないでください。IAPコンソール(Transactionタブ)で決済を照会し、表示された結果を記\
      録してください:
      """
    case .grantNothing:
      "自社の記録で未支給と確認できた場合を除き、アイテムを支給しないでください。"
    case .checkConsumed:
      """
      アイテムを支給しないでください。決済はまだ未消費決済リストにあるため、IAPコンソール\
      (Transactionタブ)で照会してください。
      """
    case .grantNothingNow: "現在は、アイテムを支給しないでください。"
    case .checkGrantedOnce:
      """
      ここでアイテムが支給され、決済はほかで消費されました。アイテムが1回だけ支給されたことを確認して\
      ください。もう一度支給しないでください。確認する前に回収しないでください。
      """
    case .revokeIfGranted:
      "アイテムを支給しないでください。すでに支給した場合は、回収してください。"
    case .completeIt: "購入を完了してください:"
    case .completeOrClose:
      "ストアで課金されていた場合は購入を完了し、課金されていない場合は決済を終了します:"
    case .endApproval: "次のどちらかで終わります:"
    case .waitForApproval: "承認または拒否されるまで待ってください。"
    case .nothingToDo: "必要な対応はありません。"
    case .refundIfCharged:
      """
      アイテムを支給しないでください。ストアで課金されていた場合は、ストアで払い戻してください。
      """
    case .checkAccess: "現在利用できるサブスクリプションかどうかを確認してください:"
    case .waitAndLookAgain: "その実行が終わるまで待ってから、もう一度照会してください:"
    case .askAgain:
      """
      応答しない照会先があります。支給や回答の前に、もう一度照会してください:
      """
    case .lookInConsole:
      """
      消費済みや払い戻し済みの決済を照会できるのは、IAPコンソール(Transactionタブ)だけです。別のユーザー\
      のリストの照会:
      """
    case .listPayments(let command):
      "番号を確認してください。ストアの決済を照会するコマンド: \(command)"
    }
  }

  /// `担当者: kim、ホスト: ops1、日時: 2026-01-12 20:20:00 +09:00、チケット: T-7`.
  private func text(_ deed: PaymentMessage.Deed) -> Sentence {
    """
    担当者: \(deed.person)、ホスト: \(deed.host)\(deed.time.map { "、日時: \($0)" })\
    \(deed.ticket.map { "、チケット: \($0)" })
    """
  }

  /// `: 担当者: kim、ホスト: ops1`, or the end of a sentence.
  private func end(_ deed: PaymentMessage.Deed?) -> Sentence {
    deed.map { ": \(text($0))" } ?? "。"
  }

  /// `ユーザーalice、商品gem.100、KRW 1,500、マーケット: AS、状態: SUCCESS、注文番号: GPA.1`.
  private func text(_ purchase: Purchase, _ state: PaymentState?) -> Sentence {
    let user: Sentence? = purchase.userID.map { "ユーザー\($0)、" }
    let market: Sentence? = purchase.storeCode.map { "、マーケット: \($0)" }
    let stored: Sentence? = state.map { "、状態: \($0.rawValue)" }
    let transaction: Sentence? = purchase.transactionIdentifier.map { "、注文番号: \($0)" }
    return "\(user)\(text(ConsumeMessage.product(purchase)))\(market)\(stored)\(transaction)"
  }
}
