import Text

extension Japanese {
  func text(_ message: TourMessage) -> Sentence {
    switch message {
    case .make: "小さなサンプルゲームのフィクスチャストアを作成します。"
    case .useStore: "以下のコマンドは、すべてこのフィクスチャストアを使用します。"
    case .products: "購入可能な商品を照会します。"
    case .unconsumed:
      """
      aliceから、支払ったのにアイテムを受け取っていないという問い合わせがありました。未消費決済を照会しま\
      す。
      """
    case .consume:
      "手作業で100ジェムを支給しました。その決済を消費し、支給済みにします。"
    case .unconsumedAfterwards: "消費した決済は、リストからなくなりました。"
    case .interrupted: "bobが100ジェムを購入し、課金の直後に端末の電源が切れました。"
    case .reprocess: "アプリを再び起動すると、購入が完了します。"
    case .restore:
      """
      carolがゲームを再インストールすると、毎週の宝箱がなくなっていました。ストアアカウントから復元します。
      """
    case .subscriptions: "サブスクリプションを照会できるようになりました。"
    case .end(let path):
      """
      ツアーはこれで終わりです。フィクスチャストアは残ります。
        export \(Variables.store)=\(path)
      試せるコマンド:
        iapctl unconsumed --all-users
        iapctl consume --all --user alice --dry-run
        iapctl purchase gem.550 --user erin --payload slot-7
        iapctl subscriptions --user bob -o json
        iapctl store dump
        iapctl help
      """
    }
  }
}
