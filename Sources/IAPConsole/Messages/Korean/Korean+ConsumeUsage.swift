import CommandLine
import Text

extension Korean {
  func text(_ problem: ConsumeProblem) -> ErrorText {
    switch problem {
    case .sourceTakesNo(let other, let source):
      ErrorText(
        "\(source): \(text(other)) 함께 사용할 수 없습니다.",
        hint: "결제 번호, --all, --from FILE 중 하나만 지정하십시오.")
    case .tokenOfSeveral:
      ErrorText(
        "--token-file은 결제가 1건일 때만 사용할 수 있습니다.",
        hint: "결제가 여러 건이면 토큰과 함께 파일로 지정하십시오: --from FILE")
    case .allNeedsUser(let user):
      ErrorText(
        user == nil
          ? "--all에는 --user가 필요합니다."
          : """
          --all에는 명령줄에 입력한 --user가 필요합니다. 환경 변수나 프로필의 사용자는 사용하지 \
          않습니다.
          """,
        hint: "다음을 추가하십시오: --user \(user.map { quoted($0.text) } ?? "ID")")
    case .limitWithoutTimes(let api):
      ErrorText(
        "\(api) API는 구매 시간을 제공하지 않아, --limit으로 어떤 결제가 선택될지 알 수 없습니다.",
        hint: "결제를 조회한 뒤 소비할 결제 번호를 지정하십시오: iapctl unconsumed")
    case .optionNeeds(let option, let other, isFilter: true):
      ErrorText(
        "--\(option): \(other) 옵션과 함께 사용해야 하는 옵션입니다.",
        hint: "결제 번호 대신 --all과 함께 사용하십시오. 대상 결제 조회: iapctl unconsumed")
    case .optionNeeds(let option, let other, isFilter: false):
      ErrorText(
        "--\(option): \(other) 옵션과 함께 사용해야 하는 옵션입니다.",
        hint: "\(other) 옵션을 추가하거나, 이 옵션을 빼십시오.")
    case .lineWithoutOwner(let line, let name):
      ErrorText(
        "\(input(name)), \(line)행: 토큰도 사용자도 없습니다.",
        hint: "--user ID로 사용자를 지정하거나 accessToken 열을 추가하십시오.")
    case .lineWithoutProduct(let line, let name):
      ErrorText(
        "\(input(name)), \(line)행: legacy API에 필요한 productSeq가 없습니다.",
        hint: """
          productSeq 열을 추가하거나, --user ID로 사용자를 지정하거나, --api service를 사용하십시오.
          """)
    case .noTicket(let profile):
      ErrorText(
        "프로필 '\(profile?.text ?? "")': 소비할 때마다 티켓이 필요합니다.",
        hint: "--ticket TEXT를 추가하십시오.")
    case .lineWithoutTicket(let line, let name, let profile):
      ErrorText(
        """
        프로필 '\(profile?.text ?? "")': 소비할 때마다 티켓이 필요하지만, \(input(name))의 \(line)행에는 \
        티켓이 없습니다.
        """, hint: "--ticket TEXT 또는 ticket 열을 추가하십시오.")
    case .unknownsToOutput:
      ErrorText(
        "--keep-unknown은 토큰을 기록하므로 표준 출력에 쓸 수 없습니다.",
        hint: "새 파일의 경로를 지정하십시오.")
    case .unknownsExist(let path):
      ErrorText(
        "--keep-unknown: 이미 있는 파일입니다: \(path)",
        hint: """
          새 파일의 경로를 지정하십시오. 이 파일에는 이전 실행에서 결과를 확정하지 못한 결제가 \
          들어 있을 수 있습니다.
          """)
    case .takeOverNeedsTeam:
      ErrorText(
        "--take-over: 팀 저널에서만 사용할 수 있는 옵션입니다.",
        hint: "옵션을 빼십시오. 저널이 파일이면 명령이 실행 중인지 iapctl이 직접 확인합니다.")
    case .needsDeliver(let option):
      ErrorText(
        "--\(option): --deliver 옵션과 함께 사용해야 하는 옵션입니다.",
        hint: "--deliver COMMAND를 추가하거나, 이 옵션을 빼십시오.")
    case .timeOutOfRange(let option):
      ErrorText(
        "--\(option): 0보다 크고 하루를 넘지 않는 시간을 지정해야 합니다.",
        hint: "초나 분으로 지정하십시오. 예: 90s, 5m")
    case .unknownMarket(let market):
      ErrorText(
        text(market),
        hint: market.closest.map { "마켓을 지정하십시오: --market \($0)" }
          ?? "--market을 빼거나 마켓 목록을 조회하십시오: iapctl store stats")
    }
  }

  private func text(_ other: ConsumeProblem.Other) -> Sentence {
    switch other {
    case .payments: "결제 번호와"
    case .token: "토큰과"
    case .all: "--all과"
    }
  }
}
