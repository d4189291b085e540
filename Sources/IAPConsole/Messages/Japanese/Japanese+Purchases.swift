import IAPCore
import Text

extension Japanese {
  func text(_ message: PurchaseMessage) -> Sentence {
    switch message {
    case .reserved(let payment, let command):
      "決済番号\(payment): 予約済みで、課金されていません。決済を終了するコマンド: \(command)"
    case .pending(let payment, let approve, let decline):
      """
      決済番号\(payment): 承認待ちで、課金されていません。承認するコマンド: \(approve); 拒否するコマンド: \
      \(decline)
      """
    case .interrupted(let payment, let command):
      """
      決済番号\(payment): 課金されましたが、購入が中断されました。購入を完了するコマンド: \(command)
      """
    case .deferred(let product, let command):
      "商品\(product): 購入せずに保留しました。保留中の商品を照会するコマンド: \(command)"
    case .mayHaveHappened(let unconsumed, let subscriptions, let reprocess):
      """
      購入は実行された可能性があります。もう一度購入する前に、確認してください: \(unconsumed); \
      \(subscriptions); 中断された購入を完了するコマンド: \(reprocess)
      """
    case .closed(let payment):
      "決済番号\(payment): 一度も課金されていないため、決済を終了しました。"
    case .nothingToReprocess: "再処理する購入はありません。"
    case .nothingToRestore: "復元する購入はありません。"
    case .noRows(let path): "\(path): このユーザーとマーケットの行はありません。"
    case .completeBefore(let rows, let path): "\(path): \(rows)行は、以前に完了しています。"
    case .removed(let rows, let path): "\(path): \(rows)行を削除しました。"
    case .failed(let payment, let command):
      """
      決済番号\(payment): FAILUREになりました。アイテムを支給しないでください。代金の払い戻しが必要です。\
      課金が正当だった場合: \(command)
      """
    case .mayHaveBeenCompleted(let again, let unconsumed):
      """
      完了した可能性があります。残りを完了してください: \(again); その後、消費できる決済を照会してくださ\
      い: \(unconsumed)
      """
    case .mayHaveBeenRestored(let again):
      "復元された可能性があります。再実行しても安全です: \(again)"
    }
  }
}
