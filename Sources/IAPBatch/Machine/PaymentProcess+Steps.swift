import IAPCore

// What happens to a payment in flight, and what it needs then.
extension PaymentProcess {
  enum Phase {
    case ready, delivering, intended, withdrawn
    case deliveryBegins, deliveryEnds
    case turn, intent
    /// It was given up, and its last steps are written.
    case leaving
    case probing(isAtRest: Bool)
    /// Before the question about the token is asked again.
    case holding
    case sent
    /// Before another attempt of the same call.
    case pausing
    /// The outcome is unknown. It is settled after the first answers of all payments.
    case unsettled
    /// Before the consume is repeated, to settle its outcome.
    case settling(isTurn: Bool)
    case outcomeEnds, undoBegins, undoing, undoEnds
    case over
  }

  /// What has happened to it.
  enum Input {
    case begun
    case committed(IAPError?)
    case commandEnded(IAPError?)
    /// It may send a request now, as far as the pace of the batch is concerned.
    case turn
    /// It may be sent, as far as the number of payments in flight is concerned.
    case room
    /// The server asked to wait after the intent was written.
    case shut
    case probed(PaymentTransaction?)
    indirect case answered(AttemptResult<ConsumeReceipt>)
    /// Unknown payments are consumed again now, until this time.
    case settle(until: Duration)
    /// The time that it waited for.
    case moment
    /// The batch has stopped, or a stop was asked for.
    case stopped

    /// Whether it ends a wait between two attempts.
    var endsWait: Bool {
      switch self {
      case .moment, .turn, .stopped: true
      default: false
      }
    }
  }

  /// What it needs next.
  enum Next {
    case nothing
    case commit([JournalStep.Kind])
    case deliver(Payment)
    case undo(Payment)
    /// Its turn to send a request; at the latest at this time.
    case turn(until: Duration?)
    /// Its turn, and room among the payments in flight, to settle its outcome; at the latest at this time.
    case turnToSettle(until: Duration)
    /// Room among the payments in flight. Its intent is durable.
    case room
    case probe(Secret)
    case send(ConsumeAttempt)
    case wait(until: Duration)
    /// To settle its outcome at this time; nil for the time at which that begins. Meanwhile it needs no room.
    case settle(at: Duration?)
    indirect case end(ConsumeResult)
  }
}
