import IAPCore
import Text

/// The page of `payment show`: sentences, and the lines of its timeline.
extension Korean {
  func text(_ message: PaymentMessage) -> Sentence {
    switch message {
    case .stuck(let payment):
      "결제 번호 \(payment): 결제되었지만 소비되지 않은 미소비 결제입니다."
    case .consumed(let payment, let time):
      "결제 번호 \(payment): 소비되었습니다\(time.map { "(\($0))" }). 누가 소비했는지는 저널에 없습니다."
    case .consumedBy(let payment, let deed): "결제 번호 \(payment): 소비되었습니다. \(text(deed))"
    case .settledAsConsumed(let payment, let deed):
      "결제 번호 \(payment): 소비된 것으로 직접 확정되었습니다. \(text(deed))"
    case .consumedBefore(let payment, let deed, isOwnLikely: false):
      """
      결제 번호 \(payment): 소비되었으며, 누가 소비했는지는 iapctl이 알 수 없습니다. 다음 시도 전에 이미 \
      소비되어 있었습니다: \(text(deed))
      """
    case .consumedBefore(let payment, let deed, isOwnLikely: true):
      """
      결제 번호 \(payment): 소비되었습니다. 응답을 받지 못한 이전 iapctl 시도에서 소비되었을 가능성이 \
      높습니다. 다음 시도 전에 이미 소비되어 있었습니다: \(text(deed))
      """
    case .mayBeConsumed(let payment, let deed):
      """
      결제 번호 \(payment): 소비되었을 수 있습니다. 소비 시도의 결과를 알 수 없습니다\(end(deed))
      """
    case .stillListed(let payment, let deed):
      """
      결제 번호 \(payment): 아직 미소비 결제 내역에 있고, 소비 시도의 결과를 알 수 없습니다\(end(deed))
      """
    case .beingConsumed(let payment, let deed):
      "결제 번호 \(payment): 지금 소비하는 중입니다. \(text(deed))"
    case .refunded(let payment): "결제 번호 \(payment): 환불된 결제입니다."
    case .interrupted(let payment):
      "결제 번호 \(payment): 청구되었지만 검증되기 전에 구매가 중단되었습니다."
    case .reserved(let payment): "결제 번호 \(payment): 구매가 시작되었고, 청구된 기록은 없습니다."
    case .pending(let payment):
      "결제 번호 \(payment): 승인을 기다리는 결제(Ask to Buy)이며, 청구되지 않았습니다."
    case .closed(let payment): "결제 번호 \(payment): 청구되지 않고 종료된 결제입니다."
    case .failed(let payment): "결제 번호 \(payment): 청구 또는 검증이 실패한 결제입니다."
    case .ofSubscription(let payment):
      "결제 번호 \(payment): 결제된 구독 상품입니다. 이 상품은 소비하지 않습니다."
    case .withheld(let payment, let error):
      "결제 번호 \(payment): 결제되었지만 지금은 소비할 수 없습니다. \(text(of: error).message)"
    case .absent(let payment):
      """
      결제 번호 \(payment): 조회한 미소비 결제 내역에 없습니다. 소비 또는 환불되었거나, 다른 사용자의 \
      결제일 수 있습니다.
      """
    case .unclear(let payment): "결제 번호 \(payment): 소비되었는지 알 수 없습니다."
    case .purchase(let purchase, let state): text(purchase, state)
    case .inList(let user): "사용자 \(user)의 미소비 결제 내역에 있음"
    case .notInList(let user): "사용자 \(user)의 미소비 결제 내역에 없음"
    case .noListAsked:
      "미소비 결제 내역을 조회하지 않았음: --user ID로 사용자를 지정하십시오."
    case .ofToken(isConsumable: true): "서버가 아직 소비할 수 있다고 응답함. 아직 소비되지 않은 결제임"
    case .ofToken(isConsumable: false):
      "서버가 소비할 수 없다고 응답함. 소비되었거나 환불되었거나 구독 결제임"
    case .notInStore: "저장소에 없음"
    case .notInJournal(let path): "저널(\(path))에 없음"
    case .ofAnotherServer(let server, let command):
      "저널에 다른 서버(\(server))의 같은 결제 번호도 있음: \(command)"
    case .alsoTransaction(let number, let payment, let command):
      "\(number): 다른 결제(결제 번호 \(payment))의 주문 번호이기도 함: \(command)"
    case .ofAnotherUser(let owner):
      "사용자 \(owner)의 결제임: 지급하거나 안내하기 전에 문의한 사용자를 확인하십시오."
    case .purchased: "구매"
    case .stored(let kind, let change): "저장소: \(kind)\(change.map { "(\($0))" })"
    case .attempt(let action, let outcome, let deed, let error):
      "\(action): \(outcome), \(text(deed))\(error.map { ", 오류 \($0)" })"
    case .note(let text, let deed): "메모(\(self.text(deed))): \(text)"
    case .grantAndConsume:
      """
      지급 기록을 확인하십시오. 상품을 지급하지 않았으면 지급하고, 그다음 결제를 소비하십시오:
      """
    case .grantAgainAndConsume:
      """
      이전 실행에서 상품을 회수했습니다. 사용자에게 상품이 없으면 지급하고, 그다음 결제를 소비하십시오:
      """
    case .settleIt:
      "아직 지급하지도 회수하지도 마십시오. 서비스에 다시 요청하여 결과를 확정하십시오:"
    case .lookUpAndSettle:
      """
      아직 지급하지도 회수하지도 마십시오. IAP 콘솔(Transaction 탭)에서 결제를 조회한 뒤, 표시된 결과를 \
      입력하십시오:
      """
    case .grantNothing:
      "지급 기록에서 지급하지 않은 것을 확인한 경우가 아니면 상품을 지급하지 마십시오."
    case .checkConsumed:
      """
      상품을 지급하지 마십시오. 결제가 아직 미소비 결제 내역에 있으므로 IAP 콘솔(Transaction 탭)에서 \
      결제를 조회하십시오.
      """
    case .grantNothingNow: "지금은 상품을 지급하지 마십시오."
    case .checkGrantedOnce:
      """
      여기에서 상품을 지급했고 결제는 다른 곳에서 소비되었습니다. 상품이 한 번만 지급되었는지 확인하십시오. \
      다시 지급하지 말고, 확인하기 전에는 회수하지도 마십시오.
      """
    case .revokeIfGranted:
      "상품을 지급하지 마십시오. 사용자에게 이미 지급했다면 회수하십시오."
    case .completeIt: "구매를 완료하십시오:"
    case .completeOrClose:
      "스토어에서 청구되었으면 구매가 완료되고, 청구되지 않았으면 결제가 종료됩니다:"
    case .endApproval: "다음 중 하나로 끝낼 수 있습니다:"
    case .waitForApproval: "승인되거나 거절될 때까지 기다리십시오."
    case .nothingToDo: "필요한 조치가 없습니다."
    case .refundIfCharged:
      "상품을 지급하지 마십시오. 스토어에서 청구되었다면 스토어에서 환불하십시오."
    case .checkAccess: "지금 이용할 수 있는 구독인지 확인하십시오:"
    case .waitAndLookAgain: "그 실행이 끝날 때까지 기다린 뒤 다시 조회하십시오:"
    case .askAgain:
      "응답하지 않은 조회 대상이 있습니다. 지급하거나 안내하기 전에 다시 조회하십시오:"
    case .lookInConsole:
      """
      소비 또는 환불된 결제는 IAP 콘솔(Transaction 탭)에서만 조회할 수 있습니다. 다른 사용자의 내역 조회:
      """
    case .listPayments(let command): "번호를 확인하십시오. 저장소의 결제 조회: \(command)"
    }
  }

