import IAPCore
import IAPFixtures
import Text

extension Korean {
  func text(_ message: StoreMessage) -> Sentence {
    switch message {
    case .made(let path): "저장소를 만들었습니다: \(path)"
    case .loaded(let path): "시드를 불러왔습니다: \(path)"
    case .sharedGroup(let group):
      """
      마켓 \(group.market)의 구독 그룹 \(group.group): 상품이 여러 개 있습니다: \(list: group.products). \
      하나의 구독 그룹에 하나의 상품만 등록해야 합니다.
      """
    case .clockMoved(let instant): "시계를 옮겼습니다: \(instant)"
    case .noProblems(let path, let sizes):
      "\(path): 문제가 없습니다. 검사한 항목: \(list: sizes.map { "\($0.list) \($0.rows)" })"
    case .noEvents: "로그가 비어 있습니다."
    case .noPayments: "결제가 없습니다."
    case .newUser(let user, let billing, let closest):
      "사용자 \(user): 새 사용자를 billing \(billing.rawValue) 상태로 추가했습니다.\(perhaps(closest))"
    case .checkPayment(let command):
      "결제 번호를 확인하십시오. 저장소의 모든 결제 조회: \(command)"
    case .noFaults: "모의 장애가 없습니다."
    case .faultAdded: "모의 장애를 추가했습니다."
    case .faultsRemoved(let count): "모의 장애 \(count)건을 삭제했습니다."
    case .followsTheDay:
      """
      시드에 시계가 없으므로 결제 번호와 시간이 오늘 날짜를 따릅니다. 언제나 같은 결제 번호와 시간을 \
      사용하려면 시드에 다음을 추가하십시오: "clock": "2026-01-01T00:00:00.000Z"
      """
    case .servedToOthers:
      """
      다른 컴퓨터에서도 연결할 수 있으며, 연결한 클라이언트는 모두 저장소를 변경할 수 있습니다. 앱 키와 \
      토큰은 암호화하지 않고 전송됩니다.
      """
    }
  }

  func text(_ problem: IAPError.ChangeProblem) -> ErrorText {
    switch problem {
    case .chargeUnknown(let payment, let state, let missing):
      ErrorText(
        "결제 번호 \(payment): \(state.rawValue) 상태이며, 청구된 금액이 저장소에 없습니다.",
        hint: "스토어의 영수증을 보고 다음을 추가하십시오: \(missing.joined(separator: " "))")
    case .transactionOfOther(let transaction, let payment, let instead):
      ErrorText(
        "스토어의 결제 ID \(transaction): 다른 결제의 ID입니다. 결제 번호: \(payment)",
        hint: "이 결제에 대해 스토어가 청구한 결제 ID를 지정하십시오. 결제 번호: \(instead)")
    case .periodBegins(let start, let payment, let end):
      ErrorText(
        "결제 번호 \(payment): 기간의 시작이 지정한 시각보다 늦습니다. 시작: \(start), 지정한 시각: \(end)",
        hint: giveLaterUntil)
    case .otherEnds(let last, let other, let end):
      ErrorText(
        """
        같은 구독의 다른 결제가 지정한 시각보다 늦게 끝납니다. 결제 번호: \(other), 종료: \(last), 지정한 \
        시각: \(end)
        """, hint: giveLaterUntil)
    case .endNotLater(let end, let now):
      ErrorText(
        "저장소의 현재 시각보다 늦은 시각이어야 합니다. 지정한 시각: \(end), 현재 시각: \(now)",
        hint: giveLaterEnd)
    case .periodEnded(let end, let payment):
      ErrorText(
        "결제 번호 \(payment): 기간이 이미 끝나(\(end)), 상태가 곧바로 끝나게 됩니다.",
        hint: giveLaterEnd)
    case .noVerification(let market):
      ErrorText(
        "마켓 \(market): 검증 방식 V1, V2가 없습니다. 앱스토어에만 있습니다.",
        hint: "다음 마켓을 지정하십시오: \(StoreCode.appStore)")
    }
  }

  func seed(_ problem: Sentence, _ code: IAPError.Code) -> ErrorText {
    ErrorText(
      problem,
      hint: code == .iapctl(.seedContradicts)
        ? "시드에서 해당 항목을 빼거나, 새 저장소에 시드를 불러오십시오."
        : "키의 설명은 매뉴얼 페이지 iapctl-fixture(5)에 있습니다. 전체 예: iapctl store dump")
  }

  private var giveLaterUntil: Sentence { "--until에 더 늦은 시각을 지정하십시오." }

  private var giveLaterEnd: Sentence {
    "--until에 더 늦은 시각을 지정하십시오. 예: --until +30d"
  }

  /// ` 혹시 'alice'입니까?`, or nothing.
  func perhaps(_ closest: String?) -> Sentence? { closest.map { " 혹시 '\($0)'입니까?" } }
}
