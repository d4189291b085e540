import IAPCore
import Text

extension Korean {
  func text(_ product: Identifier, _ problem: IAPError.ProductProblem) -> ErrorText {
    switch problem {
    case .notFound(let market, let others):
      ErrorText(
        "상품 \(product): 마켓 \(market)에 없는 상품입니다.",
        hint: others.isEmpty
          ? "상품 목록 조회: iapctl products --all"
          : "--market으로 이 상품을 판매하는 마켓을 지정하십시오: \(list: others)")
    case .notInUse: ErrorText("상품 \(product): 활성화되지 않은 상품입니다.")
    case .unknownToStore:
      ErrorText("상품 \(product): 스토어에서 상품 정보를 획득하지 못해 사용할 수 없습니다.")
    case .ofUnknownType:
      ErrorText("상품 \(product): 상품 유형이 UNKNOWN이므로 구매할 수 없습니다.")
    case .periodEndsAfterCalendar:
      ErrorText("상품 \(product): 구독이 표시할 수 있는 마지막 날짜(9999년) 이후에 끝나게 됩니다.")
    case .subscriptionOwned(let user, let until):
      ErrorText(
        "상품 \(product): 사용자 \(user)의 구독이 이미 있습니다\(until.map { "(만료 \($0))" }).")
    case .groupOwned(let user, let owned, let until):
      ErrorText(
        """
        상품 \(product): 사용자 \(user)의 다른 구독이 같은 구독 그룹에 이미 있습니다: \(owned)\
        \(until.map { "(만료 \($0))" })
        """)
    case .purchaseUnfinished(let user, let payment):
      ErrorText(
        "상품 \(product): 사용자 \(user)의 미완료 구매가 있습니다. 결제 번호: \(payment)",
        hint: "미완료 구매를 먼저 완료하십시오: iapctl reprocess --user \(user)")
    case .paymentSheetClosed:
      ErrorText("상품 \(product): 사용자가 스토어 결제창을 닫았습니다. 금액은 청구되지 않았습니다.")
    case .chargeRefused:
      ErrorText("상품 \(product): 스토어가 결제를 거부했습니다. 금액은 청구되지 않았습니다.")
    }
  }

  func sentence(_ user: Identifier, _ problem: IAPError.UserProblem) -> Sentence {
    switch problem {
    case .purchasesSwitchedOff: "사용자 \(user): 구매가 허용되지 않은 사용자입니다."
    case .limitPassed(let limit, let spent, let currency):
      """
      사용자 \(user): 구매하면 월 구매 한도를 초과합니다. 이번 달 구매: \(spent), 한도: \(limit) \
      \(currency)
      """
    case .storeAccountUnreadable: "사용자 \(user): 스토어 계정을 읽을 수 없습니다."
    }
  }

  func sentence(_ transaction: Identifier, _ problem: IAPError.ReceiptProblem) -> Sentence {
    switch problem {
    case .withoutUser:
      """
      스토어의 결제 ID \(transaction): 영수증에 사용자 정보(ApplicationUsername)가 없습니다.
      """
    case .ofAnotherUser:
      "스토어의 결제 ID \(transaction): 다른 사용자의 영수증입니다."
    case .sdkCannotVerify(let sdk, let verification):
      """
      스토어의 결제 ID \(transaction): 마켓의 영수증 검증 방식(\(verification.rawValue))을 \
      SDK \(sdk)에서 지원하지 않아 영수증을 처리하지 못했습니다.
      """
    }
  }
}
