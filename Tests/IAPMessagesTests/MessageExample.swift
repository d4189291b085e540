import IAPCore
import Languages
import Testing

@testable import IAPMessages

/// What a person reads, as an example.
struct MessageExample: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let sentences: [Sentence]

  private init<Problem>(_ problem: Problem, _ sentences: [Sentence]) {
    testDescription = "\(problem)"
    self.sentences = sentences
  }

  private init(_ sentences: [Sentence]) {
    testDescription = sentences.first?.text ?? ""
    self.sentences = sentences
  }

  static func sentences(_ sentences: [Sentence]) -> [MessageExample] {
    sentences.map { MessageExample([$0]) }
  }

  static func texts(_ texts: [ErrorText]) -> [MessageExample] {
    texts.map { MessageExample($0.sentences) }
  }

  /// Examples of what is said of each problem.
  static func problems<Problem>(
    _ problems: [Problem], _ text: (Problem) -> ErrorText
  ) -> [MessageExample] {
    problems.map { MessageExample($0, text($0).sentences) }
  }

  /// Examples of errors with the same reason, which `reason` makes of their problems.
  static func errors<Problem>(
    _ problems: [Problem], _ code: IAPError.Code = .iapctl(.bug),
    of reason: (Problem) -> IAPError.Reason
  ) -> [MessageExample] {
    self.problems(problems) { IAPError(code, reason($0)).text(for: 2) }
  }

  static func errors(
    _ reasons: [IAPError.Reason], _ code: IAPError.Code = .iapctl(.bug)
  ) -> [MessageExample] {
    errors(reasons, code) { $0 }
  }
}

extension ErrorText {
  fileprivate var sentences: [Sentence] { [message, hint, safeHint, several].compactMap(\.self) }
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
