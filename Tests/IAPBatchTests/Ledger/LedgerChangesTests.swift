import IAPCore
import TestSupport
import Testing

@testable import IAPBatch

/// The rules of what may happen to a payment, without a database: each sequence of steps up to a
/// length, compared with a model that knows only the list of attempts.
struct LedgerChangesTests {
  /// A step, without its values.
  private enum Event: CaseIterable {
    case deliver, delivered, notDelivered, consume, withdrawn, consumed, consumedElsewhere, refused,
      unknown, undo, undone, notUndone, released

    var kind: JournalStep.Kind {
      let error = IAPError.iapctl(.bug, .bug("no"))
      return switch self {
      case .deliver: .deliveryBegins(Purchase(paymentSeq: "1"))
      case .delivered: .deliveryEnds(nil)
      case .notDelivered: .deliveryEnds(error)
      case .consume: .consumeBegins
      case .withdrawn: .consumeWithdrawn
      case .consumed: .consumeEnds(.consumed("1"))
      case .consumedElsewhere: .consumeEnds(.alreadyConsumed("1"))
      case .refused: .consumeEnds(.refused("1"))
      case .unknown: .consumeEnds(ConsumeResult("1", .unknown))
      case .undo: .undoBegins
      case .undone: .undoEnds(nil)
      case .notUndone: .undoEnds(error)
      case .released: .released
      }
    }

    var step: JournalStep { JournalStep("1", kind, at: Instant(1)) }
  }

  /// The attempts on the payment, from which the rest follows.
  private struct Model: Equatable {
    var attempts: [(number: Int64, action: JournalEntry.Action, end: Event?)] = []
    var given: Int64 = 0
    var isReleased = false

    private var open: JournalEntry.Action? {
      attempts.last.flatMap { $0.end == nil ? $0.action : nil }
    }

    /// - Returns: false if the step is not possible.
    mutating func apply(_ event: Event) -> Bool {
      guard !isReleased else { return false }
      switch event {
      case .deliver: return begin(.deliver)
      case .consume: return outcome == nil || outcome == .unknown ? begin(.consume) : false
      case .undo: return begin(.undo)
      case .delivered, .notDelivered: return end(.deliver, event)
      case .consumed, .consumedElsewhere, .refused, .unknown: return end(.consume, event)
      case .undone, .notUndone: return end(.undo, event)
      case .withdrawn:
        guard open == .consume else { return false }
        attempts.removeLast()
        return true
      case .released:
        // A command that may be at work keeps the payment.
        isReleased = open == nil || open == .consume
        return true
      }
    }

    private mutating func begin(_ action: JournalEntry.Action) -> Bool {
      guard open == nil else { return false }
      given += 1
      attempts.append((given, action, nil))
      return true
    }

    private mutating func end(_ action: JournalEntry.Action, _ event: Event) -> Bool {
      guard open == action else { return false }
      attempts[attempts.count - 1].end = event
      return true
    }

    /// Unknown stays unknown until the payment is consumed, and the last end counts otherwise.
    var outcome: ConsumeResult.Outcome? {
      attempts.reduce(nil) { outcome, attempt in
        switch attempt.end {
        case .consumed: .consumed
        case .consumedElsewhere: .alreadyConsumed
        case .unknown: .unknown
        case .refused: outcome == .unknown ? .unknown : nil
        default: outcome
        }
      }
    }

    /// Whether the player may have the item: a delivery has begun, and no undo has succeeded since.
    var mayHaveItem: Bool {
      attempts.reduce(false) { mayHave, attempt in
        attempt.action == .deliver || mayHave && attempt.end != .undone
      }
    }

    var latest: Int64? {
      (attempts.last { $0.action == .consume } ?? attempts.last)?.number
    }

    static func == (left: Model, right: Model) -> Bool {
      left.attempts.map(\.number) == right.attempts.map(\.number)
    }
  }

  private func changes(
    _ events: [Event], of claimed: [Identifier: LedgerPayment], after last: Int64
  ) throws -> LedgerChanges {
    var number = last
    return try LedgerChanges(events.map(\.step), of: claimed, message: \.name) {
      number += 1
      return number
    }
  }

  @Test
  func `Each sequence of seven steps has the state of its attempts, in one write or many`() throws {
    var count = 0
    func visit(_ events: [Event], _ claimed: [Identifier: LedgerPayment], _ model: Model) throws {
      count += 1
      guard events.count < 7 else { return }
      for event in Event.allCases {
        var next = model
        let isPossible = next.apply(event)
        guard isPossible else {
          #expect(throws: IAPError.self, "\(events), then \(event)") {
            _ = try self.changes([event], of: claimed, after: model.given)
          }
          continue
        }
        let changes = try self.changes([event], of: claimed, after: model.given)
        let state = try #require(changes.payments["1"])
        compare(state, next, events + [event])
        if events.count == 6 {
          let whole = try self.changes(events + [event], of: Self.claimed, after: 0)
          compare(try #require(whole.payments["1"]), next, events + [event])
          #expect(whole.begun.count == Int(next.given))
          #expect(
            Set(whole.begun.map(\.id)).subtracting(whole.withdrawn)
              == Set(next.attempts.map(\.number)))
          #expect(whole.ended.map(\.id) == next.attempts.filter { $0.end != nil }.map(\.number))
        }
        var following = claimed
        following.apply(changes)
        try visit(events + [event], following, next)
      }
    }
    try visit([], Self.claimed, Model())
    #expect(count > 2000)
  }

  private static let claimed: [Identifier: LedgerPayment] = ["1": LedgerPayment(1, ticket: nil)]

  private func compare(_ state: LedgerPayment, _ model: Model, _ events: [Event]) {
    let found = (
      state.outcome, state.delivery != nil, state.shown.entry, state.isReleased
    )
    let expected = (
      model.outcome, model.mayHaveItem, model.latest, model.isReleased
    )
    #expect(found == expected, "\(events)")
  }

  @Test
  func `A step of a payment that the run has not claimed is refused`() {
    #expect(throws: IAPError.self) { _ = try changes([.consume], of: [:], after: 0) }
  }

  @Test
  func `What is told of a payment is kept, and nothing replaces it by less`() throws {
    var told = Payment("1")
    (told.purchase.userID, told.isConfirmed) = ("alice", true)
    (told.purchase.price, told.purchase.currency) = (Price("1500"), "KRW")
    let steps = [
      JournalStep("1", .described(told), at: Instant(1)), Event.consume.step,
      JournalStep("1", .described(Payment("1")), at: Instant(1)), Event.consumed.step,
    ]
    let changes = try LedgerChanges(steps, of: Self.claimed, message: \.name) { 1 }
    let facts = try #require(changes.payments["1"]?.facts)
    #expect(facts.confirmedUser == "alice")
    #expect((facts.purchase.price, facts.purchase.currency) == (Price("1500"), "KRW"))
  }
}
