import IAPBatch
import IAPCore
import Text

extension Korean {
  func text(_ message: InputMessage) -> Sentence {
    switch message {
    case .unknownName(let unknown): text(unknown)
    case .unknownMarket(let market, nil): "알 수 없는 마켓입니다: '\(market)'. 입력한 그대로 사용합니다."
    case .unknownMarket(let market, let closest?):
      "알 수 없는 마켓입니다: '\(market)'. 혹시 \(closest)입니까?"
    case .userWithComma(let user): "사용자 '\(user)': 쉼표가 있지만 사용자 한 명으로 처리합니다."
    case .userWithSpace(let user): "사용자 '\(user)': 앞이나 뒤에 공백이 있습니다."
    case .leadingZeros(let number):
      """
      결제 번호 \(number): 입력한 그대로 전송하며, 다음 결제 번호와 같은 결제로 처리합니다: \
      \(number.withoutLeadingZeros)
      """
    case .waitingForWriter(let path): "\(path): FIFO에 쓰는 프로세스를 기다리는 중입니다."
    case .columns(let kind, let used, let ignored, let more):
      """
      사용하는 \(kind == .columns ? "열" : "키" as Sentence): \(list: used). 무시하는 \
      \(kind == .columns ? "열" : "키" as Sentence): \(list: ignored)\
      \(more > 0 ? " 외 \(more)개" : nil)
      """
    case .repeated(let repeated, let lines, let payments, let bad):
      """
      행 \(lines)개, 결제 \(payments)건, 중복 \(repeated)건\(bad > 0 ? ", 잘못된 행 \(bad)개" : nil)
      """
    case .withoutUser(1, let line): "사용자가 비어 있는 결제가 1건 있습니다(\(line)행)."
    case .withoutUser(let count, let line):
      "사용자가 비어 있는 결제가 \(count)건 있습니다(첫 번째: \(line)행)."
    case .endInZero(1):
      "결제 번호가 0으로 끝납니다. 스프레드시트에서 반올림되지 않았는지 확인하십시오."
    case .endInZero(let count):
      """
      결제 번호 \(count)개가 모두 0으로 끝납니다. 스프레드시트에서 반올림되지 않았는지 확인하십시오.
      """
    }
  }

  /// A name that the fixture store does not have.
  func text(_ unknown: UnknownName) -> Sentence {
    let kind: Sentence =
      switch unknown.subject {
      case .users: "사용자"
      case .products: "상품"
      case .markets: "마켓"
      case .unconsumedPayments, .payments: "결제"
      }
    let knownNames: Sentence? = unknown.alternatives.map { ". 이 저장소의 \(kind): \(list: $0)" }
    return """
      이 저장소에 없는 \(kind)입니다: '\(unknown.name)'\
      \(didYouMean(unknown.closest) ?? knownNames)
      """
  }

  func text(_ name: Sentence, _ problem: IAPError.InputProblem) -> ErrorText {
    switch problem {
    case .tooLarge(let limit): ErrorText("\(name): 크기가 \(limit)바이트를 넘습니다.")
    case .notUTF8: ErrorText("\(name): UTF-8이 아닙니다.")
    case .empty: ErrorText("\(name): 비어 있습니다.")
    case .userHasColumns(let line, let user):
      ErrorText(
        "\(name), \(line)행: 열이 여러 개입니다: '\(user)'",
        hint: "헤더 없이 한 행에 사용자 한 명씩 쓰십시오.")
    case .late:
      ErrorText(
        "\(name): 제한 시간 안에 끝까지 쓰이지 않았습니다.",
        hint: "쓰는 쪽에서 파일을 닫는지 확인하거나 --timeout으로 더 오래 기다리십시오.")
    case .unknownFormat:
      ErrorText(
        """
        \(name): 첫 행이 JSON 객체, 결제 번호, paymentSeq 열이 있는 CSV 헤더 중 어느 것도 아닙니다.
        """,
        hint: """
          CSV 파일이면 첫 행의 paymentSeq 열 이름을 확인하십시오. 다른 파일이면 형식을 지정하십시오: \
          --input-format jsonl, json 또는 numbers
          """)
    case .encoding(let encoding):
      ErrorText(
        "\(name): UTF-8이 아닙니다. 인코딩: \(encoding)",
        hint: """
          'CSV UTF-8' 형식으로 저장하거나 변환하십시오: iconv -f \(encoding) -t UTF-8
          """)
    case .numbersRounded(let zeros, let count):
      ErrorText(
        """
        \(name): 16자리 이상 결제 번호 \(count)개 중 \(zeros)개가 0으로 끝납니다. 스프레드시트에서 \
        반올림된 번호입니다.
        """,
        hint: """
          \(repairingNumbers). 또는 번호마다 확인할 수 있도록 price, currency, productSeq 열을 \
          추가하십시오.
          """)
    case .unknownColumns(let names, let count, let meant):
      ErrorText(
        unknownColumns(in: name, names, of: count),
        hint: hint(unknownColumns: names, isAll: count == names.count, meant))
    case .columnMissing(let column):
      ErrorText(
        "\(name): --columns에 지정한 열이 없습니다: '\(column)'",
        hint: "헤더에 있는 이름 그대로 쓰십시오.")
    case .headerBelow(let line):
      ErrorText(
        "\(name): 첫 행이 헤더가 아닙니다. 헤더로 보이는 행: \(line)행",
        hint: "헤더 위의 행을 삭제하십시오.")
    case .workbook(let ending):
      ErrorText(
        "\(name): 텍스트 파일이 아니라 통합 문서(\(ending))입니다.",
        hint: """
          스프레드시트 프로그램에서 열어 결제 번호 열의 서식을 텍스트로 지정한 뒤 'CSV UTF-8' 형식으로 \
          저장하십시오.
          """)
    case .badRow(let row, let problem):
      ErrorText("\(name), \(row)행: \(problem)", hint: "행을 고치거나 파일에서 삭제하십시오.")
    case .badLines(let first, let count, let handling):
      ErrorText(
        badLines(in: name, first, of: count),
        hint: hint(handling, cure(first)))
    case .secretNotAlone(let secret, let found, let byte):
      ErrorText(
        """
        \(name): \(sentence(secret))만 있어야 합니다. \(byte)번째 바이트에 다른 내용이 있습니다: \
        \(sentence(found))
        """, hint: "\(sentence(secret))만 남기고 모두 삭제하십시오. 끝의 줄 바꿈 하나는 있어도 됩니다.")
    }
  }

