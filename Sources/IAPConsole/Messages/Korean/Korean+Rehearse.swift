import IAPCore
import Text

extension Korean {
  func text(_ message: RehearseMessage) -> Sentence {
    switch message {
    case .firstRunRight(let requests, let count):
      "첫 실행은 올바릅니다. 요청: \(list: requests). 실행할 케이스: \(count)건"
    case .allRight(let count, let verdicts):
      "케이스 \(count)건이 모두 올바릅니다: \(list: verdicts)"
    case .repetition(let name, let command): "\(name) 다시 실행: \(command)"
    case .moreRepetitions(let count):
      "그 밖에 실패한 케이스 \(count)건. 각 케이스의 명령은 -o json 출력에 있습니다."
    case .kept(let name, let path): "\(name)의 파일: \(path)"
    case .notHappened(let count, let first):
      "프로그램이 해당 요청을 보내지 않아 실행되지 않은 케이스 \(count)건. 첫 케이스: \(first)"
    case .grantedFailed(let count):
      "케이스 \(count)건에서 --granted 명령이 실패했습니다. 그때까지 출력한 내용만 집계했습니다."
    }
  }

  func text(_ problem: IAPError.RehearsalProblem) -> ErrorText {
    switch problem {
    case .firstRunFailed(let failure, let lastLine):
      ErrorText(
        "모의 장애가 없는 첫 실행에서 프로그램이 올바르지 않습니다: \(sentence(failure, lastLine))",
        hint: """
          먼저 한 번 실행해 보십시오: iapctl serve --seed SEED -- COMMAND. 종료 코드가 0이면 연습할 수 \
          있습니다.
          """)
    case .firstRunWrong(let payment, let verdict):
      ErrorText(
        "모의 장애가 없는 첫 실행에서 프로그램이 올바르지 않습니다. 결제 번호 \(payment): \(verdict)",
        hint: """
          --granted 명령의 출력을 확인하십시오. 판정의 뜻은 'iapctl rehearse --help'에 있습니다.
          """)
    case .nothingGranted:
      ErrorText(
        "첫 실행에서 지급한 것이 없어 연습할 수 없습니다.",
        hint: """
          프로그램이 시드의 결제를 찾는지, --granted 명령이 지급한 결제 번호를 출력하는지 확인하십시오.
          """)
    case .casesFailed(let count, let total, let verdicts):
      ErrorText(
        "케이스 \(total)건 중 \(count)건 실패: \(list: verdicts)",
        hint: "표시된 명령으로 케이스 하나를 다시 실행하고, 보관된 파일을 확인하십시오.")
    case .grantedFailed(let failure, let lastLine):
      ErrorText(
        "--granted 명령: \(sentence(failure, lastLine))",
        hint: "종료 코드가 0이어야 합니다. 지급한 것이 없으면 아무것도 출력하지 마십시오.")
    case .grantedLine(let line, let text):
      ErrorText(
        "--granted 명령 출력의 \(line)행이 결제 번호가 아닙니다: '\(text)'",
        hint: "한 줄에 결제 번호 하나를 출력하십시오. 회수한 결제는 앞에 빼기 기호를 붙이십시오.")
    }
  }
}
