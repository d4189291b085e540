import IAPBatch
import IAPCore
import Text

extension Korean {
  func text(_ message: ReportPageMessage) -> Sentence {
    switch message {
    case .title: "결제 소비 보고서"
    case .journal: "저널"
    case .servers: "서버"
    case .moreServers(let count): "외 \(count)개"
    case .made: "작성 시각"
    case .timeZone: "시간대"
    case .chosen: "대상"
    case .allPayments: "저널의 모든 결제"
    case .since: "시작(이 시각부터)"
    case .until: "종료(이 시각 전까지)"
    case .ticket: "티켓"
    case .person: "담당자"
    case .user: "사용자"
    case .markets: "마켓"
    case .server: "서버"
    case .fixtureStores: "픽스처 저장소"
    case .leftOut: "제외"
    case .included: "포함"
    case .empty: "저널이 비어 있습니다."
    case .noneMatch: "저널에 조건에 맞는 항목이 없습니다."
    case .onlyFixtures:
      """
      조건에 맞는 항목이 모두 픽스처 저장소의 것이어서 제외했습니다. 포함하려면 --fixtures를 \
      추가하십시오.
      """
    case .outcomes: "결과별 건수"
    case .outcome: "결과"
    case .outcomeOf(let outcome): text(outcome)
    case .payments: "건수"
    case .counting:
      "결제마다 저널의 가장 최근 항목을, 그 항목이 시작된 날짜에 한 번 집계합니다."
    case .consumedByCurrency: "통화별 소비"
    case .consumedByTime(.day): "날짜별 소비"
    case .consumedByTime(.week): "주별 소비"
    case .consumedByTime(.month): "월별 소비"
    case .consumedByPerson: "담당자별 소비"
    case .currency: "통화"
    case .unit(.day): "날짜"
    case .unit(.week): "주(월요일 날짜)"
    case .unit(.month): "월"
    case .consumed: "소비됨"
    case .unknown: "알 수 없음"
    case .sum: "합계"
    case .sums: "합계는 정확한 값입니다. 통화가 다른 금액은 더하지 않습니다."
    case .unpriced(let count, let currency): "\(currency): 가격을 알 수 없는 결제 \(count)건"
    case .noCurrency: "통화 없음"
    case .nothingConsumed: "소비된 결제가 없습니다."
    case .eachDay: "날짜별로 보기"
    case .morePeople(let count): "외 \(count)명(표에 있음)"
    case .count(let label, let consumed, let unknown):
      "\(label): 소비됨 \(consumed)건, 결과를 알 수 없음 \(unknown)건"
    case .unknownPayments: "결과를 알 수 없는 결제"
    case .unknownFound(let count):
      """
      결제 \(count)건은 소비되었을 수도, 소비되지 않았을 수도 있습니다. 결과를 확인하기 전에는 \
      지급하지 마십시오.
      """
    case .noneUnknown: "결과를 알 수 없는 결제가 없습니다."
    case .howToSettle:
      """
      첫 번째 명령은 서비스에 다시 요청하여 결과를 확인합니다. 그래도 결과를 알 수 없으면 IAP \
      콘솔(Transaction 탭)에서 결제를 조회한 뒤, 두 번째 명령으로 결과를 기록하십시오. 소비된 경우: \
      \(option(.consumed)), 소비되지 않은 경우: \(option(.notConsumed))
      """
    case .payment: "결제 번호"
    case .userAndPrice: "사용자, 가격"
    case .attempt: "담당자, 시각, 티켓"
    case .moreUnknown(let count):
      "결과를 알 수 없는 결제가 \(count)건 더 있습니다. 모두 조회하려면:"
    }
  }

  private func text(_ outcome: ReportOutcome) -> Sentence {
    switch outcome {
    case .consumed: "소비됨"
    case .unknown: "결과를 알 수 없음(소비되었을 수도, 소비되지 않았을 수도 있음)"
    case .consumedElsewhere: "여기에서 지급했고 다른 곳에서 소비됨: 한 번만 지급되었는지 확인"
    case .alreadyConsumed: "이미 소비됨(이 시도에서 소비한 것이 아님)"
    case .refused: "거부됨"
    case .notSent: "전송하지 않음"
    case .notConsumed: "소비되지 않음(직접 확정함)"
    case .delivered: "지급했으나 전송하지 않음"
    case .deliveryFailed: "지급하지 못해 전송하지 않음"
    case .deliveryUnknown: "지급 결과를 알 수 없으며 전송하지 않음"
    case .running: "진행 중"
    }
  }
}
