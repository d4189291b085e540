import IAPCore
import Text

extension Japanese {
  func text(_ message: RehearseMessage) -> Sentence {
    switch message {
    case .firstRunRight(let requests, let count):
      "最初の実行は正しく完了しました。リクエスト: \(list: requests)。実行するケース: \(count)件"
    case .allRight(let count, let verdicts):
      "\(count)件のケースはすべて正しい結果です: \(list: verdicts)"
    case .repetition(let name, let command): "\(name)を再実行するには: \(command)"
    case .moreRepetitions(let count):
      "ほかに\(count)件のケースが失敗しました。各ケースのコマンドは-o jsonの出力にあります"
    case .kept(let name, let path): "\(name)のファイル: \(path)"
    case .notHappened(let count, let first):
      "プログラムが該当するリクエストを送信しなかったため、\(count)件のケースは実行されていません。最初のケース: \(first)"
    case .grantedFailed(let count):
      "\(count)件のケースで--grantedのコマンドが失敗しました。それまでの出力だけを集計しました"
    }
  }

  func text(_ problem: IAPError.RehearsalProblem) -> ErrorText {
    switch problem {
    case .firstRunFailed(let failure, let lastLine):
      ErrorText(
        "模擬障害のない最初の実行で、プログラムが正しく動作していません: \(sentence(failure, lastLine))",
        hint: """
          まず1回実行してください: iapctl serve --seed SEED -- COMMAND。終了コードが0になれば、リハーサル \
          できます
          """)
    case .firstRunWrong(let payment, let verdict):
      ErrorText(
        "模擬障害のない最初の実行で、プログラムが正しく動作していません。決済番号 \(payment): \(verdict)",
        hint: """
          --grantedのコマンドの出力を確認してください。判定の意味は'iapctl rehearse --help'にあります
          """)
    case .nothingGranted:
      ErrorText(
        "最初の実行で何も支給されていないため、リハーサルできません",
        hint: """
          プログラムがシードの決済を見つけること、--grantedのコマンドが支給した決済番号を出力することを \
          確認してください
          """)
    case .casesFailed(let count, let total, let verdicts):
      ErrorText(
        "\(total)件中\(count)件のケースが失敗しました: \(list: verdicts)",
        hint: "表示されたコマンドでケースを1件再実行し、保存されたファイルを確認してください")
    case .grantedFailed(let failure, let lastLine):
      ErrorText(
        "--grantedのコマンド: \(sentence(failure, lastLine))",
        hint: "終了コードは0でなければなりません。何も支給していない場合は、何も出力しないでください")
    case .grantedLine(let line, let text):
      ErrorText(
        "--grantedのコマンドの出力の\(line)行目が決済番号ではありません: '\(text)'",
        hint: "決済番号を1行に1つずつ出力してください。回収した決済には先頭に負号を付けてください")
    }
  }
}
