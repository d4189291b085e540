import CommandLine
import IAPMessages

@testable import IAPConsole

/// What people read of a usage error, in English.
struct UsageText: Equatable {
  var message: String
  var hint: String?
  var origin = UsageError.Origin.commandLine

  init(_ message: String, hint: String? = nil, origin: UsageError.Origin = .commandLine) {
    (self.message, self.hint, self.origin) = (message, hint, origin)
  }

  init(_ error: UsageError) {
    let text = UsageTexts.text(of: error)
    self.init(text.message.text, hint: text.hint?.text, origin: error.origin)
  }
}
