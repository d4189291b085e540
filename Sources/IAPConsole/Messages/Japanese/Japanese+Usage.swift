import CommandLine
import Text

extension Japanese {
  func text(_ problem: ArgumentProblem) -> ErrorText {
    switch problem {
    case .unknownCommand(let name, let suggestion, let program):
      ErrorText(
        "コマンド「\(name)」はありません。\(didYouMean(suggestion))",
        hint: "コマンドの一覧は「\(program) help」で確認できます。")
    case .refusedCommand(let name, let operand):
      ErrorText(
        "コマンド「\(name)」はありません。",
        hint: RefusedCommand(rawValue: name).map { alternative(to: $0, operand ?? "PAYMENT_SEQ") })
    case .unknownOption(let name, let suggestion, let help):
      ErrorText("オプション「\(name)」はありません。\(didYouMean(suggestion))", hint: see(help))
    case .refusedOption(let name):
      ErrorText(
        "オプション「\(name)」はありません。",
        hint: """
          コマンドラインに書いたAppKeyは、プロセス一覧に表示されます。--app-key-file PATHまたは\
          \(Variables.appKey)で指定してください。
          """)
    case .misplacedOption(let name, let command):
      ErrorText(
        "オプション「\(name)」は、コマンドの後に指定する必要があります。",
        hint: """
          「\(command)」の後に指定してください。コマンドの前に指定できるのは、すべてのコマンドに共通のオプ\
          ションだけです。
          """)
    case .missingValue(let name, let label, nil):
      ErrorText("オプション「\(name)」には値が必要です: \(label)")
    case .missingValue(let name, let label, let next?):
      ErrorText(
        "オプション「\(name)」には値が必要です: \(label)。「\(next)」はオプションとみなされます。",
        hint: "「-」で始まる値の書き方: \(name)=\(next)")
    case .unwantedValue(let name): ErrorText("オプション「\(name)」に値は指定できません。")
    case .givenTwice(let name, let first, let second):
      ErrorText(
        "オプション「\(name)」が2回指定されています: 「\(first)」と「\(second)」",
        hint: "1回だけ指定してください。")
    case .value(let word, let name, let expectation, let suggestion):
      ErrorText(
        """
        \(name): 「\(word)」は不正な値です。\(didYouMean(suggestion))必要な値: \(Self.phrases.text(expectation))
        """)
    case .missingOperand(let label, let help):
      ErrorText("引数がありません: \(Self.phrases.text(label))", hint: see(help))
    case .extraOperand(let word, let help):
      ErrorText("引数「\(word)」は使用できません。", hint: see(help))
    case .commandWithoutDashes(let word):
      ErrorText(
        "引数「\(word)」は使用できません。", hint: "実行するコマンドの前に--を書いてください。")
    case .noArguments:
      ErrorText(
        "プログラム名も引数もなしで、プロセスが起動されました。",
        hint: """
          「iapctl COMMAND」の形式で起動してください。コマンドの一覧は「iapctl help」で確認できます。
          """)
    case .argumentNotText(let position, let repaired):
      ErrorText(
        "引数\(position): UTF-8ではありません: 「\(repaired)」",
        hint: "UTF-8で書いてください。IDはバイト単位で比較されます。")
    case .variableNotText(let name, let repaired):
      ErrorText(
        "\(name): UTF-8ではありません\(repaired.map { ": 「\($0)」" } ?? "。" as Sentence)",
        hint: "UTF-8で書いてください。")
    }
  }

  /// What to use in place of a command that does not exist.
  private func alternative(to command: RefusedCommand, _ payment: String) -> Sentence {
    switch command {
    case .undo, .unconsume, .revert:
      "消費は取り消せません。メモに残してください: iapctl journal note \(payment) '誤って消費'"
    case .refund:
      """
      実際の決済は、iapctlでは払い戻しできません。IAPコンソールまたは課金したストアで払い戻してくださ\
      い。フィクスチャストアの決済: iapctl store refund \(payment)
      """
    }
  }

  func see(_ help: String) -> Sentence { "「\(help)」を参照してください。" }

  /// `「alice」の誤りではありませんか?`, or nothing.
  func didYouMean(_ suggestion: String?) -> Sentence? {
    suggestion.map { "「\($0)」の誤りではありませんか?" }
  }
}
