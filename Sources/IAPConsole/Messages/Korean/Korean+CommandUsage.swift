import CommandLine
import IAPCore
import IAPFixtures
import Text

extension Korean {
  func text(_ problem: CommandProblem) -> ErrorText {
    switch problem {
    case .exclusive(let first, let second):
      ErrorText("함께 사용할 수 없습니다: \(first), \(second)", hint: giveOne)
    case .optionNeeds(let option, let other, let value):
      ErrorText("\(option): \(other) 옵션이 필요합니다.", hint: "다음을 추가하십시오: \(value)")
    case .deferredBuysNothing(let other):
      ErrorText(
        "--deferred는 보류된 상품의 목록만 표시하고 구매하지 않습니다.",
        hint: "상품과 --\(other) 옵션을 빼십시오.")
    case .noSubscriptionsApp(let market):
      ErrorText(
        "마켓 \(market): 구독 관리 화면을 앱에서 여는 주소가 없습니다.",
        hint: "--market AS를 지정하거나 --app을 빼십시오.")
    case .noSubscriptionsPage(let market):
      ErrorText(
        "마켓 \(market): 구독 관리 페이지의 주소가 없습니다.",
        hint: "--market AS 또는 --market GG를 지정하십시오.")
    case .noOutcome:
      ErrorText(
        "결과가 지정되지 않았습니다.",
        hint: """
          IAP 콘솔에서 결제를 조회한 뒤 --as consumed 또는 --as not-consumed를 추가하십시오.
          """)
    case .noTicketOfSettlement:
      ErrorText(
        "티켓이 지정되지 않았습니다.",
        hint: "--ticket TEXT를 추가하십시오. 결과를 어떻게 확인했는지 기록한 티켓입니다.")
    case .pageExists(let path):
      ErrorText(
        "--html: 이미 있는 파일입니다: \(path)",
        hint: "새 파일의 경로를 지정하거나, 이 파일을 먼저 삭제하십시오.")
    case .pageToOutput:
      ErrorText(
        "--html: 표준 출력에는 집계가 출력되므로 페이지를 쓸 수 없습니다.",
        hint: "새 파일의 경로를 지정하십시오.")
    case .noGrantedCommand:
      ErrorText(
        "지급한 결제를 출력하는 명령이 지정되지 않았습니다.",
        hint: "--granted COMMAND를 추가하십시오. 이 명령은 한 줄에 결제 번호 하나를 출력해야 합니다.")
    case .caseUnknown(let name, let requests):
      ErrorText(
        "프로그램이 보내지 않는 요청의 케이스입니다: \(name)",
        hint: "첫 실행에서 작업별로 마지막에 보낸 요청: \(list: requests)")
    case .ofStateSuccess(let option):
      ErrorText(
        "\(option): SUCCESS 상태에만 사용할 수 있습니다.",
        hint: "\(option) 옵션을 빼거나 SUCCESS를 지정하십시오.")
    case .followsWithoutEnd:
      ErrorText(
        "--follow는 목록이 끝나지 않으므로 JSON 문서 하나로 출력할 수 없습니다.",
        hint: "-o jsonl로 이벤트마다 한 줄씩 출력하십시오.")
    case .noOperation(let operations):
      ErrorText(
        "작업이 지정되지 않았습니다.", hint: "--on에 다음 중 하나를 지정하십시오: \(list: operations)")
    case .noFaultCode:
      ErrorText(
        "장애의 종류가 지정되지 않았습니다.",
        hint: """
          다음 중 하나를 추가하십시오: --code N, --http STATUS, --server-code N, --cut BYTES. \
          코드 설명: iapctl explain N
          """)
    case .faultOfNoProduct(let operation):
      ErrorText(
        """
        '\(operation)' 호출의 대상은 상품 하나가 아니므로, --product를 지정한 모의 장애는 발생하지 않습니다.
        """, hint: "--product를 빼거나 --on purchase 또는 --on consume을 지정하십시오.")
    case .faultOfNoPayment(let operation):
      ErrorText(
        "'\(operation)' 호출에는 결제 번호가 없으므로, --payment를 지정한 모의 장애는 발생하지 않습니다.",
        hint: "--payment를 빼거나 --on consume을 지정하십시오.")
    case .faultOfNoUser:
      ErrorText(
        "'products' 호출에는 사용자가 없으므로, --user를 지정한 모의 장애는 발생하지 않습니다.",
        hint: "--user를 빼십시오.")
    case .notAFile(let path): ErrorText("\(path): 파일이 아닙니다.")
    case .faultCodeUnknown(let code, let domain, let owner):
      ErrorText(
        "--code: \(domain.text)에 없는 코드입니다: \(code). 코드 범위: \(codes(of: domain))",
        hint: owner.map { "\($0.text)의 코드입니다. 다음을 추가하십시오: --domain \($0.rawValue)" }
          ?? "코드 범위: \(sentences: PlannedFault.Domain.allCases.map(option), separator: "; ")")
    case .faultAfterQuery:
      ErrorText(
        "--after: 조회에는 사용할 수 없습니다. 조회로 적용되는 것은 없습니다.",
        hint: """
          --after를 빼거나 --on에 다음 중 하나를 지정하십시오: \
          \(list: IAPOperation.allCases.filter { !$0.isQuery }.map(\.rawValue))
          """)
    }
  }

  /// `0–18`.
  private func codes(of domain: PlannedFault.Domain) -> Sentence {
    "\(domain.codes.lowerBound)–\(domain.codes.upperBound)"
  }

  /// `--domain iap: 0–18`.
  private func option(of domain: PlannedFault.Domain) -> Sentence {
    "--domain \(domain.rawValue): \(codes(of: domain))"
  }
}
