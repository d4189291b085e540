import CommandLine
import IAPCore

/// The shared options (``GlobalOptions``) that a command uses.
///
/// A command refuses the shared options that it does not use: a user would expect an ignored option
/// to have an effect. Options such as `--output` and `--quiet`, which are in no group below, are
/// accepted by every command, so that a script can pass them to all commands.
struct SharedOptions: OptionSet, Sendable {
  let rawValue: Int

  static let store = SharedOptions(rawValue: 1 << 0)
  static let server = SharedOptions(rawValue: 1 << 1)
  static let retries = SharedOptions(rawValue: 1 << 2)
  static let clock = SharedOptions(rawValue: 1 << 3)
  static let user = SharedOptions(rawValue: 1 << 4)
  static let market = SharedOptions(rawValue: 1 << 5)
  static let package = SharedOptions(rawValue: 1 << 6)
  static let appSeq = SharedOptions(rawValue: 1 << 7)
  /// The command prints records, which have fields and a header.
  static let records = SharedOptions(rawValue: 1 << 8)
  /// The records contain access tokens.
  static let tokens = SharedOptions(rawValue: 1 << 9)
  /// The command reads or writes the journal.
  static let journal = SharedOptions(rawValue: 1 << 10)

  /// Several users; instead of ``user``.
  static let users = SharedOptions(rawValue: 1 << 11)

  /// The command uses a fixture store or a server.
  static let backend: SharedOptions = [.store, .server, .retries, .clock]

  private static let members: [(group: SharedOptions, options: [OptionSpecification])] = [
    (.store, [GlobalOptions.store.specification]),
    (
      .server,
      [
        GlobalOptions.url.specification, GlobalOptions.api.specification,
        GlobalOptions.appKeyFile.specification,
      ]
    ),
    (.retries, [GlobalOptions.retries.specification]),
    (.clock, [GlobalOptions.now.specification]),
    (.user, [GlobalOptions.user.specification]),
    (.users, [GlobalOptions.users.specification]),
    (.market, [GlobalOptions.market.specification]),
    (.package, [GlobalOptions.package.specification]),
    (.appSeq, [GlobalOptions.appSeq.specification]),
    (.records, [GlobalOptions.fields.specification, GlobalOptions.noHeader.specification]),
    (.tokens, [GlobalOptions.showTokens.specification]),
    (.journal, [GlobalOptions.journal.specification]),
  ]

  /// The options of these groups.
  var own: [OptionSpecification] {
    Self.members.filter { contains($0.group) }.flatMap(\.options)
  }

  /// All shared options that a command with these groups accepts, in the order of
  /// ``GlobalOptions``.
  var taken: [OptionSpecification] {
    let (refused, own) = (namesOfRefused, own)
    return GlobalOptions.all.filter { !refused.contains($0.name) }.map { option in
      own.first { $0.name == option.name } ?? option
    }
  }

  /// The shared options that a command with these groups refuses.
  var refused: [OptionSpecification] {
    let refused = namesOfRefused
    return GlobalOptions.all.filter { refused.contains($0.name) }
  }

  private var namesOfRefused: [String] {
    let own = Set(own.map(\.name))
    return Self.members.flatMap(\.options).map(\.name).filter { !own.contains($0) }
  }
}

extension ParsedArguments {
  /// Throws if one of these options was given.
  ///
  /// - Parameter command: the command in the error message, with the option that makes it ignore
  ///   these. Example: `purchase --deferred`.
  func refuse(_ options: [OptionSpecification], by command: String) throws(UsageError) {
    guard let option = options.first(where: { values[$0.name] != nil }) else { return }
    throw UsageError(
      SettingProblem.unusedByCommand(
        option: option.name, command: command,
        help: "iapctl \(path.joined(separator: " ")) --help"))
  }
}

extension ValueParser where Value == StoreCode {
  /// Any code without a comma is accepted: new markets can appear.
  static let storeCode = ValueParser(
    "CODE", expectation: "a market code, such as AS", kind: .names(.markets)
  ) { $0.isEmpty || $0.utf8.contains(UInt8(ascii: ",")) ? nil : StoreCode($0) }
}

extension ValueParser where Value == ClockChange {
  static let clockChange = ValueParser(
    "INSTANT",
    expectation:
      "an instant of RFC 3339 such as 2026-01-01T00:00:00Z, a day such as 2026-01-31, or a duration "
      + "with a plus sign such as +1d or +P1M"
  ) { ClockChange($0) }
}

extension ValueParser where Value == SDKVersion {
  static let sdkVersion = ValueParser(
    "VERSION", expectation: "a version of the SDK, such as 1.7.0"
  ) { SDKVersion($0) }
}

extension SharedOptions {
  /// The version of the app's SDK, of the commands that verify purchases.
  static let sdk = Option(
    "sdk", .sdkVersion, fallback: "any version",
    "the version of the app's SDK; error 11 if it cannot verify")
}

extension ValueParser where Value == CalendarPeriod {
  static let duration = ValueParser(
    "DURATION",
    expectation:
      "a duration of at most 1000 years, such as 90s, 15m, 12h, 30d, or ISO 8601 such as P1M"
  ) { CalendarPeriod($0) }
}

extension ValueParser where Value == Duration {
  /// A time-out in seconds, such as 2 or 0.5.
  static let seconds = ValueParser(
    "SECONDS", expectation: "a number of seconds above 0, at most 86400", kind: .number
  ) { word in
    guard word.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }),
      let seconds = Double(word), seconds > 0, seconds <= 86_400
    else { return nil }
    return .milliseconds(Int64((seconds * 1000).rounded(.up)))
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
    ValueParser(label, expectation: "a name; it must not be empty", kind: kind) {
      $0.isEmpty ? nil : Identifier($0)
    }
  }

  /// A payment number that can be consumed.
  static let paymentSeq = paymentSeq(completedBy: .names(.unconsumedPayments))

  /// - Parameter kind: the payments that completion offers.
  static func paymentSeq(completedBy kind: ValueKind) -> ValueParser {
    ValueParser(
      "PAYMENT_SEQ", expectation: "a payment number, which is made of digits", kind: kind,
      mistake: { word in
        OrderNumber(word).map {
          Mistake(
            "an order number of \($0.storeName), not a payment number", hint: OrderNumber.remedy)
        }
      }
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
  static let currency = ValueParser(
    "C", expectation: "a currency code of three capital letters, such as KRW"
  ) { word in
    let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
    return word.utf8.count == 3 && word.utf8.allSatisfy(letters.contains) ? word : nil
  }
}

extension ValueParser where Value == Double {
  /// A number of requests per second.
  static let rate = ValueParser(
    "RATE", expectation: "a number a second, such as 5/s or 0.5/s, at most 100000/s"
  ) { word in
    let number = word.hasSuffix("/s") ? String(word.dropLast(2)) : word
    guard !number.isEmpty,
      number.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }),
      let rate = Double(number), rate >= 0.001, rate <= 100_000
    else { return nil }
    return rate
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
  /// The payments in the journal.
  static let journaledPayments = ValueKind.data("journaledPayments")
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
          let market = StoreCode(String(pair[0]))
          guard !market.text.isEmpty, values.own[market] == nil else { return nil }
          values.own[market] = value
        }
      }
      return values
    }
  }
}
