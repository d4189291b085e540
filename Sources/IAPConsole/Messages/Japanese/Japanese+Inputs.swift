import IAPBatch
import IAPCore
import Text

extension Japanese {
  func text(_ message: InputMessage) -> Sentence {
    switch message {
    case .unknownName(let unknown): text(unknown)
    case .unknownMarket(let market, nil):
      "マーケット「\(market)」は、iapctlが認識できないコードです。指定どおりに使用します。"
    case .unknownMarket(let market, let closest?):
      "マーケット「\(market)」は、iapctlが認識できないコードです。\(didYouMean(closest))"
    case .userWithComma(let user):
      "ユーザー「\(user)」: カンマを含んでいますが、1人のユーザーとして扱います。"
    case .userWithSpace(let user): "ユーザー「\(user)」: 先頭または末尾にスペースがあります。"
    case .leadingZeros(let number):
      """
      決済番号\(number): そのまま送信し、決済番号\(number.withoutLeadingZeros)と同じ決済として扱います。
      """
    case .waitingForWriter(let path): "\(path): FIFOに書き込むプロセスを待っています。"
    case .columns(let kind, let used, let ignored, let more):
      """
      使用する\(name(of: kind)): \(list: used)。無視する\(name(of: kind)): \(list: ignored)\
      \(more > 0 ? "、ほか\(more)個" : nil)
      """
    case .repeated(let repeated, let lines, let payments, let bad):
      "\(lines)行、決済\(payments)件、重複\(repeated)件\(bad > 0 ? "、不正な行\(bad)行" : nil)"
    case .withoutUser(1, let line): "ユーザーが空の決済が1件あります(\(line)行目)。"
    case .withoutUser(let count, let line):
      "ユーザーが空の決済が\(count)件あります(最初は\(line)行目)。"
    case .endInZero(1):
      "決済番号の末尾が0です。表計算ソフトで丸められていないことを確認してください。"
    case .endInZero(let count):
      """
      \(count)件の決済番号の末尾がすべて0です。表計算ソフトで丸められていないことを確認してください。
      """
    }
  }

  private func name(of kind: InputColumns.Kind) -> Sentence { kind == .columns ? "列" : "キー" }

  /// A name that the fixture store does not have.
  func text(_ unknown: UnknownName) -> Sentence {
    let kind: Sentence =
      switch unknown.subject {
      case .users: "ユーザー"
      case .products: "商品"
      case .markets: "マーケット"
      case .unconsumedPayments, .payments: "決済"
      }
    let knownNames: Sentence? = unknown.alternatives.map { "登録されている\(kind): \(list: $0)" }
    return """
      このフィクスチャストアに、\(kind)「\(unknown.name)」は存在しません。\
      \(didYouMean(unknown.closest) ?? knownNames)
      """
  }

  func text(_ name: Sentence, _ problem: IAPError.InputProblem) -> ErrorText {
    switch problem {
    case .tooLarge(let limit): ErrorText("\(name): \(limit)バイトを超えています。")
    case .notUTF8: ErrorText("\(name): UTF-8ではありません。")
    case .empty: ErrorText("\(name): 空です。")
    case .userHasColumns(let line, let user):
      ErrorText(
        "\(name)、\(line)行目: 複数の列があります: 「\(user)」",
        hint: "ヘッダーなしで、1行に1人のユーザーを書いてください。")
    case .late:
      ErrorText(
        "\(name): 制限時間内に最後まで書き込まれませんでした。",
        hint: "書き込み側がファイルを閉じることを確認するか、--timeoutを長くしてください。")
    case .unknownFormat:
      ErrorText(
        """
        \(name): 1行目が、JSONオブジェクト、決済番号、paymentSeq列のあるCSVヘッダーのいずれでもありません。
        """,
        hint: """
          CSVファイルの場合は、1行目のpaymentSeq列の名前を確認してください。ほかのファイルの場合は、\
          --input-formatで形式(jsonl、jsonまたはnumbers)を指定してください。
          """)
    case .encoding(let encoding):
      ErrorText(
        "\(name): UTF-8ではなく、\(encoding)です。",
        hint: "「CSV UTF-8」形式で保存するか、変換してください: iconv -f \(encoding) -t UTF-8")
    case .numbersRounded(let zeros, let count):
      ErrorText(
        """
        \(name): 16桁以上の決済番号\(count)件のうち、\(zeros)件の末尾が0です。表計算ソフトで丸められて\
        います。
        """,
        hint: """
          \(repairingNumbers)または、各番号を照合できるように、price、currency、productSeqの列を追加して\
          ください。
          """)
    case .unknownColumns(let names, let count, let meant):
      ErrorText(
        unknownColumns(in: name, names, of: count),
        hint: hint(unknownColumns: names, isAll: count == names.count, meant))
    case .columnMissing(let column):
      ErrorText(
        "\(name): --columnsで指定した列「\(column)」がありません。",
        hint: "ヘッダーにあるとおりの名前を指定してください。")
    case .headerBelow(let line):
      ErrorText(
        "\(name): 1行目がヘッダーではありません。\(line)行目がヘッダーのようです。",
        hint: "ヘッダーより上の行を削除してください。")
    case .workbook(let ending):
      ErrorText(
        "\(name): テキストファイルではなく、表計算ソフトのブック(\(ending))です。",
        hint: """
          表計算ソフトで開き、決済番号の列の書式を文字列にしてから、「CSV UTF-8」形式で保存してください。
          """)
    case .badRow(let row, let problem):
      ErrorText(
        "\(name)、\(row)行目: \(problem)",
        hint: "行を修正するか、ファイルから削除してください。")
    case .badLines(let first, let count, let handling):
      ErrorText(
        badLines(in: name, first, of: count),
        hint: hint(handling, cure(first)))
    case .secretNotAlone(let secret, let found, let byte):
      ErrorText(
        """
        \(name): \(sentence(secret))だけを含む必要がありますが、\(byte)バイト目に\(sentence(found))が\
        あります。
        """,
        hint: """
          \(sentence(secret))以外をすべて削除してください。末尾の改行は1つまであってもかまいません。
          """)
    }
  }

