import IAPCore

/// The options that every command has.
package enum GlobalOptions {
  static let store = Option(
    "store", .name("PATH"), variable: Variables.store, "the fixture store in that file")
  static let user = Option("user", .name("ID"), variable: Variables.user, "the user")
  static let market = ListOption(
    "market", .storeCode, variable: Variables.market,
    "a market; may be given several times, in the variable with commas (default: all)")
  static let now = Option(
    "now", .instant, variable: Variables.now,
    "set the fixture store's clock to an instant, for good")
  static let timeout = Option(
    "timeout", .seconds, "how long to wait for an answer, in seconds (default: 30)")
  static let output = Option(
    "output", short: "o", ValueSyntax<OutputFormat>.choice("FORMAT"), variable: Variables.output,
    "table, json, jsonl or csv (default: table)")
  static let fields = Option(
    "fields", .fieldNames, "only these fields, in this order, separated by commas")
  static let noHeader = Flag("no-header", "no header line in table and csv")
  static let showTokens = Flag("show-tokens", "show access tokens, which let their holder consume")
  static let lang = Option(
    "lang", ValueSyntax<Language>.choice("LANGUAGE"),
    "language of error meanings: en, ko or ja (default: the locale's)")
  static let color = Option(
    "color", ValueSyntax<ColourChoice>.choice("WHEN"), "auto, always or never (default: auto)")
  static let yes = Flag("yes", short: "y", "do not ask")
  static let noInput = Flag("no-input", "never ask: fail where a question would come")
  static let quiet = Flag("quiet", short: "q", "no notes on standard error, only errors")
  static let verbose = Flag("verbose", short: "v", "trace what is asked of the backend")
  static let help = Flag("help", short: "h", "show help")
  static let version = Flag("version", "show the version")

  static let all: [OptionSpecification] = [
    store.specification, user.specification, market.specification, now.specification,
    timeout.specification, output.specification, fields.specification, noHeader.specification,
    showTokens.specification, lang.specification, color.specification, yes.specification,
    noInput.specification, quiet.specification, verbose.specification, help.specification,
    version.specification,
  ]
}

/// When colour is used.
package enum ColourChoice: String, Sendable, CaseIterable {
  case auto, always, never
}

extension ValueSyntax where Value == StoreCode {
  /// Any code is accepted: there may be new ones.
  static let storeCode = ValueSyntax(
    "CODE", expectation: "one market: a code such as AS, without commas"
  ) { $0.isEmpty || $0.utf8.contains(UInt8(ascii: ",")) ? nil : StoreCode($0) }
}

extension ValueSyntax where Value == Instant {
  static let instant = ValueSyntax(
    "INSTANT", expectation: "an instant of RFC 3339, such as 2026-01-01T00:00:00Z"
  ) { Instant($0) }
}

extension ValueSyntax where Value == CalendarPeriod {
  static let duration = ValueSyntax(
    "DURATION", expectation: "a duration, such as 90s, 15m, 12h, 30d, or ISO 8601 such as P1M"
  ) { CalendarPeriod($0) }
}

extension ValueSyntax where Value == Duration {
  /// A time-out: seconds, with decimals where wanted.
  static let seconds = ValueSyntax(
    "SECONDS", expectation: "a number of seconds above 0, at most 86400", isNumber: true
  ) { word in
    guard word.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }),
      let seconds = Double(word), seconds > 0, seconds <= 86_400
    else { return nil }
    return .milliseconds(Int64((seconds * 1000).rounded(.up)))
  }
}

extension ValueSyntax where Value == [String] {
  static let fieldNames = ValueSyntax(
    "NAMES", expectation: "a list of different field names separated by commas"
  ) { word in
    let names = word.split(separator: ",", omittingEmptySubsequences: false).map {
      String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    return names.contains("") || Set(names).count < names.count ? nil : names
  }
}

extension ValueSyntax where Value == Identifier {
  /// A user, a product: any text that is not empty.
  static func identifier(_ label: String) -> ValueSyntax {
    ValueSyntax(label, expectation: "a name: it is empty") { $0.isEmpty ? nil : Identifier($0) }
  }

  static let paymentSeq = ValueSyntax(
    "PAYMENT_SEQ", expectation: "a payment number, which is made of digits"
  ) { word in
    let number = Identifier(word)
    return number.isDigits ? number : nil
  }
}
