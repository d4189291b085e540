import CommandLine
import IAPCore
import IAPMessages
import Languages

extension Language {
  /// The language of the locale. Nil if the locale is not set, or has another language.
  init?(locale variables: [String: String]) {
    let locale = Variables.locale.lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
    let name = locale?.prefix { $0 != "_" && $0 != "." && $0 != "@" }
    guard let name, let language = Language(rawValue: String(name)) else { return nil }
    self = language
  }

  /// The language for help, and for what is wrong with the arguments or the settings. Where the
  /// settings cannot be read, they do not matter: the error that says so needs a language too.
  static func chosen(
    by arguments: ParsedArguments, in environment: Environment
  ) -> Language {
    if let typed = try? arguments.value(of: GlobalOptions.lang) { return typed }
    let profile = try? ConfigurationFile.profile(for: arguments, in: environment).profile
    let word = profile?.values(of: GlobalOptions.lang.specification)?.first
    return word.flatMap(Language.init(rawValue:)) ?? Language(locale: environment.variables)
      ?? .english
  }

  /// The manual pages that are translated. Those of `serve`, `rehearse` and seeds, which are for authors of
  /// tests, are in English.
  static let translatedPages: Set = [
    "iapctl.1", "iapctl-products.1", "iapctl-purchase.1", "iapctl-unconsumed.1",
    "iapctl-consume.1", "iapctl-subscriptions.1", "iapctl-restore.1", "iapctl-reprocess.1",
    "iapctl-payment.1", "iapctl-journal.1", "iapctl-explain.1", "iapctl-store.1",
    "iapctl-config.1", "iapctl-config.5",
  ]
}

extension Messages {
  /// Takes over what a command line chooses that could not be read.
  mutating func follow(_ arguments: ParsedArguments, in environment: Environment) {
    language = .chosen(by: arguments, in: environment)
    let settings = try? Settings.read(arguments, in: environment, .everything)
    hints = settings.map { hints.following($0) } ?? hints
  }
}
