import IAPCore
import Languages
import Text

extension English {
  func text(_ message: CheckMessage) -> Sentence {
    switch message {
    case .place(let place): text(place)
    case .notEncrypted: "not encrypted: plain http to this machine"
    case .noAppKey(let api): "the \(api) API uses no app key"
    case .notReached: "not checked: the server was not reached"
    case .keyRefused: "not checked: the app key was refused"
    case .noAnswer: "not known: no market gave an answer"
    case .clock(0): "the server and this machine agree"
    case .clock(let ahead):
      """
      the server is \(Int(ahead.magnitude), "second", "seconds") \
      \((ahead > 0 ? "ahead of" : "behind") as Sentence) this machine
      """
    case .noServerTime: "not known: the server gave no time"
    case .setClock:
      "set the clock of this machine, for example with: timedatectl set-ntp true"
    case .remedy(let check, let profile, let error):
      """
      \(profile.map { "\($0): " as Sentence })\(check): \
      \(error.map { ErrorMessages.hint(of: $0) ?? "" } ?? text(CheckMessage.setClock))
      """
    case .journal(let path): "\(path)"
    case .newJournal(let path): "\(path): the first consume makes it"
    case .noJournalOfStore: "no journal is named; consumes on a fixture store need none"
    case .passed(let checks, let profiles):
      """
      all checks passed: \(checks, "check", "checks") of \
      \(profiles, "profile", "profiles")
      """
    }
  }
}
