import IAPCore
import Text

extension Japanese {
  func text(_ message: ListMessage) -> Sentence {
    switch message {
    case .empty(let list): text(list)
    case .nothingListed: "リストを1つも照会できませんでした。"
    case .interrupted(let count, let command): "中断された購入が\(count)件あります。再処理するコマンド: \(command)"
    case .count(let count): "合計\(count)件"
    case .payments(let count, let sums):
      "決済\(count)件: \(sentences: sums.map { text($0, of: count) }, separator: "、")"
    }
  }

  /// `ユーザーaliceの未消費決済はありません(マーケット: AS、フィクスチャストア: game.db)。`
  private func text(_ list: EmptyList) -> Sentence {
    let elements: Sentence =
      switch list.elements {
      case .products: "商品"
      case .deferredProducts: "保留中の商品"
      case .unconsumedPurchases: "未消費決済"
      case .subscriptions: "サブスクリプション"
      case .payments: "決済"
      case .matchingPurchases: "条件に一致する未消費決済"
      case .matchingPayments: "条件に一致する決済"
      }
    let users: Sentence? =
      switch list.users.count {
      case 0: nil
      case 1: "ユーザー\(list.users[0])の"
      case let count: "ユーザー\(count)人の"
      }
    let place = brackets([inMarkets(list.markets), list.place.map(text)])
    return "\(users)\(elements)はありません\(place)。"
  }

  /// `マーケット: AS, GG`, or nothing for all markets.
  func inMarkets(_ markets: [StoreCode]) -> Sentence? {
    markets.isEmpty ? nil : "マーケット: \(list: markets)"
  }

  /// `(マーケット: AS、フィクスチャストア: game.db)`, or nothing.
  func brackets(_ parts: [Sentence?]) -> Sentence? {
    let parts = parts.compactMap(\.self)
    return parts.isEmpty ? nil : "(\(sentences: parts, separator: "、"))"
  }

  /// `プロファイル: prod、api-iap.cloud.toast.com、AppKey: 3f2a9c…`, or `フィクスチャストア: game.db`.
  func text(_ name: PlaceName) -> Sentence {
    let profile: Sentence? = name.profile.map { "プロファイル: \($0)、" }
    switch name.place {
    case .store(let path): return "\(profile)フィクスチャストア: \(path)"
    case .server(let address, let key):
      return "\(profile)\(address)\(key.map { "、\(self.name($0.credential)): \($0.beginning)" })"
    }
  }
}
