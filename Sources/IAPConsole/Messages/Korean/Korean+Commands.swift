import IAPCore
import Text

extension Korean {
  /// How a command of the user ended, and the last line of its output.
  func sentence(_ failure: CommandFailure, _ lastLine: String?) -> Sentence {
    let end: Sentence =
      switch failure {
      case .exit(status: 126): "명령을 실행할 수 없음(종료 코드 126)"
      case .exit(status: 127): "명령을 찾을 수 없음(종료 코드 127)"
      case .exit(let status): "종료 코드 \(status)"
      case .signal(let signal): "시그널 \(signal)에 의해 종료됨"
      case .timeOut(let limit): "\(limit.seconds)초 안에 끝나지 않아 중단함"
      case .notStarted(let why): "시작할 수 없음: \(why)"
      }
    let output: Sentence? = lastLine.map { ", 출력: \($0)" }
    return "\(end)\(output)"
  }

  /// What a signal says to a person.
  func sentence(signal: Int32) -> Sentence {
    switch signal {
    case 1: "터미널이 닫혀 중단되었습니다."
    case 2: "중단되었습니다(Ctrl-C)."
    case 15: "종료 요청으로 중단되었습니다(시그널 15)."
    default: "시그널 \(signal)에 의해 중단되었습니다."
    }
  }
}