  private func sentence(_ found: IAPError.ForeignText) -> Sentence {
    switch found {
    case .nullCharacter: "널 문자"
    case .lineBreak: "줄 바꿈"
    case .control: "제어 문자 또는 보이지 않는 문자"
    case .space: "공백"
    case .notInAppKey: "키에 사용할 수 없는 문자"
    }
  }

  // MARK: Lines

  /// - Parameter cure: nil if the lines need only be corrected.
  private func hint(_ handling: BadLineHandling, _ cure: Sentence?) -> Sentence {
    switch (handling, cure) {
    case (.canBeSkipped, let cure?):
      "\(cure). 그런 다음 다시 실행하거나, --skip-bad-lines로 해당 행을 건너뛰십시오."
    case (.canBeSkipped, nil): "해당 행을 고치거나 --skip-bad-lines로 건너뛰십시오."
    case (.wereSkipped, _):
      """
      나머지 행은 처리되었습니다. 잘못된 행과 헤더를 새 파일에 복사하여 고친 뒤 그 파일을 소비하십시오.
      """
    case (.mustBeCorrected, let cure?): "\(cure). 그런 다음 다시 실행하십시오."
    case (.mustBeCorrected, nil): "해당 행을 고친 뒤 다시 실행하십시오."
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
    누구의 결제인지 확인하십시오: iapctl journal show PAYMENT_SEQ. 지급이 잘못되었으면 사용자에게 상품이 \
    있는지 확인한 다음 실행하십시오: iapctl journal settle PAYMENT_SEQ --as not-consumed --ticket TEXT
    """
  }

  /// The cure for numbers that a spreadsheet changed.
  private var repairingNumbers: Sentence {
    """
    시트에서 열의 서식을 텍스트로 지정하고 번호를 다시 붙여 넣거나, 다시 조회하십시오: iapctl \
    unconsumed -o spreadsheet
    """
  }

  // MARK: Columns

  private func unknownColumns(in name: Sentence, _ names: [String], of count: Int) -> Sentence {
    let quoted = names.map { "'\($0)'" }
    let rest: Sentence? = count > names.count ? " 외 \(count - names.count)개" : nil
    return count == 1
      ? "\(name): iapctl이 알 수 없는 열이 있습니다: \(list: quoted)"
      : "\(name): iapctl이 알 수 없는 열이 \(count)개 있습니다: \(list: quoted)\(rest)"
  }

  private func hint(
    unknownColumns names: [String], isAll: Bool, _ meant: [String: String]
  ) -> Sentence {
    let ignored = isAll ? quoted(names.joined(separator: ",")) : "all"
    let (column, name) =
      names.lazy.compactMap { name in meant[name].map { ($0, name) } }.first
      ?? ("user", names.first ?? "NAME")
    return """
      열의 의미를 지정하거나(예: --columns \(quoted("\(column)=\(name)"))), 필요 없는 열이면 무시하십시오: \
      --ignore-columns \(ignored)
      """
  }
}
