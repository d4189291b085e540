import Text

extension Korean {
  func text(_ message: TourMessage) -> Sentence {
    switch message {
    case .make: "작은 샘플 게임이 있는 저장소를 만듭니다:"
    case .useStore: "아래의 모든 명령은 이 저장소를 사용합니다:"
    case .products: "어떤 상품을 구매할 수 있습니까?"
    case .unconsumed:
      "alice가 결제했지만 상품을 받지 못했다고 문의했습니다. alice의 미소비 결제 내역입니다:"
    case .consume: "보석 100개를 직접 지급했습니다. 이 결제를 지급 완료로 표시합니다:"
    case .unconsumedAfterwards: "미소비 결제 내역에서 없어졌습니다:"
    case .interrupted: "bob이 보석 100개를 구매하는데, 금액이 청구된 뒤 기기가 꺼졌습니다:"
    case .reprocess: "앱을 다시 실행하면 구매가 완료됩니다:"
    case .restore:
      """
      carol이 게임을 다시 설치했는데 주간 상자가 없습니다. 스토어 계정에서 구매를 복원합니다:
      """
    case .subscriptions: "이제 구독이 조회됩니다:"
    case .end(let path):
      """
      둘러보기가 끝났습니다. 저장소는 그대로 남아 있습니다:
        export \(Variables.store)=\(path)
      더 해 볼 수 있는 명령:
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
