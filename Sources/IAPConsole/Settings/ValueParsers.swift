import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import Languages
import Text

extension ValueParser where Value == StoreCode {
  /// Any code without a comma is accepted: new markets can appear. `TS` is ONE store, as in the legacy API,
  /// and names that people write are markets, as in a sheet.
  static let storeCode = ValueParser(
    "CODE", expectation: "a market code, such as AS", kind: .names(.markets)
  ) {
    $0.isEmpty || $0.utf8.contains(UInt8(ascii: ",")) ? nil : StoreCode(named: $0)
  }
}

extension ValueParser where Value == ClockChange {
  static let clockChange = ValueParser(
    "INSTANT",
    expectation: """
      an instant of RFC 3339 such as 2026-01-01T00:00:00Z, a day such as 2026-01-31, or a duration \
      with a plus sign such as +1d or +P1M
      """
  ) { ClockChange($0) }
}

extension ValueParser where Value == SDKVersion {
  static let sdkVersion = ValueParser(
    "VERSION", expectation: "a version of the SDK, such as 1.7.0"
  ) { SDKVersion($0) }
}

extension ValueParser where Value == CalendarPeriod {
  static let duration = ValueParser(
    "DURATION",
    expectation:
      "a duration of at most 1000 years, such as 90s, 15m, 12h, 30d, or ISO 8601 such as P1M"
  ) { CalendarPeriod(typed: $0) }
}

extension CalendarPeriod {
  /// As people type it: a number alone is seconds.
  init?(typed word: String) {
    let isNumber = word.last.map { $0.isASCII && $0.isNumber } ?? false
    self.init(isNumber ? word + "s" : word)
  }
}

extension ValueParser where Value == Duration {
  /// A time-out in seconds, such as 2 or 0.5, or with a unit.
  static let seconds = ValueParser(
    "SECONDS", expectation: "a time above 0, at most a day, such as 30, 500ms or 5m", kind: .number
  ) { word in
    guard let seconds = Double(decimal: word) else {
      return CalendarPeriod(word)?.duration.flatMap { $0 <= .seconds(86_400) ? $0 : nil }
    }
    guard seconds > 0, seconds <= 86_400 else { return nil }
    return .milliseconds(Int64((seconds * 1000).rounded(.up)))
  }

  /// A time of at most a day, which may be zero.
  static let settleTime = ValueParser(
    "DURATION", expectation: "0s, or a duration of at most a day, such as 90s or 5m"
  ) { word in
    let isZero = word.dropLast().allSatisfy { $0 == "0" } && word.utf8.count > 1
    if isZero, "smhd".contains(word.last ?? " ") { return .zero }
    return CalendarPeriod(typed: word)?.duration.flatMap { $0 <= .seconds(86_400) ? $0 : nil }
  }
}

extension ValueParser where Value == [String] {
  static let fieldNames = ValueParser(
    "NAMES", expectation: "a list of different field names separated by commas",
    kind: .fields
  ) { word in
    let names = word.split(separator: ",", omittingEmptySubsequences: false).map {
      String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    return names.contains("") || Set(names).count < names.count ? nil : names
  }
}

extension ValueParser where Value == Identifier {
  /// A user or a product: any text except the empty one.
  static func identifier(_ label: String, kind: ValueKind) -> ValueParser {
    ValueParser<String>.name(label, kind: kind).map { Identifier($0) }
  }

  /// The store's identifier of a charge, such as an order number.
  static let transaction = ValueParser<String>.name("ID").map { Identifier(OrderNumber.read($0)) }

  /// A payment number or the order number of a store, wherever payments can be looked up by both.
  static let paymentOrTransaction = ValueParser(
    "PAYMENT_SEQ|TRANSACTION", expectation: "a payment number or an order number",
    kind: .allPayments
  ) { word in
    let number = OrderNumber.read(word.withoutOuterSpaces)
    return number.isEmpty ? nil : Identifier(number)
  }

  /// What a word is instead of a payment number.
  static func notPaymentNumber(_ word: String, _ name: String) -> (any UsageProblem)? {
    if let order = OrderNumber(OrderNumber.read(word)) {
      return SettingUsage.orderNumber(OrderNumber.read(word), of: name, order)
    }
    let digits = word.filter { !$0.isWhitespace }
    return digits != word && Identifier(digits).isDigits
      ? SettingUsage.spaceInNumber(word, of: name, meant: digits) : nil
  }

  static let paymentSeq = paymentSeq(completedBy: .names(.unconsumedPayments))

