import IAPCore
import Text

extension Korean {
  func text(_ message: ListMessage) -> Sentence {
    switch message {
    case .empty(let list): text(list)
    case .nothingListed: "어느 목록도 조회하지 못했습니다."
    case .interrupted(let count, let command): "중단된 구매가 \(count)건 있습니다. 재처리: \(command)"
    case .count(let count): "총 \(count)건"
    case .payments(let count, let sums):
      "결제 \(count)건: \(sentences: sums.map { text($0, of: count) }, separator: ", ")"
    }
  }

  /// `사용자 alice의 미소비 결제 내역이 없습니다(마켓 AS, 픽스처 저장소 game.db).`
  private func text(_ list: EmptyList) -> Sentence {
    let elements: Sentence =
      switch list.elements {
      case .products: "상품이"
      case .deferredProducts: "보류된 상품이"
      case .unconsumedPurchases: "미소비 결제 내역이"
      case .subscriptions: "구독이"
      case .payments: "결제가"
      case .matchingPurchases: "조건에 맞는 미소비 결제 내역이"
      case .matchingPayments: "조건에 맞는 결제가"
      }
    let users: Sentence? =
      switch list.users.count {
      case 0: nil
      case 1: "사용자 \(list.users[0])의 "
      case let count: "사용자 \(count)명의 "
      }
    return "\(users)\(elements) 없습니다\(brackets([inMarkets(list.markets), list.place.map(text)]))."
  }

  /// `마켓 AS, GG`, or nothing for all markets.
  func inMarkets(_ markets: [StoreCode]) -> Sentence? {
    markets.isEmpty ? nil : "마켓 \(list: markets)"
  }

  /// `(마켓 AS, 픽스처 저장소 game.db)`, or nothing.
  func brackets(_ parts: [Sentence?]) -> Sentence? {
    let parts = parts.compactMap(\.self)
    return parts.isEmpty ? nil : "(\(sentences: parts, separator: ", "))"
  }

  /// `프로필 prod, api-iap.cloud.toast.com, 앱 키 3f2a9c…`, or `픽스처 저장소 game.db`.
  func text(_ name: PlaceName) -> Sentence {
    let profile: Sentence? = name.profile.map { "프로필 \($0), " }
    switch name.place {
    case .store(let path): return "\(profile)픽스처 저장소 \(path)"
    case .server(let address, let key):
      return "\(profile)\(address)\(key.map { ", \(self.name($0.credential)) \($0.beginning)" })"
    }
  }
}
