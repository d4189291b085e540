import IAPBatch
import IAPCore
import Text

extension Korean {
  func text(_ message: ConsumeMessage) -> Sentence {
    switch message {
    case .question(let scope): "\(payments(scope)) 소비하시겠습니까?"
    case .confirmation: "소비는 되돌릴 수 없습니다. 계속하시겠습니까? [예(y)/아니요(N)] "
    case .confirmationByNumber:
      "소비는 되돌릴 수 없습니다. 계속하려면 결제 건수를 숫자로 입력하십시오: "
    case .product(let purchase): product(purchase)
    case .payment(let purchase, let namesUser):
      "결제 번호 \(purchase.paymentSeq)\(namesUser ? user(purchase) : nil): \(product(purchase))"
    case .morePayments(let count): "외 \(count)건"
    case .sum(let sum): text(sum)
    case .notSent(let summary): "전송하지 않을 결제: \(counts(summary))"
    case .knownElsewhere(let number, let server):
      """
      저널에 \(server)의 결제 \(number)도 있습니다. 같은 결제일 수 있습니다: iapctl journal show \
      \(number) --server \(server)
      """
    case .noPayments: "결제가 없습니다."
    case .wouldConsume(let scope, let sums, let unsent):
      """
      --dry-run 없이 실행하면 \(payments(scope)) 소비합니다: \
      \(sentences: sums.map(text), separator: ", ")\(notSent(unsent).map { ". \($0)" })
      """
    case .nothingWouldBeConsumed(let place, let unsent):
      """
      --dry-run 없이 실행해도 소비할 결제가 없습니다\(brackets([place.map(text)])).\
      \(notSent(unsent).map { " \($0)" })
      """
    case .fewerAtATime(let count, let wanted):
      """
      동시에 처리하는 결제를 \(wanted)건에서 \(count)건으로 줄입니다. 열 수 있는 파일 수의 한도(ulimit \
      -n) 때문입니다.
      """
    case .outcomes(let summary, let place): "\(counts(summary))\(brackets([place.map(text)]))"
    case .alreadyConsumedByOwnAttempt(let count):
      """
      이미 소비된 결제가 \(count)건 있습니다. 본인의 이전 시도에서 소비되었을 가능성이 높습니다. 지급 \
      기록을 확인하고, 상품을 지급하지 않은 경우에만 지급하십시오.
      """
    case .deliveredAndConsumedElsewhere(let payments):
      """
      iapctl이 지급했고 다른 곳에서 소비된 결제: \(payments.count)건. 각 상품이 한 번만 지급되었는지 \
      확인하십시오: \(list: payments)
      """
    case .otherNames(let servers):
      """
      저널에 이 서비스의 결제가 다른 주소로 기록되어 있습니다(같은 앱키): \(list: servers). 결제 번호가 같으면 같은 \
      결제로 처리합니다.
      """
    case .deliveredOnly(let payments):
      """
      지급했지만 아직 소비하지 않은 결제: \(list: payments). --resume으로 다시 실행하면 다시 지급한 다음 \
      소비합니다.
      """
    case .consumedAfterUndo(let payments):
      """
      이전 실행에서 상품을 회수했고 이제 소비한 결제: \(payments.count)건. 사용자에게 상품이 없으면 각각 \
      지급하십시오: \(list: payments)
      """
    case .consumedForAnotherUser(let payment, let owner):
      """
      결제 번호 \(payment): 이전 실행에서 사용자 \(owner)의 결제로 소비되었습니다. 다시 지급하지 \
      마십시오.
      """
    case .unknownAndUnlisted(let count, let only, let command):
      """
      \(only.map { "결제 번호 \($0)" } ?? "결제 \(count)건" as Sentence): 여전히 결과를 알 수 없고, 미소비 \
      결제 내역에도 없습니다. 지급하지 마십시오. 해당 결제 조회: \(command)
      """
    case .marketNotAsked(let market, let isAnyDone, let command):
      """
      마켓 \(market): 조회하지 못했습니다. \
      \(isAnyDone ? "위의 결제는 처리되었습니다." : "소비된 결제는 없습니다." as Sentence) 이 마켓의 결제 \
      소비: \(command)
      """
    case .mayHaveBeenConsumed(let payment): mayBeConsumed(payment)
    case .settle(let payment, let command):
      "\(mayBeConsumed(payment)) 결과를 확정하십시오: \(command)"
    case .settleOtherwise(let payment, let error):
      "\(mayBeConsumed(payment)) 결과를 확정하려면: \(text(of: error).hint)"
    case .lookUp(let payment, let consumed, let notConsumed):
      """
      \(mayBeConsumed(payment)) 미소비 결제 내역에는 없습니다. IAP 콘솔(Transaction 탭)에서 조회하십시오. \
      소비된 경우: \(consumed); 소비되지 않은 경우: \(notConsumed)
      """
    case .settleAll(let isMore, let isStandardInput, let command):
      """
      \(isStandardInput ? "같은 입력으로 " : nil)결과를 확정하\
      \(isMore ? "고 나머지를 소비하" : nil)십시오: \(command)
      """
    case .ifItStaysUnknown(let command):
      """
      계속 결과를 알 수 없으면 IAP 콘솔(Transaction 탭)에서 조회한 뒤 기록하십시오. 소비된 경우: \
      \(command); 소비되지 않은 경우: --as \(SettledOutcome.notConsumed.rawValue)
      """
    case .checkPayment(let command):
      "결제 번호를 확인하십시오. 소비할 수 있는 결제 조회: \(command)"
    case .consumedEarlier(let command):
      "다시 지급하지 마십시오. 소비한 시간과 담당자 조회: \(command)"
    case .waitForRun(let command):
      "그 실행이 끝날 때까지 기다리십시오. 처리 내용 조회: \(command)"
    }
  }

