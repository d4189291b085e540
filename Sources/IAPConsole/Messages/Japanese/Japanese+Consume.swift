import IAPBatch
import IAPCore
import Text

extension Japanese {
  func text(_ message: ConsumeMessage) -> Sentence {
    switch message {
    case .question(let scope): "\(payments(scope))を消費しますか?"
    case .confirmation: "消費は取り消せません。続行しますか? [はい(y)/いいえ(N)] "
    case .confirmationByNumber:
      "消費は取り消せません。続行するには、決済の件数を数字で入力してください: "
    case .product(let purchase): product(purchase)
    case .payment(let purchase, let namesUser):
      "決済番号\(purchase.paymentSeq)\(namesUser ? user(purchase) : nil): \(product(purchase))"
    case .morePayments(let count): "ほか\(count)件"
    case .sum(let sum): text(sum)
    case .notSent(let summary): "送信しない決済: \(counts(summary))"
    case .knownElsewhere(let number, let server):
      """
      ジャーナルには、\(server)の決済\(number)もあります。同じ決済の可能性があります: iapctl journal \
      show \(number) --server \(server)
      """
    case .noPayments: "決済がありません。"
    case .wouldConsume(let scope, let sums, let unsent):
      """
      --dry-runなしで実行すると、\(payments(scope))を消費します: \
      \(sentences: sums.map(text), separator: "、")\(notSent(unsent).map { "。\($0)" })
      """
    case .nothingWouldBeConsumed(let place, let unsent):
      """
      --dry-runなしで実行しても、消費される決済はありません\(brackets([place.map(text)]))。\
      \(notSent(unsent))
      """
    case .fewerAtATime(let count, let wanted):
      """
      同時に処理する決済を\(wanted)件から\(count)件に減らします。開けるファイル数の上限(ulimit -n)の\
      ためです。
      """
    case .outcomes(let summary, let place): "\(counts(summary))\(brackets([place.map(text)]))"
    case .alreadyConsumedByOwnAttempt(let count):
      """
      \(count)件の決済は、すでに消費されていました。以前の自分の試行で消費された可能性が高いです。自社\
      の記録を確認し、まだ支給していない場合にだけ、アイテムを支給してください。
      """
    case .deliveredAndConsumedElsewhere(let payments):
      """
      iapctlが支給し、ほかで消費された決済: \(payments.count)件。それぞれのアイテムが1回だけ支給\
      されたことを確認してください: \(list: payments)
      """
    case .otherNames(let servers):
      """
      ジャーナルに、このサービスの決済が別のアドレスで記録されています(同じAppKey): \(list: servers)。番号が同じなら\
      同じ決済として扱います。
      """
    case .deliveredOnly(let payments):
      """
      支給済みで、まだ消費していない決済: \(list: payments)。次に--resumeを付けて実行すると、もう一度支給し\
      てから消費します。
      """
    case .consumedAfterUndo(let payments):
      """
      以前の実行でアイテムを回収し、今回消費した決済: \(payments.count)件。ユーザーがアイテムを持っていなければ、\
      それぞれ支給してください: \(list: payments)
      """
    case .consumedForAnotherUser(let payment, let owner):
      """
      決済番号\(payment): 以前の実行で、ユーザー\(owner)の決済として消費されました。もう一度支給しない\
      でください。
      """
    case .unknownAndUnlisted(let count, let only, let command):
      """
      \(only.map { "決済番号\($0)" } ?? "決済\(count)件" as Sentence): 結果は不明のままで、どの未消費決済\
      リストにもありません。支給しないでください。該当する決済を一覧表示するコマンド: \(command)
      """
    case .marketNotAsked(let market, let isAnyDone, let command):
      """
      マーケット\(market): 照会できませんでした。\
      \(isAnyDone ? "上記の決済は処理済みです。" : "何も消費していません。" as Sentence)このマーケットの\
      決済を消費するコマンド: \(command)
      """
    case .mayHaveBeenConsumed(let payment): mayBeConsumed(payment)
    case .settle(let payment, let command):
      "\(mayBeConsumed(payment))結果を確定してください: \(command)"
    case .settleOtherwise(let payment, let error):
      "\(mayBeConsumed(payment))結果を確定する方法: \(text(of: error).hint)"
    case .lookUp(let payment, let consumed, let notConsumed):
      """
      \(mayBeConsumed(payment))どの未消費決済リストにもありません。IAPコンソール(Transactionタブ)で照会\
      してください。消費されていた場合: \(consumed); 消費されていなかった場合: \(notConsumed)
      """
    case .settleAll(let isMore, let isStandardInput, let command):
      """
      \(isStandardInput ? "同じ入力を使って、" : nil)結果を確定\(isMore ? "し、残りを消費" : nil)して\
      ください: \(command)
      """
    case .ifItStaysUnknown(let command):
      """
      不明のままの場合は、IAPコンソール(Transactionタブ)で照会し、結果を記録してください。消費されていた\
      場合: \(command); 消費されていなかった場合: --as \(SettledOutcome.notConsumed.rawValue)
      """
    case .checkPayment(let command):
      "決済番号を確認してください。消費できる決済を照会するコマンド: \(command)"
    case .consumedEarlier(let command):
      "もう一度支給しないでください。消費した日時と担当者を確認するコマンド: \(command)"
    case .waitForRun(let command):
      "その実行が終わるまで待ってください。処理内容を確認するコマンド: \(command)"
    }
  }

