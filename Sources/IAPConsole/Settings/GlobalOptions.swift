import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import IAPWire
import Languages

/// The shared options. Each command accepts those of the groups that it uses (``SharedOptions``).
package enum GlobalOptions {
  static let store = Option(
    "store", .file("PATH"), from: .init(variable: Variables.store, key: "store"),
    "the fixture store to use")
  static let url = Option(
    "url", .name("URL"), from: .init(variable: Variables.url, key: "url"),
    fallback: WireDialect.usual.traits.usualOrigin,
    "the server of the REST API: that of the real environment, or of another service zone")
  static let api = Option(
    "api", ValueParser<WireDialect>.choice("NAME"), from: .init(variable: "IAPCTL_API", key: "api"),
    fallback: WireDialect.usual.rawValue, "the API dialect to use")
  static let appKeyFile = Option(
    Credential.appKey.fileOption, .file("PATH"), from: .init(key: Credential.appKey.fileKey),
    "a file or pipe that contains only the app key; - is standard input")
  static let appID = Option(
    "app-id", .identifier("ID", kind: .text), from: .init(variable: Variables.appID, key: "appId"),
    "the app's ID, for --api gamebase")
  static let secretKeyFile = Option(
    Credential.secretKey.fileOption, .file("PATH"),
    from: .init(key: Credential.secretKey.fileKey),
    "the file of the secret key, for --api gamebase; - is standard input")
  static let package = Option(
    "package", ValueParser<MarketValues<String>>.marketValues(of: .name("NAME"), "com.example"),
    from: .init(key: "packageName"),
    "the app's package, for subscriptions over REST; or by market: AS=NAME,GG=NAME")
  static let appSeq = Option(
    "app-seq", ValueParser<MarketValues<Int>>.marketValues(of: .number("N", in: 1...Int.max), "7"),
    from: .init(key: "appSeq"),
    "the app's number, for the legacy API and product names; or by market: AS=N,GG=N")
  static let usualRetries = 2
  static let retries = Option(
    "retries", .number("N", in: 0...100), fallback: String(usualRetries),
    "how often to retry a request if that is safe")
  /// Only commands that write into a journal have it.
  static let ticket = Option(
    "ticket", .ticket, "the reason, for the journal, such as a ticket number")
  /// Only lists of payments have it.
  static let transaction = Option(
    "transaction", .transaction,
    "only the payment with this order number, the store's identifier of the charge")
  /// Only `consume` has it; a profile can set it.
  static let settle = Option(
    "settle", .settleTime, from: .init(key: "settle"),
    fallback: "30s over the REST API, 0s on a fixture store",
    "repeat unknown consumes in this run, for at most this long; 0s: not at all")
  static let journal = Option(
    "journal", .journal("FILE|URL"), from: .init(variable: Variables.journal, key: "journal"),
    fallback: "iapctl/journal.db in $XDG_STATE_HOME or ~/.local/state",
    "the journal of consumes: a file, or a postgresql:// URL that a team shares")
  static let profile = Option(
    "profile", .identifier("NAME", kind: .profiles),
    from: .init(variable: Variables.profile), fallback: "the current one", "the profile to use")
  static let user = Option(
    "user", .identifier("ID", kind: .names(.users)),
    from: .init(variable: Variables.user, key: "user"), "the user")
  /// The same option for a command that lists several users in one run.
  static let users = ListOption(
    "user", .identifier("ID", kind: .names(.users)),
    from: .init(variable: Variables.user, key: "user"), "a user")
  static let market = ListOption(
    "market", .storeCode, from: .init(variable: Variables.market, key: "markets"),
    fallback: "all", hasCommas: true, "a market")
  static let now = Option(
    "now", .clockChange, from: .init(variable: Variables.now),
    "set a fixture store's clock: an instant, a day, or +1d (one more day each time)")
  static let timeout = Option(
    "timeout", .seconds, fallback: "30", "how long to wait for an answer, in seconds")
  static let output = Option(
    "output", short: "o", ValueParser<OutputFormat>.choice("FORMAT"),
    from: .init(variable: Variables.output), fallback: "table", "the format of the output")
  static let fields = Option(
    "fields", .fieldNames, "only these fields, in this order, separated by commas")
  static let noHeader = Flag("no-header", "no header line in table, csv and spreadsheet")
  static let showTokens = Flag(
    "show-tokens", "show access tokens, which allow their holder to consume")
  static let lang = Option(
    "lang", ValueParser<Language>.choice("LANGUAGE"), from: .init(key: "lang"),
    fallback: "the locale's", "the language of what people read")
  static let timeZone = Option(
    "time-zone", .name("ZONE"), from: .init(key: "timeZone"),
    fallback: "that of the variable TZ, else UTC",
    "the time zone of the times that people read and type, such as Asia/Seoul")
  static let color = Option(
    "color", ValueParser<ColourChoice>.choice("WHEN"), fallback: "auto", "when to use colour")
  static let yes = Flag("yes", short: "y", "do not ask for confirmation")
  static let noInput = Flag("no-input", "never ask; fail instead")
  static let quiet = Flag("quiet", short: "q", "no notes on standard error, only errors")
  static let verbose = Flag("verbose", short: "v", "trace the requests to the backend")
  static let help = Flag("help", short: "h", "show help; -h: on one screen")
  static let version = Flag("version", "show the version")

  /// The shared options with their groups, in the order of the help. Every command accepts an option
  /// without a group. All other lists of options are made from this one.
  static let grouped: [(specification: OptionSpecification, group: SharedOptions)] =
    groups.flatMap { group, options in options.map { (specification: $0, group: group) } }

  private static let groups: [(SharedOptions, [OptionSpecification])] = [
    (.store, .of(store)),
    (.server, .of(url, api, appKeyFile, appID, secretKeyFile)),
    (.package, .of(Self.package)),
    (.appSeq, .of(appSeq)),
    (.retries, .of(retries)),
    (.journal, .of(journal)),
    ([], .of(profile)),
    (.user, .of(user)),
    (.users, .of(users)),
    (.market, .of(market)),
    (.clock, .of(now)),
    ([], .of(timeout, output)),
    (.records, .of(fields, noHeader)),
    (.tokens, .of(showTokens)),
    ([], .of(lang, timeZone, color, yes, noInput, quiet, verbose, help, version)),
  ]

  static let all = grouped.filter { $0.group != .users }.map(\.specification)
}

package enum ColourChoice: String, Sendable, CaseIterable {
  case auto, always, never
}
