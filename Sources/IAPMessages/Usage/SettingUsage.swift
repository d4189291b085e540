package import IAPCore
package import JSON
import Languages
import Text

/// What is wrong with a setting, or with the command that changes it.
package enum SettingUsage {
  package static func nullCharacter(in name: String) -> ErrorText {
    ErrorText("\(name): contains a null character")
  }

  /// The app key and another option are both read from standard input.
  package static func inputReadTwice(option: String) -> ErrorText {
    ErrorText(
      "--\(option) and the app key cannot both be read from standard input",
      hint: "read one of them from a file")
  }

  /// - Parameters:
  ///   - command: with the option that makes it ignore the other one: `purchase --deferred`.
  ///   - help: the command that prints the help.
  package static func unusedByCommand(option: String, command: String, help: String) -> ErrorText {
    ErrorText("'\(command)' does not use --\(option)", hint: "see '\(help)'")
  }

  /// - Parameter place: the path of the key in the file. Empty for the whole file.
  package static func fileInvalid(path: String, place: String, problem: JSONProblem.Kind)
    -> ErrorText
  {
    ErrorText(
      "\(path)\(place.isEmpty ? nil : ", \(place)"): \(problem.sentence)",
      hint: "see 'man 5 iapctl-config'")
  }

  package static var noConfigurationFolder: ErrorText {
    ErrorText(
      "no folder for the configuration file",
      hint: "set \(Variables.home) or \(Variables.configurationHome)")
  }

  package static var noJournalFolder: ErrorText {
    ErrorText(
      "no folder for the journal",
      hint: "give --journal FILE, or set \(Variables.home) or \(Variables.stateHome)")
  }

  package static func notBoolean(key: String, _ value: String) -> ErrorText {
    ErrorText("\(key): '\(value)' is not true or false")
  }

  /// A part of a value by market that is not `MARKET=VALUE`.
  ///
  /// - Parameter all: the key for all markets.
  package static func notByMarket(key: String, part: String, all: String) -> ErrorText {
    ErrorText(
      "\(key): '\(part)' is not MARKET=VALUE",
      hint: "write AS=VALUE,GG=VALUE, or set \(all) for all markets")
  }

  /// - Parameter command: the one that reads the key from standard input.
  package static func keyHasValue(_ key: String, command: String) -> ErrorText {
    ErrorText(
      "\(key) takes no value: it would be visible in the process list",
      hint: "pass it on standard input: \(command)")
  }

  /// What `config init` needs and cannot ask for.
  ///
  /// - Parameter option: with the label of its value: `--name NAME`.
  package static func notGiven(option: String) -> ErrorText {
    ErrorText(
      Sentence("no \(option) given", context: "option"),
      hint: "on a terminal, iapctl asks for what is missing")
  }

  /// The key of a secret, or of a value that contains one.
  ///
  /// - Parameter path: the file that has it.
  package static func secretNotPrinted(key: String, path: String) -> ErrorText {
    ErrorText(
      "\(key) is a secret, which is not printed",
      hint: "commands use it with the profile; to copy it, read it in \(path)")
  }

  /// The file has a profile of the name that a new one is to get.
  package static func nameTaken(_ profile: Identifier, path: String) -> ErrorText {
    ErrorText(
      "there is a profile '\(profile)' in \(path)",
      hint: """
        choose another name, or change that profile with: iapctl config set KEY VALUE \
        --profile \(profile)
        """)
  }

  /// The current profile is removed while there are others.
  package static func removesCurrentProfile(_ profile: Identifier, others: [Identifier])
    -> ErrorText
  {
    ErrorText(
      "'\(profile)' is the current profile",
      hint: """
        switch to another one first, with: iapctl config use \(PlaceUsage.only(others)); \
        \(PlaceUsage.list(others))
        """)
  }

  /// - Parameter source: the option or the key that names it.
  package static func unknownTimeZone(_ name: String, in source: String) -> ErrorText {
    ErrorText(
      "\(source): this machine has no time zone '\(name)'",
      hint: "a time zone has a name such as Asia/Seoul, Asia/Tokyo or UTC")
  }

  /// A zone of POSIX, whose sign is the other way round than people mean it.
  ///
  /// - Parameters:
  ///   - hours: the hours east of UTC that are meant, with their sign: `+9`; nil if no zone of the system has
  ///     just these hours, as for `+5:30`.
  ///   - zone: the zone of the system with these hours: `Etc/GMT-9`.
  package static func offsetAsTimeZone(
    _ name: String, in source: String, hours: String?, zone: String
  ) -> ErrorText {
    ErrorText(
      "\(source): '\(name)' is no name of a time zone: some programs take it for the opposite",
      hint: hours.map { "for UTC\($0) write \(zone), or the name of a place such as Asia/Seoul" }
        ?? "write the name of a place with that time, such as Asia/Kolkata or Asia/Seoul")
  }

  /// An order number of a store, where a payment number is expected.
  ///
  /// - Parameter name: the option or the operand.
  package static func orderNumber(_ word: String, of name: String, _ order: OrderNumber)
    -> ErrorText
  {
    ErrorText(
      """
      \(name): '\(word)' is an order number of \(Sentence(stringLiteral: order.storeName)), not a \
      payment number
      """,
      hint: IAPError.PaymentProblem.finding(order: word))
  }

  package static func ticketWithoutText(_ name: String) -> ErrorText {
    ErrorText(
      "\(name): a ticket must have text", hint: "give the number of the ticket, or another reason")
  }

  package static func spaceInNumber(_ word: String, of name: String, meant: String) -> ErrorText {
    ErrorText(
      "\(name): '\(word)' has a space in it", hint: "if it is one number, write \(meant)")
  }

  /// The command prints no records.
  package static var noFields: ErrorText {
    ErrorText("--fields: this command prints no records", hint: "leave --fields out")
  }

  package static func unknownField(_ name: String, suggestion: String?, fields: [String])
    -> ErrorText
  {
    ErrorText(
      "--fields: no field '\(name)'\(ArgumentUsage.didYouMean(suggestion))",
      hint: "the fields are \(list: fields)"
    )
  }
}