  private func sentence(_ found: IAPError.ForeignText) -> Sentence {
    switch found {
    case .nullCharacter: "ヌル文字"
    case .lineBreak: "改行"
    case .control: "制御文字または見えない文字"
    case .space: "スペース"
    case .notInAppKey: "キーに使用できない文字"
    }
  }

  // MARK: Lines

  /// - Parameter cure: nil if the lines need only be corrected.
  private func hint(_ handling: BadLineHandling, _ cure: Sentence?) -> Sentence {
    switch (handling, cure) {
    case (.canBeSkipped, let cure?):
      """
      \(cure)その後、再実行してください。--skip-bad-linesで該当の行をスキップすることも\
      できます。
      """
    case (.canBeSkipped, nil): "該当の行を修正するか、--skip-bad-linesでスキップしてください。"
    case (.wereSkipped, _):
      """
      ほかの行は処理済みです。不正な行とヘッダーを新しいファイルにコピーし、修正してから、そのファイルの\
      決済を消費してください。
      """
    case (.mustBeCorrected, let cure?): cure
    case (.mustBeCorrected, nil): "該当の行を修正してから、再実行してください。"
    }
  }

  /// What to do with the payment numbers that a spreadsheet changed, or that are order numbers, and with
  /// rows that contradict a delivery.
  private func cure(_ lines: [BadLine]) -> Sentence? {
    if lines.contains(where: \.problem.isOfDelivery) { return forgettingDelivery }
    if lines.contains(where: \.problem.isDamage) { return repairingNumbers }
    return lines.contains(where: \.problem.isOrderNumber) ? lookingUpOrder : nil
  }

  private var forgettingDelivery: Sentence {
    """
    誰の決済かを「iapctl journal show PAYMENT_SEQ」で確認してください。支給が誤っていた場合は、ユーザーの\
    アイテムを確認してから、「iapctl journal settle PAYMENT_SEQ --as not-consumed --ticket TEXT」を実行して\
    ください。
    """
  }

  /// The cure for numbers that a spreadsheet changed.
  private var repairingNumbers: Sentence {
    """
    シートで列の書式を文字列にして番号を貼り付け直すか、「iapctl unconsumed -o spreadsheet」でもう一度\
    照会してください。
    """
  }

  // MARK: Columns

  private func unknownColumns(in name: Sentence, _ names: [String], of count: Int) -> Sentence {
    let quoted = names.map { "'\($0)'" }
    let rest: Sentence? = count > names.count ? "、ほか\(count - names.count)個" : nil
    return count == 1
      ? "\(name): iapctlが認識できない列があります: \(list: quoted)"
      : "\(name): iapctlが認識できない列が\(count)個あります: \(list: quoted)\(rest)"
  }

  private func hint(
    unknownColumns names: [String], isAll: Bool, _ meant: [String: String]
  ) -> Sentence {
    let ignored = isAll ? quoted(names.joined(separator: ",")) : "all"
    let (column, name) =
      names.lazy.compactMap { name in meant[name].map { ($0, name) } }.first
      ?? ("user", names.first ?? "NAME")
    return """
      列の意味を指定するか(例: --columns \(quoted("\(column)=\(name)")))、無視してよい列として指定してくだ\
      さい: --ignore-columns \(ignored)
      """
  }
}