  /// `消費(consumed)2件、不明(unknown)1件`.
  private func counts(_ summary: ConsumeSummary) -> Sentence {
    let counted = ConsumeResult.Outcome.allCases.filter { summary[$0] > 0 }
    let counts = counted.map { "\(meaning(of: $0))(\($0.rawValue))\(summary[$0])件" as Sentence }
    return "\(sentences: counts, separator: "、")"
  }

  private func meaning(of outcome: ConsumeResult.Outcome) -> Sentence {
    switch outcome {
    case .consumed: "消費"
    case .alreadyConsumed: "すでに消費済み"
    case .refused: "拒否"
    case .notSent: "未送信"
    case .unknown: "不明"
    case .skipped: "スキップ"
    }
  }

  /// `送信しない決済3件: すでに消費済み(already-consumed)2件、不明(unknown)1件`.
  private func notSent(_ summary: ConsumeSummary) -> Sentence? {
    guard summary.total > 0 else { return nil }
    let isPlain = summary[.notSent] == summary.total
    let reasons: Sentence? = isPlain ? nil : ": \(counts(summary))"
    return "送信しない決済\(summary.total)件\(reasons)"
  }

  private func mayBeConsumed(_ payment: Identifier) -> Sentence {
    "決済番号\(payment): 消費された可能性があります。"
  }

  /// `ユーザーaliceの決済3件(マーケット: AS、フィクスチャストア: game.db)`.
  private func payments(_ scope: ConsumeMessage.Scope) -> Sentence {
    let users: Sentence? =
      switch (scope.users.count, scope.users.first) {
      case (0, _): nil
      case (1, let user?): "ユーザー\(user)の"
      default: "ユーザー\(scope.users.count)人の"
      }
    let place = [inMarkets(scope.markets), scope.place.map(text)]
    guard let payment = scope.payment else {
      return "\(users)決済\(scope.count)件\(brackets(place))"
    }
    return "\(users)決済\(brackets(["決済番号: \(payment)"] + place))"
  }

  private func user(_ purchase: Purchase) -> Sentence? {
    purchase.userID.map { "、ユーザー\($0)" }
  }

  /// `商品gem.100、KRW 1,500`.
  private func product(_ purchase: Purchase) -> Sentence {
    let product: Sentence =
      (purchase.productIdentifier?.text ?? purchase.productSeq.map(String.init))
      .map { Sentence(verbatim: $0) } ?? "不明"
    guard let price = purchase.price else { return "商品\(product)、価格不明" }
    let amount = AmountText.grouped(price.digits)
    return "商品\(product)、\(purchase.currency.map { "\($0) \(amount)" } ?? amount)"
  }

  /// `KRW 750,000(500件)`.
  private func text(_ sum: ConsumeMessage.Sum) -> Sentence { text(sum, of: nil) }

  /// Without the number of payments if that is the number of all.
  func text(_ sum: ConsumeMessage.Sum, of all: Int?) -> Sentence {
    let payments: Sentence? = sum.count == all ? nil : "(\(sum.count)件)"
    let currency = sum.currency.isEmpty ? nil : sum.currency
    guard let amount = sum.amount.map(AmountText.grouped) else {
      return "\(currency.map { "\($0) " })価格不明\(payments)"
    }
    return "\(currency.map { Sentence(verbatim: $0) } ?? "通貨なし") \(amount)\(payments)"
  }
}
