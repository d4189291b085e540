import Languages
import Text

extension English {
  func text(_ label: MessageLabel) -> Sentence {
    switch label {
    case .error: "error:"
    case .warning: "warning:"
    case .hint: "hint:"
    }
  }

  func text(_ message: ReportMessage) -> Sentence {
    switch message {
    case .succeeded: "the command succeeded"
    case .progress(let done, nil, let rate): "\(done) done, \(rate)/s"
    case .progress(let done, let total?, let rate):
      "\(done) of \(total), \(rate)/s, \((total - done) / rate) s left"
    case .moreFailures(let count): "\(count) more failures; each result contains its error"
    case .continuation(let command): "to continue: \(command)"
    }
  }
}
