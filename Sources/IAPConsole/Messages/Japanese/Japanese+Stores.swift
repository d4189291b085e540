import IAPCore
import IAPFixtures
import Text

extension Japanese {
  func text(_ message: StoreMessage) -> Sentence {
    switch message {
    case .made(let path): "フィクスチャストアを作成しました: \(path)"
    case .loaded(let path): "シードを読み込みました: \(path)"
    case .sharedGroup(let group):
      """
      マーケット\(group.market)のサブスクリプショングループ\(group.group): 複数の商品があります: \
      \(list: group.products)。ストアで許可される商品は、1つのグループに1つです。
      """
    case .clockMoved(let instant): "時計を設定しました: \(instant)"
    case .noProblems(let path, let sizes):
      "\(path): 問題はありません。検査した内容: \(list: sizes.map { "\($0.list) \($0.rows)" })"
    case .noEvents: "ログは空です。"
    case .noPayments: "決済がありません。"
    case .newUser(let user, let billing, let closest):
      """
      ユーザー\(user): 新しいユーザーを、billing \(billing.rawValue)で追加しました。\(didYouMean(closest))
      """
    case .checkPayment(let command):
      """
      決済番号を確認してください。フィクスチャストアのすべての決済をダンプに書き出すコマンド: \(command)
      """
    case .noFaults: "模擬障害はありません。"
    case .faultAdded: "模擬障害を追加しました。"
    case .faultsRemoved(let count): "模擬障害\(count)件を削除しました。"
    case .followsTheDay:
      """
      シードに時計の設定がないため、決済番号と時刻は当日の日付に従います。いつでも同じ決済番号と時刻に\
      するには、シードに次を追加してください: "clock": "2026-01-01T00:00:00.000Z"
      """
    case .servedToOthers:
      """
      ほかのコンピューターから接続でき、接続したクライアントはすべて、フィクスチャストアを変更できます。\
      AppKeyとトークンは、暗号化されずに送信されます。
      """
    }
  }

  func text(_ problem: IAPError.ChangeProblem) -> ErrorText {
    switch problem {
    case .chargeUnknown(let payment, let state, let missing):
      ErrorText(
        """
        決済番号\(payment): 状態は\(state.rawValue)で、フィクスチャストアに課金の内容が記録されていません。
        """,
        hint: """
          アプリストアの領収書を確認し、次を追加してください: \(missing.joined(separator: " "))
          """)
    case .transactionOfOther(let transaction, let payment, let instead):
      ErrorText(
        "決済ID \(transaction): 決済番号\(payment)の決済IDです。",
        hint: "決済番号\(instead)に対してストアが課金した決済IDを指定してください。")
    case .periodBegins(let start, let payment, let end):
      ErrorText(
        "決済番号\(payment): 期間の開始(\(start))が、\(end)より後です。", hint: giveLaterUntil)
    case .otherEnds(let last, let other, let end):
      ErrorText(
        "決済番号\(other): 同じサブスクリプションのこの決済の終了(\(last))が、\(end)より後です。",
        hint: giveLaterUntil)
    case .endNotLater(let end, let now):
      ErrorText(
        "\(end)は、フィクスチャストアの現在の日時(\(now))より後ではありません。",
        hint: giveLaterEnd)
    case .periodEnded(let end, let payment):
      ErrorText(
        """
        決済番号\(payment): 期間は\(end)に終了しているため、この状態を設定してもすぐに終了します。
        """, hint: giveLaterEnd)
    case .noVerification(let market):
      ErrorText(
        "マーケット\(market): 検証方式V1とV2はありません。検証方式があるのはApp Storeだけです。",
        hint: "マーケット\(StoreCode.appStore)を使用してください。")
    }
  }

  func seed(_ problem: Sentence, _ code: IAPError.Code) -> ErrorText {
    ErrorText(
      problem,
      hint: code == .iapctl(.seedContradicts)
        ? "シードから削除するか、新しいフィクスチャストアにシードを読み込んでください。"
        : """
        すべてのキーの説明は、マニュアルページiapctl-fixture(5)にあります。完全な例を出力するコマンド: \
        iapctl store dump
        """)
  }

  private var giveLaterUntil: Sentence { "--untilに、より後の日時を指定してください。" }

  private var giveLaterEnd: Sentence {
    "--untilに、より後の終了日時を指定してください。例: --until +30d"
  }
}
