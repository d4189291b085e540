/// The names of the environment variables that iapctl reads.
package enum Variables {
  package static let store = "IAPCTL_STORE"
  package static let url = "IAPCTL_URL"
  package static let api = "IAPCTL_API"
  /// The key itself: a secret, and of no option.
  package static let appKey = "IAPCTL_APP_KEY"
  package static let certificateFile = "SSL_CERT_FILE"
  package static let profile = "IAPCTL_PROFILE"
  package static let user = "IAPCTL_USER"
  package static let market = "IAPCTL_MARKET"
  package static let output = "IAPCTL_OUTPUT"
  package static let now = "IAPCTL_NOW"
  package static let journal = "IAPCTL_JOURNAL"
  package static let temporaryDirectory = "TMPDIR"
  static let home = "HOME"
  static let configurationHome = "XDG_CONFIG_HOME"
  static let stateHome = "XDG_STATE_HOME"

  /// What a delivery is told, beside the user.
  static let paymentSeq = "IAPCTL_PAYMENT_SEQ"
  static let product = "IAPCTL_PRODUCT"
  static let productSeq = "IAPCTL_PRODUCT_SEQ"

  static let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
  static let colour = (never: "NO_COLOR", always: "CLICOLOR_FORCE", terminal: "TERM")

  /// Those whose value must be text: a broken one is an error, never passed over.
  package static let own = GlobalOptions.all.compactMap(\.sources.variable) + [appKey]
  /// Those whose value is never shown.
  package static let secret: Set = [appKey]
  /// Those that say which proxy to use, for HTTPS only.
  package static let proxies = [
    "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
  ]
  /// Those of others, which are passed over where they are broken.
  package static let common =
    locale + [
      colour.never, colour.always, colour.terminal, temporaryDirectory, home, configurationHome,
      stateHome, certificateFile,
    ] + proxies
}
