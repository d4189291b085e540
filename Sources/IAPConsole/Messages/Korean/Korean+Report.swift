import Text

extension Korean {
  func text(_ label: MessageLabel) -> Sentence {
    switch label {
    case .error: "오류:"
    case .warning: "경고:"
    case .hint: "안내:"
    }
  }

  func text(_ message: ReportMessage) -> Sentence {
    switch message {
    case .succeeded: "명령을 완료했습니다."
    case .progress(let done, nil, let rate): "\(done)건 완료, 초당 \(rate)건"
    case .progress(let done, let total?, let rate):
      "\(total)건 중 \(done)건 완료, 초당 \(rate)건, 남은 시간 \((total - done) / rate)초"
    case .moreFailures(let count): "오류가 \(count)건 더 있습니다. 결과마다 오류가 표시됩니다."
    case .continuation(let command): "이어서 실행: \(command)"
    }
  }
}