  /// `담당자 kim, 호스트 ops1, 시간 2026-01-12 20:20:00 +09:00, 티켓 T-7`.
  private func text(_ deed: PaymentMessage.Deed) -> Sentence {
    """
    담당자 \(deed.person), 호스트 \(deed.host)\(deed.time.map { ", 시간 \($0)" })\
    \(deed.ticket.map { ", 티켓 \($0)" })
    """
  }

  /// `: 담당자 kim, 호스트 ops1`, or the end of a sentence.
  private func end(_ deed: PaymentMessage.Deed?) -> Sentence {
    deed.map { ": \(text($0))" } ?? "."
  }

  /// `사용자 alice, 상품 gem.100, KRW 1,500, 마켓 AS, 상태 SUCCESS, 주문 번호 GPA.1`.
  private func text(_ purchase: Purchase, _ state: PaymentState?) -> Sentence {
    let user: Sentence? = purchase.userID.map { "사용자 \($0), " }
    let market: Sentence? = purchase.storeCode.map { ", 마켓 \($0)" }
    let stored: Sentence? = state.map { ", 상태 \($0.rawValue)" }
    let transaction: Sentence? = purchase.transactionIdentifier.map { ", 주문 번호 \($0)" }
    return "\(user)\(text(ConsumeMessage.product(purchase)))\(market)\(stored)\(transaction)"
  }
}
