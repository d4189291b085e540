import IAPCore
import JSON
import Text

// The invalid lines of an input.
extension Japanese {
  /// The first bad lines of an input, and the number of further ones.
  func badLines(in name: Sentence, _ first: [BadLine], of count: Int) -> Sentence {
    let lines = first.map(sentence)
    if lines.count == 1, first[0].count == count { return "\(name)、\(lines[0])" }
    let rest = count - first.reduce(0) { $0 + $1.count }
    return """
      \(name): 不正な行が\(count)行あります。\(sentences: lines, separator: "; ")\
      \(rest > 0 ? "; ほか\(rest)行" as Sentence : nil)
      """
  }

  /// `3行目、purchases[1]: …`, `2–501, 503行目: …(例: 「x」)`.
  private func sentence(_ bad: BadLine) -> Sentence {
    if bad.count == 1 {
      let location: Sentence? = bad.location.map { "、\($0)" }
      return "\(lineNumbers(of: bad))\(location): \(text(bad.problem))"
    }
    let example: Sentence? =
      bad.problem.value.map { "「\($0)」" } ?? bad.location.map { "\($0)" }
    let first: Sentence? = example.map { "(例: \($0))" }
    return "\(lineNumbers(of: bad)): \(text(bad.problem.withoutValue))\(first)"
  }

