package import IAPBatch
import IAPCore
package import Languages

/// What the outcomes of a consume mean, and what to do after each.
package enum OutcomeMessages {
  package static func meaning(of outcome: ConsumeResult.Outcome) -> Sentence {
    switch outcome {
    case .consumed: "the payment was consumed by this run"
    case .alreadyConsumed:
      "the payment was consumed before, by another client or by an earlier attempt"
    case .refused: "the consume was refused, and the payment was not consumed by it"
    case .notSent: "no consume was sent, or the server did nothing with it"
    case .unknown: "the consume was sent, and its answer did not arrive as a whole"
    case .skipped: "the journal knows the outcome from before, and nothing was sent"
    }
  }

  package static func remedy(after outcome: ConsumeResult.Outcome) -> Sentence {
    switch outcome {
    case .consumed: "grant the item once, if it was not delivered before the consume"
    case .alreadyConsumed: ServerCode.alreadyConsumed.row.advice
    case .refused: "grant nothing; the error of the payment says what to do"
    case .notSent: "run the command again: it sends what was not sent"
    case .unknown:
      "neither grant nor revoke; settle it with: iapctl consume PAYMENT_SEQ --resume --only-unknown"
    case .skipped: "to see what happened before: iapctl journal show PAYMENT_SEQ"
    }
  }
}
