import IAPCore
import System
import Testing

@testable import IAPConsole

struct JUnitReportTests {
  private func result(
    _ name: String, _ wrong: [PaymentVerdict] = []
  ) throws -> CaseResult {
    var judgement = Judgement([:], granted: GrantedPayments(), Expectation(seed: [:], allowed: []))
    judgement.wrong = wrong
    let scenario = try #require(RehearsalCase(name))
    var record = CaseRecord()
    record.runs = [ShellCommand.Ending(.exited(status: 1), output: "no answer & no idea\n")]
    record.requests = [
      RehearsedRequests.Entry(
        run: 1, name: RequestName(.consume, 1), payment: "7", disruption: .cut)
    ]
    return CaseResult(
      scenario: scenario, judgement: judgement, exitCodes: [0], time: .milliseconds(250),
      hasHappened: true, isGrantedFailed: false,
      story: wrong.isEmpty ? nil : CaseStory(record, of: scenario, judgement), folder: nil)
  }

  @Test
  func `Each case is a test, and one that is not right has a failure`() throws {
    let results = [
      try result("consume[1]:lost"),
      try result(
        "consume[1]:cut",
        [
          PaymentVerdict(payment: "7", verdict: .lost),
          PaymentVerdict(payment: "8", verdict: .doubled, granted: 2),
        ]),
    ]
    let bytes = JUnitReport.bytes(of: results) { "repeat '\($0)' & <more>" }
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites>
        <testsuite name="iapctl rehearse" tests="2" failures="1" errors="0" time="0.500">
        <testcase classname="rehearse" name="consume[1]:lost" time="0.250"/>
        <testcase classname="rehearse" name="consume[1]:cut" time="0.250"><failure type="lost" \
        message="payment 7: lost, payment 8: doubled">consume[1] of payment 7: executed, its answer \
        ended in the middle; the program ended without asking again, and granted nothing
        consume[1] of payment 7: executed, its answer ended in the middle; the program ended without \
        asking again, and granted the item 2 times
        run 1: consume[1] 7 cut (-)
        no answer &amp; no idea
        repeat &#39;consume[1]:cut&#39; &amp; &lt;more&gt;</failure></testcase>
        </testsuite>
        </testsuites>

        """)
  }

  @Test
  func `A first run that is not right is the only test, and has failed`() {
    let error = IAPError.iapctl(.rehearsalFailed, .rehearsal(.nothingGranted))
    let text = String(decoding: JUnitReport.bytes(ofFailedFirstRun: error), as: UTF8.self)
    #expect(text.contains(#"tests="1" failures="1""#))
    #expect(text.contains(#"name="first run"><failure message="the first run granted nothing"#))
  }
}
