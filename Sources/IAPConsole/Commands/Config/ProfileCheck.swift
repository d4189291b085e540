import CommandLine
import IAPCore
import IAPMessages
import Languages

/// One check of a profile, and what it shows.
struct ProfileCheck: Equatable, Sendable {
  enum Result: String, CaseIterable, Sendable {
    case ok, failed
    /// The check was not made, or its result is not known.
    case skipped
  }

  /// The same in all languages: `name`, `market AS`.
  let name: String
  let result: Result
  var detail: Sentence?
  var remedy: Sentence?

  static func ok(_ name: String, _ detail: Sentence? = nil) -> ProfileCheck {
    ProfileCheck(name: name, result: .ok, detail: detail)
  }

  static func skipped(_ name: String, _ detail: Sentence) -> ProfileCheck {
    ProfileCheck(name: name, result: .skipped, detail: detail)
  }

  static func failed(_ name: String, _ error: IAPError) -> ProfileCheck {
    ProfileCheck(
      name: name, result: .failed, detail: ErrorMessages.message(of: error),
      remedy: ErrorMessages.hint(of: error))
  }
}

// MARK: Records

extension ProfileCheck {
  static let schema = RecordSchema(
    meanings: [
      "profile": "the name of the profile; null without one",
      "check": "settings, store, name, connection, tls, key, market CODE, clock or journal",
      "result": "ok; failed; skipped: not checked, not known, or not needed",
      "detail": "what was found",
      "remedy": "what to do about a failed check",
    ],
    columns: ["profile", "check", "result", "detail"],
    marks: [
      "result": [
        Result.ok.rawValue: Mark("✓", .success), Result.failed.rawValue: Mark("✗", .failure),
        Result.skipped.rawValue: Mark("-", .faint),
      ]
    ])

  /// The remedy beside a table, in which it would be cut.
  ///
  /// - Parameter hints: completes the commands for the profile.
  func remedyNotice(of profile: Identifier?, _ hints: HintText, in language: Language) -> Sentence?
  {
    remedy.map { remedy in
      let text = hints.completed(language.text(remedy))
      return CheckMessages.remedy(Sentence(verbatim: text), check: name, profile: profile)
    }
  }

  func record(of profile: Identifier?, _ hints: HintText, in language: Language) -> Record {
    func text(_ message: Sentence?) -> FieldValue {
      let text = message.map(language.text) ?? ""
      return text.isEmpty ? .null : .text(hints.completed(text))
    }
    return Record([
      .text(profile?.text), .text(name), .text(result.rawValue), text(detail), text(remedy),
    ])
  }
}
