import IAPBatch
import IAPCore
import IAPMessages
import JSON

/// Something that happened to a payment.
struct PaymentEvent: Equatable, Sendable {
  enum Event: Equatable, Sendable {
    /// The purchase, if the store's log does not begin with it.
    case bought
    case store(StoreEvent)
    case journal(JournalEntry)
  }

  let time: Instant
  let event: Event
}

extension PaymentFindings {
  /// All that happened to the payment, oldest first. A store has a clock of its own, and each journal
  /// entry the clock of its machine: the order of each source is kept.
  var timeline: [PaymentEvent] {
    let stored = history?.events ?? []
    var ofStore = stored.map { PaymentEvent(time: $0.time, event: .store($0)) }[...]
    if let time = purchase.purchaseTime, stored.first.map({ $0.time > time }) ?? true {
      ofStore.insert(PaymentEvent(time: time, event: .bought), at: ofStore.startIndex)
    }
    var ofJournal = entries.map { PaymentEvent(time: $0.began, event: .journal($0)) }[...]
    var events: [PaymentEvent] = []
    while let first = ofStore.first, let other = ofJournal.first {
      events.append(other.time < first.time ? ofJournal.removeFirst() : ofStore.removeFirst())
    }
    return events + ofStore + ofJournal
  }
}

extension PaymentEvent {
  /// The same keys for each kind of event.
  var document: JSONValue {
    switch event {
    case .bought: document("purchase", "bought")
    case .store(let event):
      document("store", event.kind, before: event.before, after: event.after)
    case .journal(let entry):
      document("journal", entry.action.rawValue, of: entry)
    }
  }

  private func document(
    _ source: String, _ kind: String, before: String? = nil, after: String? = nil,
    of entry: JournalEntry? = nil
  ) -> JSONValue {
    .object([
      .init("time", .string(time.description)), .init("source", .string(source)),
      .init("kind", .string(kind)), .init("before", .text(before)), .init("after", .text(after)),
      .init("outcome", .text(entry?.outcome.name)),
      .init("priorUnknown", entry.map { .flag($0.priorUnknown) } ?? .null),
      .init("ended", .text(entry?.ended?.description)),
      .init("operator", .text(entry?.run.user)), .init("host", .text(entry?.run.host)),
      .init("ticket", .text(entry?.ticket)), .init("note", .text(entry?.note)),
      .init("error", entry?.error?.document ?? .null),
    ])
  }
}

extension AskedSource {
  var document: JSONValue {
    var error: JSONValue = .null
    if case .failed(let failure) = answer {
      error = .object(
        ErrorRecord.members(of: failure, exit: ExitStatus(of: failure), hint: nil))
    }
    return .object([
      .init("source", .string(kind.rawValue)), .init("userID", .text(user?.text)),
      .init("storeCode", .text(market?.text)), .init("server", .text(server?.text)),
      .init("answer", .string(answer.name)), .init("error", error),
    ])
  }
}
