import IAPBatch
import IAPCore

/// A payment of a ``MemoryLedger`` as the row that a journal's query gives.
struct LedgerCells: JournalCells {
  let entry: MemoryLedger.Entry
  let run: MemoryLedger.Run?
  let isHeld: Bool
  var begun, last, item: MemoryLedger.Attempt?
  /// The ticket of the run of the last attempt.
  var runTicket: String?
  var wasSettled = false
  var command: String?
  var cutOff: Instant?

  init(entry: MemoryLedger.Entry, run: MemoryLedger.Run?, isHeld: Bool) {
    (self.entry, self.run, self.isHeld) = (entry, run, isHeld)
  }

  func text(_ column: String) -> String? {
    switch column {
    case "payment_seq": entry.payment.paymentSeq.text
    case "user_id": entry.payment.confirmedUser?.text
    case "claimed_user_id": entry.payment.claimedUser?.text
    case "store_code": entry.payment.purchase.storeCode?.text
    case "price": entry.payment.purchase.price?.digits
    case "currency": entry.payment.purchase.currency
    case "server": entry.server.text
    case "outcome": entry.outcome
    case "begun": begun?.action.rawValue
    case "last": last?.action.rawValue
    case "last_outcome": last?.outcome
    case "ticket": last?.ticket ?? runTicket
    case "item": item?.action.rawValue
    case "command": command
    case "item_outcome": item?.outcome
    case "facts": item?.facts
    case "operator": run?.facts.user
    case "host": run?.facts.host
    case "place": run.map { "\($0.number)" }
    default: nil
    }
  }

  func integer(_ column: String) -> Int64? {
    switch column {
    case "id": entry.id
    case "product_seq": entry.payment.purchase.productSeq
    case "latest": entry.latest
    case "claimed_by": entry.claimedBy
    case "open": entry.open
    case "cut_off": cutOff?.milliseconds
    case "process": run.map { Int64($0.process) }
    case "began": run?.began.milliseconds
    default: nil
    }
  }

  func flag(_ column: String) -> Bool {
    switch column {
    case "held": isHeld
    case "was_settled": wasSettled
    default: false
    }
  }
}
