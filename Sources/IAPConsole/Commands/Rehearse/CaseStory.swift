import IAPMessages
import Languages

/// What a program did in a case that is not right, for its author.
struct CaseStory: Sendable {
  /// One sentence for each payment that is not right.
  let sentences: [Sentence]
  /// The requests in their order: `run 1: consume[1] 7 lost`.
  let requests: [String]
  /// The end of the program's standard error.
  let errors: String

  /// The last lines of it.
  var lastErrors: String {
    errors.split(whereSeparator: \.isNewline).suffix(3).joined(separator: " | ")
  }

  init(_ record: CaseRecord, of scenario: RehearsalCase, _ judgement: Judgement) {
    let entries = record.requests
    sentences = judgement.wrong.map { Self.sentence($0, scenario, entries) }
    requests = entries.map(\.words)
    errors = record.runs.map(\.output).last { !$0.isEmpty } ?? ""
  }

  private static func sentence(
    _ wrong: PaymentVerdict, _ scenario: RehearsalCase, _ entries: [RehearsedRequests.Entry]
  ) -> Sentence {
    let disrupted = entries.indices.filter { entries[$0].disruption != nil }
    let happened = scenario.parts.map { part in
      let entry = disrupted.lazy.map { entries[$0] }.first { $0.name == part.request }
      return RehearseMessages.happened(
        part.request.description, to: entry?.payment?.text, part.disruption.sentence)
    }
    // What it asked of the payment after the last disruption.
    let later = entries[((disrupted.last ?? -1) + 1)...].filter {
      $0.payment == wrong.payment && $0.name.operation == .consume
    }
    return RehearseMessages.story(
      happened, then: later.map { "\($0.name) (\($0.answer))" }, wrong.sentence)
  }
}

extension RehearsedRequests.Entry {
  /// What was answered: a result code, an HTTP status, or nothing.
  fileprivate var answer: String {
    code.map { "\($0)" } ?? status.map { "HTTP \($0)" } ?? "-"
  }

  fileprivate var words: String {
    "run \(run): \(name)" + (payment.map { " \($0)" } ?? "")
      + (disruption.map { " \($0.rawValue)" } ?? "") + " (\(answer))"
  }
}

extension PaymentVerdict {
  /// What the program did with the payment in the end.
  fileprivate var sentence: Sentence {
    switch verdict {
    case .lost: RehearseMessages.grantedNothing
    case .doubled: RehearseMessages.granted(granted)
    case .given:
      isElsewhere ? RehearseMessages.grantedOfOther : RehearseMessages.grantedUnconsumed
    case .held: RehearseMessages.held
    case .refunded: RehearseMessages.keptRefunded
    case .once, .left, .stuck: RehearseMessages.neither
    }
  }
}

extension Disruption {
  /// What happened to the request.
  fileprivate var sentence: Sentence {
    switch self {
    case .refused: RehearseMessages.refused
    case .lost: RehearseMessages.lost
    case .late: RehearseMessages.late
    case .cut: RehearseMessages.cut
    case .tooManyRequests, .tooManyRequestsAfter: RehearseMessages.answered("HTTP 429")
    case .serverError: RehearseMessages.answered("HTTP 500")
    case .unavailable: RehearseMessages.answered("HTTP 503")
    case .unknownError: RehearseMessages.answered("9999")
    case .killedBefore: RehearseMessages.killedBefore
    case .killedAfter: RehearseMessages.killedAfter
    case .elsewhere: RehearseMessages.elsewhere
    case .refunded: RehearseMessages.refunded
    case .twin: RehearseMessages.twin
    }
  }
}