  /// - Parameter kind: the payments that completion offers.
  static func paymentSeq(completedBy kind: ValueKind) -> ValueParser {
    ValueParser(
      "PAYMENT_SEQ", expectation: "a payment number, which is made of digits", kind: kind,
      mistake: notPaymentNumber
    ) { word in
      let number = Identifier(word)
      return number.isDigits ? number : nil
    }
  }
}

extension ValueParser where Value == Price {
  static let price = ValueParser(
    "P",
    expectation: "an amount of at most 18 digits before the point and 12 after it, such as 1.99",
    kind: .number
  ) { word in Price(word).flatMap { $0.isNegative ? nil : $0 } }
}

extension ValueParser where Value == String {
  /// The reason of an entry of the journal: no blank one, and not the placeholder of a hint.
  static let ticket = ValueParser(
    "TEXT", expectation: "the number of a ticket, or another reason; TEXT only stands for it",
    mistake: { word, name in
      word.contains { !$0.isWhitespace } ? nil : SettingUsage.ticketWithoutText(name)
    }
  ) { InputColumn.isTicket($0) ? $0 : nil }

  static let currency = ValueParser(
    "C", expectation: "a currency code of three capital letters, such as KRW"
  ) { Price.isCurrency($0) ? $0 : nil }

  /// A file, or the URL of a database. A password in it would be in the list of processes. A
  /// misspelt URL must not become a file, which the rest of the team does not see.
  static func journal(_ label: String, isURL: Bool = false) -> Self {
    let url: Sentence =
      "a URL that begins with postgresql:// and has no password in it (put passwords into ~/.pgpass)"
    let all: Sentence = "the path of a file, or \(url)"
    return ValueParser(label, expectation: isURL ? url : all, kind: .file) { word in
      guard !word.isEmpty, PostgresJournal.isURL(word) || !isURL,
        PostgresJournal.secret(in: word) == nil, !PostgresJournal.isAlmostURL(word)
      else { return nil }
      return word
    }
  }
}

extension ValueParser where Value == Double {
  /// A number of requests per second.
  static let rate = ValueParser(
    "RATE", expectation: "a number a second, such as 5/s or 0.5/s, at most 100000/s"
  ) { word in
    let number = word.hasSuffix("/s") ? String(word.dropLast(2)) : word
    guard let rate = Double(decimal: number), rate >= 0.001, rate <= 100_000 else { return nil }
    return rate
  }
}

extension Double {
  /// Digits with at most one point: no sign, no exponent, no `inf`.
  fileprivate init?(decimal word: String) {
    guard word.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }) else {
      return nil
    }
    self.init(word)
  }
}

extension ValueParser where Value == Moment {
  static let moment = ValueParser(
    "MOMENT",
    expectation:
      "a time: a duration ago (90s, 15m, 12h, 30d, P1M), a day such as 2026-01-31, or an instant"
  ) { Moment($0) }
}

/// The values from the user's data that completion can offer.
extension ValueKind {
  static let profiles = ValueKind.data("profiles")
  static let journaledPayments = ValueKind.data("journaledPayments")
  /// The payments of the fixture store, in any state, and those in the journal.
  static let allPayments = ValueKind.data("allPayments")
  /// The fields of the records that the command prints, for `--fields`.
  static let fields = ValueKind.data("fields")

  static func names(_ subject: NameQuery.Subject) -> ValueKind { .data(subject.rawValue) }
}

extension ValueParser {
  /// A value for all markets, or `AS=VALUE,GG=VALUE`, or both: `VALUE,GG=VALUE`.
  ///
  /// - Parameter example: a valid value.
  static func marketValues<Part: Hashable & Sendable>(
    of part: ValueParser<Part>, _ example: String
  ) -> ValueParser where Value == MarketValues<Part> {
    ValueParser(
      part.specification.label,
      expectation: "\(part.expectation), or one for each market, such as AS=\(example)",
      kind: part.kind
    ) { word in
      var values = MarketValues<Part>()
      for text in word.split(separator: ",", omittingEmptySubsequences: false) {
        let pair = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let value = part.read(String(pair.last ?? "")) else { return nil }
        if pair.count == 1 {
          guard values.other == nil else { return nil }
          values.other = value
        } else {
          let market = StoreCode(named: String(pair[0]).withoutOuterSpaces)
          guard !market.text.isEmpty, values.own[market] == nil else { return nil }
          values.own[market] = value
        }
      }
      return values
    }
  }
}
