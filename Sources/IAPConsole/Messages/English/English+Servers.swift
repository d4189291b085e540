import IAPCore
import Text

extension English {
  func text(_ origin: String, _ problem: IAPError.ServerProblem) -> ErrorText {
    let hint: Sentence = "check the network, the host's name and its certificate, then try again"
    return switch problem {
    case .unreachable(let why): ErrorText("\(origin) cannot be reached: \(why)", safeHint: hint)
    case .untrusted(let why): ErrorText("\(origin) cannot be trusted: \(why)", safeHint: hint)
    case .noAnswerInTime:
      ErrorText(
        "no answer from \(origin) within the time-out",
        safeHint: "try again; if it happens again, use a longer --timeout")
    case .answerCutOff(let why):
      ErrorText("the answer of \(origin) was lost: \(why)", safeHint: hint)
    }
  }

  func text(status: Int) -> ErrorText {
    switch status {
    case 401: ErrorText("the app key was refused (HTTP status 401)", safeHint: checkKey)
    case 403: ErrorText(answered(status), safeHint: checkKey)
    case 429, 503: ErrorText(answered(status), safeHint: "wait a minute, then try again")
    case 300..<500: ErrorText(answered(status), safeHint: "check the URL")
    default:
      ErrorText(
        answered(status),
        safeHint: "try again later; if it happens again, contact the operator of the server")
    }
  }

  private func answered(_ status: Int) -> Sentence {
    "the server answered with HTTP status \(status)"
  }

  private var checkKey: Sentence { "check the app key; 'iapctl config show' shows its source" }
}
