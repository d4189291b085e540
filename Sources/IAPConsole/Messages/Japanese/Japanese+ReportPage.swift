import IAPBatch
import IAPCore
import Text

extension Japanese {
  func text(_ message: ReportPageMessage) -> Sentence {
    switch message {
    case .title: "決済の消費レポート"
    case .journal: "ジャーナル"
    case .servers: "サーバー"
    case .moreServers(let count): "ほか\(count)件"
    case .made: "作成日時"
    case .timeZone: "タイムゾーン"
    case .chosen: "対象"
    case .allPayments: "ジャーナルのすべての決済"
    case .since: "開始(この日時以降)"
    case .until: "終了(この日時より前)"
    case .ticket: "チケット"
    case .person: "担当者"
    case .user: "ユーザー"
    case .markets: "マーケット"
    case .server: "サーバー"
    case .fixtureStores: "フィクスチャストア"
    case .leftOut: "含まない"
    case .included: "含む"
    case .empty: "ジャーナルは空です。"
    case .noneMatch: "ジャーナルに、条件に合う記録はありません。"
    case .onlyFixtures:
      """
      条件に合う記録はすべてフィクスチャストアのもので、集計に含めていません。含めるには、--fixturesを\
      指定してください。
      """
    case .outcomes: "結果別の件数"
    case .outcome: "結果"
    case .outcomeOf(let outcome): text(outcome)
    case .payments: "件数"
    case .counting:
      "決済は、ジャーナルの最新の記録を、その記録が始まった日付で1回ずつ数えます。"
    case .consumedByCurrency: "通貨別の消費"
    case .consumedByTime(.day): "日別の消費"
    case .consumedByTime(.week): "週別の消費"
    case .consumedByTime(.month): "月別の消費"
    case .consumedByPerson: "担当者別の消費"
    case .currency: "通貨"
    case .unit(.day): "日付"
    case .unit(.week): "週(月曜日の日付)"
    case .unit(.month): "月"
    case .consumed: "消費"
    case .unknown: "不明"
    case .sum: "合計"
    case .sums: "合計は正確な値です。通貨の異なる金額は合算しません。"
    case .unpriced(let count, let currency): "\(currency): 価格が不明な決済\(count)件"
    case .noCurrency: "通貨なし"
    case .nothingConsumed: "消費した決済はありません。"
    case .eachDay: "日別に表示"
    case .morePeople(let count): "ほか\(count)人(表に記載)"
    case .count(let label, let consumed, let unknown):
      "\(label): 消費\(consumed)件、不明\(unknown)件"
    case .unknownPayments: "結果が不明な決済"
    case .unknownFound(let count):
      """
      \(count)件の決済は、消費されたかどうか不明です。結果が分かるまで、支給しないでください。
      """
    case .noneUnknown: "結果が不明な決済はありません。"
    case .howToSettle:
      """
      1つ目のコマンドは、サービスに再リクエストして結果を確認します。不明のままの場合は、IAPコンソール\
      (Transactionタブ)で照会し、2つ目のコマンドで結果を記録してください。消費されていた場合: \
      \(option(.consumed))、消費されていなかった場合: \(option(.notConsumed))
      """
    case .payment: "決済番号"
    case .userAndPrice: "ユーザー、価格"
    case .attempt: "担当者、日時、チケット"
    case .moreUnknown(let count):
      "結果が不明な決済が、ほかに\(count)件あります。すべてを一覧表示するコマンド:"
    }
  }

  private func text(_ outcome: ReportOutcome) -> Sentence {
    switch outcome {
    case .consumed: "消費"
    case .unknown: "不明(消費されたかどうか不明)"
    case .consumedElsewhere: "ここで支給され、ほかで消費済み: 1回だけ支給されたことを確認"
    case .alreadyConsumed: "すでに消費済み(この試行での消費ではない)"
    case .refused: "拒否"
    case .notSent: "未送信"
    case .notConsumed: "未消費(手動で確定)"
    case .delivered: "支給済み、未送信"
    case .deliveryFailed: "支給に失敗、未送信"
    case .deliveryUnknown: "支給の結果が不明、未送信"
    case .running: "実行中"
    }
  }
}
