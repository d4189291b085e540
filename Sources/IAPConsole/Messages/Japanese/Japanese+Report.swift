import Text

extension Japanese {
  func text(_ label: MessageLabel) -> Sentence {
    switch label {
    case .error: "エラー:"
    case .warning: "警告:"
    case .hint: "ヒント:"
    }
  }

  func text(_ message: ReportMessage) -> Sentence {
    switch message {
    case .succeeded: "コマンドは成功しました。"
    case .progress(let done, nil, let rate): "\(done)件完了、毎秒\(rate)件"
    case .progress(let done, let total?, let rate):
      "\(total)件中\(done)件完了、毎秒\(rate)件、残り\((total - done) / rate)秒"
    case .moreFailures(let count): "ほかに\(count)件の失敗があります。各結果にエラーが含まれています。"
    case .continuation(let command): "続きを実行するコマンド: \(command)"
    }
  }
}
