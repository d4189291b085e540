import IAPCore
import Text

extension Japanese {
  /// How a command of the user ended, and the last line of its output.
  func sentence(_ failure: CommandFailure, _ lastLine: String?) -> Sentence {
    let end: Sentence =
      switch failure {
      case .exit(status: 126): "コマンドを実行できません(終了コード126)"
      case .exit(status: 127): "コマンドが見つかりません(終了コード127)"
      case .exit(let status): "終了コード\(status)"
      case .signal(let signal): "シグナル\(signal)による強制終了"
      case .timeOut(let limit): "\(limit.seconds)秒たっても終了しないため停止"
      case .notStarted(let why): "開始できません: \(why)"
      }
    let output: Sentence? = lastLine.map { "、出力: \($0)" }
    return "\(end)\(output)"
  }

  /// What a signal says to a person.
  func sentence(signal: Int32) -> Sentence {
    switch signal {
    case 1: "ターミナルが閉じられたため、中断しました。"
    case 2: "中断しました(Ctrl-C)。"
    case 15: "終了要求により、中断しました(シグナル15)。"
    default: "シグナル\(signal)により、停止しました。"
    }
  }
}
