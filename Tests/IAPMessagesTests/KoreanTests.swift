import IAPCore
import Languages
import TestSupport
import Testing

@testable import IAPMessages

/// What a person reads in Korean where money depends on it.
struct KoreanTests {
  private typealias Examples = MessageExamples

  @Test(
    arguments: [
      (
        ConsumeMessages.question(Examples.scope(1, "7")),
        "사용자 alice의 결제(결제 번호 7, 픽스처 저장소 s.db, 시뮬레이션)를 소비하시겠습니까?"
      ),
      (
        ConsumeMessages.question(Examples.scope(3, users: 2, markets: ["AS", "GG"])),
        "사용자 2명의 결제 3건(마켓 AS, GG, 픽스처 저장소 s.db, 시뮬레이션)을 소비하시겠습니까?"
      ),
      (ConsumeMessages.question(Examples.scope(1, users: 0)), "결제 1건을 소비하시겠습니까?"),
      (ConsumeMessages.confirmation, "소비는 되돌릴 수 없습니다. 계속하시겠습니까? [예(y)/아니요(N)] "),
      (
        ConsumeMessages.confirmationByNumber,
        "소비는 되돌릴 수 없습니다. 계속하려면 결제 건수를 숫자로 입력하십시오: "
      ),
      (
        ConsumeMessages.payment(Examples.gem, namesUser: true),
        "결제 번호 7, 사용자 alice: 상품 gem.100, KRW 1,500"
      ),
      (ConsumeMessages.sum(Examples.won), "KRW 750,000(500건)"),
      (
        ConsumeMessages.wouldConsume(Examples.scope(2), [Examples.won], unsent: Examples.unsent),
        "--dry-run 없이 실행하면 사용자 alice의 결제 2건(픽스처 저장소 s.db, 시뮬레이션)을 소비합니다: KRW "
          + "750,000(500건). 전송하지 않을 결제 3건: 이미 소비됨(already-consumed) 2건, 전송하지 "
          + "않음(not-sent) 1건"
      ),
      (
        ConsumeMessages.nothingWouldBeConsumed(
          Examples.place, unsent: Examples.summary(.notSent)),
        "--dry-run 없이 실행해도 소비되는 결제는 없습니다(픽스처 저장소 s.db, 시뮬레이션). 전송하지 않을 결제 1건"
      ),
      (
        ConsumeMessages.outcomes(Examples.summary(.consumed, .unknown, .consumed), Examples.place),
        "소비됨(consumed) 2건, 결과를 알 수 없음(unknown) 1건(픽스처 저장소 s.db, 시뮬레이션)"
      ),
      (
        ConsumeMessages.settle("7", isTokenGone: false, command: "X"),
        "결제 번호 7: 소비되었을 수 있습니다. 결과를 확정하십시오: X"
      ),
      (
        ConsumeMessages.unknownAndUnlisted(1, only: "7", command: "X"),
        "결제 번호 7: 여전히 결과를 알 수 없고, 미소비 결제 내역에도 없습니다. 지급하지 마십시오. 해당 "
          + "결제 조회: X"
      ),
      (
        ConsumeMessages.settleAll(isTokenGone: false, command: "X"),
        "결과를 확정하십시오: X"
      ),
      (
        ConsumeMessages.marketNotAsked("GG", isAnyDone: false, command: "X"),
        "마켓 GG: 조회하지 못했습니다. 소비된 결제는 없습니다. 이 마켓의 결제 소비: X"
      ),
    ] as [(Sentence, String)])
  func `A sentence of consume`(_ message: Sentence, _ text: String) {
    #expect(Language.korean.text(message) == text)
  }

  @Test(
    arguments: [
      (
        .payment("7", .consumedBefore),
        "결제 번호 7: 이미 소비된 결제입니다. 이번 호출이 소비한 것이 아닙니다.",
        "지급하지도 회수하지도 마십시오. 다른 클라이언트가 같은 결제 번호로 상품을 지급했을 수 있습니다. 먼저 지급 "
          + "기록을 확인하십시오."
      ),
      (
        .payment("7", .consumedAfterUnknown),
        "결제 번호 7: 이미 소비된 결제입니다. 응답을 받지 못한 iapctl의 이전 시도에서 소비되었을 가능성이 "
          + "높습니다.", "지급 기록을 확인하고, 상품을 지급하지 않은 것이 확인된 경우에만 지급하십시오."
      ),
      (
        .payment("7", .undoFailed(.exit(status: 3), said: "no such player")),
        "결제 번호 7: 회수 명령이 실패했습니다: 종료 코드 3, 출력: no such player",
        "회수 명령을 고치십시오. 결제는 소비되지 않았고, 사용자가 상품을 아직 가지고 있을 수 있습니다. 다음 실행은 "
          + "상품을 다시 지급한 다음 결제를 소비합니다."
      ),
      (
        .notConfirmed, "확인을 받지 못해 실행하지 않았습니다. 소비된 결제는 없습니다.",
        "--dry-run으로 미리 확인한 뒤 --yes로 실행하십시오."
      ),
    ] as [(IAPError.Reason, String, String)])
  func `An error of consume, and what to do about it`(
    _ reason: IAPError.Reason, _ message: String, _ hint: String
  ) {
    let text = IAPError.iapctl(.bug, reason).text()
    #expect(Language.korean.text(text.message) == message)
    #expect(text.hint.map(Language.korean.text) == hint)
  }

  @Test
  func `Equal errors of several payments are one sentence`() {
    func text(_ error: (Identifier) -> IAPError) -> String {
      var failures = FailureTally()
      for payment in ["1", "2", "3", "4"] as [Identifier] {
        failures.add(error(payment), of: payment)
      }
      return Language.korean.text(ErrorMessages.message(of: failures.groups[0]))
    }
    #expect(
      text { .iap(.userInvalid, .payment($0, .ofAnotherUser)) }
        == "다른 사용자의 결제가 4건 있습니다. 결제 번호: 1, 2, 3 등")
    #expect(
      text { .iapctl(.deliveryFailed, .payment($0, .deliveryFailed(.exit(status: 1), said: nil))) }
        == "같은 오류 4건: 결제 번호 …: 지급 명령이 실패했습니다: 종료 코드 1. 결제 번호: 1, 2, 3 등")
  }

  @Test
  func `The phrase of the SDK stands where the sentence does not say what failed`() {
    let refused = IAPError(.iap(.changePurchaseStatusFailed), .serverSaid(code: 5000, message: "m"))
    #expect(
      Language.korean.text(ErrorMessages.message(of: refused))
        == "서버가 요청을 거부했습니다: 구매 상태 변경 실패. 결과 코드 5000: m")
    #expect(
      Language.korean.text(ErrorMessages.message(of: refused.afterUnknown))
        == "서버가 오류로 응답했습니다: 구매 상태 변경 실패. 결과 코드 5000: m")
    #expect(
      Language.korean.text(ErrorMessages.message(of: .alreadyConsumed("1")))
        == "결제 번호 1: 이미 소비된 결제입니다. 이번 호출이 소비한 것이 아닙니다.")
  }
}
