/// The names of environment variables. The variable of an option that no other code names stands only in
/// the declaration of the option.
package enum Variables {
  package static let store = "IAPCTL_STORE"
  package static let url = "IAPCTL_URL"
  /// The app key itself. No option takes it.
  package static let appKey = "IAPCTL_APP_KEY"
  /// The secret key of a game on Gamebase itself. No option takes it.
  package static let secretKey = "IAPCTL_SECRET_KEY"
  package static let appID = "IAPCTL_APP_ID"
  package static let certificateFile = "SSL_CERT_FILE"
  /// The file of the store of `serve`, for the command that it runs.
  package static let fixtureStore = "IAPCTL_FIXTURE_STORE"
  /// The folder of a server, for the command that it runs: a later server ends what was left behind.
  package static let runFolder = "IAPCTL_RUN_FOLDER"
  package static let profile = "IAPCTL_PROFILE"
  package static let user = "IAPCTL_USER"
  package static let market = "IAPCTL_MARKET"
  package static let output = "IAPCTL_OUTPUT"
  package static let now = "IAPCTL_NOW"
  package static let journal = "IAPCTL_JOURNAL"
  /// The name of the person who works with iapctl, for the journal.
  package static let person = "IAPCTL_OPERATOR"
  package static let temporaryDirectory = "TMPDIR"
  package static let home = "HOME"
  package static let configurationHome = "XDG_CONFIG_HOME"
  package static let stateHome = "XDG_STATE_HOME"

  /// The variables that delivery and undo commands receive, in addition to ``user``.
  package static let paymentSeq = "IAPCTL_PAYMENT_SEQ"
  package static let product = "IAPCTL_PRODUCT"
  package static let productSeq = "IAPCTL_PRODUCT_SEQ"
  /// The instant at which the command is ended.
  package static let deadline = "IAPCTL_DEADLINE"

  /// The folder of a rehearsed program.
  package static let rehearsal = "IAPCTL_REHEARSAL"

  /// The shell command that shows long help.
  package static let pager = "IAPCTL_PAGER"
  package static let usualPager = "PAGER"

  package static let timeZone = "TZ"
  package static let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
  package static let colour = (never: "NO_COLOR", always: "CLICOLOR_FORCE", terminal: "TERM")

  /// Variables whose value no message shows, and which commands of the user do not receive.
  package static let secret: Set = [appKey, secretKey]
  /// The variables that set the proxy, for HTTPS only.
  package static let proxies = [
    "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
  ]
  /// Variables that other programs use too. A value that is not UTF-8 is ignored.
  package static let common =
    locale + [
      timeZone, colour.never, colour.always, colour.terminal, temporaryDirectory,
      home, configurationHome, stateHome, usualPager, certificateFile,
      fixtureStore, rehearsal, runFolder,
    ] + proxies
}
