import IAPCore

/// What a column asks of each payment, by its name.
enum ColumnQuestion {
  /// Whether the payment is done with, such as `환불여부`: a *yes* or a time warns.
  case isEnded
  /// How the payment ended, such as `환불금액` and `refundedAt`: anything but a *no* warns.
  case end
  /// Whether the payment is to be consumed, such as `approved`: a *no* warns.
  case isWanted
  /// How many items were bought, such as `수량`: a payment is of one, and anything else warns.
  case quantity

  /// - Parameter name: folded.
  init?(of name: String) {
    if Self.neutralEndings.contains(where: name.hasSuffix) { return nil }
    if Self.quantities.contains(name) {
      self = .quantity
      return
    }
    if Self.ends.contains(where: { Self.has($0, in: name) }) || Self.exactEnds.contains(name) {
      self = Self.choices.contains(where: name.hasSuffix) ? .isEnded : .end
    } else if Self.isNegated(name) || Self.isWish(name) {
      self = .isWanted
    } else if Self.purchases.contains(where: name.hasPrefix) {
      return nil
    } else if Self.hasDeed(name, Self.times) {
      self = .end
    } else if Self.hasDeed(name, Self.choices + Self.states) {
      self = .isEnded
    } else {
      return nil
    }
  }

  /// Whether a cell with text says that its payment is not to be consumed.
  func warns(_ cell: String) -> Bool {
    let folded = InputColumn.folded(cell)
    return switch self {
    case .isEnded: Self.affirmations.contains(folded) || Self.isTime(cell)
    case .end: !Self.isNo(cell, folded) && !Self.isNegated(folded)
    case .quantity: cell.first?.isNumber == true && cell.prefix { $0.isNumber } != "1"
    case .isWanted: Self.isNo(cell, folded) || Self.isNegated(folded) || folded.hasSuffix("아님")
    }
  }

  private static func isNo(_ cell: String, _ folded: String) -> Bool {
    noes.contains(folded) || Price(TypedAmount.plain(cell)).map { $0 == Price("0") } ?? false
  }

  private static func isTime(_ cell: String) -> Bool {
    switch Moment(cell) {
    case .day, .time, .instant: true
    case .ago, .daysAgo, nil: false
    }
  }

  /// Whether a name asks in which state a payment is, such as `환불여부` and `status`.
  static func isOfState(_ name: String) -> Bool {
    (choices + states).contains { !$0.isEmpty && name.hasSuffix($0) }
  }

  /// Whether the name has a word somewhere without a negation before it.
  private static func has(_ word: String, in name: String) -> Bool {
    name.indices.contains { place in
      let before = name[..<place]
      return name[place...].hasPrefix(word) && !negations.contains(where: before.hasSuffix)
        && !otherWords.contains { $0.word == word && before.hasSuffix($0.before) }
    }
  }

  /// What makes another word of one: `조회수`, `교환불가`.
  private static let otherWords: [(before: String, word: String)] = [
    ("조", "회수"), ("교", "환불"), ("전", "환불"), ("변", "환불"), ("호", "환불"),
  ]

  /// Whether the name says that something was done, and not how much of it or for whom.
  private static func hasDeed(_ name: String, _ endings: [String]) -> Bool {
    deeds.contains { deed in
      endings.contains { name.hasSuffix(deed + $0) && has(deed + $0, in: name) }
    }
  }

  private static func isWish(_ name: String) -> Bool {
    exactWishes.contains(name)
      || wishes.contains { wish in
        name == wish || choices.contains { name == wish + $0 }
          || deeds.contains { name.contains($0 + wish) }
      }
  }

  /// Whether a negation stands before such a word: `미지급`, `未消費`, `비대상`, and not `미성년자`.
  private static func isNegated(_ text: String) -> Bool {
    negations.contains { negation in
      text.hasPrefix(negation)
        && negatable.contains { text.dropFirst(negation.count).hasPrefix($0) }
    }
  }

  private static let negations = ["미", "未", "비", "非", "불", "un", "not", "non"]
  private static let negatable =
    ends + deeds + wishes + exactWishes + ["완료", "접수", "신청", "사용", "完了", "対応"]
  private static let ends =
    Warning.ends + [
      "환급", "반환", "회수", "거부", "거절", "삭제", "테스트", "払い戻", "払戻", "返品", "回収", "拒否", "削除", "テスト",
      "refund", "revok", "revoc", "voided", "reversed", "chargedback", "cancel",
      "onhold",
      "skip", "exclud", "duplicat", "reject", "declin", "chargeback", "disput", "fraud", "istest",
      "sandbox", "dont",
    ]
  private static let quantities: Set = [
    "수량", "구매수량", "개수", "quantity", "qty", "数量", "購入数", "個数",
  ]
  private static let exactEnds: Set = ["hold", "void", "returned", "무시", "deleted", "ignored"]
  /// What a name ends in that says nothing of one payment: `환불규정`, `isRefundable`.
  private static let neutralEndings = [
    "able", "url", "uri", "policy", "규정", "정책", "가능", "가능여부", "기간", "期間", "規定",
  ]
  private static let wishes = [
    "대상", "요청", "필요", "예정", "승인", "확정", "포함", "対象", "依頼", "必要", "予定", "承認", "確定",
  ]
  private static let exactWishes = ["approved", "isapproved", "toconsume", "togrant"]
  private static let deeds = [
    "소비", "지급", "처리", "消費", "付与", "対応", "処理", "consumed", "granted", "delivered", "done",
  ]
  /// What the names of columns of a purchase itself begin with: `결제처리일시`.
  private static let purchases = ["결제", "주문", "구매", "決済", "注文", "購入"]
  private static let times = ["일", "일자", "일시", "시각", "시간", "日", "日時", "at", "on", "date", "time"]
  private static let choices = ["여부", "구분", "有無", "可否"]
  private static let states = [
    "", "완료", "됨", "상태", "결과", "済", "済み", "状態", "状況", "結果", "ステータス", "status", "state", "result",
  ]
  private static let affirmations: Set = [
    "y", "yes", "true", "o", "○", "◯", "v", "✓", "✔", "●", "1", "예", "네", "완료", "됨", "함", "처리완료",
    "はい",
    "済", "済み", "有", "あり", "完了", "対応完了", "処理完了", "done", "complete", "completed", "ok",
  ]
  private static let noes: Set = [
    "", "n", "no", "false", "x", "×", "✗", "✕", "–", "—", "ー", "아니오", "아니요", "아님", "불가", "안함", "없음",
    "무",
    "부", "해당없음", "정상", "いいえ", "否", "不可", "無", "なし", "不要", "正常", "none", "null", "n/a", "na",
    "normal",
    "active",
  ]
}
