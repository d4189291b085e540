package import IAPFixtures

/// What happens to one request of a server: a rehearsal loses requests and answers on purpose.
package struct Interception: Sendable {
  package enum Fate: Hashable, Sendable {
    /// It is executed and answered as usual.
    case executed
    /// It is not executed, and its connection is closed.
    case refused
    /// It is executed, and its connection is closed in place of the answer.
    case lost
    /// It is executed, and the answer is held back for this time.
    case late(Duration)
    /// It fails as by a fault of the store. It is executed only if its answer is cut.
    case failing(PlannedFault.Failure)
  }

  private let fate: Fate
  /// What happens to the store just before the request is executed.
  package var preparation: (@Sendable (isolated FixtureStore) -> Void)?
  /// Ends when the request may be executed, or its task is cancelled.
  package var waiting: (@Sendable () async -> Void)?
  /// Called just before the answer leaves, with its status and its result code; nil if the connection
  /// is closed without an answer.
  let answering: @Sendable (_ status: Int?, _ code: Int?) -> Void

  package init(
    _ fate: Fate, answering: @escaping @Sendable (_ status: Int?, _ code: Int?) -> Void
  ) {
    (self.fate, self.answering) = (fate, answering)
  }

  /// The reply to a request that is not executed; nil if it is executed.
  var replyWithoutExecution: Reply? {
    switch fate {
    case .executed, .lost, .late, .failing(.cut): nil
    case .refused: .closeConnection()
    case .failing(let failure): Reply.closeConnection().replaced(by: failure, AnswerForm())
    }
  }

  /// The reply in place of the one to a request that was executed.
  func reply(inPlaceOf reply: Reply) -> Reply {
    switch fate {
    case .lost: .closeConnection()
    case .failing(let failure): reply.replaced(by: failure, AnswerForm())
    case .executed, .refused, .late: reply
    }
  }

  var delay: Duration { if case .late(let time) = fate { time } else { .zero } }
}
