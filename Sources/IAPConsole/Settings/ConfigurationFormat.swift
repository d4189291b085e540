import CommandLine
import JSON

/// The format of the configuration file. The reader and the manual page use the same description.
enum ConfigurationFormat {
  static let all = [file, profile]

  static let file = JSONFormat(
    "", "The file is one object.",
    [
      .init("profile", .string, "the current profile, which is used if no other is named"),
      .init("profiles", .object, "the profiles by name"),
    ])

  /// The options that a profile can set.
  static let options =
    (GlobalOptions.all + ConsumeOptions.specifications).filter { $0.sources.key != nil }

  static let profile = JSONFormat(
    "profiles.NAME", "Settings that apply if neither an option nor the environment sets them.",
    options.map { option in
      JSONFormat.Key(
        option.sources.key ?? "", kind(of: option),
        "\(option.summary)\(option.isList ? ", or several" : ""); as --\(option.name)")
    } + [
      .init(
        appKey, .string,
        "the app key itself, as \(Variables.appKey); the file must then be readable only by its "
          + "owner"),
      .init(
        packages, kind(ofMarkets: packages),
        "the app's package by market code; packageName applies to all other markets"),
      .init(
        appSeqs, kind(ofMarkets: appSeqs),
        "the app's number by market code; appSeq applies to all other markets"),
      .init(
        requireTicket, .boolean,
        "whether every consume at this place needs --ticket, or a ticket in "
          + "each line of its file"),
    ])

  /// The key of the URL. Its value may contain a password, so messages mask it.
  static let url = "url"

  /// The keys without an option.
  static let (appKey, packages, appSeqs) = ("appKey", "packageNames", "appSeqs")
  /// The keys with a value for each market, by the key with the value of all others.
  static let byMarket = ["packageName": packages, "appSeq": appSeqs]

  static func kind(ofMarkets key: String) -> JSONFormat.Kind {
    key == appSeqs ? .objectOfNumbers : .objectOfStrings
  }

  static let requireTicket = "requireTicket"

  private static func kind(of option: OptionSpecification) -> JSONFormat.Kind {
    if option.isList { return .arrayOfStrings }
    return option.value?.kind == .number ? .number : .string
  }
}
