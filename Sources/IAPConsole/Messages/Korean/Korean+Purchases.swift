import IAPCore
import Text

extension Korean {
  func text(_ message: PurchaseMessage) -> Sentence {
    switch message {
    case .reserved(let payment, let command):
      """
      결제 번호 \(payment): 예약되었고 금액은 청구되지 않았습니다. 결제를 종료하십시오: \(command)
      """
    case .pending(let payment, let approve, let decline):
      """
      결제 번호 \(payment): 승인을 기다리는 중이며 금액은 청구되지 않았습니다. 승인: \(approve); 거절: \
      \(decline)
      """
    case .interrupted(let payment, let command):
      """
      결제 번호 \(payment): 금액이 청구되었지만 구매가 중단되었습니다. 구매를 완료하십시오: \(command)
      """
    case .deferred(let product, let command):
      "상품 \(product): 구매하지 않고 보류했습니다. 보류된 상품 조회: \(command)"
    case .mayHaveHappened(let unconsumed, let subscriptions, let reprocess):
      """
      구매가 처리되었을 수 있습니다. 다시 구매하기 전에 확인하십시오: \(unconsumed); \(subscriptions); \
      중단된 구매 완료: \(reprocess)
      """
    case .closed(let payment):
      "결제 번호 \(payment): 금액이 청구된 적이 없어 결제를 종료했습니다."
    case .nothingToReprocess: "재처리할 구매가 없습니다."
    case .nothingToRestore: "복원할 구매가 없습니다."
    case .noRows(let path): "\(path): 이 사용자와 마켓의 행이 없습니다."
    case .completeBefore(let rows, let path): "\(path): \(rows)행은 이미 완료된 구매입니다."
    case .removed(let rows, let path): "\(path): \(rows)행을 삭제했습니다."
    case .failed(let payment, let command):
      """
      결제 번호 \(payment): FAILURE 상태가 되었습니다. 지급하지 마십시오. 환불해야 하는 결제입니다. \
      정상적으로 청구된 결제라면: \(command)
      """
    case .mayHaveBeenCompleted(let again, let unconsumed):
      """
      구매가 완료되었을 수 있습니다. 나머지를 완료하십시오: \(again); 그런 다음 소비할 수 있는 결제를 \
      조회하십시오: \(unconsumed)
      """
    case .mayHaveBeenRestored(let again):
      "복원되었을 수 있습니다. 다시 실행해도 안전합니다: \(again)"
    }
  }
}
