import IAPCore
import JSON
import Text

// The invalid lines of an input.
extension Korean {
  /// The first bad lines of an input, and the number of further ones.
  func badLines(in name: Sentence, _ first: [BadLine], of count: Int) -> Sentence {
    let lines = first.map(sentence)
    if lines.count == 1, first[0].count == count { return "\(name), \(lines[0])" }
    let rest = count - first.reduce(0) { $0 + $1.count }
    return """
      \(name): 잘못된 행이 \(count)개 있습니다. \(sentences: lines, separator: "; ")\
      \(rest > 0 ? "; 외 \(rest)개" as Sentence : nil)
      """
  }

  /// `3행, purchases[1]: …`, `2–501, 503행: …(예: 'x')`.
  private func sentence(_ bad: BadLine) -> Sentence {
    if bad.count == 1 {
      let location: Sentence? = bad.location.map { ", \($0)" }
      return "\(lineNumbers(of: bad))\(location): \(text(bad.problem))"
    }
    let example: Sentence? =
      bad.problem.value.map { "'\($0)'" } ?? bad.location.map { "\($0)" }
    let first: Sentence? = example.map { "(예: \($0))" }
    return "\(lineNumbers(of: bad)): \(text(bad.problem.withoutValue))\(first)"
  }

  /// `3행`, `2–501, 503행`.
  private func lineNumbers(of lines: BadLine) -> Sentence {
    let ranges = lines.lines.map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)"
    }
    let rest = lines.count - lines.lines.reduce(0) { $0 + $1.count }
    let more: Sentence? = rest > 0 ? " 외 \(rest)개" : nil
    return "\(list: ranges)행\(more)"
  }

  func text(_ problem: LineProblem) -> Sentence {
    switch problem {
    case .nullCharacter: "널 문자가 있습니다"
    case .encoding(nil): "UTF-8이 아닙니다"
    case .encoding(let name?): "UTF-8이 아닙니다(\(name)). 'CSV UTF-8' 형식으로 저장하십시오"
    case .tooLong(let limit): "\(limit)바이트보다 깁니다"
    case .textAfterQuote: "닫는 따옴표 뒤에 내용이 있습니다"
    case .carriageReturn: "따옴표 없는 셀에 캐리지 리턴이 있습니다"
    case .strayQuote: "따옴표 없는 셀에 따옴표가 있습니다"
    case .quoteNotClosed: "셀의 닫는 따옴표가 없습니다"
    case .cells(let count, let header): "셀이 \(count)개인데, 헤더에는 \(header)개입니다"
    case .columnTwice(let one, let other, let meaning):
      "헤더에 \(meaning) 열이 두 개 있습니다: '\(one)', '\(other)'"
    case .noPaymentColumn: "헤더에 paymentSeq 열이 없습니다"
    case .json(.not(.object), nil): "JSON 객체가 아닙니다"
    case .json(let problem, let column):
      "\(column.map { "\($0)번째 글자: " as Sentence })\(sentence(problem))"
    case .keyTwice(nil): "같은 키가 두 번 있습니다"
    case .keyTwice(let key?): "'\(key)' 키가 두 번 있습니다"
    case .unknownKey(let key, let meant): "알 수 없는 키입니다: '\(key)'. '\(meant)'의 오타입니까?"
    case .document(let problem): text(problem)
    case .value(let column, let problem, let value):
      "\(column)\(value.map { " '\($0)'" as Sentence }): \(text(problem))"
    case .otherUser(let user?, let option):
      "행의 사용자는 \(user)인데, --user의 사용자는 \(option)입니다"
    case .otherUser(nil, let option): "--user \(option) 외의 사용자입니다"
    case .samePayment(let location, let line, nil):
      "\(line)행\(location.map { ", \($0)" as Sentence })의 결제와 같은데, 그 행이 거부되었습니다"
    case .samePayment(let location, let line, let column?):
      "\(line)행\(location.map { ", \($0)" as Sentence })의 결제와 같은데, \(column) 값이 다릅니다"
    case .differs(let source, let found, let row):
      """
      \(text(source))의 값: \
      \(sentences: found.map(text), separator: ", "), 행의 값: \
      \(sentences: row.map(text), separator: ", ")
      """
    }
  }

  private func text(_ source: LineProblem.PaymentSource) -> Sentence {
    switch source {
    case .list: "미소비 결제 내역"
    case .store: "저장소"
    case .delivery: "저널에 기록된 지급"
    }
  }

  private func text(_ problem: LineProblem.ValueProblem) -> Sentence {
    switch problem {
    case .missing: "값이 없습니다"
    case .null: "null입니다"
    case .empty: "비어 있습니다"
    case .nullCharacter: "널 문자가 있습니다"
    case .controlCharacter: "제어 문자가 있습니다"
    case .tooLong(let limit): "\(limit)바이트보다 깁니다. 이보다 긴 값을 받는 서버는 없습니다"
    case .notText: "문자열이 아닙니다"
    case .notNumber: "숫자가 아닙니다"
    case .notFlag: "true 또는 false가 아닙니다"
    case .notWholeNumber: "정수가 아닙니다"
    case .notAmount: "올바른 금액이 아닙니다(예: 1500, 2.29)"
    case .notInstant: "RFC 3339 시각이 아닙니다(예: 2026-01-01T00:00:00Z)"
    case .notPaymentNumber: "결제 번호가 아닙니다. 숫자만 쓸 수 있습니다"
    case .paymentNumberNotText: "JSON 숫자는 2^53을 넘는 자릿수를 잃습니다. 문자열로 쓰십시오"
    case .orderNumber(let order): "결제 번호가 아니라 스토어의 주문 번호입니다(\(store(of: order)))"
    case .rounded: "스프레드시트에서 반올림되어 끝자리가 손실되었습니다"
    case .formatted: "스프레드시트에서 숫자 형식으로 바뀌었습니다"
    }
  }

  private func text(_ problem: LineProblem.DocumentProblem) -> Sentence {
    switch problem {
    case .notDocument: "JSON 문서가 아닙니다. '{' 또는 '['로 시작해야 합니다"
    case .seed:
      """
      픽스처 저장소의 시드 또는 덤프입니다. 'iapctl unconsumed -o json'의 출력을 사용하십시오
      """
    case .valueCutOff: "값이 중간에 끊겼습니다"
    case .textAfterEnd:
      "문서가 끝난 뒤에 내용이 있습니다. 문서 하나 또는 JSON 줄(한 줄에 하나)로 작성하십시오"
    case .notArray(let key): "\(key) 값이 배열이 아닙니다"
    case .secondList(let key, let first):
      "결제 내역이 두 개 있습니다: \(first), \(key). 하나만 남기십시오"
    case .noList(let keys): "문서에 결제 내역이 없습니다. 다음 키 중 하나가 필요합니다: \(list: keys)"
    }
  }

  private func text(_ detail: LineProblem.Detail) -> Sentence {
    switch detail {
    case .text(let text): "\(text)"
    case .product(let number): "상품 \(number)"
    case .transaction(let transaction): "트랜잭션 \(transaction)"
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
    case .syntax(let token): "JSON이 아닙니다. 다음이 필요합니다: \(sentence(token))"
    case .notUTF8: "UTF-8이 아닙니다"
    case .empty: "비어 있습니다"
    case .halfCharacter: "문자열에 문자의 절반만 있습니다"
    case .tooManyDigits: "숫자의 자릿수가 정확히 저장할 수 있는 자릿수보다 많습니다"
    case .givenTwice: "두 번 있습니다"
    case .not(let expected): "값의 형식이 다릅니다. 필요한 값: \(sentence(expected))"
    case .missing: "없습니다"
    case .null: "null입니다"
    case .tooManyElements(let limit): "요소가 \(limit)개보다 많습니다"
    case .less(let lowest): "\(lowest)보다 작습니다"
    case .unknownKey([]): "알 수 없는 키입니다. 사용할 수 있는 키가 없습니다"
    case .unknownKey(let knownKeys): "알 수 없는 키입니다. 사용할 수 있는 키: \(list: knownKeys)"
    case .other(let text): Sentence(verbatim: text)
    }
  }

  private func sentence(_ token: JSONProblem.Token) -> Sentence {
    switch token {
    case .value: "값"
    case .key: "따옴표로 묶은 키"
    case .colon: "':'"
    case .commaOrBracket: "',' 또는 ']'"
    case .commaOrBrace: "',' 또는 '}'"
    case .end: "문서의 끝"
    case .digit: "숫자"
    case .hexadecimalDigits: "16진수 네 자리"
    case .escape: "역슬래시 뒤의 \" \\ / b f n r t u 중 하나"
    case .endOfString: "문자열의 닫는 따옴표"
    case .lessNesting: "더 얕은 중첩"
    }
  }

  private func sentence(_ expected: JSONProblem.Expected) -> Sentence {
    switch expected {
    case .array: "배열"
    case .object: "객체"
    case .string: "문자열"
    case .flag: "true 또는 false"
    case .wholeNumber: "정수"
    case .wholeNumberInRange: "범위 안의 정수"
    case .choice(let choices): "다음 중 하나: \(list: choices)"
    case .other(let kind): Sentence(verbatim: kind)
    }
  }
}
