import CommandLine
import IAPCore
import JSON

/// What is wrong with a setting, or with the command that changes it.
enum SettingProblem: UsageProblem {
  case nullCharacter(in: String)
  /// The app key and another option are both read from standard input.
  case inputReadTwice(option: String)
  /// - Parameters:
  ///   - command: with the option that makes it ignore the other one: `purchase --deferred`.
  ///   - help: the command that prints the help.
  case unusedByCommand(option: String, command: String, help: String)
  /// - Parameter place: the path of the key in the file. Empty for the whole file.
  case fileInvalid(path: String, place: String, problem: JSONProblem.Kind)
  case noConfigurationFolder
  case noJournalFolder
  case notBoolean(key: String, String)
  /// A part of a value by market that is not `MARKET=VALUE`.
  ///
  /// - Parameter all: the key for all markets.
  case notByMarket(key: String, part: String, all: String)
  /// - Parameter command: the one that reads the key from standard input.
  case keyHasValue(String, command: String)
  /// What `config init` needs and cannot ask for.
  ///
  /// - Parameter option: with the label of its value: `--name NAME`.
  case notGiven(option: String)
  /// The key of a secret, or of a value that contains one.
  ///
  /// - Parameter path: the file that has it.
  case secretNotPrinted(key: String, path: String)
  /// The profile does not set the key.
  case notSet(key: String, Identifier)
  /// The file has a profile of the name that a new one is to get.
  case nameTaken(Identifier, path: String)
  /// The current profile is removed while there are others.
  case removesCurrentProfile(Identifier, others: [Identifier])
  /// - Parameter source: the option or the key that names it.
  case unknownTimeZone(String, in: String)
  /// An order number of a store, where a payment number is expected.
  ///
  /// - Parameter name: the option or the operand.
  case orderNumber(String, of: String, OrderNumber)
  /// The command prints no records.
  case noFields
  case unknownField(String, suggestion: String?, fields: [String])
}
