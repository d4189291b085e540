// A process that uses a journal, for tests that kill it. Its arguments are the path or the URL of the journal,
// the number of payments, and how many are written together. Each payment is consumed and, after
// that is in the journal, printed on standard output. With 'hold' instead of a number, it leaves
// payment 1 without an outcome and waits.

import IAPBatch
import IAPCore
import System

func say(_ text: String) throws {
  try FileDescriptor.standardOutput.write(Array((text + "\n").utf8))
}

let words = try CurrentProcess.arguments()
let realTime: @Sendable () -> Instant = { Instant(Clocks.realMilliseconds()) }
let state = try CurrentProcess.variable("XDG_STATE_HOME") ?? "/tmp"
let journal: any Journal =
  PostgresJournal.isURL(words[0])
  ? try PostgresJournal(
    at: words[0], patience: .seconds(30),
    clocks: .init(
      realTime: realTime, monotonicTime: { .nanoseconds(Clocks.sleeplessNanoseconds()) },
      lease: .seconds(120), locks: state + "/runs"), words: { $0.name })
  : SQLiteJournal(
    at: words[0], patience: .seconds(30), realTime: realTime, words: { $0.name })
let run = try await journal.begin(
  RunFacts(
    server: ServerName(origin: "https://iap.test"), appKeyFingerprint: "0011223344556677",
    user: "player",
    host: "there", profile: nil, ticket: nil))
let time = Instant(1_767_225_600_000)

if words[1] == "hold" {
  guard case .granted = try await run.claim([Payment("1")], ClaimRules())[0] else {
    CurrentProcess.end(1)
  }
  try await run.write([JournalStep("1", .consumeBegins, at: time)])
  try say("\(CurrentProcess.number)")
  while true { try await Task.sleep(for: .seconds(3600)) }
}

let (count, together) = (Int(words[1]) ?? 0, Int(words[2]) ?? 1)
let payments = (0..<count).map { Identifier("\(CurrentProcess.number)\($0)") }
_ = try await run.claim(payments.map { Payment($0) }, ClaimRules())

func play(_ payments: ArraySlice<Identifier>) async throws {
  try await run.write(payments.map { JournalStep($0, .consumeBegins, at: time) })
  let answer = CallResult(
    .success(ConsumeReceipt(price: nil, currency: nil, productSeq: nil)))
  try await run.write(
    payments.flatMap { payment in
      let result = ConsumeResult(ClaimedPayment(Payment(payment)), answer)
      return [
        JournalStep(payment, .consumeEnds(result), at: time),
        JournalStep(payment, .released, at: time),
      ]
    })
  for payment in payments { try say(payment.text) }
}

do {
  var rest = payments[...]
  while !rest.isEmpty {
    try await play(rest.prefix(together))
    rest = rest.dropFirst(together)
  }
} catch let error as IAPError {
  // The error of a journal on a failing disk.
  try FileDescriptor.standardError.write(Array("\(error.name)\n".utf8))
  CurrentProcess.end(74)
}
await run.end()
