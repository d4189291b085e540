import IAPCore
import Text

extension Japanese {
  func text(_ product: Identifier, _ problem: IAPError.ProductProblem) -> ErrorText {
    switch problem {
    case .notFound(let market, let others):
      ErrorText(
        "商品\(product): マーケット\(market)にない商品です。",
        hint: others.isEmpty
          ? "商品を照会してください: iapctl products --all"
          : "この商品を販売しているマーケットを--marketで指定してください: \(list: others)")
    case .notInUse: ErrorText("商品\(product): 有効な商品ではありません。")
    case .unknownToStore:
      ErrorText("商品\(product): ストアから商品情報を取得できないため、使用できません。")
    case .ofUnknownType:
      ErrorText("商品\(product): 商品タイプがUNKNOWNのため、購入できません。")
    case .periodEndsAfterCalendar:
      ErrorText(
        """
        商品\(product): サブスクリプションの有効期限が、カレンダーの最後の日付(9999年)より後になります。
        """)
    case .subscriptionOwned(let user, let until):
      ErrorText(
        """
        商品\(product): ユーザー\(user)がすでに持っているサブスクリプションです\
        \(until.map { "(有効期限: \($0))" })。
        """)
    case .groupOwned(let user, let owned, let until):
      ErrorText(
        """
        商品\(product): ユーザー\(user)は、同じサブスクリプショングループの商品\(owned)をすでに持っていま\
        す\(until.map { "(有効期限: \($0))" })。
        """)
    case .purchaseUnfinished(let user, let payment):
      ErrorText(
        "商品\(product): ユーザー\(user)の未完了購入があります。決済番号: \(payment)",
        hint: "先に未完了購入を完了してください: iapctl reprocess --user \(user)")
    case .paymentSheetClosed:
      ErrorText(
        "商品\(product): ユーザーがストアの決済ウィンドウを閉じました。課金はされていません。")
    case .chargeRefused:
      ErrorText("商品\(product): ストアが課金を拒否しました。課金はされていません。")
    }
  }

  func sentence(_ user: Identifier, _ problem: IAPError.UserProblem) -> Sentence {
    switch problem {
    case .purchasesSwitchedOff: "ユーザー\(user): 購入が許可されていません。"
    case .limitPassed(let limit, let spent, let currency):
      """
      ユーザー\(user): 購入すると、1か月の限度額を超えます。購入済みの金額: \(spent)、限度額: \(limit) \
      \(currency)
      """
    case .storeAccountUnreadable: "ユーザー\(user): ストアアカウントを読み取れません。"
    }
  }

  func sentence(_ transaction: Identifier, _ problem: IAPError.ReceiptProblem) -> Sentence {
    switch problem {
    case .withoutUser:
      "決済ID \(transaction): 領収書にユーザー(ApplicationUsername)がありません。"
    case .ofAnotherUser: "決済ID \(transaction): 別のユーザーの領収書です。"
    case .sdkCannotVerify(let sdk, let verification):
      """
      決済ID \(transaction): マーケットの検証方式\(verification.rawValue)にSDK \(sdk)が対応していないため、\
      領収書の購入は完了していません。
      """
    }
  }
}