  /// `3行目`, `2–501, 503行目`.
  private func lineNumbers(of lines: BadLine) -> Sentence {
    let ranges = lines.lines.map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)"
    }
    let rest = lines.count - lines.lines.reduce(0) { $0 + $1.count }
    let more: Sentence? = rest > 0 ? "、ほか\(rest)行" : nil
    return "\(list: ranges)行目\(more)"
  }

  func text(_ problem: LineProblem) -> Sentence {
    switch problem {
    case .nullCharacter: "ヌル文字があります"
    case .encoding(nil): "UTF-8ではありません"
    case .encoding(let name?):
      "UTF-8ではありません(\(name))。「CSV UTF-8」形式で保存してください"
    case .tooLong(let limit): "\(limit)バイトを超えています"
    case .textAfterQuote: "閉じる引用符の後に文字があります"
    case .carriageReturn: "引用符のないセルに復帰文字があります"
    case .strayQuote: "引用符のないセルに引用符があります"
    case .quoteNotClosed: "セルの引用符が閉じられていません"
    case .cells(let count, let header): "セルは\(count)個ですが、ヘッダーは\(header)個です"
    case .columnTwice(let one, let other, let meaning):
      "ヘッダーに\(meaning)の列が2つあります: 「\(one)」と「\(other)」"
    case .noPaymentColumn: "ヘッダーにpaymentSeqの列がありません"
    case .json(.not(.object), nil): "JSONオブジェクトではありません"
    case .json(let problem, let column):
      "\(column.map { "\($0)文字目: " as Sentence })\(sentence(problem))"
    case .keyTwice(nil): "同じキーが2回指定されています"
    case .keyTwice(let key?): "キー「\(key)」が2回指定されています"
    case .unknownKey(let key, let meant):
      "認識できないキー「\(key)」です。「\(meant)」の誤りではありませんか?"
    case .document(let problem): text(problem)
    case .value(let column, let problem, let value):
      "\(column)\(value.map { "「\($0)」" as Sentence }): \(text(problem))"
    case .otherUser(let user?, let option):
      "行のユーザーは\(user)ですが、--userのユーザーは\(option)です"
    case .otherUser(nil, let option): "--user \(option)とは別のユーザーです"
    case .samePayment(let location, let line, nil):
      "\(line)行目\(location.map { "、\($0)" as Sentence })と同じ決済ですが、その行は拒否されています"
    case .samePayment(let location, let line, let column?):
      "\(line)行目\(location.map { "、\($0)" as Sentence })と同じ決済ですが、\(column)の値が異なります"
    case .differs(let source, let found, let row):
      """
      \(text(source))の値: \
      \(sentences: found.map(text), separator: "、")。行の値: \
      \(sentences: row.map(text), separator: "、")
      """
    }
  }

  private func text(_ source: LineProblem.PaymentSource) -> Sentence {
    switch source {
    case .list: "未消費決済リスト"
    case .store: "フィクスチャストア"
    case .delivery: "ジャーナルに記録された支給"
    }
  }

  private func text(_ problem: LineProblem.ValueProblem) -> Sentence {
    switch problem {
    case .missing: "値がありません"
    case .null: "nullです"
    case .empty: "空です"
    case .nullCharacter: "ヌル文字があります"
    case .controlCharacter: "制御文字があります"
    case .tooLong(let limit): "\(limit)バイトを超えています。これより長い値を受け付けるサーバーはありません"
    case .notText: "文字列ではありません"
    case .notNumber: "数値ではありません"
    case .notFlag: "trueでもfalseでもありません"
    case .notWholeNumber: "整数ではありません"
    case .notAmount: "正しい金額ではありません(例: 1500、2.29)"
    case .notInstant: "RFC 3339の日時ではありません(例: 2026-01-01T00:00:00Z)"
    case .notPaymentNumber: "決済番号ではありません。使用できるのは数字だけです"
    case .paymentNumberNotText:
      "JSONの数値では2^53を超える桁が失われます。文字列で書いてください"
    case .orderNumber(let order): "決済番号ではなく、注文番号です(\(store(of: order)))"
    case .rounded: "表計算ソフトで丸められ、末尾の桁が失われています"
    case .formatted: "表計算ソフトで数値の書式に変わっています"
    }
  }

  private func text(_ problem: LineProblem.DocumentProblem) -> Sentence {
    switch problem {
    case .notDocument: "JSONドキュメントではありません。「{」または「[」で始めてください"
    case .seed:
      """
      フィクスチャストアのシードまたはダンプです。「iapctl unconsumed -o json」の出力を使用してくださ\
      い
      """
    case .valueCutOff: "値が途中で切れています"
    case .textAfterEnd:
      "ドキュメントの後に文字があります。ドキュメントを1つだけ、または1行に1件のJSONを書いてください"
    case .notArray(let key): "\(key)の値が配列ではありません"
    case .secondList(let key, let first):
      "決済のリストが2つあります: \(first)と\(key)。1つだけにしてください"
    case .noList(let keys):
      "ドキュメントに決済のリストがありません。次のいずれかのキーが必要です: \(list: keys)"
    }
  }

  private func text(_ detail: LineProblem.Detail) -> Sentence {
    switch detail {
    case .text(let text): "\(text)"
    case .product(let number): "商品\(number)"
    case .transaction(let transaction): "決済ID \(transaction)"
    case .amount(let price, let currency):
      """
      \([currency, price.map { AmountText.grouped($0.digits) }].compactMap(\.self)
        .joined(separator: " "))
      """
    }
  }

  /// The problem of a JSON text.
  func sentence(_ problem: JSONProblem.Kind) -> Sentence {
    switch problem {
    case .syntax(let token): "JSONではありません。必要なもの: \(sentence(token))"
    case .notUTF8: "UTF-8ではありません"
    case .empty: "空です"
    case .halfCharacter: "文字列に文字の半分しかない部分があります"
    case .tooManyDigits: "数値の桁数が、正確に保存できる桁数を超えています"
    case .givenTwice: "2回指定されています"
    case .not(let expected): "値の形式が異なります。必要な値: \(sentence(expected))"
    case .missing: "ありません"
    case .null: "nullです"
    case .tooManyElements(let limit): "要素が\(limit)個を超えています"
    case .less(let lowest): "\(lowest)より小さい値です"
    case .unknownKey([]): "認識できないキーです。使用できるキーはありません"
    case .unknownKey(let knownKeys): "認識できないキーです。使用できるキー: \(list: knownKeys)"
    case .other(let text): Sentence(verbatim: text)
    }
  }

  private func sentence(_ token: JSONProblem.Token) -> Sentence {
    switch token {
    case .value: "値"
    case .key: "引用符で囲んだキー"
    case .colon: "「:」"
    case .commaOrBracket: "「,」または「]」"
    case .commaOrBrace: "「,」または「}」"
    case .end: "ドキュメントの終わり"
    case .digit: "数字"
    case .hexadecimalDigits: "16進数4桁"
    case .escape: "バックスラッシュの後の\" \\ / b f n r t uのいずれか"
    case .endOfString: "文字列を閉じる引用符"
    case .lessNesting: "より浅い入れ子"
    }
  }

  private func sentence(_ expected: JSONProblem.Expected) -> Sentence {
    switch expected {
    case .array: "配列"
    case .object: "オブジェクト"
    case .string: "文字列"
    case .flag: "trueまたはfalse"
    case .wholeNumber: "整数"
    case .wholeNumberInRange: "範囲内の整数"
    case .choice(let choices): "次のいずれか: \(list: choices)"
    case .other(let kind): Sentence(verbatim: kind)
    }
  }
}
