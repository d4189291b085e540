import CommandLine
import IAPCore
import IAPFixtures
import Text

extension Japanese {
  func text(_ problem: CommandProblem) -> ErrorText {
    switch problem {
    case .exclusive(let first, let second):
      ErrorText("\(first)と\(second)は同時に指定できません。", hint: giveOne)
    case .optionNeeds(let option, let other, let value):
      ErrorText("\(option)を指定するには、\(other)も必要です。", hint: "次を追加してください: \(value)")
    case .deferredBuysNothing(let other):
      ErrorText(
        "--deferredは保留中の商品を照会するだけで、購入しません。",
        hint: "商品と--\(other)を外してください。")
    case .noSubscriptionsApp(let market):
      ErrorText(
        "マーケット\(market): サブスクリプションの管理ページをアプリで開くURLがありません。",
        hint: "--market ASを指定するか、--appを外してください。")
    case .noSubscriptionsPage(let market):
      ErrorText(
        "マーケット\(market): サブスクリプションの管理ページがありません。",
        hint: "--market ASまたは--market GGを指定してください。")
    case .noOutcome:
      ErrorText(
        "結果の指定がありません。",
        hint: """
          IAPコンソールで決済を照会してから、--as consumedまたは--as not-consumedを追加してください。
          """)
    case .noTicketOfSettlement:
      ErrorText(
        "チケットの指定がありません。",
        hint: "結果をどう確認したかを記録したチケットを指定してください: --ticket TEXT")
    case .pageExists(let path):
      ErrorText(
        "--html: \(path)はすでに存在します。",
        hint: "新しいファイルのパスを指定するか、このファイルを先に削除してください。")
    case .pageToOutput:
      ErrorText(
        "--html: 標準出力には集計が出力されるため、ページは出力できません。",
        hint: "新しいファイルのパスを指定してください。")
    case .noGrantedCommand:
      ErrorText(
        "支給した決済を出力するコマンドが指定されていません",
        hint: "--granted COMMANDを追加してください。決済番号を1行に1つずつ出力するコマンドです")
    case .caseUnknown(let name, let requests):
      ErrorText(
        "プログラムが送信しないリクエストのケースです: \(name)",
        hint: "最初の実行で操作ごとに最後に送信したリクエスト: \(list: requests)")
    case .ofStateSuccess(let option):
      ErrorText(
        "\(option): 状態SUCCESSでのみ使用できます。",
        hint: "\(option)を外すか、SUCCESSを指定してください。")
    case .followsWithoutEnd:
      ErrorText(
        "--followでは、リストに終わりがないため、1つのJSONドキュメントとして出力できません。",
        hint: "-o jsonlを指定して、1行に1件で出力してください。")
    case .noOperation(let operations):
      ErrorText(
        "操作の指定がありません。", hint: "--onで次のいずれかを指定してください: \(list: operations)")
    case .noFaultCode:
      ErrorText(
        "障害の種類の指定がありません。",
        hint: """
          次のいずれかを追加してください: --code N、--http STATUS、--server-code N、--cut BYTES。\
          コードを選ぶためのコマンド: iapctl explain N
          """)
    case .faultOfNoProduct(let operation):
      ErrorText(
        """
        「\(operation)」の呼び出しは特定の商品1つを対象としないため、--productを指定した模擬障害は発生\
        しません。
        """, hint: "--productを外すか、--on purchaseまたは--on consumeを指定してください。")
    case .faultOfNoPayment(let operation):
      ErrorText(
        """
        「\(operation)」の呼び出しには決済番号がないため、--paymentを指定した模擬障害は発生しません。
        """, hint: "--paymentを外すか、--on consumeを指定してください。")
    case .faultOfNoUser:
      ErrorText(
        """
        「products」の呼び出しにはユーザーがないため、--userを指定した模擬障害は発生しません。
        """, hint: "--userを外してください。")
    case .notAFile(let path): ErrorText("\(path): ファイルではありません。")
    case .faultCodeUnknown(let code, let domain, let owner):
      ErrorText(
        """
        --code: \(code)は\(domain.text)のコードではありません。このドメインのコード: \
        \(codes(of: domain))
        """,
        hint: owner.map {
          "\($0.text)のコードです。次を追加してください: --domain \($0.rawValue)"
        } ?? """
          使用できるコード: \
          \(sentences: PlannedFault.Domain.allCases.map(option), separator: "; ")
          """)
    case .faultAfterQuery:
      ErrorText(
        "--after: 照会では何も反映されないため、照会には指定できません。",
        hint: """
          --afterを外すか、--onで次のいずれかを指定してください: \
          \(list: IAPOperation.allCases.filter { !$0.isQuery }.map(\.rawValue))
          """)
    }
  }

  /// `0から18`.
  private func codes(of domain: PlannedFault.Domain) -> Sentence {
    "\(domain.codes.lowerBound)から\(domain.codes.upperBound)"
  }

  /// `--domain iap: 0から18`.
  private func option(of domain: PlannedFault.Domain) -> Sentence {
    "--domain \(domain.rawValue): \(codes(of: domain))"
  }
}