  /// `소비됨(consumed) 2건, 결과를 알 수 없음(unknown) 1건`.
  private func counts(_ summary: ConsumeSummary) -> Sentence {
    let counted = ConsumeResult.Outcome.allCases.filter { summary[$0] > 0 }
    let counts = counted.map { "\(meaning(of: $0))(\($0.rawValue)) \(summary[$0])건" as Sentence }
    return "\(sentences: counts, separator: ", ")"
  }

  private func meaning(of outcome: ConsumeResult.Outcome) -> Sentence {
    switch outcome {
    case .consumed: "소비됨"
    case .alreadyConsumed: "이미 소비됨"
    case .refused: "거부됨"
    case .notSent: "전송하지 않음"
    case .unknown: "결과를 알 수 없음"
    case .skipped: "건너뜀"
    }
  }

  /// `전송하지 않을 결제 3건: 이미 소비됨(already-consumed) 2건, 거부됨(refused) 1건`.
  private func notSent(_ summary: ConsumeSummary) -> Sentence? {
    guard summary.total > 0 else { return nil }
    let isPlain = summary[.notSent] == summary.total
    let reasons: Sentence? = isPlain ? nil : ": \(counts(summary))"
    return "전송하지 않을 결제 \(summary.total)건\(reasons)"
  }

  private func mayBeConsumed(_ payment: Identifier) -> Sentence {
    "결제 번호 \(payment): 소비되었을 수 있습니다."
  }

  /// `사용자 alice의 결제 3건(마켓 AS, 픽스처 저장소 game.db)을`. The particle follows the noun in front of
  /// the brackets.
  private func payments(_ scope: ConsumeMessage.Scope) -> Sentence {
    let users: Sentence? =
      switch (scope.users.count, scope.users.first) {
      case (0, _): nil
      case (1, let user?): "사용자 \(user)의 "
      default: "사용자 \(scope.users.count)명의 "
      }
    let place = [inMarkets(scope.markets), scope.place.map(text)]
    guard let payment = scope.payment else {
      return "\(users)결제 \(scope.count)건\(brackets(place))을"
    }
    return "\(users)결제\(brackets(["결제 번호 \(payment)"] + place))를"
  }

  private func user(_ purchase: Purchase) -> Sentence? {
    purchase.userID.map { ", 사용자 \($0)" }
  }

  /// `상품 gem.100, KRW 1,500`.
  private func product(_ purchase: Purchase) -> Sentence {
    let product: Sentence =
      (purchase.productIdentifier?.text ?? purchase.productSeq.map(String.init))
      .map { Sentence(verbatim: $0) } ?? "알 수 없음"
    guard let price = purchase.price else { return "상품 \(product), 가격 알 수 없음" }
    let amount = AmountText.grouped(price.digits)
    return "상품 \(product), \(purchase.currency.map { "\($0) \(amount)" } ?? amount)"
  }

  /// `KRW 750,000(500건)`.
  private func text(_ sum: ConsumeMessage.Sum) -> Sentence { text(sum, of: nil) }

  /// Without the number of payments if that is the number of all.
  func text(_ sum: ConsumeMessage.Sum, of all: Int?) -> Sentence {
    let payments: Sentence? = sum.count == all ? nil : "(\(sum.count)건)"
    let currency = sum.currency.isEmpty ? nil : sum.currency
    guard let amount = sum.amount.map(AmountText.grouped) else {
      return "\(currency.map { "\($0) " })가격 알 수 없음\(payments)"
    }
    return "\(currency.map { Sentence(verbatim: $0) } ?? "통화 없음") \(amount)\(payments)"
  }
}
