import IAPCore
import Languages
import Text

extension Context {
  /// Whether a person can be asked for what is missing: on a terminal, unless `--no-input` is given.
  var canAsk: Bool { environment.input.isTerminal && canConfirm }

  /// Whether a person can be asked to confirm, also if standard input is a pipe.
  var canConfirm: Bool { settings.allowsInput && environment.answers != nil }

  /// Asks a person for a line.
  ///
  /// - Parameters:
  ///   - lines: the lines above the question.
  ///   - isHidden: whether the terminal does not show what is typed.
  /// - Returns: the typed line; nil at the end of the input.
  func ask(
    _ question: Sentence, below lines: [Messages.Line] = [], isHidden: Bool = false
  ) throws(IAPError) -> String? {
    // Who sees the question can type at once.
    let wasShown = isHidden ? environment.input.showTyping(false) : nil
    defer { if let wasShown { _ = environment.input.showTyping(wasShown) } }
    messages.ask(question, below: lines)
    let answer: String?
    do {
      answer = try environment.readLine()
    } catch {
      messages.endQuestion()
      throw error
    }
    // A hidden Return does not end the line either.
    if answer == nil || isHidden { messages.endQuestion() }
    return answer
  }

  /// Asks whether to change something.
  ///
  /// - Parameter isUsual: whether an empty answer means yes.
  /// - Throws: `notConfirmed` if the answer is not yes, or if there is no terminal and no `--yes`.
  func confirmChange(
    _ question: Sentence, below lines: [Messages.Line] = [], isUsual: Bool = false
  ) throws(IAPError) {
    guard !settings.isConfirmed else { return }
    guard canConfirm else { throw .iapctl(.notConfirmed, .changeNotConfirmed) }
    guard let answer = try ask(question, below: lines) else { throw .changeDeclined }
    let word = answer.withoutOuterSpaces
    guard Confirmation.isYes(word) || isUsual && word.isEmpty else { throw .changeDeclined }
  }
}

/// The answers to a question that is answered with yes or no.
enum Confirmation {
  /// The words that mean yes, in each language.
  private static let yes: Set = ["y", "yes", "예", "네", "はい"]

  static func isYes(_ answer: String) -> Bool { yes.contains(answer.lowercased()) }
}

extension IAPError {
  static let changeDeclined = IAPError.iapctl(.notConfirmed, .declined(consume: false))
}
