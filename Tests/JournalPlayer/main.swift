// A process that uses a journal, for tests that kill it. Its arguments are the path or the URL of the journal,
// the number of payments, and the number of concurrent tasks. Each payment is consumed and, after
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

let writer = JournalWriter(run)
let (count, tasks) = (Int(words[1]) ?? 0, Int(words[2]) ?? 1)
let payments = (0..<count).map { Identifier("\(CurrentProcess.number)\($0)") }
_ = try await run.claim(payments.map { Payment($0) }, ClaimRules())

func play(_ task: Int) async throws {
  for number in stride(from: task, to: count, by: tasks) {
    let payment = payments[number]
    try await writer.write([JournalStep(payment, .consumeBegins, at: time)])
    let answer = CallResult(
      .success(ConsumeReceipt(price: nil, currency: nil, productSeq: nil)))
    try await writer.write([
      JournalStep(
        payment,
        .consumeEnds(
          ConsumeResult(ClaimedPayment(Payment(payment)), answer)), at: time),
      JournalStep(payment, .released, at: time),
    ])
    try say(payment.text)
  }
}

do {
  try await withThrowingTaskGroup { group in
    for task in 0..<tasks { group.addTask { try await play(task) } }
    try await group.waitForAll()
  }
} catch let error as IAPError {
  // The error of a journal on a failing disk.
  try FileDescriptor.standardError.write(Array("\(error.name)\n".utf8))
  CurrentProcess.end(74)
}
await run.end()
