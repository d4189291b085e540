import IAPCore
import IAPMessages
import Languages
import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

/// What is written to standard error for an error.
struct ErrorLinesTests {
  @Test
  func `An error in prose: the message, the code with its domain, the hint`() {
    #expect(
      told(.alreadyConsumed("1"), .table) == """
        iapctl: error: payment 1 was already consumed, not by this call \
        [com.nhncloud.iap 12 alreadyConsumed]
        hint: Do not grant, and revoke nothing: another client may have granted the item under \
        this payment number. Check your records first.

        """)
    #expect(
      told(.iap(.paymentFailed, .product("gem", .chargeRefused)), .csv) == """
        iapctl: error: the store refused the charge for gem; no money was taken \
        [com.nhncloud.iap 10 paymentFailed]
        hint: grant nothing; the user has to contact the store or pay in another way

        """)
    #expect(
      told(.iapctl(.bug, .bug("x")), .table) == """
        iapctl: error: a bug in iapctl: x
        hint: please report it together with the command line

        """)
  }

  @Test
  func `An error in JSON: one line with every key`() {
    let timeout = IAPError(
      .http(.requestTimeout), .answerLost(operation: "consume"), httpStatus: 504,
      outcome: .unknown)
    #expect(
      told(timeout, .json) == """
        {"error":{"name":"requestTimeout","domain":"com.nhncloud.http","code":102,\
        "serverCode":null,"httpStatus":504,"paymentSeq":null,"storeCode":null,\
        "productIdentifier":null,"message":"the fixture store applied 'consume' \
        and simulated the loss of the answer","hint":"it may have happened: \
        check the outcome before you repeat it","outcome":"unknown","retryable":false,"exitCode":7}}

        """)
    #expect(
      told(.alreadyConsumed("1"), .jsonl, in: .japanese) == """
        {"error":{"name":"alreadyConsumed","domain":"com.nhncloud.iap","code":12,\
        "serverCode":5018,"httpStatus":null,"paymentSeq":"1","storeCode":null,\
        "productIdentifier":null,"message":"payment 1 was already consumed, not by this call","hint":"Do not \
        grant, and revoke nothing: another client may have granted the item under this payment \
        number. Check your records first.",\
        "outcome":"not-applied",\
        "retryable":false,"exitCode":4}}

        """)
  }

  @Test
  func `External text is escaped, in prose and in JSON`() {
    let error = IAPError.iapctl(.paymentNotFound, .payment("\u{1b}[2J\u{202e}x\ny", .notFound))
    #expect(told(error, .table).hasPrefix("iapctl: error: no payment \\u001b[2J\\u202ex\\ny\n"))
    #expect(
      told(error, .json).contains(#""message":"no payment \u001b[2J\u202ex\ny""#))
  }

  private func told(
    _ error: IAPError, _ format: OutputFormat, in language: Language = .english
  ) -> String {
    let transcript = Transcript()
    let stream = Environment.Output(isTerminal: false, columns: nil, rows: nil) {
      transcript.add($0)
    } isClosed: {
      false
    }
    var messages = Messages(stream: stream)
    (messages.format, messages.language) = (format, language)
    messages.report(error, exit: ExitStatus(of: error))
    return transcript.text
  }
}
