import Synchronization
import System
import TestSupport
import Testing

/// Batches at a server that is down, or that sends extra responses.
@Suite(.blocking)
struct BatchOutageTests {
  private static let count = 300

  @Test
  func `If the server stops responding, few payments are unknown, and --resume finishes`() throws {
    let isDown = Mutex(true)
    let ledger = Ledger { _, _ in isDown.withLock { $0 } ? Ledger.Answer() : nil }
    let desk = try BatchDesk(Self.count, ledger)
    let run = try desk.run()
    #expect(run.status == 7, "\(run.errors)")
    let sent = ledger.requests.count
    #expect((10...10 + desk.concurrency - 1).contains(sent), "\(sent)")
    #expect(run.counts == ["unknown": sent, "not-sent": Self.count - sent])
    #expect(run.errors.contains("consumes are unknown; the rest was not sent"))
    #expect(run.errors.contains("run the command again with --resume"), "\(run.errors)")
    isDown.withLock { $0 = false }
    let resumed = try desk.run("--resume")
    #expect(resumed.counts == ["consumed": Self.count])
    #expect(ledger.consumed.count == Self.count)
  }

  private static func envelope(_ payment: String) -> String {
    payment.hasSuffix("0")
      ? #"{"header":{"isSuccessful":true,"resultCode":0},"result":{"price":1,"currency":"KRW","productSeq":1}}"#
      : #"{"header":{"isSuccessful":false,"resultCode":5000}}"#
  }

  /// The server consumes the payments that end in 0 and sends that response twice. It refuses the
  /// others. These are delivered, and so sent, only after the second response has arrived.
  @Test
  func `A response that is sent twice consumes one payment`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    let server = try HostileServer(
      .init { connection in
        while true {
          let payment = String(try connection.request().body.split(separator: "\"")[3])
          try connection.answer("200 OK", Self.envelope(payment))
          guard payment.hasSuffix("0") else { continue }
          try connection.answer("200 OK", Self.envelope(payment))
          try Files.replace("\(path)/\(payment).sent", by: [])
        }
      })
    var program = Program(in: folder)
    program.variables["IAPCTL_URL"] = server.url("")
    program.variables["IAPCTL_APP_KEY"] = "key"
    let payments = (0..<12).map { "\(770 + $0 / 2)\($0 % 2)" }
    try folder.write(payments.map(BatchDesk.line).joined(), to: "payments")
    let delivery = """
      case $IAPCTL_PAYMENT_SEQ in
      *1) until [ -e '\(path)/'${IAPCTL_PAYMENT_SEQ%1}0.sent ]; do :; done;;
      esac
      """
    let run = try program.run(
      "consume", "--from", folder["payments"], "--journal", folder["journal.db"], "--yes", "-o",
      "jsonl", "--concurrency", "1", "--deliver", delivery)
    #expect(run.status == 5, "\(run.errors)")
    let expected = payments.map { ($0, $0.hasSuffix("0") ? "consumed" : "refused") }
    #expect(run.outcomes == Dictionary(uniqueKeysWithValues: expected))
    #expect(server.hits.count == payments.count)
  }
}
