import CommandLine
import IAPCore
import IAPMessages
import TestSupport
import Testing

@testable import IAPConsole

/// What is written to standard error, in the language of its reader.
struct MessagesTests {
  private let transcript = Transcript()

  private func messages(_ format: OutputFormat) -> Messages {
    var messages = Messages { [transcript] in transcript.add($0) }
    (messages.format, messages.language) = (format, .korean)
    return messages
  }

  private static let consumed = IAPError.alreadyConsumed("1")
  private static let message = "payment 1 was already consumed, not by this call"
  private static let korean = "결제 번호 1: 이미 소비된 결제입니다. 이번 호출이 소비한 것이 아닙니다."

  @Test
  func `A person reads notes, warnings and errors in the chosen language`() {
    let messages = messages(.table)
    messages.note(ErrorMessages.unanswered(Self.consumed))
    messages.warn(ErrorMessages.message(of: Self.consumed))
    messages.report(Self.consumed, exit: ExitStatus(of: Self.consumed))
    let lines = transcript.text.split(separator: "\n")
    #expect(lines[0] == "iapctl: 요청에 응답하지 못했습니다: \(Self.korean)")
    #expect(lines[1] == "iapctl: 경고: \(Self.korean)")
    #expect(lines[2].hasPrefix("iapctl: 오류: \(Self.korean) ["))
  }

  @Test(arguments: [OutputFormat.json, .jsonl])
  func `A program reads notes, warnings, errors and summaries in English`(_ format: OutputFormat) {
    let messages = messages(format)
    messages.note(ErrorMessages.unanswered(Self.consumed))
    messages.warn(ErrorMessages.message(of: Self.consumed))
    var summary = Report.Summary()
    summary.failures.add(Self.consumed, of: "1")
    summary.closing = (ErrorMessages.message(of: Self.consumed), document: nil)
    messages.report(summary, exit: ExitStatus(of: Self.consumed))
    let lines = transcript.text.split(separator: "\n")
    #expect(lines[0] == "{\"note\":\"a request was not answered: \(Self.message)\"}")
    #expect(lines[1] == "{\"warning\":\"\(Self.message)\"}")
    #expect(lines[2].contains("\"message\":\"\(Self.message)\""))
    #expect(lines[3] == "{\"note\":\"\(Self.message)\"}")
  }

  @Test
  func `A question is for a person in each format, below its lines`() {
    messages(.json).ask(
      ConsumeMessages.confirmation,
      below: [
        Messages.Line(message: ErrorMessages.message(of: Self.consumed), depth: 0),
        Messages.Line(message: ConsumeMessages.morePayments(2)),
      ])
    #expect(
      transcript.text == """
        \(Self.korean)
          외 2건
        소비는 되돌릴 수 없습니다. 계속하시겠습니까? [예(y)/아니요(N)]\u{20}
        """)
  }
}
