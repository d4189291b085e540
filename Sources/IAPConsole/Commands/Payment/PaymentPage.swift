import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import Languages
import Text

/// A payment as support staff read it: what it is in one sentence, what happened, and what to do.
struct PaymentPage {
  let answer: PaymentAnswer
  let context: Context

  private var environment: Environment { context.environment }
  private var language: Language { context.settings.language }
  private var zone: TimeZone { context.settings.timeZone }
  private var display: Display {
    environment.output.display(context.settings.colour, environment.variables)
  }
  /// 80 if the page is not on a terminal.
  private var width: Int { environment.output.columns ?? 80 }

  var text: String {
    let parts = [head + facts, timeline, remarks, advice]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private var head: [String] {
    lines(answer.sentence(in: zone)).map { Style.bold.apply($0, isColoured: display.isColoured) }
  }

  private var facts: [String] {
    let purchase = answer.findings.purchase
    let history = answer.findings.history
    return lines(PaymentMessages.purchase(purchase, history?.payment.state, history?.status))
      + (context.place.name.map { [shown(PaymentMessages.at($0))] } ?? [])
  }

  /// The remarks about the sources. Each stays on one line, because a remark has paths and commands to
  /// paste.
  private var remarks: [String] { answer.remarks(context.messages.hints).map(shown) }

  private var advice: [String] {
    lines(answer.advice.message) + answer.advice.commands.map { "  \(VisibleText.make($0))" }
  }

  private var timeline: [String] {
    answer.findings.timeline.flatMap { event in
      lines(message(of: event), after: event.time.toTheSecond(in: zone))
    }
  }

  private func message(of event: PaymentEvent) -> Sentence {
    switch event.event {
    case .bought: PaymentMessages.purchased
    case .store(let event):
      PaymentMessages.stored(event.kind, change: Self.change(event.before, event.after))
    case .journal(let entry):
      entry.action == .note
        ? PaymentMessages.note(entry.note ?? "", PaymentMessages.Deed(entry, at: nil))
        : PaymentMessages.attempt(
          entry.action.rawValue, outcome: marked(entry.outcome.name),
          PaymentMessages.Deed(entry, at: nil), error: entry.error?.short)
    }
  }

  /// `RESERVED → CHARGED`. Nil if nothing is known of it.
  private static func change(_ before: String?, _ after: String?) -> String? {
    let states = before == after ? [before] : [before, after]
    let knownStates = states.compactMap(\.self)
    return knownStates.isEmpty ? nil : knownStates.joined(separator: " → ")
  }

  /// The outcome with the sign that tables on a terminal have.
  private func marked(_ outcome: String) -> String {
    guard display.isTerminal, let mark = Mark.outcomes["outcome"]?[outcome] else { return outcome }
    return "\(mark.sign) \(outcome)"
  }

  private func shown(_ message: Sentence) -> String {
    VisibleText.make(language.text(message))
  }

  /// The lines of a message.
  ///
  /// - Parameter time: stands before it. Further lines begin below the message.
  private func lines(_ message: Sentence, after time: String? = nil) -> [String] {
    let text = shown(message)
    guard let time else { return TextWrap.lines(text, width: width) }
    let hanging = DisplayWidth.of(time) + 2
    return TextWrap.lines("\(time)  \(text)", width: width, hanging: hanging)
  }
}

extension Instant {
  /// ``text(in:)`` without milliseconds.
  func toTheSecond(in zone: TimeZone) -> String {
    let second = milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
    return Instant(second * 1000).text(in: zone)
  }
}
