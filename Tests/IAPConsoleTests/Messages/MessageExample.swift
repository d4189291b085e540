import CommandLine
import IAPCore
import IAPRemote
import Languages
import TestSupport
import Testing
import Text

@testable import IAPConsole

/// A message as an example, and its sentences in the table of a language.
struct MessageExample: Sendable, CustomTestStringConvertible {
  /// The type and the case of the message: `ConsumeMessage.question`.
  let name: String
  let testDescription: String
  let sentences: @Sendable (English) -> [Sentence?]

  private init<Value: Sendable>(
    _ value: Value, _ sentences: @escaping @Sendable (English, Value) -> [Sentence?]
  ) {
    testDescription = "\(value)"
    name = "\(Value.self).\(testDescription.prefix { $0 != "(" })"
    self.sentences = { table in sentences(table, value) }
  }

  /// Examples of notices, questions or summaries.
  static func list<Value: Sendable>(
    _ values: [Value], _ text: @escaping @Sendable (English, Value) -> Sentence
  ) -> [MessageExample] {
    values.map { MessageExample($0) { [text($0, $1)] } }
  }

  /// Examples of usage errors.
  static func usage<Problem: UsageProblem>(_ problems: [Problem]) -> [MessageExample] {
    problems.map { MessageExample($0) { $0.text(of: UsageError($1)).sentences } }
  }

  /// Examples of errors with the same reason, which `reason` makes of their problems.
  static func errors<Problem: Sendable>(
    _ problems: [Problem], _ code: IAPError.Code = .iapctl(.bug),
    of reason: @escaping @Sendable (Problem) -> IAPError.Reason
  ) -> [MessageExample] {
    problems.map { MessageExample($0) { $0.text(of: IAPError(code, reason($1))).sentences } }
  }

  static func errors(
    _ reasons: [IAPError.Reason], _ code: IAPError.Code = .iapctl(.bug)
  ) -> [MessageExample] {
    errors(reasons, code) { $0 }
  }
}

extension ErrorText {
  fileprivate var sentences: [Sentence?] { [message, hint, safeHint, several?(2)] }
}

extension Sentence {
  /// The values, which are the same in each language.
  func values(in language: Language = .english) -> [String] {
    language.parts(of: self).compactMap { if case .value(let value) = $0 { value } else { nil } }
  }

  /// The words of the language, without the values.
  func words(in language: Language = .english) -> [String] {
    language.parts(of: self).compactMap { if case .words(let words) = $0 { words } else { nil } }
  }
}
