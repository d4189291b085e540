import CommandLine
import Text

extension Japanese {
  func text(_ problem: ConsumeProblem) -> ErrorText {
    switch problem {
    case .sourceTakesNo(let other, let source):
      ErrorText(
        "\(source)と\(text(other))は同時に指定できません。",
        hint: "決済番号、--all、--from FILEのうち、1つだけを指定してください。")
    case .tokenOfSeveral:
      ErrorText(
        "--token-fileを指定できるのは、決済が1件の場合だけです。",
        hint: "複数の決済は、トークンとともにファイルで指定してください: --from FILE")
    case .allNeedsUser(let user):
      ErrorText(
        user == nil
          ? "--allには--userが必要です。"
          : "--allには、コマンドラインの--userが必要です(環境変数やプロファイルでは不可)。",
        hint: "次を追加してください: --user \(user.map { quoted($0.text) } ?? "ID")")
    case .limitWithoutTimes(let api):
      ErrorText(
        "\(api) APIは購入日時を返さないため、--limitでどの決済が選ばれるか分かりません。",
        hint: "決済を照会し、消費する決済を決済番号で指定してください: iapctl unconsumed")
    case .optionNeeds(let option, let other, isFilter: true):
      ErrorText(
        "--\(option)を指定するには、\(other)も必要です。",
        hint: """
          決済番号の代わりに、--allと併用してください。対象の決済を照会するコマンド: iapctl unconsumed
          """)
    case .optionNeeds(let option, let other, isFilter: false):
      ErrorText(
        "--\(option)を指定するには、\(other)も必要です。",
        hint: "\(other)を追加するか、このオプションを外してください。")
    case .lineWithoutOwner(let line, let name):
      ErrorText(
        "\(input(name))、\(line)行目: トークンもユーザーもありません。",
        hint: "--user IDでユーザーを指定するか、accessToken列を追加してください。")
    case .lineWithoutProduct(let line, let name):
      ErrorText(
        "\(input(name))、\(line)行目: 旧API(legacy)に必要なproductSeqがありません。",
        hint: """
          productSeq列を追加するか、--user IDでユーザーを指定するか、--api serviceを使用してください。
          """)
    case .noTicket(let profile):
      ErrorText(
        "プロファイル「\(profile?.text ?? "")」では、すべての消費にチケットが必要です。",
        hint: "--ticket TEXTを追加してください。")
    case .lineWithoutTicket(let line, let name, let profile):
      ErrorText(
        """
        プロファイル「\(profile?.text ?? "")」では、すべての消費にチケットが必要ですが、\
        \(input(name))の\(line)行目にはチケットがありません。
        """, hint: "--ticket TEXT、またはticket列を追加してください。")
    case .unknownsToOutput:
      ErrorText(
        "--keep-unknownはトークンを書き出すため、標準出力には出力できません。",
        hint: "新しいファイルのパスを指定してください。")
    case .unknownsExist(let path):
      ErrorText(
        "--keep-unknown: \(path)はすでに存在します。",
        hint: """
          新しいファイルのパスを指定してください。このファイルには、以前の実行で不明のまま残った決済が\
          含まれている可能性があります。
          """)
    case .takeOverNeedsTeam:
      ErrorText(
        "--take-overは、チームのジャーナルでのみ使用できます。",
        hint: "このオプションを外してください。ジャーナルがファイルの場合、コマンドが動作中かどうかはiapctlが確認します")
    case .needsDeliver(let option):
      ErrorText(
        "--\(option)を指定するには、--deliverも必要です。",
        hint: "--deliver COMMANDを追加するか、このオプションを外してください。")
    case .timeOutOfRange(let option):
      ErrorText(
        "--\(option): 0より長く、1日以内の時間を指定する必要があります。",
        hint: "秒または分で指定してください。例: 90s、5m")
    case .unknownMarket(let market):
      ErrorText(
        text(market),
        hint: market.closest.map { "マーケットを指定してください: --market \($0)" }
          ?? "--marketを外すか、マーケットを確認してください: iapctl store stats")
    }
  }

  private func text(_ other: ConsumeProblem.Other) -> Sentence {
    switch other {
    case .payments: "決済番号"
    case .token: "トークン"
    case .all: "--all"
    }
  }
}
